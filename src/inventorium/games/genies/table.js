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

document.addEventListener("click", (event) => {
  const step = event.target.closest("[data-by]");
  if (!step) return;
  const field = step.parentElement.querySelector("input");
  set(field, amount(field) + Number(step.dataset.by));
});

document.addEventListener("input", (event) => { if (event.target.matches(".bid input")) updateSums(); });
document.addEventListener("change", (event) => { if (event.target.matches(".bid input")) set(event.target, amount(event.target)); });
document.addEventListener("focusin", (event) => { if (event.target.matches(".bid input")) event.target.select(); });
document.addEventListener("reset", (event) => { if (event.target.id === "bids") setTimeout(updateSums); });

// Take all bids of a hint. They can still be changed before they are sealed.
document.addEventListener("click", (event) => {
  if (!event.target.closest("#take-hint")) return;
  for (const field of fields()) if (field.dataset.hint !== undefined) set(field, field.dataset.hint === "-" ? -1 : Number(field.dataset.hint));
  for (const choice of document.querySelectorAll("input[type=radio][data-hint]")) choice.checked = true;
  document.getElementById("seal").focus();
});

// Enter leads to the next bid, and from the last one to the seal, so that nobody seals by accident.
document.addEventListener("keydown", (event) => {
  if (!event.target.matches(".bid input")) return;
  if (event.key === "Enter") {
    event.preventDefault();
    (fields()[fields().indexOf(event.target) + 1] ?? document.getElementById("seal")).focus();
  } else if (event.target.type !== "number" && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
    event.preventDefault();
    set(event.target, amount(event.target) + (event.key === "ArrowUp" ? 1 : -1));
  }
});

let asked = document.getElementById("bids")?.dataset.bids;

function begin() {
  for (const button of document.querySelectorAll("[data-by], #take-hint")) button.hidden = false;
  updateSums();
  showRefused();
  const now = document.getElementById("bids")?.dataset.bids;
  if (now && now !== asked && matchMedia("(max-width: 760px)").matches) document.getElementById("f1").scrollIntoView();
  asked = now;
}
document.addEventListener("board-view", begin);
begin();
