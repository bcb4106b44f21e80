// Keeps a table live. Everything works without it, by links and forms. With it no page reloads: the board view is fetched and
// replaced, pieces move, keys work, and news arrives by itself.
import { tick } from "./clocks.js";
import { freeWindow, isInView } from "./dock.js";
import { keepDrafts } from "./drafts.js";
import { openMoment } from "./moment.js";
import { exchange, reducedMotion } from "./motion.js";
import { sound } from "./sounds.js";
import "./tips.js";

const boardView = () => document.getElementById("board-view");
const lost = document.getElementById("lost");
const news = document.getElementById("news");
let latestRequest = 0;                              // number of the last request; only its response is shown
let pending = 0;                                    // number of clicks without a response yet; news waits for them
let lastNumber = 0;                                 // number of the last entry that the stream reported
let previewed = "";                                 // address of the preview that is shown, if any
let pinnedMessage = null;                           // the refusal or hint after the last click; it stays until the next click
let presence = null;                                // who is here, as the stream last reported

let timer = 0;                                      // until the next step is shown
const STEP_MS = { slow: 2400, normal: 1200, fast: 500, once: 0 };    // time each step is shown, in milliseconds
const MAX_STEPS = 5;                                // of more steps in a row each one is shown for a shorter time
let stepsInRow = 0;
const MAX_HIGHLIGHTED = 8;                          // a step that touches more is not highlighted
const pace = () => boardView().dataset.pace;
const watching = () => boardView().dataset.watched !== undefined;

const pause = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));

// The board view is not replaced between a press and its release, so that the click hits what was pressed.
let held = null, release;
const { port1: after, port2: soon } = new MessageChannel();    // a message arrives after the click that follows
after.onmessage = () => { held = null; release?.(); };
addEventListener("pointerdown", () => { held = new Promise((done) => { release = done; }); }, true);
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => soon.postMessage(0), true);
const released = () => held && Promise.race([held, pause(1)]);

// Fetch the board view and show it. A move carries the number of the last entry, so it can be sent again until it arrives.
async function fetchTable(address, options = {}) {
  const mine = ++latestRequest;
  for (let seconds = 0.5; ; seconds = Math.min(5, 2 * seconds)) {
    try {
      const response = await fetch(address, { ...options, headers: { "X-Fragment": "1" } });
      if (response.status >= 500) throw new Error(response.statusText);
      if (response.status === 429) {                // too many requests: try again in a moment
        await pause(Number(response.headers.get("Retry-After")) || 1);
        if (mine !== latestRequest && !options.method) return;
        continue;
      }
      lost.hidden = true;
      const fresh = new DOMParser().parseFromString(await response.text(), "text/html").getElementById("board-view");
      await released();
      if (pending) pinnedMessage = fresh?.querySelector(".prompt .problem, .prompt .hint")?.cloneNode(true) ?? pinnedMessage;
      if (mine === latestRequest) showTable(fresh);
      else repeatMessage(boardView());
      return;
    } catch {
      lost.hidden = false;
      await pause(seconds);
      if (mine !== latestRequest && !options.method) return;
    }
  }
}

// Show at once that an element was pressed. The next board view has a fresh one.
const markPressed = (element) => element?.classList.add("pressed");

// Send what the player has clicked or typed. News waits meanwhile, so that it replaces nothing.
async function submit(address, options) {
  const hinted = !options && pinnedMessage?.dataset.hinted;    // a hint stays until the turn is over
  if (hinted) { const url = new URL(address, location.href); url.searchParams.set("hinted", hinted); address = url.href; }
  else pinnedMessage = null;
  setBusy(++pending);
  await fetchTable(address, options);
  setBusy(--pending);
  applyNews();
}

function setBusy(is) {
  if (is) boardView().ariaBusy = "true"; else boardView().removeAttribute("aria-busy");
}

// Fetch the table if the stream reported a new entry. News waits while a blunder warning is open.
function applyNews() {
  if (pending || watching() || boardView().querySelector(".blunder-warning") || lastNumber <= Number(boardView().dataset.number)) return;
  const { asked, answers } = boardView().dataset;
  if (asked === "yes" || previewed) fetchTable(previewed || location.href);    // no playback over your own question
  else fetchTable(paced(`${location.pathname}?${withSeat()}after=${answers}`));
}

// The moves of others are played back step by step. The server does not wait, nor does anyone else. A moment waits for the player.
// The address holds the step, so a reload shows it again.
const withSeat = () => { const seat = new URLSearchParams(location.search).get("seat"); return seat === null ? "" : `seat=${seat}&`; };

function paced(address) {
  const url = new URL(address, location.href);
  url.searchParams.delete("once");
  if (pace() === "once" || document.hidden) url.searchParams.set("once", "1");
  return url.href;
}

