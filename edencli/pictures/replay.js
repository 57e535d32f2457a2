"use strict";
(() => {
  // Moves between the frames of a match and decides nothing: whatever is shown, edencli has written.
  const byId = (id) => document.getElementById(id);
  const { lines, frames, secret, answers, live, say, file } = JSON.parse(byId("data").textContent);
  const slots = [];
  for (const slot of document.querySelectorAll("[data-s]")) slots[slot.dataset.s] = slot;
  const rows = [...document.querySelectorAll("#log [data-k]")];
  const ends = rows.map((row) => +row.dataset.k);
  const lastTold = rows[ends.indexOf(Math.max(...ends))] ?? null;
  const rounds = [...byId("rounds").options].map((option) => +option.value);
  const marks = [...byId("marks").options].map((option) => option.value);
  const last = frames.length - 1;
  let seen = 0;
  const numbers = frames.map((_, k) => secret[k] ?? "e" + (k && ++seen));
  const steps = [...new Set([0, ...ends, last])].sort((a, b) => a - b);
  const log = byId("log"), slider = byId("at"), play = document.querySelector("[data-go=play]");
  const shown = slots.map(() => 0);
  let at = -1, current = null, timer = 0;

  // A frame is what differs from the one before it; from time to time one is kept whole.
  const EVERY = 64, whole = [];
  const apply = (full, changes) => {
    for (let i = 0; i < changes.length; i += 2) full[changes[i]] = changes[i + 1];
  };
  {
    const full = slots.map(() => 0);
    frames.forEach((changes, k) => {
      apply(full, changes);
      if (k % EVERY === 0) whole.push(full.slice());
    });
  }
  const frame = (k) => {
    const full = whole[Math.floor(k / EVERY)].slice();
    for (let n = k - (k % EVERY) + 1; n <= k; n++) apply(full, frames[n]);
    return full;
  };

  const fit = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const address = (hash) => {
    try {
      history.replaceState(null, "", hash || location.href.split("#")[0]);
    } catch {
      // Some frames have no address of their own.
    }
  };

  const show = (k, word = "") => {
    if (k === at && !word) return;
    at = k;
    frame(at).forEach((line, slot) => {
      if (shown[slot] !== line) slots[slot].innerHTML = lines[shown[slot] = line];
    });
    if (current) current.removeAttribute("aria-current");
    current = at ? rows.find((_, n) => ends[n] >= at) ?? lastTold : null;
    if (current) {
      current.setAttribute("aria-current", "step");
      const top = current.offsetTop, room = log.clientHeight;
      if (top < log.scrollTop || top + current.offsetHeight > log.scrollTop + room) log.scrollTop = top - room / 3;
    } else log.scrollTop = 0;
    for (let n = log.children.length - 1, late = false; n >= 0; n--) {
      const one = log.children[n];
      if (one.dataset.k) late = +one.dataset.k > at;
      one.classList.toggle("later", late);
    }
    const text = current ? current.firstElementChild.textContent : byId("time").textContent;
    byId("now").textContent = (word ? word + " " : "") + numbers[at] + ": " + text;
    slider.value = at;
    slider.setAttribute("aria-valuetext", numbers[at] + ": " + text);
    byId("number").textContent = fit(say.of, { n: numbers[at], last: numbers[last] });
    for (const code of document.querySelectorAll("[data-command]"))
      code.textContent = file && code.dataset.command + " " + file + " --until " + numbers[at];
    byId("rounds").selectedIndex = rounds.findLastIndex((begin) => begin <= at);
    byId("marks").selectedIndex = Math.max(0, marks.indexOf(String(at)));
    address(live && at === last ? "" : "#" + numbers[at]);
  };

  const after = (places) => places.find((place) => place > at) ?? last;
  const before = (places) => places.findLast((place) => place < at) ?? 0;
  const pause = (on) => {
    clearInterval(timer);
    timer = on ? setInterval(() => (at < last ? show(after(steps)) : pause(false)), 1200) : 0;
    play.setAttribute("aria-pressed", String(Boolean(on)));
  };
  const acts = {
    start: () => show(0),
    end: () => show(last),
    on: (answer) => show(after(answer ? answers : steps)),
    back: (answer) => show(before(answer ? answers : steps)),
    play: () => {
      if (!timer && at === last) show(0);
      pause(!timer);
    },
    next: () => show(after(rounds)),
    previous: () => show(before(rounds)),
  };
  const KEYS = { Home: "start", End: "end", ArrowRight: "on", ArrowLeft: "back", " ": "play", "]": "next", "[": "previous" };

  addEventListener("keydown", (event) => {
    const act = KEYS[event.key], where = event.target;
    if (!act || event.ctrlKey || event.metaKey || event.altKey || where.matches("select")) return;
    if (event.key === " " && where.matches("button, summary")) return;
    event.preventDefault();
    if (act !== "play") pause(false);
    acts[act](event.shiftKey);
  });
  byId("keys").addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.dataset.go !== "play") pause(false);
    acts[button.dataset.go](event.shiftKey);
  });
  slider.addEventListener("input", () => { pause(false); show(+slider.value); });
  for (const id of ["rounds", "marks"]) {
    byId(id).addEventListener("change", (event) => {
      if (event.target.value) { pause(false); show(+event.target.value); }
    });
  }

  byId("sums").addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    log.scrollTop = byId(button.value).offsetTop;
    log.scrollIntoView({ block: "nearest" });
  });

  const explain = (row) => {
    const button = row.firstElementChild, open = row.querySelector(".why");
    if (open) open.remove();
    else {
      const why = document.createElement("div");
      why.className = "why";
      why.innerHTML = row.dataset.w.split(" ").map((n) => lines[n]).join("");
      row.append(why);
    }
    button.setAttribute("aria-expanded", String(!open));
  };
  for (const row of rows) if (row.dataset.w) row.firstElementChild.setAttribute("aria-expanded", "false");
  log.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    pause(false);
    show(+button.parentElement.dataset.k);
    if (button.parentElement.dataset.w) explain(button.parentElement);
  });

  const go = () => {
    let hash = location.hash.slice(1);
    try {
      hash = decodeURIComponent(hash);
    } catch {
      // It is told as it stands.
    }
    hash = hash.slice(0, 20);
    const k = numbers.indexOf(hash.toLowerCase()), n = /^e(\d+)[a-z]*$/i.exec(hash);
    if (!hash) show(live ? last : 0);
    else if (k >= 0) show(k);
    else if (n && +n[1] > parseInt(numbers[last].slice(1), 10)) show(last, fit(say.beyond, { hash }));
    else if (n) show(numbers.findLastIndex((one) => parseInt(one.slice(1), 10) === +n[1]));
    else show(0, fit(say.unknown, { hash }));
  };
  addEventListener("hashchange", go);
  go();
  if (live) setTimeout(() => location.reload(), live * 1000);
})();
