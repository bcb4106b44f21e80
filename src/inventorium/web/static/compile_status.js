// A game that is being compiled: show for how long, and continue when it is ready.

const place = document.querySelector("[data-compiling]");
const form = place.querySelector("form");

const poll = async () => {
  try {
    const response = await fetch(`/compile-status/${place.dataset.compiling}`);
    const { ready, text } = await response.json();
    place.querySelector("[data-text]").textContent = text;
    if (ready) {
      if (form) form.submit();
      else location.reload();
      return;
    }
  } catch { /* the server is away: try again */ }
  setTimeout(poll, 1000);
};
setTimeout(poll, 1000);
