/** The text inbox's page logic: when a snooze ends, which lists a thread is in, what stands between what. */
import { describe, expect, it } from "vitest";
import { momentOf, snoozeTimes, wallClock } from "../../../frontend/src/messaging/inbox/snooze-times.ts";
import {
  isListed,
  nextThread,
  withThread,
  type ThreadPages,
} from "../../../frontend/src/messaging/inbox/thread-lists.ts";
import { soughtAt, suggestionsFor } from "../../../frontend/src/messaging/inbox/suggestions.ts";
import { filled, openPlace } from "../../../frontend/src/messaging/texts/fill-template.ts";
import { placeEntries } from "../../../frontend/src/messaging/texts/placed.ts";
import type { ThreadItem } from "../../../src/messaging/api/texts.ts";
import type { ThreadLine } from "../../../src/messaging/api/threads.ts";

const ZONE = "America/New_York";

describe("a snooze", () => {
  const words = (at: string) =>
    snoozeTimes(Date.parse(at), ZONE).map((one) => `${one.words} ${wallClock(Date.parse(one.at), ZONE)}`);

  it("ends in the team's own evening, morning and Monday", () => {
    // A Wednesday, 10:00 in New York.
    expect(words("2026-11-18T15:00:00.000Z")).toEqual([
      "In an hour 2026-11-18T11:00",
      "Tonight 2026-11-18T18:00",
      "Tomorrow morning 2026-11-19T08:00",
      "Monday morning 2026-11-23T08:00",
    ]);
  });

  it("is offered no evening that is over, and no Monday that is tomorrow", () => {
    // A Sunday, 22:30 in New York: Monday already in London.
    expect(words("2026-11-23T03:30:00.000Z")).toEqual([
      "In an hour 2026-11-22T23:30",
      "Tomorrow morning 2026-11-23T08:00",
    ]);
  });

  it("is right across a change of the clocks", () => {
    expect(momentOf("2026-11-01T08:00", ZONE)).toBe("2026-11-01T13:00:00.000Z");
    expect(momentOf("2026-10-31T08:00", ZONE)).toBe("2026-10-31T12:00:00.000Z");
    expect(momentOf("", ZONE)).toBeNull();
  });
});

function line(number: string, more: Partial<ThreadLine> = {}): ThreadLine {
  return {
    number,
    line: "+1",
    status: "open",
    assigneeId: null,
    waitsSince: null,
    nextAt: null,
    promised: null,
    lastIncomingAt: null,
    channel: "text",
    call: null,
    shown: number,
    subject: null,
    conversationId: `sms:${number}`,
    name: null,
    place: null,
    lastAt: "2026-11-18T15:00:00.000Z",
    lastDirection: "incoming",
    lastWords: "",
    unread: false,
    ...more,
  };
}

describe("a changed thread", () => {
  const pages: ThreadPages = {
    pages: [{ items: [line("+2"), line("+3")], nextCursor: null, lines: [] }],
    pageParams: [undefined],
  };
  const numbers = (data: ThreadPages | undefined) => data?.pages[0]?.items.map(({ number }) => number);

  it("leaves the lists it is not of, and stays in the others", () => {
    const done = line("+2", { status: "done" });
    expect(numbers(withThread(pages, done, "open", "me"))).toEqual(["+3"]);
    expect(withThread(pages, done, "all", "me")?.pages[0]?.items[0]?.status).toBe("done");
    expect(numbers(withThread(pages, line("+2", { line: "+9", status: "done" }), "open", "me"))).toEqual([
      "+2",
      "+3",
    ]);
  });

  it("is listed where the server would list it", () => {
    const mine = line("+2", { assigneeId: "me", status: "snoozed" });
    const views = ["open", "mine", "unassigned", "snoozed", "done", "all"] as const;
    expect(views.filter((view) => isListed(mine, view, "me"))).toEqual(["mine", "snoozed", "all"]);
    expect(views.filter((view) => isListed(line("+2"), view, "me"))).toEqual(["open", "unassigned", "all"]);
  });

  it("leads to the one after it, and the last to the one before", () => {
    const items = [line("+2"), line("+3")];
    expect(nextThread(items, line("+2"))?.number).toBe("+3");
    expect(nextThread(items, line("+3"))?.number).toBe("+2");
    expect(nextThread(items, line("+4"))).toBeNull();
  });
});

describe("what a sign begins", () => {
  it.each([
    ["Hi @mar", "@", { from: 3, query: "mar" }],
    ["@Marcus Ha", "@", { from: 0, query: "Marcus Ha" }],
    ["mail dana@alder", "@", null],
    ["@Marcus Hale can you call her", "@", null],
    ["/thanks", "/", { from: 0, query: "thanks" }],
    ["9/10", "/", null],
  ] as const)("in %j is %j", (text, sign, sought) => {
    expect(soughtAt(text, text.length, sign)).toEqual(sought);
  });

  it("finds by the beginnings of words, accents or not", () => {
    const all = ["José Ibáñez", "Marcus Hale"].map((title) => ({ id: title, title, words: title }));
    expect(suggestionsFor(all, "iba", 6).map(({ title }) => title)).toEqual(["José Ibáñez"]);
    expect(suggestionsFor(all, "", 1)).toHaveLength(1);
  });
});

describe("a saved reply", () => {
  it("is filled in with what is known, and says what is not", () => {
    const words = "Hi {first name}, {my name} here. {first name} {name}";
    const known = filled(words, { name: "Maria Lopez", myName: "Dana Whitfield" });
    expect(known).toBe("Hi Maria, Dana here. Maria Maria Lopez");
    expect(openPlace(known)).toBeNull();
    expect(openPlace(filled(words, { name: null, myName: "Dana Whitfield" }))).toBe("{first name}");
    // A name that looks like a pattern is a name.
    expect(filled("{name}", { name: "$& {my name}", myName: "Dana" })).toBe("$& {my name}");
  });
});

describe("what was said and done", () => {
  const text = (id: string, at: string, by: string | null): ThreadItem => ({
    kind: "text",
    id,
    at,
    direction: by === null ? "incoming" : "outgoing",
    text: id,
    attachments: 0,
    media: [],
    others: [],
    line: "",
    delivery: null,
    byHand: false,
    by,
    notAnswered: null,
  });

  it("stands in one order, under its days, and names a writer once in a row", () => {
    const all = placeEntries(
      [
        text("a", "2026-11-18T15:00:00.000Z", null),
        text("b", "2026-11-18T15:05:00.000Z", "Dana"),
        text("c", "2026-11-18T15:06:00.000Z", "Dana"),
        // Past midnight in London, the same evening in New York.
        text("d", "2026-11-19T02:00:00.000Z", "Marcus"),
        text("e", "2026-11-19T15:00:00.000Z", "Marcus"),
      ],
      [{ id: "n", at: "2026-11-18T15:02:00.000Z", kind: "done", by: "Dana", words: "", mentions: [] }],
      ZONE,
    );
    expect(all.map((one) => [one.key, one.isNewDay, one.kind === "said" && one.isFirst])).toEqual([
      ["a", true, true],
      ["n", false, false],
      ["b", false, true],
      ["c", false, false],
      ["d", false, true],
      ["e", true, true],
    ]);
  });
});