function nextStep() {
  clearTimeout(timer);
  stepsInRow = watching() ? Math.max(stepsInRow, Number(boardView().dataset.steps)) : 0;
  if (!watching()) return;
  history.replaceState(null, "", boardView().dataset.watched);
  highlight(boardView());
  const moment = document.getElementById("moment");
  if (boardView().querySelector(".prompt .because, .log .because")) return;    // an explanation stays until the player continues
  if (moment && moment.dataset.staged === undefined) {
    for (const one of moment.querySelectorAll("[data-step]")) one.style.animationDelay = `${(STEP_MS[pace()] * 0.5 * (one.dataset.step - 1))}ms`;
  } else if (!moment) {
    timer = setTimeout(() => { if (!pending && watching()) fetchTable(paced(boardView().dataset.next)); }, STEP_MS[pace()] * Math.min(1, MAX_STEPS / stepsInRow));
  }
}

// Highlight what a step touched, and show each change beside its number.
function highlight(within) {
  const touched = within.dataset.touched.split(" ").filter(Boolean);
  if (touched.length <= MAX_HIGHLIGHTED) for (const id of touched) {
    for (const element of within.querySelectorAll(`[data-thing~="${CSS.escape(id)}"]`)) element.classList.add("touched");
  }
  for (const [seat, what, by] of JSON.parse(within.dataset.changes)) {
    const holding = within.querySelector(`[data-holding="${seat}:${CSS.escape(what)}"]`);
    if (!holding) continue;
    const mark = document.createElement("span");
    mark.className = "delta";
    mark.ariaHidden = "true";                       // the log says it in words
    mark.textContent = by > 0 ? `+${by}` : `−${-by}`;
    holding.append(mark);
  }
}

// Highlight what the coach talks about.
function highlightCoached() {
  if (document.getElementById("moment")) return;    // it would give the moment away
  for (const id of (boardView().querySelector("[data-highlight]")?.dataset.highlight ?? "").split(" ").filter(Boolean)) {
    for (const element of boardView().querySelectorAll(`[data-thing~="${CSS.escape(id)}"]`)) element.classList.add("highlighted");
  }
}

// Show the pinned message again: a refusal always, a hint until the next move.
function repeatMessage(within) {
  const question = within.querySelector("#question");
  if (pinnedMessage?.matches(".hint") && within.dataset.answers !== boardView().dataset.answers) pinnedMessage = null;
  if (pinnedMessage && !within.querySelector(".problem, .hint")) question.after(pinnedMessage.cloneNode(true));
}

// Show a blunder warning in the old board view, so that nothing filled in or chosen is lost.
function showBlunderWarning(fresh) {
  const warning = fresh.querySelector(".blunder-warning");
  boardView().querySelector(".blunder-warning")?.remove();
  if (warning) {
    boardView().querySelector("#question").after(warning);
    warning.querySelector("[data-dismiss]").focus();
    news.textContent = warning.querySelector("p").textContent;
  }
  return warning;
}
document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-dismiss]")) return;
  event.preventDefault();
  event.target.closest(".blunder-warning").remove();
  document.getElementById("question").focus();
  applyNews();
});

// A form without a choice is handed in by itself: at once among bots, and after a while among people, who must not learn that there
// was no choice.
const SECONDS_TO_DECIDE = [3, 8];
let handedIn = "";
function handIn(within) {
  const form = within.querySelector("form[data-forced]");
  if (!form || handedIn === form.dataset.bids) return false;
  const now = form.dataset.forced === "now", [least, most] = SECONDS_TO_DECIDE;
  const send = () => { handedIn = form.dataset.bids; submit(form.getAttribute("action"), { method: "POST", body: new URLSearchParams(new FormData(form)) }); };
  if (now) send(); else setTimeout(() => { if (form.isConnected && !pending) send(); }, 1000 * (least + Math.random() * (most - least)));
  return now;
}

function showTable(fresh) {
  if (!fresh) return location.reload();
  if (handIn(fresh)) return;
  if (showBlunderWarning(fresh)) return;
  repeatMessage(fresh);
  const old = boardView();
  const changed = fresh.dataset.number !== old.dataset.number;
  const messages = [...fresh.querySelectorAll("#chat [data-entry]")].filter((one) => Number(one.dataset.entry) > Number(old.dataset.number));
  const isNew = question() !== fresh.querySelector("#question")?.textContent.trim();
  const isMoment = fresh.querySelector("#moment") !== null;
  exchange(old, fresh, changed && !isMoment);       // nothing moves behind a moment
  sound(old, fresh);
  showPresence();
  announce(question(), changed, messages);
  updateBadge();
  highlightCoached();
  if (question()) document.title = [question(), ...document.title.split(" · ").slice(1)].join(" · ");
  const { live, seat, table, here } = fresh.dataset;
  openMoment(STEP_MS[pace()]);
  if (watching()) { nextStep(); return bringIntoView(false); }
  if (!old.querySelector("#result-heading") && document.getElementById("result-heading")) scrollTo({ top: 0, behavior: "instant" });
  bringIntoView(isNew);
  if (live === "no") history.replaceState(null, "", here);
  else if (seat === "-1" || location.search.includes("after=")) history.replaceState(null, "", `/table/${table}${withSeat() && seat !== "-1" ? `?seat=${seat}` : ""}`);
}

