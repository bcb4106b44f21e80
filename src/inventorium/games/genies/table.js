// The bids of Genies. Without this script they are a plain form. With it every bid shows what would be left and the sum is shown;
// a bid that you could never pay is lowered to the highest possible one, with the reason.

const fields = () => [...document.querySelectorAll(".bid input")];
const amount = (field) => field.value.trim() === "-" ? -1 : Math.max(0, parseInt(field.value, 10) || 0);

// Show what is left if you win every bid so far; a bid that you can no longer pay is skipped.
function updateSums() {
  const { purse, left, short, shortWhy, noBid } = document.getElementById("bids")?.dataset ?? {};
  if (!purse) return;
  let chips = Number(purse), sum = 0;
  for (const field of fields()) {
    const bid = amount(field), bay = field.closest(".bay"), note = bay.querySelector(".left"), lacking = bid - chips;
    const nothing = field.type === "number" ? bid <= 0 : bid < 0;
    sum += Math.max(0, bid);
    if (!nothing && lacking <= 0) chips += Number(bay.dataset.gain) - bid;
    bay.classList.toggle("nobid", nothing);
    note.classList.toggle("short", lacking > 0);
    note.title = lacking > 0 ? shortWhy : "";
    note.textContent = nothing ? noBid : (lacking > 0 ? short : left).replace("#", lacking > 0 ? lacking : chips);
  }
  const output = document.getElementById("sum");
  if (output) output.textContent = output.dataset.text.replace("#", sum);
}

let refused = "";                                   // the last field with too high a bid; the board view may be replaced meanwhile

function showRefused() {
  for (const field of fields()) field.closest(".bay").querySelector(".because").hidden = field.dataset.keep !== refused;
}

function set(field, bid) {
  const most = Number(field.dataset.most), least = field.type === "number" ? 0 : -1;
  const next = Math.min(most, Math.max(least, bid));
  field.value = next < 0 ? "-" : next;
  refused = bid > most ? field.dataset.keep : "";
  showRefused();
  if (refused) document.getElementById("news").textContent = field.closest(".bay").querySelector(".because").textContent;
  updateSums();
}

// Holding + or - goes on, ever faster; so does holding an arrow key. Page up and page down change a bid by five.
const FIRST_MS = 350, FASTEST_MS = 40;
let holding = 0;

function stepBid(field, by) { set(field, amount(field) + by); field.dispatchEvent(new Event("input", { bubbles: true })); }

// The field is found anew at every step: the board may have been replaced while one holds, since another has sealed.
function holdStep(id, by, wait) {
  holding = setTimeout(() => {
    const field = document.getElementById(id);
    if (!field) return;
    stepBid(field, by);
    holdStep(id, by, Math.max(FASTEST_MS, wait * 0.8));
  }, wait);
}

document.addEventListener("pointerdown", (event) => {
  const step = event.target.closest("[data-by]");
  if (!step || event.button) return;
  event.preventDefault();                           // no selection, no focus: the keyboard of a phone stays away
  const field = step.parentElement.querySelector("input");
  stepBid(field, Number(step.dataset.by));
  holdStep(field.id, Number(step.dataset.by), FIRST_MS);
});
// "blur" is the window's: a field that loses the focus to the button that is held ends nothing (so it is not captured).
for (const end of ["pointerup", "pointercancel", "blur"]) addEventListener(end, () => clearTimeout(holding));
document.addEventListener("contextmenu", (event) => { if (event.target.closest("[data-by]")) event.preventDefault(); });
document.addEventListener("click", (event) => {
  const step = event.target.closest("[data-by]");
  if (step && !event.detail) stepBid(step.parentElement.querySelector("input"), Number(step.dataset.by));    // not by a pointer
});

document.addEventListener("input", (event) => { if (event.target.matches(".bid input")) updateSums(); });
document.addEventListener("change", (event) => { if (event.target.matches(".bid input")) set(event.target, amount(event.target)); });
document.addEventListener("focusin", (event) => { if (event.target.matches(".bid input")) event.target.select(); });
document.addEventListener("reset", (event) => { if (event.target.id === "bids") setTimeout(updateSums); });

// Take all bids of a hint. They can still be changed before they are sealed.
document.addEventListener("click", (event) => {
  if (!event.target.closest("#take-hint")) return;
  for (const field of fields()) if (field.dataset.hint !== undefined) set(field, field.dataset.hint === "-" ? -1 : Number(field.dataset.hint));
  for (const choice of document.querySelectorAll("input[type=radio][data-hint]")) { choice.checked = true; choice.dispatchEvent(new Event("change", { bubbles: true })); }
  document.getElementById("seal").focus();
});

const BY_KEY = { ArrowUp: 1, ArrowDown: -1, PageUp: 5, PageDown: -5 };
let repeats = 0;

// Enter leads to the next bid, and from the last one to the seal, so that nobody seals by accident.
document.addEventListener("keydown", (event) => {
  if (!event.target.matches(".bid input")) return;
  if (event.key === "Enter") {
    event.preventDefault();
    (fields()[fields().indexOf(event.target) + 1] ?? document.getElementById("seal")).focus();
  } else if (event.key in BY_KEY) {
    event.preventDefault();
    repeats = event.repeat ? repeats + 1 : 0;
    stepBid(event.target, BY_KEY[event.key] * (repeats > 8 ? 2 : 1));
  }
});

// The button says what will happen. Where a card must be played, it leads to the choice that is still missing.
const form = () => document.getElementById("bids");
const choices = () => [...document.querySelectorAll(".play input[type=radio]")];
const missing = () => choices().find((one) => one.required && !choices().some((other) => other.name === one.name && other.checked));

function updateButton() {
  if (!form()?.dataset.nothing) return;
  const does = choices().filter((one) => one.checked && one.dataset.does).map((one) => one.dataset.does);
  const { nothing, first, several } = form().dataset;
  document.querySelector("#seal span").textContent = missing() ? first : does.length > 1 ? several : does[0] ?? nothing;
}
document.addEventListener("change", (event) => { if (event.target.matches(".play input")) updateButton(); });
document.addEventListener("click", (event) => {
  if (!event.target.closest("#seal") || !missing()) return;
  event.preventDefault();
  missing().focus({ preventScroll: true });
  missing().closest("fieldset").scrollIntoView({ block: "center" });
});

function begin() {
  for (const button of document.querySelectorAll("[data-by], #take-hint")) button.hidden = false;
  updateSums();
  updateButton();
  showRefused();
}
for (const kind of ["board-view", "drafts"]) document.addEventListener(kind, begin);
begin();
