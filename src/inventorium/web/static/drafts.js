// Keeps what is typed at a table (fields with `data-keep`) on this device, so that neither a reload nor taking back loses it.
const MOST_TABLES = 20;
const boardView = () => document.getElementById("board-view");
const fields = () => [...boardView().querySelectorAll("[data-keep]")];
const load = () => { try { return JSON.parse(localStorage.getItem("drafts")) ?? {}; } catch { return {}; } };

function save() {
  const { [boardView().dataset.table]: mine = {}, ...others } = load();
  for (const one of fields()) mine[one.dataset.keep] = one.type === "radio" ? one.checked : one.value;
  const kept = Object.entries(others).slice(1 - MOST_TABLES);
  localStorage.setItem("drafts", JSON.stringify(Object.fromEntries([...kept, [boardView().dataset.table, mine]])));
}

function restore() {
  const mine = load()[boardView().dataset.table] ?? {};
  let found = false;
  for (const one of fields()) {
    const draft = mine[one.dataset.keep];
    if (draft === undefined) continue;
    if (one.type === "radio") one.checked = draft; else one.value = draft;
    found = true;
  }
  if (found) document.dispatchEvent(new Event("drafts"));
}

// Restore drafts now and whenever a form appears, and save them as they are typed.
export function keepDrafts() {
  let shown = "";
  const begin = () => {
    const now = fields().map((one) => one.dataset.keep).join();
    if (now !== shown) restore();
    shown = now;
  };
  for (const kind of ["input", "change"]) document.addEventListener(kind, (event) => { if (event.target.matches("[data-keep]")) save(); });
  document.addEventListener("reset", () => setTimeout(save));
  document.addEventListener("board-view", begin);
  begin();
}
