/** The way back to the first day. A word has to be typed: it takes every text and phone with it. */
import { ask, byId, showTrouble } from "./dom.js";

/** Starts the form. */
export function startReset() {
  const word = byId("reset-word");
  const isSure = () => word.value.trim().toLowerCase() === "reset";
  word.addEventListener("input", () => (byId("reset-go").disabled = !isSure()));
  byId("reset").addEventListener("submit", (event) => {
    event.preventDefault();
    if (!isSure()) return;
    void ask("/control/reset", {}).then(
      () => location.reload(),
      (error) => showTrouble("reset", error),
    );
  });
}
