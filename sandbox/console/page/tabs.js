/** Tabs of the play panel, and the three views of a narrow window. */
import { byId } from "./dom.js";

const tabs = [...document.querySelectorAll('[role="tab"]')];

/** Shows a tab: `stories`, `write`, `mail`, `slack`, `github` or `faults`. */
export function showTab(name) {
  for (const tab of tabs) {
    const chosen = tab.id === `tab-${name}`;
    tab.setAttribute("aria-selected", String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
    byId(tab.getAttribute("aria-controls")).hidden = !chosen;
  }
  // A hidden list can't be scrolled.
  for (const list of ["thread", "mails"]) byId(list).scrollTop = byId(list).scrollHeight;
  showView("play");
}

/** On a narrow window, shows one view: `play`, `phones` or `reached`. */
function showView(name) {
  if (document.body.dataset.view === name) return;
  document.body.dataset.view = name;
  for (const link of document.querySelectorAll("nav.views button"))
    link.setAttribute("aria-pressed", String(link.dataset.to === name));
  scrollTo(0, 0);
}

/** Arrow keys move between tabs. */
export function startTabs() {
  for (const [index, tab] of tabs.entries()) {
    tab.addEventListener("click", () => showTab(tab.id.slice(4)));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step === undefined) return;
      const next = tabs[(index + step + tabs.length) % tabs.length];
      showTab(next.id.slice(4));
      next.focus();
    });
  }
  for (const link of document.querySelectorAll("nav.views button"))
    link.addEventListener("click", () => showView(link.dataset.to));
  showTab("stories");
}
