/** What vendors' shelves list and read, over the sandbox's services by their own contracts. */
import { afterAll, describe, expect, it } from "vitest";
import { CLICKUP_KNOWLEDGE } from "../../../../src/integrations/clickup/knowledge.ts";
import { GOOGLE_KNOWLEDGE } from "../../../../src/integrations/google/knowledge.ts";
import { JIRA_KNOWLEDGE } from "../../../../src/integrations/jira/knowledge.ts";
import { isoTime, systemClock } from "../../../../src/kernel/clock.ts";
import type {
  FoundThing,
  KnowledgeReader,
  KnowledgeShelf,
  ReaderHelp,
} from "../../../../src/knowledge/sources/index.ts";
import type { KnowledgeKind } from "../../../../src/knowledge/api/knowledge.ts";
import { startGoogle } from "../../approvals/effects/google-sandbox.ts";
import { clickUpWorld } from "../../integrations/clickup/click-up.ts";
import { jiraWorld } from "../../integrations/jira/world.ts";

const DAY_MS = 24 * 3_600_000;
const OFFICE = "office@alderfinch.example";
const DANA = "dana@alderfinch.example";
const HELP: ReaderHelp = {
  // A clock that never stands still, as the real one.
  clock: { now: () => systemClock.now() },
  pdfText: () => Promise.resolve({ text: "words of a PDF", note: null }),
  officeText: () => Promise.resolve({ text: "words of an Office file", note: null }),
  timeZone: "America/New_York",
  mail: {
    unknownIds: (_mailbox, ids) => Promise.resolve(ids),
    wasErased: () => Promise.resolve(false),
  },
};
const closing: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
});

function readerOf<Settings, Account>(
  shelves: readonly KnowledgeShelf<Settings, Account>[],
  kind: KnowledgeKind,
  account: Account,
  person = "",
  help: ReaderHelp = HELP,
): KnowledgeReader {
  const shelf = shelves.find((one) => one.kind === kind);
  if (shelf === undefined) throw new Error(`no shelf of ${kind}`);
  return shelf.reader(account, person, help);
}

async function all(
  reader: KnowledgeReader,
  days: number,
  since: string | null = null,
): Promise<FoundThing[]> {
  const from = isoTime(systemClock.now() - days * DAY_MS);
  const things: FoundThing[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < 50; page++) {
    const listed: Awaited<ReturnType<KnowledgeReader["list"]>> = await reader.list({ from, since, cursor });
    things.push(...listed.things);
    if (listed.next === null) return things;
    cursor = listed.next;
  }
  throw new Error("the list never ends");
}

// Seed 002:236–342.
describe("e-mails of Gmail", () => {
  it("are read from the last 30 days, each with who wrote whom, and whole", async () => {
    const google = await startGoogle([]);
    closing.push(() => google.close());
    expect(GOOGLE_KNOWLEDGE.find(({ kind }) => kind === "email")).toMatchObject({
      windowDays: 30,
      keepsOlder: true,
    });
    const reader = readerOf(GOOGLE_KNOWLEDGE, "email", google.account, OFFICE);
    const from = isoTime(systemClock.now() - 30 * DAY_MS);
    const things = await all(reader, 30);
    expect(things.length).toBeGreaterThan(3);
    expect(await reader.count(from)).toEqual({ items: things.length, isMore: false });
    const read = await Promise.all(things.map((thing) => thing.words()));
    for (const [index, words] of read.entries()) {
      expect(words?.shown?.facts[0]?.[0]).toBe("From");
      expect(words?.shown?.people[0]).toBe(words?.shown?.facts[0]?.[1]);
      // Gmail counts in seconds.
      expect(Date.parse(words?.shown?.at ?? "")).toBeGreaterThan(Date.parse(from) - 3_000);
      expect(things[index]?.link).toContain("authuser=office%40alderfinch.example");
    }
    expect(read.some((words) => (words?.text.length ?? 0) > 200)).toBe(true);
    const older = await all(reader, 3650);
    expect(older.length).toBeGreaterThan(things.length);
  });

  it("that the inbox has brought, and those of someone who was erased, are left out", async () => {
    const google = await startGoogle([]);
    closing.push(() => google.close());
    const [first, second, ...rest] = await all(
      readerOf(GOOGLE_KNOWLEDGE, "email", google.account, OFFICE),
      30,
    );
    const sender = (await second?.words())?.shown?.people[0] ?? "";
    const asked: string[] = [];
    const reader = readerOf(GOOGLE_KNOWLEDGE, "email", google.account, OFFICE, {
      ...HELP,
      mail: {
        unknownIds: (mailbox, ids) => {
          asked.push(mailbox);
          return Promise.resolve(ids.filter((id) => id !== first?.externalId));
        },
        wasErased: (address) => Promise.resolve(sender.includes(address)),
      },
    });
    const left = await all(reader, 30);
    expect(left.map(({ externalId }) => externalId)).toEqual(
      [second, ...rest].map((thing) => thing?.externalId),
    );
    expect(new Set(asked)).toEqual(new Set([OFFICE]));
    expect(await left[0]?.words()).toBeNull();
    expect(await left.find(({ externalId }) => externalId === rest[0]?.externalId)?.words()).toBeDefined();
  });
});

