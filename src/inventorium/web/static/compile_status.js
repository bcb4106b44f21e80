// A game that is being compiled: how long already, and on as soon as it can be played.

const place = document.querySelector("[data-workshop]");
const form = place.querySelector("form");

const ask = async () => {
  try {
    const response = await fetch(`/compile-status/${place.dataset.workshop}`);
    const { ready, text } = await response.json();
    place.querySelector("[data-text]").textContent = text;
    if (ready) {
      if (form) form.submit();
      else location.reload();
      return;
    }
  } catch { /* the server is away: ask again */ }
  setTimeout(ask, 1000);
};
setTimeout(ask, 1000);
