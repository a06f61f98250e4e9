/** Small things every part of the page uses. Text only ever becomes text nodes: nothing that came from outside is read as markup. */

/** The element with an id. */
export const byId = (id) => document.getElementById(id);

/** An element with a class and children (strings become text). */
export function element(tag, className, ...children) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

/** A button with a name for screen readers where its words alone do not say enough. `act` keeps the focus when its row is redrawn. */
export function button(words, { act, label, className, onClick }) {
  const made = element("button", className, words);
  made.type = "button";
  if (act) made.dataset.act = act;
  if (label) made.setAttribute("aria-label", label);
  made.addEventListener("click", onClick);
  return made;
}

const RELATIVE = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const STEPS = [
  [60, "second", 1],
  [3600, "minute", 60],
  [86_400, "hour", 3600],
  [86_400 * 14, "day", 86_400],
];

function spoken(iso, timeZone) {
  const date = new Date(iso);
  const seconds = (date.getTime() - Date.now()) / 1000;
  if (Math.abs(seconds) < 10) return "now";
  const step = STEPS.find(([below]) => Math.abs(seconds) < below);
  if (step !== undefined) return RELATIVE.format(Math.round(seconds / step[2]), step[1]);
  return date.toLocaleDateString("en-US", { timeZone, month: "short", day: "numeric", year: "numeric" });
}

/** A time as people say it, the exact one on hover. It stays true while the page is open. */
export function when(iso, timeZone) {
  const made = element("time", "", spoken(iso, timeZone));
  made.dateTime = iso;
  if (timeZone) made.dataset.zone = timeZone;
  made.title = new Date(iso).toLocaleString("en-US", { timeZone, dateStyle: "full", timeStyle: "medium" });
  return made;
}

setInterval(() => {
  for (const made of document.querySelectorAll("time")) {
    const now = spoken(made.dateTime, made.dataset.zone);
    if (made.textContent !== now) made.textContent = now;
  }
}, 5000);

/** Asks the sandbox. Throws with the sandbox's own words when it refuses. */
export async function ask(path, body) {
  const answer = await fetch(
    path,
    body === undefined
      ? {}
      : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) },
  );
  const data = await answer.json();
  if (!answer.ok) throw new Error(data?.error?.message ?? `The sandbox answered ${answer.status}.`);
  return data;
}

/** Shows what went wrong at the top of the page until `by` works again; null takes it away. */
export function showTrouble(by, error) {
  const trouble = byId("trouble");
  if (error === null) {
    if (trouble.dataset.by === by) trouble.hidden = true;
    return;
  }
  trouble.textContent =
    error instanceof TypeError
      ? "The sandbox does not answer. Is it still running? This page goes on by itself when it is back."
      : error.message;
  trouble.dataset.by = by;
  trouble.hidden = false;
}

/** Repeats some work while the page is seen, never two at a time; failures are shown, success takes them away. */
export function keepFresh(work, everyMs) {
  const run = async () => {
    if (document.visibilityState === "visible") {
      try {
        await work();
        showTrouble(work.name, null);
      } catch (error) {
        showTrouble(work.name, error);
      }
    }
    setTimeout(() => void run(), everyMs);
  };
  void run();
}

/**
 * Keeps a list's rows in step with data: only rows whose data changed are redrawn, the rest stay as they are, focus and open details
 * included. Rows that were not there before light up for a moment.
 */
export function keyedList(list, { key, draw, empty }) {
  let rows = new Map();
  let filled = false;
  let blank = null;
  return (items, ...rest) => {
    const next = new Map();
    for (const item of items) {
      const id = key(item);
      const data = JSON.stringify([item, ...rest]);
      const old = rows.get(id);
      if (old?.data === data) next.set(id, old);
      else next.set(id, { data, row: redraw(old?.row, draw(item), filled && old === undefined) });
    }
    const wanted = [...next.values()].map(({ row }) => row);
    if (wanted.length === 0 && empty) wanted.push((blank ??= empty()));
    placeInOrder(list, wanted);
    rows = next;
    filled = true;
  };
}

function redraw(old, row, isNew) {
  if (isNew) row.classList.add("new");
  if (old === undefined) return row;
  const focused = old.contains(document.activeElement) ? document.activeElement.dataset.act : undefined;
  if (old.querySelector("details[open]")) {
    const details = row.querySelector("details");
    if (details) details.open = true;
  }
  old.replaceWith(row);
  if (focused) (row.querySelector(`[data-act="${focused}"]`) ?? row.querySelector("a, button"))?.focus();
  return row;
}

function placeInOrder(list, wanted) {
  for (const child of Array.from(list.children)) if (!wanted.includes(child)) child.remove();
  wanted.forEach((row, index) => {
    if (list.children[index] !== row) list.insertBefore(row, list.children[index] ?? null);
  });
}
