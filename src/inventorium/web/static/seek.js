// Those who wait for others: who is there, and on to the table as soon as everybody is.

const place = document.querySelector("[data-gathering]");
const PAUSE = 4000;

const look = async () => {
  try {
    const response = await fetch(location.href);
    if (response.redirected || !response.ok) {
      location.assign(response.url);
      return;
    }
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const [now, then] = [page, place].map((one) => one.querySelector("[data-waiting]"));
    if (now && now.textContent !== then.textContent) then.replaceWith(now);
  } catch { /* the server is away: look again */ }
  setTimeout(look, PAUSE);
};
setTimeout(look, PAUSE);
