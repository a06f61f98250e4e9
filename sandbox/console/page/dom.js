/** DOM helpers. Text only becomes text nodes, so external content is never parsed as markup. */

export const byId = (id) => document.getElementById(id);

/** An element with a class and children (strings become text). */
export function element(tag, className, ...children) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

/** A button; `label` is its accessible name if its text isn't enough. `act` keeps focus when its row is redrawn. */
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

/** A relative time that stays current, with the exact one on hover. */
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

/** Calls the sandbox. Throws with its error message. */
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

/** Shows an error at the top until `by` succeeds; null removes it. */
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

/** Repeats work while the page is visible, never concurrently. Failures are shown until the next success. */
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

/** Syncs a list with data: only changed rows are redrawn, so focus and open details stay. New rows are highlighted briefly. */
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
