// Waiting for other players: show who is there, and open the table when everyone is.

const waiting = document.querySelector("[data-seek]");
const PAUSE = 4000;

const poll = async () => {
  try {
    const response = await fetch(location.href);
    if (response.redirected || !response.ok) {
      location.assign(response.url);
      return;
    }
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const [now, then] = [page, waiting].map((one) => one.querySelector("[data-waiting]"));
    if (now && now.textContent !== then.textContent) then.replaceWith(now);
  } catch { /* the server is away: try again */ }
  setTimeout(poll, PAUSE);
};
setTimeout(poll, PAUSE);
