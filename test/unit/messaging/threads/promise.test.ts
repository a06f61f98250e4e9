import { expect, it } from "vitest";
import { isNod, promiseIn } from "../../../../src/messaging/threads/promise.ts";

/** Tuesday, 2:00 PM in New York. */
const NOW = Date.parse("2026-11-24T19:00:00Z");

it.each([
  ["Hi Maria, I'm finding out right now who can come.", "2026-11-24T20:00:00.000Z"],
  ["I'll let you know by five.", "2026-11-24T22:00:00.000Z"],
  ["I'm finding out right now. I'll let you know by five.", "2026-11-24T22:00:00.000Z"],
  ["Thanks! We'll get back to you tomorrow.", "2026-11-25T22:00:00.000Z"],
  ["We will call you in 20 minutes", "2026-11-24T19:20:00.000Z"],
  ["I'll check with Walt and text you within the hour.", "2026-11-24T20:00:00.000Z"],
  ["I’ll confirm Friday at 10.", "2026-11-27T15:00:00.000Z"],
  ["I'll find out.", "2026-11-24T22:00:00.000Z"],
  ["Le aviso mañana a las 9.", "2026-11-25T14:00:00.000Z"],
])("%s", (text, dueAt) => {
  expect(promiseIn(text, NOW, "America/New_York")?.dueAt).toBe(dueAt);
});

it("an answer without a time is due the next day once it is late", () => {
  const evening = Date.parse("2026-11-24T22:30:00Z");
  expect(promiseIn("I'll find out.", evening, "America/New_York")).toEqual({
    words: "I'll find out.",
    dueAt: "2026-11-25T17:00:00.000Z",
  });
});

it.each([
  "The plumber comes at 3 pm.",
  "If you need anything, we'll get back to you.",
  "Let me know when you're home.",
  "Walt will be there tomorrow at 10.",
  "Thanks for letting us know!",
  "You will get a call tomorrow.",
])("promises nothing of ours: %s", (text) => {
  expect(promiseIn(text, NOW, "America/New_York")).toBeNull();
});

it("a nod answers nothing", () => {
  expect(["Ok", "Thanks!", "👍", "You're welcome."].map(isNod)).toEqual([true, true, true, true]);
  expect(["Ok, Walt comes at 3.", "No one can come."].map(isNod)).toEqual([false, false]);
});
