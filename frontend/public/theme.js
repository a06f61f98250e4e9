// Sets light or dark before the first paint, so that nothing flashes. A file of its own because the page allows no inline script.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem("steward.theme");
  } catch {
    // Storage may be switched off; the system's setting then decides.
  }
  const dark =
    chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.mode = dark ? "dark" : "light";
})();