describe("documents of Google", () => {
  it("are listed with what counted them, read in their words, and found again by what changed", async () => {
    const google = await startGoogle([]);
    closing.push(() => google.close());
    const reader = readerOf(GOOGLE_KNOWLEDGE, "document", google.account, OFFICE);
    const things = await all(reader, 180);
    const { items } = await reader.count(isoTime(systemClock.now() - 180 * DAY_MS));
    expect(items).toBe(things.length);
    const words = async (title: string) =>
      (await things.find((thing) => thing.title === title)?.words())?.text ?? "";
    expect(await words("Move-out checklist")).toContain("Move-out");
    expect(await words("Rent roll")).toMatch(/^## .+\n\n.+ \| /);
    expect(things.every(({ link }) => link.startsWith("https://"))).toBe(true);
    const recent = await all(reader, 180, isoTime(systemClock.now() - 2 * DAY_MS));
    expect(recent.length).toBeGreaterThan(0);
    expect(recent.length).toBeLessThan(things.length);
  });
});

describe("a calendar of Google", () => {
  it("is read to its end, though time goes on, each event with when, where and who", async () => {
    const google = await startGoogle([DANA]);
    closing.push(() => google.close());
    const reader = readerOf(GOOGLE_KNOWLEDGE, "event", google.account, DANA);
    const things = await all(reader, 30);
    expect(things.length).toBeGreaterThan(0);
    expect(new Set(things.map(({ externalId }) => externalId)).size).toBe(things.length);
    expect(things.every(({ facts }) => facts[0]?.[0] === "When")).toBe(true);
    const again = await all(reader, 30);
    expect(again.map(({ stamp }) => stamp).toSorted()).toEqual(things.map(({ stamp }) => stamp).toSorted());
  });
});

describe("tasks", () => {
  it("of ClickUp come with their facts and what was said on them", async () => {
    const world = await clickUpWorld();
    const reader = readerOf(CLICKUP_KNOWLEDGE, "issue", world.account);
    const things = await all(reader, 3650);
    expect(things.length).toBeGreaterThan(100);
    const facts = new Map(things[0]?.facts);
    expect([...facts.keys()]).toEqual(expect.arrayContaining(["List", "Status"]));
    expect((await things[0]?.words())?.note).toBeNull();
  });

  it("of Jira come with their key and the way to them", async () => {
    const world = await jiraWorld();
    const things = await all(readerOf(JIRA_KNOWLEDGE, "issue", world.account), 3650);
    expect(things.length).toBeGreaterThan(3);
    const [first] = things;
    expect(first?.title.startsWith(`${first.externalId}: `)).toBe(true);
    expect(first?.link.endsWith(`/browse/${first.externalId}`)).toBe(true);
    const words = await Promise.all(things.map((thing) => thing.words()));
    expect(words.some((one) => (one?.text ?? "") !== "")).toBe(true);
  });
});
