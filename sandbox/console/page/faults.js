/** Fault switches: each makes one service fail in one way until switched off. */
import { ask, byId, button, element, keepFresh, keyedList, showTrouble } from "./dom.js";
import { showTab } from "./tabs.js";

/** The switches and their control API faults. */
const FAULTS = [
  {
    title: "Quo is down",
    note: "Every request gets a 500. Nothing is sent, and nothing may claim to be.",
    fault: { service: "quo", status: 500 },
  },
  {
    title: "Quo sends, then fails",
    note: "The text goes out, but the response is a 500. The hard case: was it sent? It must not go out twice.",
    fault: { service: "quo", status: 500, afterEffect: true },
  },
  {
    title: "Quo is slow",
    note: "Each response takes four seconds. The page stays fast, and steps say what they’re waiting for.",
    fault: { service: "quo", hang: 4000 },
  },
  {
    title: "Gmail says “too many”",
    note: "Every request gets a 429, rateLimitExceeded. Mail is late, but none is lost or sent twice.",
    fault: { service: "gmail", status: 429 },
  },
  {
    title: "Gmail sends, then fails",
    note: "The e-mail goes out, but the response is a 503. Steward must find it by its Message-ID, not send it again.",
    fault: { service: "gmail", status: 503, afterEffect: true },
  },
  {
    title: "Google gives no token",
    note: "Its sign-in returns a 500. E-mail has to wait; texts keep working.",
    fault: { service: "google", status: 500 },
  },
  {
    title: "The model is overloaded",
    note: "Anthropic returns a 529. Steward retries, then says so; the message isn’t lost.",
    fault: { service: "anthropic", status: 529 },
  },
  {
    title: "The answer breaks off",
    note: "The stream drops after ten pieces. Half an answer isn’t taken for a whole one.",
    fault: { service: "anthropic", cutAfterChunks: 10 },
  },
  {
    title: "The model is slow",
    note: "One piece every quarter second. Read along, stop it, or reload midway.",
    fault: { service: "anthropic", chunkDelayMs: 250 },
  },
  {
    title: "The phones are gone",
    note: "The push service returns a 410. Steward forgets the phone right away; pair it again afterward.",
    fault: { service: "push", status: 410, path: "/send/" },
  },
  {
    title: "Identity is down",
    note: "Signing in fails with a 503. Anyone already signed in can keep working.",
    fault: { service: "identity", status: 503 },
  },
];
const KEYS = [
  "service",
  "status",
  "rate",
  "hang",
  "cut",
  "count",
  "afterEffect",
  "method",
  "path",
  "cutAfterChunks",
  "chunkDelayMs",
];

const same = (left, right) => KEYS.every((key) => left[key] === right[key]);

let draw = () => undefined;
let active = [];

/** The known switches, then faults set elsewhere. */
function show(items) {
  active = items;
  const known = FAULTS.map(({ title, note, fault }) => {
    const on = items.filter((item) => same(item, fault));
    return {
      title,
      note,
      fault,
      ids: on.map(({ id }) => id),
      hits: on.reduce((sum, { hits }) => sum + hits, 0),
    };
  });
  const others = items
    .filter((item) => !FAULTS.some(({ fault }) => same(item, fault)))
    .map(({ id, hits, held: _held, ...fault }) => ({
      title: `Another fault of ${fault.service}`,
      note: `Switched on from elsewhere: ${KEYS.filter((key) => key !== "service" && fault[key] !== undefined)
        .map((key) => `${key} ${fault[key]}`)
        .join(", ")}`,
      fault,
      ids: [id],
      hits,
    }));
  draw([...known, ...others]);
  byId("faults-off").disabled = items.length === 0;
  const chip = byId("faults-on");
  chip.hidden = items.length === 0;
  const words = items.length === 1 ? "1 fault is on" : `${items.length} faults are on`;
  if (chip.textContent !== words) chip.textContent = words;
}

async function change(work) {
  try {
    await work();
    showTrouble("faults", null);
  } catch (error) {
    showTrouble("faults", error);
  }
  await refreshFaults().catch(() => undefined);
}

const off = (service, ids) =>
  Promise.all(ids.map((id) => ask("/control/faults", { service, clear: true, id })));

function row({ title, note, fault, ids, hits }) {
  const on = ids.length > 0;
  const toggle = button("", {
    act: "switch",
    label: title,
    className: "switch",
    onClick: () => void change(() => (on ? off(fault.service, ids) : ask("/control/faults", fault))),
  });
  toggle.setAttribute("role", "switch");
  toggle.setAttribute("aria-checked", String(on));
  toggle.append(element("span", "knob"), element("span", "", on ? "On" : "Off"));
  const words = element("div", "", element("h3", "", title), element("p", "soft", note));
  if (on)
    words.append(
      element("p", "hits", hits === 0 ? "On; not hit yet" : `On; hit ${hits} time${hits === 1 ? "" : "s"}`),
    );
  return element("li", on ? "on" : "", words, toggle);
}

async function refreshFaults() {
  show((await ask("/control/faults")).items);
}

export function startFaults() {
  draw = keyedList(byId("faults"), {
    key: ({ title, fault, ids }) => (title.startsWith("Another") ? `${fault.service} ${ids}` : title),
    draw: row,
  });
  byId("faults-on").addEventListener("click", () => showTab("faults"));
  byId("faults-off").addEventListener(
    "click",
    () =>
      void change(() =>
        Promise.all(
          [...new Set(active.map(({ service }) => service))].map((service) =>
            ask("/control/faults", { service, clear: true }),
          ),
        ),
      ),
  );
  keepFresh(refreshFaults, 1000);
}
