// Looks whether the network is back, when the device says so and every few seconds, and then opens the page that was asked for. A file of its own
// because the page allows no inline script.
const AGAIN_MS = 5000;

function look() {
  fetch(window.location.href, { method: "HEAD" }).then(
    () => window.location.reload(),
    () => {},
  );
}

window.addEventListener("online", look);
setInterval(look, AGAIN_MS);
