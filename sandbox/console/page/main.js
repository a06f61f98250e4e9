/** Starts all parts of the page. */
import { ask, byId, keepFresh } from "./dom.js";
import { startFaults } from "./faults.js";
import { startGitHub } from "./github.js";
import { startLockScreen } from "./lock-screen.js";
import { startMail } from "./mail.js";
import { startReached } from "./reached.js";
import { startRequests } from "./requests.js";
import { startReset } from "./reset.js";
import { startSlack } from "./slack.js";
import { startSomebody } from "./somebody.js";
import { startStories } from "./stories.js";
import { startTabs } from "./tabs.js";

startTabs();
startFaults();
startReset();
startLockScreen();
await startSomebody();
startMail();
void startSlack();
startGitHub();
startStories();
startReached();
startRequests();
keepFresh(async function lookForSteward() {
  const { url, up } = await ask("/console/steward");
  byId("app-link").href = url;
  const state = byId("steward");
  state.classList.toggle("good", up);
  state.classList.toggle("bad", !up);
  const words = up ? "Steward is running" : "Steward isn’t answering";
  if (state.textContent !== words) state.textContent = words;
}, 5000);
