"use strict";
// Finds the rules that somebody means as edencli/lookup/search.py and question_weights.py do, by the same tables.
const makeSearch = ({ rules, meanings, small, tiny, asking, endings, absent, missing, expressions, common, weights, patterns, letters, taught, factors, book }) => {
  const set = (text) => new Set(text.split(" "));
  const [SAME, STEM, BEGINNING, INSIDE, SYNONYM, LIKE, SHORT, UNKNOWN, ABSENT, LITTLE, TOPIC, FOREIGN, OTHERS] = weights;
  const [WORD, MEANING, PAIR, UNIT, RULE, ZERO, MATCHED, EVIDENCE, DOUBT] = factors;
  const fold = (text) => text.toLowerCase().replaceAll("ß", "ss").normalize("NFKD").toLowerCase()
    .replace(/\p{M}/gu, "").replace(/./g, (c) => letters[c] ?? c).split(/\s+/).join(" ").trim();
  const split = (text) => text.match(/[a-z0-9]+/g) ?? [];
  const plain = (text) => split(text).join(" ");
  const sum = (all) => all.reduce((n, one) => n + one, 0);
  const add = (map, key, n) => map.set(key, (map.get(key) ?? 0) + n);
  const list = (map, key) => map.get(key) ?? map.set(key, []).get(key);
  const once = (all) => [...new Set(all)];
  const memo = (make) => {
    const kept = new Map();
    return (key) => kept.get(key) ?? kept.set(key, make(key)).get(key);
  };
  const NUMBER = /^[0-9]+$/, keys = Object.keys(small), stops = keys.map((key) => set(small[key]));
  const [few, ask, ends, gone, usual] = [tiny, asking, endings, missing, common].map(set);
  const express = (text) => {
    const said = plain(text), there = Object.keys(expressions).filter((one) => said.includes(one));
    return split(there[0] ? said.replace(RegExp(`\\b(?:${there.join("|")})\\b`, "g"), (one) => expressions[one]) : said);
  };

  const makeIndex = (lines) => {
    const phrases = [], having = new Map(), many = new Map();
    for (const [rule, told] of Object.entries(lines)) {
      many.set(rule, told.length);
      for (const [weight, language, word, text, ...other] of told) {
        const names = other[0] || weight < 3 ? other : [text];
        for (const one of new Set(text.split(" "))) list(having, one).push(phrases.length);
        phrases.push({ rule, weight, language, word, names });
      }
    }
    const words = [...having.keys()].sort();
    return { phrases, many, words, at: (word) => having.get(word) ?? [], begun: memo((part) => words.filter((one) => one.startsWith(part))) };
  };
  const index = makeIndex(rules), alike = makeIndex(meanings), { phrases } = index;

  const stem = memo((word) => {
    for (let n = word.length - 4; n > 0; n--) {
      const end = word.slice(-n), root = word.slice(0, -n);
      if (ends.has(end)) return /^(ing|ed|er)$/.test(end) && /([bdgmnpt])\1$/.test(root) ? root.slice(0, -1) : root;
    }
    return word;
  });
  const spokenIn = (words) => {
    const known = stops.map((stop) => once(words).filter((one) => stop.has(one)).length);
    return keys.filter((_, n) => known[n] === Math.max(...known));
  };
  const telling = (q) => {
    const found = once(express(fold(q))), stop = spokenIn(found).map((key) => stops[keys.indexOf(key)]);
    const told = found.filter((one) => ![few, ...stop].some((s) => s.has(one)) && (one[1] || NUMBER.test(one)));
    return told[0] ? told : found;
  };
  const meant = (word) => {
    const root = stem(word), same = alike.begun(root).filter((one) => one === word || (root[4] && stem(one) === root));
    return once(same.flatMap(alike.at)).sort((a, b) => a - b);
  };
  const synonyms = (word) => meant(word).flatMap((n) => alike.phrases[n].names[0].split(" ")).filter((one) => one !== word);
  const similar = (word) => {
    const root = stem(word), found = new Map();
    for (const met of root.length > 4 ? index.words : index.begun(root)) {
      if (met.includes(root)) found.set(met, met === word ? SAME : stem(met) === root ? STEM : met.startsWith(root) ? BEGINNING : INSIDE);
    }
    for (const one of synonyms(word)) for (const met of index.begun(stem(one))) {
      const like = (met === one ? SYNONYM : LIKE) * (met.length > 4 ? 1 : SHORT);
      if (stem(met) === stem(one)) found.set(met, Math.max(found.get(met) ?? 0, like));
    }
    return found;
  };
  const byRule = (worths) => {
    const found = new Map();
    for (const [n, worth] of worths) list(found, phrases[n].rule).push(worth);
    return found;
  };
  const match = (word, not) => {
    const likes = new Map();
    for (const [met, like] of not ? [[word, SAME]] : similar(word)) for (const n of index.at(met)) likes.set(n, Math.max(likes.get(n) ?? 0, like));
    const many = sum([...byRule(likes).values()].map((all) => Math.max(...all)));
    const rare = Math.log(1 + index.many.size / Math.max(many, 1)) * (NUMBER.test(word) || ask.has(word) ? LITTLE : 1);
    return { word, not, likes, rare, near: Math.max(0, ...likes.values()) };
  };

  const isKnown = (part) => [index, alike].some((one) => one.begun(stem(part)).some((met) => stem(met) === stem(part)));
  const halves = (word) => {
    for (let cut = word[60] ? 0 : word.length - 4; cut > 3; cut--) for (const link of ["", "s", "n", "en", "e"]) {
      const first = word.slice(0, cut).replace(RegExp(link + "$"), ""), parts = [first, word.slice(cut)];
      if (first[3] && parts.every(isKnown)) return parts;
    }
  };
  const slips = (one, two) => {
    let before, last = [..." " + two].map((_, n) => n);
    for (let i = 1; i <= one.length; i++) {
      const row = [i];
      for (let j = 1; j <= two.length; j++) {
        row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (one[i - 1] !== two[j - 1]));
        if (i > 1 && one[i - 1] === two[j - 2] && one[i - 2] === two[j - 1]) row[j] = Math.min(row[j], before[j - 2] + 1);
      }
      [before, last] = [last, row];
    }
    return last[two.length];
  };
  const nearest = (word) => {
    if (!word[3] || word[60] || usual.has(word) || gone.has(word)) return;
    const shared = (two) => sum(once(word).map((c) => Math.min(word.split(c).length, two.split(c).length) - 1));
    const [best] = once([...index.begun(word[0]), ...alike.begun(word[0])]).sort().flatMap((one) => {
      const most = Math.max(word.length, one.length) / 4, n = slips(word, one);
      return n > most || !one[3] ? [] : [[one, n, shared(one)]];
    }).sort((a, b) => a[1] - b[1] || b[2] - a[2]);
    return best?.[0];
  };

  const score = (q) => {
    const languages = spokenIn(split(fold(q))), spoken = ["", book, ...languages], readAs = {};
    const not = set([book, ...languages].map((key) => absent[key]).join(" ")), get = memo((word) => match(word, not.has(word)));
    const asked = telling(q).slice(0, 24).flatMap((word) => {
      if (not.has(word) || get(word).near >= LIKE) return [word];
      const parts = halves(word), near = parts ? undefined : nearest(word);
      if (near) readAs[word] = near;
      return parts ?? [near ?? word];
    });
    const scores = new Map(), known = new Map(), shared = new Map();
    const give = (worths) => byRule(worths).forEach((found, rule) => {
      const [best, ...more] = found.sort((a, b) => b - a);
      add(scores, rule, best + sum(OTHERS.map((part, n) => (more[n] ?? 0) * part)));
    });
    let whole = 0;
    for (const { word, likes, rare, near, not: no } of asked.map(get)) {
      const worths = [...likes].map(([n, like]) => [n, rare * like * (phrases[n].word * (spoken.includes(phrases[n].language) ? 1 : FOREIGN))]);
      const share = no ? ABSENT : near >= LIKE ? Math.min(rare, UNKNOWN) : UNKNOWN;
      for (const [n, worth] of worths) list(shared, n).push(worth);
      give(worths);
      byRule(likes).forEach((all, rule) => add(scores, rule, TOPIC * rare * sum(all) / index.many.get(rule)));
      byRule([...likes].filter(([, like]) => like >= LIKE * SHORT)).forEach((_, rule) => add(known, rule, share));
      if (likes.size || !NUMBER.test(word)) whole += share;
    }
    give([...shared].filter(([, all]) => all[1]).map(([n, all]) => [n, sum(all) * all.length / asked.length]));
    const hits = [...scores].sort((a, b) => b[1] - a[1]);
    return { hits, readAs, sole: !asked[2] || asked.some((one) => not.has(one)), known: hits[0] ? (known.get(hits[0][0]) ?? 0) / whole : 0 };
  };
  const { entries } = Object, own = new Map(entries(taught.words.levels));
  const shared = new Map(entries(taught.meanings.levels).flatMap(([one, more]) => entries(more).map(([two, told]) => [one + two, told])));
  const kinds = new Map(entries(taught.meanings.kinds));
  const grade = (totals, parts, levels) => {
    let squares = 0;
    for (const [part, factor] of parts) {
      let worth = 0;
      squares += levels.has(part) ? factor * factor : 0;
      for (const sign of levels.get(part) ?? "") {
        const n = sign.charCodeAt(0);
        if (n < RULE) worth = factor * (n - ZERO);
        else totals[n - RULE] += worth;
      }
    }
    return squares;
  };
  const judge = (q, { hits, readAs, known, sole }) => {
    const words = (express(fold(q)).join(" ").match(/[a-z]+|[0-9]+/g) ?? []).slice(0, 60).map((one) => one.slice(0, 60));
    const parts = new Map(), signs = new Set();
    words.forEach((word, at) => {
      const root = NUMBER.test(word) ? "#" : stem(word);
      parts.set(root, WORD);
      if (NUMBER.test(words[at - 1])) parts.set("#" + root, WORD);
      if (root === "#") signs.add("#");
      for (const n of meant(word)) signs.add(String.fromCharCode(256 + n));
      for (const one of kinds.get(root[4] ? root : word) ?? "") signs.add(one);
    });
    const told = [...signs].sort(), pairs = told.flatMap((one, n) => [[one, MEANING], ...told.slice(n + 1).map((two) => [one + two, PAIR])]);
    const ids = taught.words.rules, totals = ids.map(() => 0), matched = new Map(hits);
    const length = UNIT * Math.sqrt(grade(totals, parts, own) + grade(totals, pairs, shared) || 1), [none, ...worths] = totals.map((n) => n / length);
    const ordered = worths.map((n, at) => [ids[at + 1], n + MATCHED * ((matched.get(ids[at + 1]) ?? 0) / hits[0][1])]).sort((a, b) => b[1] - a[1]);
    const sure = sole ? known : known - DOUBT + (ordered[0][1] - none) / EVIDENCE;
    return { hits: ordered.map(([id]) => id), readAs, known: known ? Math.min(1, Math.max(0, sure)) : 0 };
  };
  const named = (q, scores) => {
    const asked = fold(q), put = (name, by) => asked.replace(RegExp(patterns[name], "g"), by);
    const words = split(put("step", " ")), numbers = words.filter((one) => /^[0-9]+[a-z]?$/.test(one));
    const step = words.filter((one) => !numbers.includes(one) && (numbers[1] || !numbers[0] || !stops.some((stop) => stop.has(one))));
    for (const text of [asked, put("for_x", " x "), [...step, ...numbers].join(" "), put("number", " "), put("number", " x "), asked.split(":")[0]]) {
      const name = plain(text), found = name ? index.at(express(name)[0]).map((n) => phrases[n]).filter((one) => one.names.includes(name)) : [];
      const order = (one) => [one.rule !== asked, one.language !== book, one.names[0] !== name, -one.weight, -(scores.get(one.rule) ?? 0)];
      found.sort((a, b) => order(a).map((n, k) => n - order(b)[k]).find((n) => n) ?? 0);
      if (found[0]) return once(found.map((one) => one.rule));
    }
    return [];
  };
  return (q) => {
    const found = score(q), { readAs } = found, scores = new Map(found.hits), asked = fold(q).replace(/[a-z]+/g, (one) => readAs[one] ?? one);
    const plainly = named(q, scores), names = plainly[0] ? plainly : named(asked, scores);
    if (names[0]) return { hits: once([...names, ...scores.keys()]), readAs: plainly[0] ? {} : readAs, known: 1 };
    return scores.size ? judge(q, found) : { hits: [], readAs, known: 0 };
  };
};
if (typeof document !== "undefined") {
  const byId = (id) => document.getElementById(id);
  const { tables, say, least } = JSON.parse(byId("tables").textContent);
  let search;
  const digit = (one) => one.charCodeAt(0) - 39 - (one > "<") - (one > "=") - (one > "[");
  const number = (five) => [...five].reduce((sum, one) => sum * 85 + digit(one), 0);
  const unpack = () => new Response(new Blob([Uint32Array.from(tables.match(/.{5}/g), number)]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
  const show = async () => {
    search ??= unpack().then(makeSearch);
    const find = await search, asked = byId("ask").value.trim().slice(0, 300);
    const { hits, readAs, known } = asked ? find(asked) : { hits: [], readAs: {} }, there = hits.filter(byId).slice(0, known < least ? 2 : 3);
    const read = Object.entries(readAs).map((pair) => pair.join(" → ")).join(", ");
    byId("word").textContent = asked && (there[0] && known >= least ? say.found : say.nothing) + (read && ` (${read})`);
    byId("found").replaceChildren(...there.map((id) => {
      const item = document.createElement("li"), link = item.appendChild(document.createElement("a"));
      link.href = "#" + id;
      link.textContent = byId(id).querySelector("h3").textContent;
      return item;
    }));
  };
  byId("search").hidden = false;
  byId("ask").addEventListener("input", show);
}
