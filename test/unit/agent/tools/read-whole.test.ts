/** READ-WHOLE: what a tool's answer can't hold is read with the next call. Every text here has its meaning in its last line. */
import { describe, expect, it } from "vitest";
import { LIMITS } from "../../../../src/kernel/limits.ts";
import type { Json } from "../../../../src/kernel/hash.ts";
import { passage } from "../../../../src/agent/runs/index.ts";
import { foundOutcome } from "../../../../src/agent/tools/answer.ts";
import type { AnyTool, ReadTool, ToolResult } from "../../../../src/agent/tools/define-tool.ts";
import { linesPage, textsPage } from "../../../../src/agent/tools/text-page.ts";
import { getTask } from "../../../../src/integrations/clickup/tools/get-task.ts";
import { getGithubIssue } from "../../../../src/integrations/github-team/tools/get-github-issue.ts";
import { readGithubFile } from "../../../../src/integrations/github-team/tools/read-github-file.ts";
import { commentOnTask } from "../../../../src/integrations/clickup/tools/comment-on-task.ts";
import { commentOnGithubIssue } from "../../../../src/integrations/github-team/tools/tools.ts";
import { SHEET_TYPE } from "../../../../src/integrations/google/drive.ts";
import { columnNumber } from "../../../../src/integrations/google/sheets.ts";
import { listEventsTool } from "../../../../src/integrations/calendars/tools/list-events.ts";
import { readSheet } from "../../../../src/integrations/google/tools/drive/read-sheet.ts";
import { getJiraIssue } from "../../../../src/integrations/jira/tools/get-jira-issue.ts";
import { commentOnJiraIssue } from "../../../../src/integrations/jira/tools/tools.ts";
import { readSlackMessages } from "../../../../src/integrations/slack/tools/read-slack-messages.ts";
import { loadSkill } from "../../../../src/workspace/tools/skills/load-skill.ts";
import { clickUpWorld } from "../../integrations/clickup/click-up.ts";
import { gitHubWorld } from "../../integrations/github-team/world.ts";
import { jiraWorld } from "../../integrations/jira/world.ts";
import { slackWorld } from "../../integrations/slack/slack-world.ts";
import { driverOf } from "../../integrations/vendors/service-world.ts";
import { seenIn } from "./world.ts";

const SHEET = {
  id: "sheet_terms_0000000000000001",
  name: "Terms",
  type: SHEET_TYPE,
  modifiedAt: Date.parse("2026-03-01T10:00:00Z"),
  changedBy: "Dana",
  link: "https://docs.example/terms",
};

type Answer = Readonly<Record<string, unknown>>;

/** What the model reads of a call, whole JSON within the limit, with nothing said to be cut. */
async function read(tool: AnyTool, services: unknown, input: object): Promise<Answer> {
  const result = await (tool as ReadTool).run(tool.input.parse(input), services, seenIn());
  if (result.kind !== "ok" && result.kind !== "list") throw new Error(JSON.stringify(result));
  const { content } = foundOutcome(tool, result);
  expect(content.length).toBeLessThan(LIMITS.toolResultChars + 1_000);
  const answer = JSON.parse(content) as Answer;
  expect(answer).not.toHaveProperty("truncated");
  return answer;
}

/** All answers, each asked for as the one before says. */
async function readOn(
  tool: AnyTool,
  services: unknown,
  input: object,
  goOn: (answer: Answer) => object | null,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  let next: object | null = {};
  while (next !== null) {
    const answer = await read(tool, services, { ...input, ...next });
    answers.push(answer);
    next = goOn(answer);
    expect(answers.length).toBeLessThan(50);
  }
  return answers;
}

const LAST = "None of this is agreed unless the deposit is paid by Friday.";
const long = (name: string, chars: number): string =>
  [
    ...Array.from({ length: Math.ceil(chars / 61) }, (_, at) => `${name} ${at} `.padEnd(60, 'é"x')),
    `${name}: ${LAST}`,
  ].join("\n");
const COMMENTS = Array.from({ length: 25 }, (_, at) => ({
  id: String(at + 1),
  at: `2026-03-${String(at + 1).padStart(2, "0")}T10:00:00.000Z`,
  by: "Ben Abara",
  text: long(`Comment ${at}`, at === 3 ? 12_000 : 900),
  url: `https://github.example/comments/${at}`,
}));
const nextFrom = ({ nextFrom: from }: Answer): object | null => (from === undefined ? null : { from });

/** Each text of a part, put together by whose it is: comments stand oldest first in a part, and parts go from the newest back. */
function wholeOf(answers: readonly Answer[], field: string): { text: string; comments: string[] } {
  const text = answers.map((answer) => (answer[field] as string | undefined) ?? "").join("");
  const pieces = answers.flatMap(({ comments }) => (comments as { text: string }[]).toReversed());
  const comments: string[] = [];
  for (const piece of pieces) {
    const open = comments.at(-1);
    if (open !== undefined && !open.endsWith(LAST)) comments[comments.length - 1] = open + piece.text;
    else comments.push(piece.text);
  }
  return { text, comments: comments.toReversed() };
}

