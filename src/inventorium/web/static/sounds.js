// Sounds, synthesised here: your turn, a piece that moves, a moment that opens, the end of the game. They are off by default, and
// none is played before the first click or key.
import { reducedMotion } from "./motion.js";

const VOLUME = 0.06;
const SOUNDS = {                                    // notes: pitch in hertz, when it begins and how long it lasts in seconds
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

const has = (board, id) => board.querySelector(`#${id}`) !== null;
const isAsked = (board) => board.dataset.asked === "yes" && board.dataset.watched === undefined;
const pieces = (board) => [...board.querySelectorAll("[data-piece]")].map((one) => one.dataset.piece).join();

// Play at most one sound for a new board view, the most important one. With reduced motion pieces make no sound.
export function sound(old, fresh) {
  if (fresh.dataset.sounds !== "on" || !navigator.userActivation.hasBeenActive || document.getElementById("board-view") !== fresh) return;
  if (has(fresh, "result-heading") && !has(old, "result-heading")) play("end");
  else if (has(fresh, "moment") && !has(old, "moment")) play("moment");
  else if (isAsked(fresh) && !isAsked(old)) play("turn");
  else if (!reducedMotion.matches && fresh.dataset.number !== old.dataset.number && pieces(fresh) !== pieces(old)) play("move");
}
