// Searches the rules while you type: the same index and the same ranking as core/rule_search.py, so it works without a network.

const PART = 0.4, INFLECTED = 0.95, START = 0.6, SPLIT = 0.8, TYPO = 0.5, MISSING = 0.6, MOST = 12;
const SHORTEST_PART = 4, SHORTEST_START = 3, SHORTEST_TYPO = 5;
const fold = (text) => text.toLowerCase().replaceAll("ß", "ss").normalize("NFKD").replace(/\p{M}/gu, "");
const wordsOf = (text) => text.match(/[\p{L}\p{N}]+/gu) ?? [];

export function prepare(data) {
  for (const table of [data.words, data.terms, data.same]) Object.setPrototypeOf(table, null);    // no word is called constructor
  data.known = Object.keys(data.words);
  data.byId = new Map(data.rules.map((rule, place) => [fold(rule).replaceAll("-", ""), place]));
  return data;
}

function askedWords(index, asked) {
  const found = wordsOf(fold(asked)), words = new Set();
  while (found.length) {
    const word = found.shift();
    words.add(found.length && index.words[word + found[0]] ? word + found.shift() : word);
  }
  const telling = [...words].filter((word) => !index.stop.includes(word));
  return telling.length ? telling : [...words];
}

function stems(index, words, likeness) {
  const found = new Map();
  for (const word of words) (index.words[word] ?? [word]).forEach((stem, place) => {
    found.set(stem, Math.max(found.get(stem) ?? 0, likeness * (place ? PART : 1)));
  });
  return found;
}

function like(index, word) {
  if (index.words[word]) return stems(index, [word], 1);
  for (const ending of index.endings) {
    const stem = word.slice(0, -ending.length);
    if (word.endsWith(ending) && index.terms[stem]) return new Map([[stem, INFLECTED]]);
  }
  if (word.length >= SHORTEST_START) {
    const longer = index.known.filter((known) => known.startsWith(word));
    if (longer.length) return stems(index, longer, START);
  }
  const parts = split(index, word);
  if (parts.length) return stems(index, parts, SPLIT);
  return stems(index, word.length >= SHORTEST_TYPO ? index.known.filter((known) => isTypo(word, known)) : [], TYPO);
}

function split(index, word) {
  const knows = (part) => index.words[part] || index.terms[part];
  for (let end = word.length - SHORTEST_PART; end >= SHORTEST_PART; end -= 1) {
    const start = word.slice(0, end), rest = word.slice(end);
    for (const link of index.links) {
      const first = start.slice(0, end - link.length);
      if (!start.endsWith(link) || first.length < SHORTEST_PART || !knows(first)) continue;
      if (knows(rest)) return [first, rest];
      const more = split(index, rest);
      if (more.length) return [first, ...more];
    }
  }
  return [];
}

function isTypo(word, known) {
  if (known.length < SHORTEST_TYPO - 1 || Math.abs(word.length - known.length) > 1) return false;
  let start = 0;
  while (start < Math.min(word.length, known.length) && word[start] === known[start]) start += 1;
  const a = word.slice(start), b = known.slice(start);
  return a.slice(1) === b.slice(1) || a.slice(1) === b || a === b.slice(1)
    || (a.slice(0, 2) === [...b.slice(0, 2)].reverse().join("") && a.slice(2) === b.slice(2));
}

function cardsOf(index, asked) {
  const words = askedWords(index, asked).filter((word) => word.length >= SHORTEST_PART);
  return index.cards.filter((card) => words.some((word) => card.parts.some((part) => part.startsWith(word)))).slice(0, 3);
}

// The places of the rules that answer, best first, and the stems to be marked in them.
export function search(index, asked) {
  const worth = new Map(), has = new Map(), marked = new Set(), words = askedWords(index, asked);
  for (const word of words) {
    const best = new Map();
    for (const [stem, likeness] of like(index, word)) {
      for (const one of [stem, ...(index.same[stem] ?? [])]) marked.add(one);
      const found = index.terms[stem] ?? [];
      for (let at = 0; at < found.length; at += 2) best.set(found[at], Math.max(best.get(found[at]) ?? 0, found[at + 1] * likeness));
    }
    for (const [rule, value] of best) {
      worth.set(rule, (worth.get(rule) ?? 0) + value);
      has.set(rule, (has.get(rule) ?? 0) + 1);
    }
  }
  for (const [rule, value] of worth) worth.set(rule, value * (1 - MISSING + MISSING * has.get(rule) / words.length));
  for (const [, letters, number] of fold(asked).matchAll(/([a-z]{1,2})[ -]?(a?\d+)/g)) {
    if (index.byId.has(letters + number)) worth.set(index.byId.get(letters + number), Infinity);
  }
  for (const card of cardsOf(index, asked)) for (const rule of card.rules) if (!worth.has(rule)) worth.set(rule, 0);
  const rules = [...worth.keys()].sort((a, b) => (worth.get(b) - worth.get(a) || 0) || a - b).slice(0, MOST);
  return { rules, marked, cards: cardsOf(index, asked) };
}

const mark = (index, marked, page) => page.replace(/(?<=<div>.*)>[^<]+/gs, (text) => text.replace(/&#?\w+;|[\p{L}\p{N}]+/gu, (word) =>
  marked.has(index.words[fold(word)]?.[0]) ? `<mark>${word}</mark>` : word));

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

function show(index, results, asked) {
  const found = asked ? search(index, asked) : { rules: [], cards: [] };
  results.querySelector("ol").innerHTML = found.rules.map((rule) => mark(index, found.marked, index.html[rule])).join("");
  results.querySelector(".cards").innerHTML = found.cards.map((card) => `<b>${escaped(card.name)}</b> ${escaped(card.kind)}`).join(" · ");
  const count = results.querySelector("[data-count]"), number = found.rules.length;
  count.textContent = asked ? (number === 1 ? count.dataset.one : count.dataset.many.replace("2", number)) : "";
  results.querySelector("[data-nothing]").hidden = !asked || found.rules.length > 0;
  results.querySelector("[data-what]").textContent = asked;
  results.dataset.asked = asked;
  results.hidden = !asked;
}

const indexes = new Map();
function indexAt(address) {
  if (!indexes.has(address)) indexes.set(address, fetch(address).then((response) => response.json()).then(prepare));
  return indexes.get(address);
}

// Look while somebody types. What else stands on the page waits until the field is empty again.
export async function searchFor(form) {
  const asked = form.elements.find.value.trim(), results = form.parentElement.querySelector(".results");
  const index = await indexAt(form.dataset.find).catch(() => { indexes.delete(form.dataset.find); });
  if (!index || form.elements.find.value.trim() !== asked) return;
  show(index, results, asked);
  const book = form.closest("main, dialog")?.querySelector(".book");
  if (book) book.hidden = Boolean(asked);
}