// Show on the icon of the tab and of the app whether it is your turn.
function updateBadge() {
  const icon = document.querySelector("link[rel=icon]"), mine = boardView().dataset.asked === "yes" && !watching();
  icon.dataset.plain ??= icon.href;
  icon.href = mine ? icon.dataset.turn : icon.dataset.plain;
  navigator.setAppBadge?.(mine ? 1 : 0).catch(() => {});
}

// What others have done, a sentence for each turn, where it is not shown step by step. Each sentence is announced once.
const heard = new Set();
function unheardTurns() {
  const lines = [...boardView().querySelectorAll("#recent li")].map((one) => [one.dataset.turn, one.querySelector("span").firstChild.textContent.trim()]);
  const fresh = lines.filter((line) => !heard.has(line.join(" ")));
  for (const line of fresh) heard.add(line.join(" "));
  return pace() === "once" && !watching() ? fresh.map(([, text]) => text) : [];
}
unheardTurns();                                     // whoever opens the page reads them there

// Announce to screen readers: new messages, what happened, the new question, a refusal or a hint.
const question = () => document.getElementById("question")?.textContent.trim();
let asked = question();                             // the question that was announced last
function announce(now, changed, messages) {
  if (document.getElementById("moment")) return;    // it announces itself
  const within = boardView(), message = within.querySelector(".prompt .problem, .prompt .because, .log .because, .prompt .hint");
  const more = watching() ? within.querySelector(".prompt p")?.textContent : message?.textContent;
  const isRead = document.activeElement?.id === "question" && !watching();    // it has the focus, so it is read anyway
  const coachTexts = [...within.querySelectorAll(".coach")].map((one) => one.textContent);
  const text = [...messages.map((one) => one.textContent), ...unheardTurns(), isRead ? "" : now, ...coachTexts, more]
    .map((one) => one?.replace(/\s+/g, " ").trim()).filter(Boolean).map((one) => (/[.?!:]$/.test(one) ? one : `${one}.`)).join(" ");
  if (text && (changed || watching() || message || now !== asked) && news.textContent !== text) news.textContent = text;
  asked = now;
}

// Scroll to what matters now, if none of it is in sight: the refusal, what a step touched, or the nearest choice.
const CHOICES = ".board .legal:has(.ref:not(.soft)), .board :is(.bid, .play)";
const MORE_CHOICES = ".board .legal";               // those that have no key
function bringIntoView(isNew) {
  const refused = boardView().querySelector(".prompt .problem, .prompt .because, .log .because");
  if (refused) { refused.scrollIntoView({ behavior: "instant", block: "nearest" }); return; }
  const visible = (selector) => [...boardView().querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const there = watching() ? visible(".board .touched") : [visible(CHOICES), visible(MORE_CHOICES)].find((found) => found.length) ?? [];
  const isForm = there[0]?.matches(".bid, .play");    // it is filled in from the top
  if (!there.length || (isForm && isNew ? isInView(there[0]) : there.some(isInView))) return;
  const behavior = reducedMotion.matches ? "instant" : "smooth";
  if (watching()) { there[0].scrollIntoView({ behavior, block: "center" }); return; }
  const nearest = isForm ? there[0] : there.reduce((one, other) => (distance(other) < distance(one) ? other : one));
  const section = nearest.closest("section"), { upper, lower } = freeWindow();
  const fits = nearest.getBoundingClientRect().bottom - section.getBoundingClientRect().top < lower - upper;
  (fits ? section : nearest).scrollIntoView({ behavior, block: "start" });
}

// Return how far an element is from the middle of the window.
function distance(element) {
  const { top, bottom } = element.getBoundingClientRect();
  return Math.abs((top + bottom - innerHeight) / 2);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-fetch]");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
  event.preventDefault();
  markPressed(link);
  if (link.dataset.next !== undefined && watching()) { previewed = ""; submit(paced(link.href)); return; }
  previewed = link.dataset.busy || link.dataset.skip !== undefined ? "" : link.href;
  if (link.dataset.busy) link.textContent = news.textContent = link.dataset.busy;    // a bot takes a while
  submit(link.href);
});

