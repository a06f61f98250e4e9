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

/** Repeats some work while the page is seen, never two at a time; failures are shown, success takes them away. */
export function keepFresh(work, everyMs) {
  const trouble = byId("trouble");
  const run = async () => {
    if (document.visibilityState === "visible") {
      try {
        await work();
        if (trouble.dataset.by === work.name) trouble.hidden = true;
      } catch (error) {
        trouble.textContent =
          error instanceof TypeError
            ? "The sandbox does not answer. Is it still running? This page goes on by itself when it is back."
            : error.message;
        trouble.dataset.by = work.name;
        trouble.hidden = false;
      }
    }
    setTimeout(() => void run(), everyMs);
  };
  void run();
}

/** Calls `draw` only when the data is another than last time. */
export function onChange(draw) {
  let last = "";
  return (data, ...rest) => {
    const now = JSON.stringify([data, ...rest]);
    if (now === last) return;
    last = now;
    draw(data, ...rest);
  };
}
