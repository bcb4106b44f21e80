// Quiet sounds, made here and not fetched: your turn, a piece that moves, a moment that opens, the end. They are off until somebody
// switches them on, and never come before a click or a key.
import { still } from "./motion.js";

const VOLUME = 0.06;
const SOUNDS = {                                        // notes: pitch in hertz, when it begins and how long it lasts in seconds
  end: [[392, 0, 0.5], [494, 0.14, 0.5], [587, 0.28, 0.9]],
  moment: [[131, 0, 0.35], [196, 0, 0.25]],
  turn: [[523, 0, 0.18], [659, 0.11, 0.35]],
  move: [[330, 0, 0.07]],
};
let player = null;

function play(name) {
  player ??= new AudioContext();
  for (const [pitch, begins, lasts] of SOUNDS[name]) {
    const from = player.currentTime + begins, note = player.createOscillator(), loudness = player.createGain();
    note.type = "triangle";
    note.frequency.value = pitch;
    loudness.gain.setValueAtTime(0, from);
    loudness.gain.linearRampToValueAtTime(VOLUME, from + 0.012);
    loudness.gain.exponentialRampToValueAtTime(0.0001, from + lasts);
    note.connect(loudness).connect(player.destination);
    note.start(from);
    note.stop(from + lasts);
  }
}

const has = (sheet, id) => sheet.querySelector(`#${id}`) !== null;
const isAsked = (sheet) => sheet.dataset.asked === "yes" && sheet.dataset.watched === undefined;
const places = (sheet) => [...sheet.querySelectorAll("[data-piece]")].map((one) => one.dataset.piece).join();

// One sound at most for a new sheet: that of the greatest thing that happened. Who wants less motion hears no pieces.
export function sound(old, fresh) {
  if (fresh.dataset.sounds !== "on" || !navigator.userActivation.hasBeenActive || document.getElementById("table") !== fresh) return;
  if (has(fresh, "result-heading") && !has(old, "result-heading")) play("end");
  else if (has(fresh, "moment") && !has(old, "moment")) play("moment");
  else if (isAsked(fresh) && !isAsked(old)) play("turn");
  else if (!still.matches && fresh.dataset.number !== old.dataset.number && places(fresh) !== places(old)) play("move");
}
