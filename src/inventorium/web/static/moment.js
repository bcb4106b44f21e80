// Opens a moment as a modal dialog. A staged one shows what happened row by row (`data-step`), and in a row one thing after the other
// (`data-turn`); each row is told in a sentence (`data-said`). With reduced motion everything is there at once.
import { reducedMotion } from "./motion.js";

const moment = () => document.getElementById("moment");
const part = (name) => moment().querySelector(`#${name}`);
const isStaging = () => moment() && !part("show-all").hidden;

let timer = 0, next = null;                         // what is shown next, and when
function later(milliseconds, show) {
  next = show;
  clearTimeout(timer);
  timer = setTimeout(show, milliseconds);
}

// Open the moment of the board view, if there is one. `beat` is the time of a step in milliseconds.
export function openMoment(beat) {
  clearTimeout(timer);
  const dialog = moment();
  if (!dialog) return;
  dialog.close();
  dialog.showModal();
  dialog.addEventListener("cancel", (event) => { event.preventDefault(); part(isStaging() ? "show-all" : "next-step").click(); });
  dialog.addEventListener("click", (event) => { if (isStaging() && !event.target.closest("a, button")) next(); });
  part("show-all").addEventListener("click", () => { end(); announce([...dialog.querySelectorAll("[data-step]")]); });
  part("show-again").addEventListener("click", () => begin(beat));
  part("moment-title").focus({ preventScroll: true });
  if (dialog.dataset.staged !== undefined && beat && !reducedMotion.matches) begin(beat); else part("show-all").click();
}

function begin(beat) {
  const rows = Map.groupBy(moment().querySelectorAll("[data-step]"), (one) => Number(one.dataset.step));
  for (const one of moment().querySelectorAll("[data-step]")) one.classList.remove("shown", "complete");
  moment().classList.add("staged");
  moment().scrollTop = 0;
  part("show-all").hidden = false;
  part("next-step").hidden = part("show-again").hidden = true;
  const inOrder = [...rows.keys()].sort((one, other) => one - other).map((number) => rows.get(number));
  later(beat / 2, () => show(inOrder, beat));
}

function show([row, ...rest], beat) {
  if (!moment()) return;
  if (!row) { end(); return; }
  const turns = row.flatMap((one) => [...one.querySelectorAll("[data-turn]")]);
  for (const one of turns) one.style.animationDelay = `${beat * one.dataset.turn / 4}ms`;
  for (const one of row) one.classList.add("shown");
  const follow = () => row.at(-1).scrollIntoView({ behavior: "smooth", block: "nearest" });
  follow();
  later(turns.length * beat / 4, () => {
    for (const one of row) one.classList.add("complete");
    follow();
    announce(row);
    later(beat / 2, () => show(rest, beat));
  });
}

function end() {
  clearTimeout(timer);
  const wasStaged = moment().classList.contains("staged");
  moment().classList.remove("staged");
  part("show-again").hidden = !wasStaged;
  part("next-step").hidden = false;
  if (document.activeElement === part("show-all")) part("next-step").focus({ preventScroll: true });
  part("show-all").hidden = true;
}

// Tell rows to screen readers: the region outside the dialog is not heard while it is open.
function announce(rows) {
  const text = rows.map(sentence).filter(Boolean).join(" ");
  if (text) part("moment-news").textContent = text;
}

function sentence(row) {
  const given = row.querySelector("[data-said]");
  if (given) return given.textContent;
  const heads = row.closest("table")?.tHead?.rows[0].cells, title = row.querySelector("th");
  if (!heads || !title) return listed(row);
  const cells = [...row.cells].slice(1).map((cell, place) => [textOf(heads[place + 1]), textOf(cell)]).filter(([, text]) => /\d/.test(text));
  return `${textOf(title)}: ${cells.map((one) => one.join(" ")).join(", ")}.`;
}

// Return the parts of a row with pauses between them.
function listed(row) {
  const isSentence = [...row.childNodes].some((one) => one.nodeType === Node.TEXT_NODE && one.data.trim());
  if (isSentence) return textOf(row);
  const text = [...row.children].map(textOf).filter(Boolean).join(", ").replace(/([.!?]),/g, "$1");
  return !text || /[.!?]$/.test(text) ? text : `${text}.`;
}

function textOf(element) {
  const copy = element.cloneNode(true);
  for (const id of copy.querySelectorAll(".id")) id.remove();    // a rule's number says nothing aloud
  return copy.textContent.replace(/\s+/g, " ").trim();
}

document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !isStaging() || event.target.matches("a, button")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  part("show-all").click();
}, true);
