// What all pages share: paper or blueprint without loading the page again, and links that can be copied.

const dark = () => (document.documentElement.dataset.theme
  ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";

document.addEventListener("click", (event) => {
  const theme = event.target.closest("[data-theme-switch]");
  if (theme) {
    event.preventDefault();
    const wanted = dark() ? "light" : "dark";
    document.documentElement.dataset.theme = wanted;
    fetch(`/theme/${wanted}`, { redirect: "manual" });
    return;
  }
  const share = event.target.closest("[data-share]");
  if (share) navigator.share({ url: new URL(share.dataset.share, location.href).href }).catch(() => {});
  const copy = event.target.closest("[data-copy]");
  if (copy) {
    navigator.clipboard?.writeText(new URL(copy.dataset.copy, location.href).href)
      .then(() => { copy.textContent = copy.dataset.done; });
  }
});

for (const one of document.querySelectorAll("[data-share]")) one.hidden = !navigator.share;
