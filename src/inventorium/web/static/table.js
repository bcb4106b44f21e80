// Keeps a table live. Everything works without it: links look, forms answer. With it nothing reloads: the sheet is fetched
// and exchanged, pieces travel, keys work, and news arrives by itself.
import { tick } from "./clocks.js";
import { exchange, still } from "./motion.js";
import { sound } from "./sounds.js";
import "./tips.js";

const sheet = () => document.getElementById("table");
const lost = document.getElementById("lost");
const news = document.getElementById("news");
let latest = 0;                                     // only the answer to the last request is shown
let choosing = 0;                                   // how many clicks wait for their answer: news waits for them
let told = 0;                                       // the last number that news told
let looking = "";                                   // what the person looks at, if it is not the table itself
let notice = null;                                  // what the last click was told, a refusal or a hint; it stands until the next one
let present = null;                                 // who is here, as the stream told it last

let timer = 0;                                      // until the next step is shown
const BEATS = { slow: 2400, normal: 1200, fast: 500, once: 0 };         // how long a step is shown, in milliseconds
const MOST_LIT = 8;                                 // where more is touched, everything is: lighting it would say nothing
const pace = () => sheet().dataset.pace;
const watching = () => sheet().dataset.watched !== undefined;

const pause = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));

// Between a press and its release the sheet is not exchanged: what lies under the finger then would not be what was clicked.
let held = null, release;
const { port1: after, port2: soon } = new MessageChannel();                 // a message arrives after the click that follows
after.onmessage = () => { held = null; release?.(); };
addEventListener("pointerdown", () => { held = new Promise((done) => { release = done; }); }, true);
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => soon.postMessage(0), true);
const released = () => held && Promise.race([held, pause(1)]);

// A request for the sheet. An answer carries the number it was made at, so it can be sent again until it arrives.
async function ask(address, options = {}) {
  const mine = ++latest;
  for (let seconds = 0.5; ; seconds = Math.min(5, 2 * seconds)) {
    try {
      const response = await fetch(address, { ...options, headers: { "X-Fragment": "1" } });
      if (response.status >= 500) throw new Error(response.statusText);
      if (response.status === 429) {                // too much at once: what was asked is asked again in a moment
        await pause(Number(response.headers.get("Retry-After")) || 1);
        if (mine !== latest && !options.method) return;
        continue;
      }
      lost.hidden = true;
      const fresh = new DOMParser().parseFromString(await response.text(), "text/html").getElementById("table");
      await released();
      if (choosing) notice = fresh?.querySelector(".claim .problem, .claim .hint")?.cloneNode(true) ?? notice;
      if (mine === latest) show(fresh);
      else repeat(sheet());
      return;
    } catch {
      lost.hidden = false;
      await pause(seconds);
      if (mine !== latest && !options.method) return;
    }
  }
}

// What was clicked goes down at once; the sheet that comes is fresh.
const press = (thing) => thing?.classList.add("pressed");

// What a person asks for by a click or a key. News waits, so that it wipes nothing away.
async function choose(address, options) {
  const hinted = !options && notice?.dataset.hinted;        // a hint stays while one tries things, until the turn is over
  if (hinted) { const url = new URL(address, location.href); url.searchParams.set("hinted", hinted); address = url.href; }
  else notice = null;
  busy(++choosing);
  await ask(address, options);
  busy(--choosing);
  catchUp();
}

function busy(is) {
  if (is) sheet().ariaBusy = "true"; else sheet().removeAttribute("aria-busy");
}

// News waits, too, while somebody is asked to look again.
function catchUp() {
  if (choosing || watching() || sheet().querySelector(".doubt") || told <= Number(sheet().dataset.number)) return;
  const { asked, answers } = sheet().dataset;
  if (asked === "yes" || looking) ask(looking || location.href);          // nobody's own question is played over
  else ask(paced(`${location.pathname}?${withSeat()}after=${answers}`));
}

// What others did is played out: each step is a sheet of its own, shown for a beat. The server has gone on meanwhile, and nobody
// else waits. A moment waits for the person; a reload comes back to the step that is shown, because it is in the address.
const withSeat = () => { const seat = new URLSearchParams(location.search).get("seat"); return seat === null ? "" : `seat=${seat}&`; };

function paced(address) {
  const url = new URL(address, location.href);
  url.searchParams.delete("once");
  if (pace() === "once" || document.hidden) url.searchParams.set("once", "1");
  return url.href;
}

