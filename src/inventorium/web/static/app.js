// Like an app: the table you look at is handed to the service worker, and so is the address of a rulebook. It shows them when
// there is no network.

const root = document.documentElement;

async function postToWorker(more) {
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ guest: root.dataset.guest, language: root.lang, ...more });
}

function saveTable() {
  if (document.getElementById("board-view") && document.getElementById("offline-copy")?.hidden) {    // not the saved copy itself
    postToWorker({ path: location.pathname, html: `<!DOCTYPE html>${root.outerHTML}` });
  }
}

if (navigator.serviceWorker && root.dataset.guest) {
  const book = /^\/rules\/[^/]+(?:\/all)?$/.test(location.pathname) ? location.pathname : undefined;
  navigator.serviceWorker.register("/sw.js").then(() => postToWorker({ book }).then(saveTable), () => {});
  document.addEventListener("board-view", saveTable);
}