describe("a task with a long description and 25 long comments", () => {
  const description = long("Description", 15_000);
  const texts = COMMENTS.map(({ text }) => text);

  it("is read whole in Jira", async () => {
    const { services } = await jiraWorld();
    const issue = await services.issue("CLAIM-1");
    const own = {
      ...services,
      issue: async () => ({ ...issue, description }),
      comments: async () => COMMENTS,
    };
    const answers = await readOn(getJiraIssue, own, { issue: "CLAIM-1" }, nextFrom);
    expect(answers[0]).toMatchObject({ summary: issue?.summary, characters: expect.any(Number) as number });
    expect(wholeOf(answers, "description")).toEqual({ text: description, comments: texts });
  });

  it("is read whole in ClickUp", async () => {
    const { services } = await clickUpWorld();
    const [task] = (await services.tasks({}, 0)).tasks;
    const own = { ...services, task: async () => ({ ...task, description }), comments: async () => COMMENTS };
    const answers = await readOn(getTask, own, { task: task?.id ?? "" }, nextFrom);
    expect(wholeOf(answers, "description")).toEqual({ text: description, comments: texts });
  });

  it("is read whole on GitHub, the newest comments before the old ones", async () => {
    const { services } = await gitHubWorld();
    const issue = await services.issue("harborlight/website", 2);
    const own = {
      ...services,
      issue: async () => ({ ...issue, body: "Short." }),
      comments: async () => COMMENTS,
    };
    const answers = await readOn(getGithubIssue, own, { issue: "website#2" }, nextFrom);
    expect(wholeOf(answers, "text")).toEqual({ text: "Short.", comments: texts });
    expect(JSON.stringify(answers[0])).toContain("Comment 24 0");
    const end = { issue: "website#2", from: answers.at(-1)?.["characters"] };
    await expect(read(getGithubIssue, own, end)).rejects.toThrow("Leave from out to begin");
  });
});

describe("a task with 63 comments", () => {
  const said = Array.from({ length: 63 }, (_, at) => `Comment ${at + 1}: ${LAST}`);
  const goOn = ({ nextFrom: from, olderThan }: Answer): object | null =>
    from !== undefined ? { from } : olderThan !== undefined ? { olderThan } : null;

  it("is read whole in ClickUp, Jira and on GitHub: newest first, page by page", async () => {
    const clickUp = await clickUpWorld();
    const [task] = (await clickUp.services.tasks({}, 0)).tasks;
    const [jira, gitHub] = [await jiraWorld(), await gitHubWorld()];
    const places = [
      [clickUp, commentOnTask, getTask, { task: task?.id ?? "" }, "description"],
      [jira, commentOnJiraIssue, getJiraIssue, { issue: "CLAIM-4" }, "description"],
      [gitHub, commentOnGithubIssue, getGithubIssue, { issue: "website#4" }, "text"],
    ] as const;
    for (const [world, comment, look, input, field] of places) {
      const { resolve, perform } = driverOf(world);
      for (const text of said) {
        await perform(await resolve(comment, { ...input, text }));
        world.passTime(5_000);
      }
      const answers = await readOn(look, world.services, input, goOn);
      const { comments } = wholeOf(answers, field);
      expect(comments.slice(-said.length)).toEqual(said);
      expect(comments.length - said.length).toBeLessThan(3);
      expect(answers.slice(1).every((answer) => !(field in answer))).toBe(true);
    }
  });

  it("refuses a place that no answer gave", async () => {
    const { services } = await clickUpWorld();
    const [task] = (await services.tasks({}, 0)).tasks;
    await expect(read(getTask, services, { task: task?.id ?? "", olderThan: "x" })).rejects.toThrow(
      "olderThan",
    );
  });
});