// A click on something that is not possible now shows why.
document.addEventListener("click", (event) => {
  const element = event.target.closest("a, button, summary, label, input, [data-wrong]");
  if (!element?.dataset.wrong) return;
  previewed = element.dataset.wrong;
  submit(previewed);
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("form[data-fetch]")) return;
  event.preventDefault();                           // not form.action: our buttons are named "action"
  previewed = "";
  markPressed(event.submitter);
  submit(form.getAttribute("action"), { method: "POST", body: new URLSearchParams(new FormData(form, event.submitter)) });
});

// Pace and sounds can be changed during a step.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("form[data-setting]")) return;
  event.preventDefault();
  fetch(form.getAttribute("action"), { method: "POST", body: new URLSearchParams(new FormData(form, event.submitter)), redirect: "manual", keepalive: true });
  boardView().dataset[form.dataset.setting] = event.submitter.value;
  for (const one of form.querySelectorAll("button")) one.toggleAttribute("aria-current", one === event.submitter);
  if (watching() && !document.getElementById("moment")) nextStep();
});

// Keys: the number on a card or button is its key. It is shown once you use the keyboard.
const root = document.documentElement;
if (localStorage.getItem("keys")) root.dataset.keys = "";
document.addEventListener("keydown", (event) => {
  if (event.key.length === 1 && !event.target.matches("input, select, textarea") && root.dataset.keys === undefined) { root.dataset.keys = ""; localStorage.setItem("keys", "1"); }
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input:not([type=radio]), select, textarea")) return;
  const key = (event.shiftKey && event.key.startsWith("Arrow") ? "shift+" : "") + event.key.toLowerCase();
  if (key === "enter" && event.target.matches("a, button, summary")) return;
  const menu = document.querySelector("details.menu[open]");
  if (key === "escape" && menu) { menu.open = false; menu.querySelector("summary").focus(); return; }
  const named = `[data-key="${CSS.escape(key)}"]`;
  const element = boardView().querySelector(`${named}:not(.off)`) ?? boardView().querySelector(named);    // one that is not possible says why
  if (!element) return;
  event.preventDefault();
  element.click();
});

// In a replay the slider and the choice of viewer lead to the same addresses as the arrows.
function replayAddress(controls) {
  return `${controls.getAttribute("action")}?${new URLSearchParams(new FormData(controls))}`;
}
document.addEventListener("change", (event) => {
  if (event.target.matches("[data-slide], [data-viewer]")) submit(replayAddress(event.target.form));
});

// Show who is here. The stream is newer than a board view that was on its way.
function showPresence() {
  const here = document.getElementById("here");
  if (here && presence !== null && here.textContent !== presence) here.textContent = presence;
}

// News: the stream reports only the number of the last entry. It also tells the server whether you are looking at this page: if it
// is hidden, or you have not touched it for a while, the server sends notifications.
const IDLE = 180_000;
let stream = null, wasWatched = false, touched = Date.now();
const isWatched = () => document.visibilityState === "visible" && Date.now() - touched < IDLE;
function listen() {
  stream?.close();
  wasWatched = isWatched();
  stream = new EventSource(`/table/${boardView().dataset.table}/events${wasWatched ? "?visible" : ""}`);
  stream.addEventListener("news", (event) => {
    if (!document.getElementById("offline-copy").hidden) return location.reload();    // the network is back: load the table instead of the saved copy
    lost.hidden = true;
    lastNumber = JSON.parse(event.data).number;
    applyNews();
  });
  stream.addEventListener("here", (event) => {
    presence = JSON.parse(event.data).text;
    showPresence();
  });
  stream.addEventListener("error", () => {
    lost.hidden = false;
    if (stream.readyState === EventSource.CLOSED) setTimeout(listen, 3000);
  });
}
if (boardView().dataset.live === "yes") {
  listen();
  const checkWatched = () => { if (isWatched() !== wasWatched) listen(); };
  const touch = () => { touched = Date.now(); checkWatched(); };
  for (const sign of ["pointerdown", "pointermove", "keydown", "scroll"]) addEventListener(sign, touch, { capture: true, passive: true });
  document.addEventListener("visibilitychange", touch);
  setInterval(checkWatched, 5000);
}
const tickClocks = () => tick(boardView(), () => {
  const isFree = !pending && !watching();
  if (isFree) fetchTable(previewed || location.href);
  return isFree;
});
tickClocks();
setInterval(tickClocks, 1000);
keepDrafts();
openMoment(STEP_MS[pace()]);
handIn(boardView());
nextStep();
updateBadge();
highlightCoached();
