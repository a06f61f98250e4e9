import { describe, expect, it } from "vitest";
import { ownJob } from "../../../frontend/src/components/own-job.ts";
import { soughtMessage } from "../../../frontend/src/agent/conversation/sought-message.ts";
import { dailyCron, dailyTime } from "../../../frontend/src/agent/settings/daily-time.ts";
import { byGroup, skillName } from "../../../frontend/src/workspace/skills/skill-words.ts";
import {
  crumbsOf,
  inFolder,
  isWithin,
  markedPieces,
  movable,
  nameProblem,
  parentOf,
  sizeWords,
  withSuffix,
} from "../../../frontend/src/workspace/paths.ts";
import {
  everything,
  extended,
  neighborOf,
  NOTHING,
  pruned,
  toggled,
} from "../../../frontend/src/workspace/selection.ts";
import { workspaceSearch } from "../../../frontend/src/workspace/search-params.ts";
import { manyAddress, tooManyWords } from "../../../frontend/src/workspace/download.ts";
import { changeWords, lineNotes, placeOf } from "../../../frontend/src/workspace/version-words.ts";
import type { Blame, FileVersion } from "../../../src/workspace/api/workspace.ts";

const version = (number: number, more: Partial<FileVersion> = {}): FileVersion => ({
  version: number,
  etag: `v${number}`,
  change: "edited",
  path: "areas/x.md",
  sizeBytes: 1,
  at: "2026-11-21T15:00:00.000Z",
  author: { kind: "user", id: "u1", name: "Dana Whitfield" },
  runId: null,
  conversationId: null,
  messageId: null,
  source: null,
  restoredFrom: null,
  current: false,
  ...more,
});

describe("a path on the page", () => {
  it("has a way up and steps to it", () => {
    expect(crumbsOf("/areas/vendors.md")).toEqual([
      { path: "areas", name: "areas" },
      { path: "areas/vendors.md", name: "vendors.md" },
    ]);
    expect(parentOf("areas/vendors.md")).toBe("areas");
    expect(parentOf("MEMORY.md")).toBe("");
    expect(inFolder("", "a.md")).toBe("a.md");
    expect(isWithin("areas/x.md", "areas")).toBe(true);
    expect(isWithin("areas-old/x.md", "areas")).toBe(false);
  });

  it("is Markdown unless it says otherwise, and what cannot be is said before the server is asked", () => {
    expect(withSuffix("notes")).toBe("notes.md");
    expect(withSuffix("keys.csv")).toBe("keys.csv");
    expect(nameProblem("", "file", [])).not.toBeNull();
    expect(nameProblem("a/../b", "file", [])).not.toBeNull();
    expect(nameProblem("run.exe", "file", [])).not.toBeNull();
    expect(nameProblem("x.md", "folder", [])).not.toBeNull();
    expect(nameProblem("Areas", "folder", ["areas"])).not.toBeNull();
    expect(nameProblem("vendors", "file", [])).toBeNull();
  });

  it.each([
    [0, "0 bytes"],
    [1, "1 byte"],
    [999, "999 bytes"],
    [1234, "1.2 KB"],
    [12_345, "12 KB"],
    [999_700, "1.0 MB"],
  ])("has a size: %i is %s", (bytes, words) => {
    expect(sizeWords(bytes)).toBe(words);
  });

  it("has its found words marked and loses none", () => {
    expect(
      markedPieces("Rossi & Sons", [
        [0, 5],
        [3, 4],
        [8, 12],
      ]),
    ).toEqual([
      { text: "Rossi", hit: true },
      { text: " & ", hit: false },
      { text: "Sons", hit: true },
    ]);
  });
});

describe("an address of the workspace", () => {
  it("says what is searched and shown, and nothing else", () => {
    expect(workspaceSearch({ q: 42, line: 3, show: "history", new: "file" })).toEqual({
      q: "42",
      line: 3,
      show: "history",
      new: "file",
    });
    expect(workspaceSearch({ q: { a: 1 }, line: -1, show: "x", new: true })).toEqual({
      q: undefined,
      line: undefined,
      show: undefined,
      new: undefined,
    });
  });
});

