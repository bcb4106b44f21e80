// The dock: on a phone the prompt lies over the lower edge of the page. The page leaves it the room that it really takes (`--dock`), and
// it folds to one line until the next question.
const boardView = () => document.getElementById("board-view");
const prompt = () => boardView().querySelector(".prompt");
const isOver = () => getComputedStyle(prompt()).position === "fixed";
const observer = new ResizeObserver(measure);
let folded = "";                                    // the question whose dock was folded

function measure() {
  const { style } = document.documentElement;
  style.setProperty("--dock", `${isOver() ? prompt().offsetHeight : 0}px`);
  style.setProperty("--bar", `${freeWindow().upper}px`);
  const said = document.getElementById("question").parentElement;    // what is said scrolls where it is long: by keys, too
  if (said.scrollHeight > said.clientHeight) said.tabIndex = 0; else said.removeAttribute("tabindex");
}

// Return the part of the window that no bar covers: its upper and lower edge.
export function freeWindow() {
  const bar = document.querySelector(".phonebar"), box = prompt().getBoundingClientRect(), { position } = getComputedStyle(prompt());
  const isStuck = getComputedStyle(bar).position === "sticky" && bar.checkVisibility();
  const upper = Math.max(isStuck ? bar.offsetHeight : 0, position === "sticky" ? box.height + 6 : 0);
  return { upper, lower: position === "fixed" ? box.top : innerHeight };
}

export function isInView(element) {
  const { upper, lower } = freeWindow(), box = element.getBoundingClientRect();
  return box.height > 0 && box.top >= upper - 1 && Math.min(box.bottom, box.top + (lower - upper) * 0.6) <= lower + 1;
}

function setUp() {
  const fold = prompt().querySelector(".fold"), question = document.getElementById("question").textContent;
  prompt().classList.toggle("folded", folded === question);
  if (fold) { fold.hidden = false; fold.ariaExpanded = String(folded !== question); }
  observer.disconnect();
  observer.observe(prompt());
  measure();
}

document.addEventListener("click", (event) => {
  const fold = event.target.closest(".fold");
  if (!fold) return;
  folded = prompt().classList.toggle("folded") ? document.getElementById("question").textContent : "";
  fold.ariaExpanded = String(!folded);
});
document.addEventListener("board-view", setUp);
addEventListener("resize", measure);
setUp();
