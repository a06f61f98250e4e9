/** Stories: one click starts outside events. Outcomes and what to watch for are shown below. */
import { ask, byId, button, element, keepFresh, keyedList, showTrouble, when } from "./dom.js";
import { pollNow, nextPoll, openThread } from "./mail.js";
import { beSomebody } from "./somebody.js";

let show = () => undefined;

async function refreshStories() {
  show((await ask("/console/stories")).items);
}

async function play(id) {
  try {
    show((await ask("/console/stories/play", { id })).items);
    showTrouble("play", null);
  } catch (error) {
    showTrouble("play", error);
  }
}

const BUSY = { playing: "Playing…", listening: "Listening…" };

function story({ id, tenantId, title, about, watch, ask: question, who, of, state, happened, trouble }) {
  const busy = BUSY[state];
  const words = busy ?? (state === "idle" ? "Play" : "Play again");
  const start = button(words, {
    act: "play",
    label: `${words} “${title}”`,
    className: state === "idle" ? "primary play-it" : "play-it",
    onClick: () => void play(id),
  });
  start.disabled = state === "playing";
  const head = element("div", "", element("h3", "", title), element("p", "soft", about));
  const row = element("li", `story ${state}`, element("div", "story-head", head, start));
  if (state === "idle") return row;

  if (state === "playing" && of > 1) {
    const bar = element("progress");
    bar.max = of;
    bar.value = happened.length;
    bar.setAttribute("aria-label", `${happened.length} of ${of} steps`);
    row.append(bar);
  }
  const steps = happened.map(({ text, at, told }) =>
    element("li", told === "refused" ? "step bad" : "step", text, element("span", "soft small", when(at))),
  );
  row.append(element("ol", "steps", ...steps));
  if (trouble !== null) row.append(element("p", "bad-words", trouble));
  row.append(
    element("p", "watch", element("b", "", "Watch for: "), watch),
    outcome(happened, tenantId, id.startsWith("lead-")),
  );
  row.append(...nextSteps(question, who));
  return row;
}

/** One line on whether Steward knows. */
function outcome(happened, tenantId, lead) {
  const told = happened.map((step) => step.told).filter((step) => step !== null);
  if (told.at(-1) === "polled") return polled(tenantId, lead);
  if (told.includes("polled")) return element("p", "told", "It’s in the mailbox, and Steward has checked.");
  if (told.length === 0) return element("p", "soft small", "On its way…");
  if (told.includes("yes")) return element("p", "told", "Steward got it right away, via webhook.");
  return element(
    "p",
    "untold",
    told.includes("refused")
      ? "Steward didn’t accept the webhook. Ask it yourself:"
      : "The text is at Quo, but no webhook is connected, so Steward doesn’t know. Ask it yourself:",
  );
}

/** Gmail has no webhooks: Steward polls on a schedule, or when asked. */
function polled(tenantId, lead) {
  const note = element("span", "soft small", "It’s in the mailbox. Steward checks it automatically.");
  void nextPoll(tenantId, lead).then((words) => {
    if (!check.disabled) note.textContent = `It’s in the mailbox. ${words}`;
  });
  const check = button("Check now", {
    act: "check",
    onClick: () => {
      check.disabled = true;
      void pollNow(tenantId).then((words) => {
        note.textContent = words;
        check.disabled = false;
      });
    },
  });
  return element("p", "ask", note, check);
}

function nextSteps(question, who) {
  const copy = button("Copy", {
    act: "copy",
    label: `Copy “${question}”`,
    onClick: () =>
      void navigator.clipboard.writeText(question).then(
        () => (copy.textContent = "Copied"),
        () => (copy.textContent = "Not copied"),
      ),
  });
  const open = button("Open the thread", {
    act: "thread",
    className: "plain",
    onClick: () => (who.threadId ? openThread(who) : beSomebody(who)),
  });
  return [
    element("p", "ask", element("span", "soft small", "Ask Steward"), element("q", "", question), copy),
    ...(who === null ? [] : [open]),
  ];
}

export function startStories() {
  show = keyedList(byId("stories"), { key: ({ id }) => id, draw: story });
  keepFresh(refreshStories, 1000);
}