describe("a long cell, a wide sheet", () => {
  it("is read whole, the cell by its own address", async () => {
    const cell = long("Cell", 20_000);
    const wide = Array.from({ length: 50 }, (_, at) => `Value ${at + 1}`);
    const rows = [["Unit", "Terms"], ["4B", cell], wide];
    const services = {
      seenAs: "Dana",
      timeZone: "America/New_York",
      list: async () => ({ items: [SHEET], next: null }),
      file: async () => SHEET,
      tabs: async () => ({
        title: "Terms",
        tabs: [{ title: "Terms", isHidden: false, rows: 3, columns: 50 }],
      }),
      values: async (_id: string, range: string) => {
        const [, from = "", fromRow = "", to = from, toRow = fromRow] =
          /!([A-Z]+)(\d+)(?::([A-Z]+)(\d+))?$/.exec(range) ?? [];
        const part = rows.slice(Number(fromRow) - 1, Number(toRow));
        return part.map((row) => row.slice(columnNumber(from) - 1, columnNumber(to)));
      },
    };
    const listed = await read(readSheet, services, { file: SHEET.id });
    expect(listed).toMatchObject({ leftOut: expect.stringContaining("AO1:AX50") as string });
    const shown = (listed["items"] as { Terms?: string }[])[0]?.Terms ?? "";
    const [, address = ""] = /cells ([A-Z]+\d+) gives all/.exec(shown) ?? [];
    expect(address).toBe("B2");
    const answers = await readOn(
      readSheet,
      services,
      { file: SHEET.id, cells: address },
      ({ nextFromChar }) => (nextFromChar === undefined ? null : { fromChar: nextFromChar }),
    );
    expect(answers.map(({ text }) => text).join("")).toBe(cell);
    const rest = await read(readSheet, services, { file: SHEET.id, cells: "AO1:AX50" });
    expect(rest["items"]).toContainEqual({ row: 3, cells: wide.slice(40) });
  });
});

it("an event's long description and many guests are read whole", async () => {
  const calendar = { name: "Dana Whitfield", address: "dana@alderfinch.example" };
  const event = {
    id: "ev1",
    title: "Roof",
    start: "2031-03-11T14:00:00.000Z",
    end: "2031-03-11T15:00:00.000Z",
    location: "",
    description: long("Agenda", 20_000),
    guests: Array.from({ length: 40 }, (_, at) => `guest${at}@mail.example`),
    callLink: null,
  };
  const services = {
    hidden: [],
    calendars: {
      allowed: [calendar],
      own: [calendar],
      timeZone: "America/New_York",
      list: async () => ({
        events: [
          {
            ...event,
            calendar,
            guests: event.guests.map((name) => ({ name, answer: null })),
            isFree: false,
            isRepeated: false,
            callLink: null,
            creator: null,
          },
        ],
        unseen: [],
      }),
    },
    read: async () => event,
  };
  const listed = await read(listEventsTool, services, { from: "2031-03-11" });
  expect(listed["items"]).toMatchObject([{ descriptionCut: expect.any(String) as string, moreGuests: 20 }]);
  const input = { from: "2031-03-11", event: "ev1" };
  const answers = await readOn(listEventsTool, services, input, ({ nextFromChar }) =>
    nextFromChar === undefined ? null : { fromChar: nextFromChar },
  );
  expect(answers.map(({ description }) => description).join("")).toBe(event.description);
  expect(answers[0]?.["guests"]).toEqual(event.guests);
});

it("Slack's messages are read whole, each page to its last message before the next", async () => {
  const { services } = await slackWorld();
  const page = await services.messages({ channelId: "C0MAINTEN01", limit: 1 });
  const message = page.items[0];
  const said = Array.from({ length: 40 }, (_, at) => long(`Message ${at}`, at === 7 ? 9_000 : 500));
  const items = said.map((text, at) => ({ ...message, ts: `17639904${at + 10}.000200`, text }));
  const own = {
    ...services,
    messages: async ({ cursor }: { cursor?: string }) =>
      cursor === undefined
        ? { items: items.slice(0, 20), cursor: "second" }
        : { items: items.slice(20), cursor: null },
  };
  const answers = await readOn(readSlackMessages, own, { channel: "#maintenance" }, ({ cursor }) =>
    cursor === undefined ? null : { cursor },
  );
  const bits = answers.flatMap((answer) => answer["items"] as { ts: string; text: string }[]);
  const byTs = new Map<string, string>();
  for (const { ts, text } of bits) byTs.set(ts, (byTs.get(ts) ?? "") + text);
  expect([...byTs.values()]).toEqual(said);
});