function goOn() {
  clearTimeout(timer);
  if (!watching()) return;
  history.replaceState(null, "", sheet().dataset.watched);
  light(sheet());
  const moment = document.getElementById("moment");
  if (sheet().querySelector(".claim .because")) return;               // an explanation waits until somebody goes on
  if (moment) {
    for (const one of moment.querySelectorAll("[data-step]")) one.style.animationDelay = `${(BEATS[pace()] * 0.5 * (one.dataset.step - 1))}ms`;
  } else {
    timer = setTimeout(() => { if (!choosing && watching()) ask(paced(sheet().dataset.onward)); }, BEATS[pace()]);
  }
}

// The things that a step touched are lit, and what changed stands beside its number.
function light(within) {
  const touched = within.dataset.touched.split(" ").filter(Boolean);
  if (touched.length <= MOST_LIT) for (const id of touched) {
    for (const thing of within.querySelectorAll(`[data-thing~="${CSS.escape(id)}"]`)) thing.classList.add("touched");
  }
  for (const [seat, what, by] of JSON.parse(within.dataset.changes)) {
    const holding = within.querySelector(`[data-holding="${seat}:${CSS.escape(what)}"]`);
    if (!holding) continue;
    const mark = document.createElement("span");
    mark.className = "delta";
    mark.ariaHidden = "true";                         // it is told in words, too
    mark.textContent = by > 0 ? `+${by}` : `−${-by}`;
    holding.append(mark);
  }
}

// What the coach speaks of is lit.
function lightCoached() {
  for (const id of (sheet().querySelector("[data-lit]")?.dataset.lit ?? "").split(" ").filter(Boolean)) {
    for (const thing of sheet().querySelectorAll(`[data-thing~="${CSS.escape(id)}"]`)) thing.classList.add("lit");
  }
}

// A refusal stays; a hint until the next answer.
function repeat(within) {
  const ask = within.querySelector("#ask");
  if (notice?.matches(".hint") && within.dataset.answers !== sheet().dataset.answers) notice = null;
  if (notice && !within.querySelector(".problem, .hint")) ask.after(notice.cloneNode(true));
}

// A doubt is put beside what was answered: nothing that was filled in or chosen is lost.
function doubted(fresh) {
  const doubt = fresh.querySelector(".doubt");
  sheet().querySelector(".doubt")?.remove();
  if (doubt) {
    sheet().querySelector("#ask").after(doubt);
    doubt.querySelector("[data-dismiss]").focus();
    news.textContent = doubt.querySelector("p").textContent;
  }
  return doubt;
}
document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-dismiss]")) return;
  event.preventDefault();
  event.target.closest(".doubt").remove();
  document.getElementById("ask").focus();
  catchUp();
});

function show(fresh) {
  if (!fresh) return location.reload();
  if (doubted(fresh)) return;
  repeat(fresh);
  const old = sheet();
  const changed = fresh.dataset.number !== old.dataset.number;
  const heard = [...fresh.querySelectorAll("#talk [data-entry]")].filter((one) => Number(one.dataset.entry) > Number(old.dataset.number));
  exchange(old, fresh, changed);
  sound(old, fresh);
  tellPresent();
  if (!changed) bringIntoView();
  const claim = document.getElementById("ask")?.textContent.trim();
  announce(claim, changed, heard);
  callOut();
  lightCoached();
  if (claim) document.title = [claim, ...document.title.split(" · ").slice(1)].join(" · ");
  const { live, seat, table, here } = fresh.dataset;
  document.getElementById("moment-title")?.focus({ preventScroll: true });
  if (watching()) return goOn();
  if (live === "no") history.replaceState(null, "", here);
  else if (seat === "-1" || location.search.includes("after=")) history.replaceState(null, "", `/table/${table}${withSeat() && seat !== "-1" ? `?seat=${seat}` : ""}`);
}

// The icon of the tab says whose turn it is.
function callOut() {
  const icon = document.querySelector("link[rel=icon]"), mine = sheet().dataset.asked === "yes" && !watching();
  icon.dataset.plain ??= icon.href;
  icon.href = mine ? icon.dataset.turn : icon.dataset.plain;
  navigator.setAppBadge?.(mine ? 1 : 0).catch(() => {});
}

// What a screen reader hears: what others said or did beside the game, what was done, the new question, a refusal, a hint.
function announce(claim, changed, heard) {
  const within = sheet(), told = within.querySelector(".claim .problem, .claim .because, .claim .hint");
  const more = watching() ? within.querySelector(".claim p")?.textContent : told?.textContent;
  const coached = [...within.querySelectorAll(".coach")].map((one) => one.textContent);
  const text = [...heard.map((one) => one.textContent), claim, ...coached, more, document.getElementById("moment")?.textContent].filter(Boolean).join(". ").replace(/\s+/g, " ").trim();
  if (text && (changed || watching() || told) && news.textContent !== text) news.textContent = text;
}

