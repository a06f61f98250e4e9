/** Faults as switches, and the way back to the first day. */
import { ask, byId, element, keepFresh, onChange } from "./dom.js";

/** What each switch does, in words and as the control API's fault. */
const FAULTS = [
  {
    title: "Quo is down",
    note: "Every request is answered with 500; nothing is sent.",
    fault: { service: "quo", status: 500 },
  },
  {
    title: "Quo sends, then fails",
    note: "The text goes out, but the answer says 500. The hard case: was it sent?",
    fault: { service: "quo", status: 500, afterEffect: true },
  },
  {
    title: "The model is overloaded",
    note: "Anthropic answers 529.",
    fault: { service: "anthropic", status: 529 },
  },
  {
    title: "The model hangs up",
    note: "The connection drops instead of an answer.",
    fault: { service: "anthropic", cut: true },
  },
  {
    title: "The model is slow",
    note: "Each answer takes six seconds to begin.",
    fault: { service: "anthropic", hang: 6000 },
  },
  {
    title: "The device is gone",
    note: "The push service answers 410, so Steward should forget the device.",
    fault: { service: "push", status: 410 },
  },
];

const isOn = (active, { fault }) =>
  active.some((item) =>
    ["service", "status", "afterEffect", "cut", "hang"].every((key) => item[key] === fault[key]),
  );

let active = [];

/** Clearing is by service, so what else was on for it is switched on again. */
async function toggle(wanted) {
  const on = isOn(active, wanted);
  if (!on) await ask("/control/faults", wanted.fault);
  else {
    const others = FAULTS.filter(
      (other) => other !== wanted && other.fault.service === wanted.fault.service && isOn(active, other),
    );
    await ask("/control/faults", { service: wanted.fault.service, clear: true });
    for (const { fault } of others) await ask("/control/faults", fault);
  }
  await refreshFaults();
}

const draw = onChange((items) => {
  active = items;
  const focused = document.activeElement?.dataset?.fault;
  const made = FAULTS.map((entry, index) => {
    const on = isOn(items, entry);
    const button = element("button", "", on ? "On" : "Off");
    button.type = "button";
    button.dataset.fault = String(index);
    button.setAttribute("role", "switch");
    button.setAttribute("aria-checked", String(on));
    button.setAttribute("aria-label", entry.title);
    button.addEventListener("click", () => void toggle(entry));
    const words = element("span", "", entry.title, element("span", "soft small", ` ${entry.note}`));
    return element("li", "", words, button);
  });
  byId("faults").replaceChildren(...made);
  if (focused !== undefined) document.querySelector(`[data-fault="${focused}"]`)?.focus();
});

async function refreshFaults() {
  const { items } = await ask("/control/faults");
  draw(items.map(({ hits: _hits, held: _held, ...fault }) => fault));
}

/** Asks once more before everything goes. */
function startReset() {
  const button = byId("reset");
  const note = byId("reset-note");
  const calm = note.textContent;
  let sure = false;
  button.addEventListener("click", () => {
    if (!sure) {
      sure = true;
      button.textContent = "Yes, reset";
      note.textContent = "Steward keeps its own conversations; only the outside world starts over.";
      setTimeout(() => {
        sure = false;
        button.textContent = "Reset the world";
        note.textContent = calm;
      }, 6000);
      return;
    }
    void ask("/control/reset", {}).then(() => location.reload());
  });
}

/** Starts the switches. */
export function startFaults() {
  startReset();
  keepFresh(refreshFaults, 2000);
}