describe("a file that is one line", () => {
  const line = `${"word ".repeat(5_000)}${LAST}`;
  const content = `First line\n${line}\nLast line`;
  const whole = (answers: readonly Answer[]): string =>
    answers
      .map(({ text }) => String(text))
      .join("¶")
      .replaceAll(/(?<=word )¶|¶(?=word )(?<!line¶)/g, "")
      .replaceAll("¶", "\n");

  it("is read whole on GitHub", async () => {
    const { services } = await gitHubWorld();
    const own = {
      ...services,
      content: async () => ({ kind: "file", text: content, sizeBytes: 1, url: null }),
    };
    const input = { repository: "website", path: "a.min.js" };
    const answers = await readOn(readGithubFile, own, input, ({ nextFromLine, nextFromChar }) =>
      nextFromLine === undefined ? null : { fromLine: nextFromLine, fromChar: nextFromChar },
    );
    expect(answers.length).toBeGreaterThan(2);
    expect(whole(answers)).toBe(content);
  });

  it("is read whole as a skill", async () => {
    const useSkill = async () => ({
      kind: "found",
      content,
      skill: "rent",
      file: "skills/rent/SKILL.md",
      resources: [],
      unrunnable: [],
      source: null,
    });
    const answers = await readOn(loadSkill, { useSkill }, { name: "rent" }, ({ next }) => {
      const [, fromLine, fromChar = "0"] = /^fromLine: (\d+)(?:, fromChar: (\d+))?$/.exec(String(next)) ?? [];
      return fromLine === undefined ? null : { fromLine: Number(fromLine), fromChar: Number(fromChar) };
    });
    expect(whole(answers)).toBe(content);
  });

  it("comes in lines and parts of lines that lose nothing", () => {
    const lines = content.split("\n");
    const parts: string[] = [];
    for (let at: { line: number; char: number } | null = { line: 1, char: 0 }; at !== null;) {
      const { lines: shown, next } = linesPage(lines, at, 700);
      expect(JSON.stringify(shown.join("\n")).length).toBeLessThan(720);
      parts.push(shown.join("\n") + (next !== null && next.char > 0 ? "" : "\n"));
      at = next;
    }
    expect(parts.join("")).toBe(`${content}\n`);
  });
});

it("texts that are empty are read once as well", () => {
  expect(textsPage(["", "a", ""], 0)).toMatchObject({
    pieces: [{ text: "" }, { text: "a" }, { text: "" }],
    next: null,
    characters: 3,
  });
});

describe("an answer of a tool that can't read on", () => {
  const tool = { egress: "none" } as AnyTool;
  const answerOf = (result: Extract<ToolResult, { kind: "ok" | "list" }>) => {
    const outcome = foundOutcome(tool, result);
    expect(outcome.content.length).toBeLessThan(LIMITS.toolResultChars + 1_500);
    return { ...outcome, json: JSON.parse(outcome.content) as Answer };
  };

  it("is whole JSON: lists give fewer entries, and what is left out is said", () => {
    const data = { name: "All", rows: Array.from({ length: 900 }, (_, id) => ({ id, word: '"quoted"' })) };
    const { json } = answerOf({ kind: "ok", data });
    const rows = json["rows"] as Json[];
    expect(rows).toEqual(data.rows.slice(0, rows.length));
    expect(rows.length).toBeGreaterThan(200);
    expect(json["truncated"]).toBe(`Too long for one answer. rows: only the first ${rows.length}.`);
  });

  it("loses no item of a list to what stands beside it: the next call goes on where this one ended", () => {
    const items = Array.from({ length: 25 }, (_, id) => ({ id, words: "w".repeat(300) }));
    const beside = {
      since: "Monday",
      inside: Array.from({ length: 25 }, (_, at) => `${at} ${"i".repeat(150)}`),
      costs: Array.from({ length: 12 }, (_, at) => `${at} ${"c".repeat(90)}`),
      olderThan: "25",
    };
    const page = (skip: number) =>
      JSON.parse(
        foundOutcome(tool, { kind: "list", items, keep: "first", beside, more: true }, skip).content,
      ) as Answer;
    const seen: unknown[] = [];
    for (let skip = 0, calls = 0; skip < items.length && calls < 9; calls++) {
      const answer = page(skip);
      const shown = answer["items"] as Json[];
      seen.push(...shown);
      skip += shown.length;
      const isLast = skip === items.length;
      expect(answer["rest"]).toBe(
        isLast ? undefined : `Call again with the same arguments and skip: ${skip}.`,
      );
      // The page after this one comes after all of its items.
      expect(answer["olderThan"]).toBe(isLast ? "25" : undefined);
      expect(answer["since"]).toBe("Monday");
      expect("costs" in answer).toBe(calls === 0);
    }
    expect(seen).toEqual(items);
  });

  it("shortens the longest text and keeps where it stands", () => {
    const place = { link: "/files/a.md", title: "a.md", in: "files", at: "" };
    const data = { about: "x", text: passage(long("Line", 30_000), place), list: ["a", "b"] };
    const { json, passages } = answerOf({ kind: "ok", data });
    expect(json).toMatchObject({ about: "x", list: ["a", "b"] });
    expect(json["truncated"]).toContain(`text: only the first ${String(json["text"]).length} characters`);
    expect(passages).toEqual([{ path: ["text"], ...place }]);
  });

  it("fits whatever is too long: one item, what stands beside the items, many short fields", () => {
    const beside = { hint: "h".repeat(30_000) };
    const { json } = answerOf({ kind: "list", items: [{ text: "t".repeat(30_000) }], keep: "first", beside });
    expect(json["truncated"]).toContain("hint: only");
    const fields = Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`field${at}`, at]));
    expect(answerOf({ kind: "ok", data: fields }).json).toMatchObject({ field0: 0 });
  });
});