// What was refused, and on a phone what can be chosen next, may be out of sight: lead there.
function bringIntoView() {
  const refused = sheet().querySelector(".claim .problem, .claim .because");
  if (refused) { refused.scrollIntoView({ behavior: "instant", block: "nearest" }); return; }
  const next = [...sheet().querySelectorAll(".board .legal")].filter((one) => one.querySelector(".ref:not(.soft)"));
  const seen = (one) => { const box = one.getBoundingClientRect(); return box.bottom > 100 && box.top < innerHeight - 160; };
  const behavior = still.matches ? "instant" : "smooth";
  if (next.length && !next.some(seen)) next[0].closest("section").scrollIntoView({ behavior, block: "start" });
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-look]");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
  event.preventDefault();
  press(link);
  if (link.dataset.onward !== undefined && watching()) { looking = ""; choose(paced(link.href)); return; }
  looking = link.dataset.busy || link.dataset.skip !== undefined ? "" : link.href;
  if (link.dataset.busy) link.textContent = news.textContent = link.dataset.busy;       // a bot takes a while
  choose(link.href);
});

// What the question is not about looks like nothing that can be clicked; whoever tries is told why not.
document.addEventListener("click", (event) => {
  const thing = event.target.closest("a, button, summary, label, input, [data-wrong]");
  if (!thing?.dataset.wrong) return;
  looking = thing.dataset.wrong;
  choose(looking);
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("form[data-answer]")) return;
  event.preventDefault();                           // not form.action: our buttons are named "action"
  looking = "";
  press(event.submitter);
  choose(form.getAttribute("action"), { method: "POST", body: new URLSearchParams(new FormData(form, event.submitter)) });
});

// The pace and the sounds can be changed in the middle of a step.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("form[data-setting]")) return;
  event.preventDefault();
  fetch(form.getAttribute("action"), { method: "POST", body: new URLSearchParams(new FormData(form, event.submitter)), redirect: "manual", keepalive: true });
  sheet().dataset[form.dataset.setting] = event.submitter.value;
  for (const one of form.querySelectorAll("button")) one.toggleAttribute("aria-current", one === event.submitter);
  if (watching() && !document.getElementById("moment")) goOn();
});

// Keys: the numeral on a thing is its key. It is shown to those who use keys.
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
  const thing = sheet().querySelector(`${named}:not(.off)`) ?? sheet().querySelector(named);     // what is refused says why
  if (!thing) return;
  event.preventDefault();
  thing.click();
});

// A replay: the slider and the choice of eyes lead to the same addresses as the arrows.
function at(deck) {
  return `${deck.getAttribute("action")}?${new URLSearchParams(new FormData(deck))}`;
}
document.addEventListener("change", (event) => {
  if (event.target.matches("[data-slide], [data-eyes]")) choose(at(event.target.form));
});

// A sheet may have been on its way while somebody came or left: what the stream told is newer.
function tellPresent() {
  const here = document.getElementById("here");
  if (here && present !== null && here.textContent !== present) here.textContent = present;
}

// News: the stream tells only numbers. Whoever has another one looks again. It also tells the server whether you look at this page:
// if you do not, because it is hidden or you have not touched it for a while, a notice is sent.
const IDLE = 180_000;
let stream = null, isSeen = false, touched = Date.now();
const looks = () => document.visibilityState === "visible" && Date.now() - touched < IDLE;
function listen() {
  stream?.close();
  isSeen = looks();
  stream = new EventSource(`/table/${sheet().dataset.table}/events${isSeen ? "?visible" : ""}`);
  stream.addEventListener("news", (event) => {
    if (!document.getElementById("kept").hidden) return location.reload();       // the network is back: the sheet itself instead of the kept one
    lost.hidden = true;
    told = JSON.parse(event.data).number;
    catchUp();
  });
  stream.addEventListener("here", (event) => {
    present = JSON.parse(event.data).text;
    tellPresent();
  });
  stream.addEventListener("error", () => {
    lost.hidden = false;
    if (stream.readyState === EventSource.CLOSED) setTimeout(listen, 3000);
  });
}
if (sheet().dataset.live === "yes") {
  listen();
  const look = () => { if (looks() !== isSeen) listen(); };
  const touch = () => { touched = Date.now(); look(); };
  for (const sign of ["pointerdown", "pointermove", "keydown", "scroll"]) addEventListener(sign, touch, { capture: true, passive: true });
  document.addEventListener("visibilitychange", touch);
  setInterval(look, 5000);
}
const letRun = () => tick(sheet(), () => {
  const isFree = !choosing && !watching();
  if (isFree) ask(looking || location.href);
  return isFree;
});
letRun();
setInterval(letRun, 1000);
document.getElementById("moment-title")?.focus({ preventScroll: true });
goOn();
callOut();
lightCoached();
