/** A phone's lock screen: the decrypted notifications with their real buttons. */
import { ask, byId, button, element, keepFresh, keyedList, showTrouble, when } from "./dom.js";

const state = { phones: [], chosen: null };

const phone = () => state.phones.find(({ id }) => id === state.chosen) ?? state.phones[0];
const NAME_CHARS = 40;
const short = (name) => (name.length > NAME_CHARS ? `${name.slice(0, NAME_CHARS)}…` : name);
const waiting = ({ notifications }) => notifications.filter(({ kind }) => kind === "approval").length;

async function refreshPhones() {
  const { items, people } = await ask("/console/phones");
  state.phones = items;
  if (state.chosen === null || phone()?.id !== state.chosen) {
    state.chosen = (items.find(waiting) ?? items[0])?.id ?? null;
  }
  showPeople(people);
  show();
}

let drawDevices = () => undefined;
let drawNotifications = () => undefined;

function show() {
  drawDevices(
    state.phones.map((one) => ({
      id: one.id,
      name: short(one.name.replace(/ \(sandbox\)$/, "")),
      waiting: waiting(one),
      expired: one.expired,
      chosen: one.id === state.chosen,
    })),
  );
  showChosen();
  const shown = phone();
  drawNotifications((shown?.notifications ?? []).map((one) => ({ ...one, deviceId: shown.id })));
  const total = Math.max(0, ...state.phones.map(waiting));
  const badge = total === 0 ? "" : String(total);
  if (byId("waiting").textContent !== badge) {
    byId("waiting").textContent = badge;
    document.title = `${total === 0 ? "" : `(${total}) `}The outside world · Steward sandbox`;
  }
  const note =
    shown === undefined
      ? "No phone is paired yet. Pair one below, as you would in Steward’s settings."
      : shown.expired
        ? "This phone no longer gets notifications."
        : shown.notifications.length === 0
          ? "All quiet. When Steward needs a yes, it shows up here."
          : "";
  if (byId("phone-note").textContent !== note) byId("phone-note").textContent = note;
}

let inSight = null;

/** Scrolls the selected phone into view once. */
function showChosen() {
  if (inSight === state.chosen) return;
  inSight = state.chosen;
  const row = byId("devices");
  const chosen = row.querySelector('[aria-pressed="true"]');
  if (chosen) row.scrollLeft = chosen.offsetLeft - row.clientWidth / 2 + chosen.offsetWidth / 2;
}

function device({ id, name, waiting: count, expired, chosen }) {
  const made = button(name, {
    act: "device",
    onClick: () => {
      state.chosen = id;
      show();
    },
  });
  made.setAttribute("aria-pressed", String(chosen));
  if (count > 0) made.append(element("span", "count", String(count)), element("span", "unseen", " waiting"));
  if (expired) made.classList.add("gone");
  return made;
}

const press = async (path, body) => {
  try {
    await ask(path, body);
    showTrouble("press", null);
  } catch (error) {
    showTrouble("press", error);
  }
  await refreshPhones().catch(() => undefined);
};

function notification({ deviceId, tag, kind, title, body, href, at, urgency, decidable }) {
  const link = element("a", "", title);
  link.href = href;
  link.target = "_blank";
  link.rel = "noopener";
  link.dataset.act = "open";
  const away = button("×", {
    act: "away",
    className: "away",
    label: `Swipe away “${title}”`,
    onClick: () => void press("/console/phones/dismiss", { deviceId, tag }),
  });
  const from = element("span", "app", element("span", "app-icon", "S"), "Steward");
  const head = element(
    "p",
    "note-head",
    from,
    ...(urgency === "high" ? [element("b", "urgent", "urgent")] : []),
    when(at),
    away,
  );
  const row = element(
    "li",
    `note ${kind}`,
    head,
    element("p", "note-title", link),
    element("p", "note-body", body),
  );
  if (decidable) row.append(buttons({ deviceId, tag, title }));
  return row;
}

function buttons({ deviceId, tag, title }) {
  const row = element("p", "note-buttons");
  const decide = (decision, words, underway) => {
    const made = button(words, {
      act: decision,
      className: decision,
      label: `${words}: ${title}`,
      onClick: () => {
        for (const one of row.children) one.disabled = true;
        made.textContent = underway;
        void press("/console/phones/decide", { deviceId, tag, decision });
      },
    });
    return made;
  };
  row.append(decide("approve", "Approve", "Approving…"), decide("reject", "Reject", "Rejecting…"));
  return row;
}

let peopleShown = "";

function showPeople(people) {
  const now = JSON.stringify(people);
  if (now === peopleShown) return;
  peopleShown = now;
  const groups = Map.groupBy(people, ({ company }) => company);
  byId("pair-who").replaceChildren(
    ...[...groups].map(([company, members]) => {
      const group = element("optgroup", "", ...members.map(({ name, email }) => new Option(name, email)));
      group.label = company;
      return group;
    }),
  );
}

async function pair(event) {
  event.preventDefault();
  const note = byId("pair-note");
  const who = byId("pair-who");
  note.textContent = "Pairing…";
  try {
    const { deviceId } = await ask("/console/phones/pair", { email: who.value });
    state.chosen = deviceId;
    note.textContent = `${who.selectedOptions[0].text}’s phone is paired.`;
    await refreshPhones();
  } catch (error) {
    note.textContent = error.message;
  }
}

function tick() {
  const now = new Date();
  const day = now.toLocaleDateString("en-US", { weekday: "long", month: "long", day: "numeric" });
  const time = now.toLocaleTimeString("en-US", { hour: "numeric", minute: "2-digit" }).replace(/ [AP]M$/, "");
  if (byId("clock-day").textContent !== day) byId("clock-day").textContent = day;
  if (byId("clock-time").textContent !== time) byId("clock-time").textContent = time;
}

export function startLockScreen() {
  drawDevices = keyedList(byId("devices"), { key: ({ id }) => id, draw: device });
  drawNotifications = keyedList(byId("notifications"), {
    key: ({ deviceId, tag }) => `${deviceId} ${tag}`,
    draw: notification,
  });
  byId("pair").addEventListener("submit", (event) => void pair(event));
  tick();
  setInterval(tick, 1000);
  keepFresh(refreshPhones, 1000);
}
