// Passkeys: the browser makes or shows a key, and the answer is handed in with the form of the page.
const plain = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
const text = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

for (const form of document.querySelectorAll("form[data-passkey]")) {
  form.hidden = !window.PublicKeyCredential;
  form.addEventListener("submit", async (event) => {
    if (form.elements.credential.value) return;
    event.preventDefault();
    try {
      const asked = await fetch("/identity/passkey-options", { method: "POST", body: new URLSearchParams(new FormData(form)) });
      const options = await asked.json();
      options.challenge = plain(options.challenge);
      for (const one of [...(options.excludeCredentials ?? []), ...(options.allowCredentials ?? [])]) one.id = plain(one.id);
      if (options.user) options.user.id = plain(options.user.id);
      const make = form.elements.wish.value === "make";
      const made = await (make ? navigator.credentials.create({ publicKey: options }) : navigator.credentials.get({ publicKey: options }));
      const response = {};
      for (const part of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
        if (made.response[part]) response[part] = text(made.response[part]);
      }
      form.elements.credential.value = JSON.stringify({ id: made.id, rawId: text(made.rawId), type: made.type, response });
      form.submit();
    } catch {
      document.getElementById("passkey-problem").textContent = form.dataset.refused;
    }
  });
}
