/** Resets the world. Requires typing a word, because it deletes every text and phone. */
import { ask, byId, showTrouble } from "./dom.js";

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
