"use strict";
(() => {
  // Keeps what is ticked: behind a ~ in the address, and in the browser's own store where it has one.
  const SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const boxes = [...document.querySelectorAll("input[type=checkbox]")];
  const page = document.querySelector("[data-page]").dataset.page, MARK = /~([\da-f]{8})\.([\w-]*)$/;
  const first = boxes.map((box) => box.defaultChecked);
  const tick = (text) => boxes.forEach((box, n) => { box.checked = (SIGNS.indexOf(text[Math.floor(n / 6)] ?? "A") >> n % 6) & 1; });
  const ticked = () => {
    const six = new Array(Math.ceil(boxes.length / 6)).fill(0);
    boxes.forEach((box, n) => { six[Math.floor(n / 6)] |= box.checked << n % 6; });
    return six.map((bits) => SIGNS[bits]).join("").replace(/A+$/, "");
  };
  const place = () => location.hash.replace(MARK, "");
  const address = (ticks) => {
    try {
      history.replaceState(null, "", (place() || "#") + "~" + page + "." + ticks);
    } catch {
      // Some frames have no address of their own.
    }
  };
  const stored = (...ticks) => {
    try {
      return ticks.length ? localStorage.setItem("edencli " + page, ticks[0]) : localStorage.getItem("edencli " + page);
    } catch {
      return null;
    }
  };
  const keep = () => { address(ticked()); stored(ticked()); };
  const go = () => {
    const found = MARK.exec(location.hash), ticks = found && found[1] === page ? found[2] : null;
    if (ticks !== null) tick(ticks);
    return ticks;
  };
  const ticks = go() ?? stored();
  if (ticks !== null) { tick(ticks); address(ticks); }
  const target = place().slice(1);
  if (target) document.getElementById(target)?.scrollIntoView();
  addEventListener("change", (event) => { if (event.target.type === "checkbox") keep(); });
  addEventListener("hashchange", () => { if (go() === null && ticked()) address(ticked()); });
  const clear = document.getElementById("clear");
  clear.hidden = false;
  clear.addEventListener("click", () => { boxes.forEach((box, n) => { box.checked = first[n]; }); keep(); });
})();