describe("who wrote what", () => {
  const blame: Blame = {
    path: "areas/x.md",
    etag: "v2",
    lines: [
      { line: 1, text: "one", version: 1 },
      { line: 2, text: "two", version: 2 },
    ],
    versions: [version(1), version(2, { conversationId: "sms:+1", messageId: "m1", source: "a text" })],
    bounded: false,
  };
  const now = Date.parse("2026-11-21T16:00:00.000Z");

  it("names hand, time and place of each line", () => {
    const [first, second] = lineNotes(blame, "one\ntwo", now, "America/New_York");
    expect(first).toMatchObject({ who: "Dana", when: "1 h ago", place: null });
    expect(second?.full).toContain("a text");
    expect(second?.place).toEqual({ words: "From a message", href: "/conversations/sms%3A%2B1?message=m1" });
  });

  it("follows the lines through unsaved changes and gives new ones to no one", () => {
    const notes = lineNotes(blame, "zero\none\ntwo", now, "UTC");
    expect(notes[0]).toBeNull();
    expect(notes[1]?.who).toBe("Dana");
    expect(notes).toHaveLength(3);
  });

  it("leads to the very message, however its id looks, and to a run where no conversation is behind it", () => {
    const href = (more: Partial<FileVersion>): string | undefined => placeOf(version(1, more))?.href;
    expect(href({ conversationId: "sms:+14125550142", messageId: "12e5" })).toBe(
      "/conversations/sms%3A%2B14125550142?message=%2212e5%22",
    );
    expect(href({ conversationId: "c1", messageId: "m1" })).toBe("/conversations/c1?message=m1");
    expect(href({ conversationId: "c1" })).toBe("/conversations/c1");
    expect(href({ runId: "upkeep_1" })).toBe("/activity/upkeep_1");
    expect(href({ conversationId: "system.memory.upkeep", runId: "upkeep_1" })).toBe("/activity/upkeep_1");
    expect(placeOf(version(1))).toBeNull();
    expect(soughtMessage({ message: "m1", other: "x" })).toEqual({ message: "m1" });
    expect(soughtMessage({ message: { id: "m1" } })).toEqual({ message: undefined });
  });

  it("has a page for the upkeep, words for the other jobs, and takes no conversation for one", () => {
    expect(ownJob("system.memory.upkeep")?.href).toBe("/settings/upkeep");
    expect(ownJob("system:on-call")).toMatchObject({ href: null });
    expect(ownJob("c1")).toBeNull();
    expect(ownJob("schedule:system.x")).toBeNull();
  });

  it("says what a version did", () => {
    expect(changeWords(version(3, { change: "restored", restoredFrom: 1 }), version(2))).toBe(
      "restored version 1",
    );
    expect(changeWords(version(2, { change: "moved" }), version(1, { path: "old.md" }))).toContain("old.md");
  });
});

describe("a skill", () => {
  it("gets a name an agent can call", () => {
    expect(skillName("  Lease renewal! ")).toBe("lease-renewal");
    expect(skillName("Über_uns")).toBe("uber-uns");
    expect(skillName("!!")).toBe("");
  });

  it("stands in its group, those without one first", () => {
    const of = (id: string, group: string | null) => ({ id, group }) as Parameters<typeof byGroup>[0][number];
    expect(
      byGroup([of("b/x", "b"), of("a", null), of("b/y", "b")]).map(({ group, skills }) => [
        group,
        skills.length,
      ]),
    ).toEqual([
      [null, 1],
      ["b", 2],
    ]);
  });
});

describe("what is selected in a list", () => {
  const list = ["a", "b", "c", "d"];

  it("is taken and left one by one, or all up to one", () => {
    const b = toggled(NOTHING, "b");
    expect([...extended(b, list, "d").paths]).toEqual(["b", "c", "d"]);
    expect([...extended(b, list, "a").paths].toSorted()).toEqual(["a", "b"]);
    expect([...extended(NOTHING, list, "c").paths]).toEqual(["c"]);
    expect(extended(b, list, "gone")).toBe(b);
    expect(toggled(b, "b").paths.size).toBe(0);
    expect(everything(list).paths.size).toBe(4);
  });

  it("loses what is not there any more, and is the same where nothing is lost", () => {
    const all = everything(list);
    expect([...pruned(all, ["b", "d", "e"]).paths]).toEqual(["b", "d"]);
    expect(pruned(all, list)).toBe(all);
  });

  it("leaves the focus to what stands next when it goes", () => {
    expect(neighborOf(list, ["a", "b"])).toBe("c");
    expect(neighborOf(list, ["b", "d"])).toBe("c");
    expect(neighborOf(list, list)).toBeUndefined();
    expect(neighborOf(list, ["gone"])).toBeUndefined();
  });

  it("is a zip of one address, and says why where the names are too many or too long for any", () => {
    const path = (at: number): string => `areas/${"ключи".repeat(8)} ${at}.md`;
    const few = manyAddress("areas", [path(1), path(2)]);
    expect(new URLSearchParams(few?.split("?")[1]).getAll("only")).toHaveLength(2);
    const long = Array.from({ length: 60 }, (_, at) => path(at));
    expect(manyAddress("areas", long)).toBeNull();
    expect(tooManyWords(long)).toMatch(/long names.*the whole folder/);
    const many = Array.from({ length: 101 }, (_, at) => `areas/${at}.md`);
    expect(manyAddress("areas", many)).toBeNull();
    expect(tooManyWords(many)).toMatch(/up to 100 items.*the whole folder/);
  });

  it("moves to another folder, never to where it is, and no folder into itself", () => {
    const entries = [{ path: "areas/a.md" }, { path: "areas" }, { path: "b.md" }];
    const paths = (folder: string): string[] => movable(entries, folder).map(({ path }) => path);
    expect(paths("areas")).toEqual(["b.md"]);
    expect(paths("areas/deep")).toEqual(["areas/a.md", "b.md"]);
    expect(paths("")).toEqual(["areas/a.md"]);
    expect(paths("daily_notes")).toEqual(["areas/a.md", "areas", "b.md"]);
  });
});

describe("a time of day", () => {
  it("is a cron expression of every day, and back", () => {
    for (const time of ["05:00", "00:05", "23:59"]) {
      expect(dailyTime({ type: "cron", expression: dailyCron(time) ?? "" })).toBe(time);
    }
    expect(dailyCron("24:00")).toBeNull();
    expect(dailyTime({ type: "cron", expression: "0 5 * * 1" })).toBeNull();
    expect(dailyTime({ type: "every", minutes: 60 })).toBeNull();
  });
});
