/** The text inbox over records: brought up to date by the events of texts, listed by its indexes, changed by people and the clock. */
import { beforeAll, describe, expect, it } from "vitest";
import { eq, sql } from "drizzle-orm";
import { saveContacts } from "../../../../src/messaging/contacts/index.ts";
import { audit, dbFor, events, users, type TenantDb } from "../../../../src/platform/db/index.ts";
import { notifications } from "../../../../src/notifications/tables/notifications.ts";
import { calls, texts } from "../../../../src/messaging/tables/inbox.ts";
import { textThreads } from "../../../../src/messaging/tables/threads.ts";
import { consumeEvents, eventStatement, STEWARD_ACTOR } from "../../../../src/platform/events/index.ts";
import { silentLogger } from "../../../../src/kernel/log.ts";
import { list as listNotifications, type NotificationDeps } from "../../../../src/notifications/index.ts";
import { MAX_TEMPLATES } from "../../../../src/messaging/api/reply-templates.ts";
import { MAX_SAVED_VIEWS } from "../../../../src/messaging/api/thread-views.ts";
import { THREAD_VIEWS } from "../../../../src/messaging/api/threads.ts";
import { readThread } from "../../../../src/messaging/texts/index.ts";
import {
  actOnThread,
  addNote,
  entriesOf,
  listTemplates,
  listSavedViews,
  listThreads,
  listUnread,
  markThreadRead,
  noteSource,
  putSavedView,
  putTemplate,
  removeSavedView,
  removeTemplate,
  threadConsumer,
  threadsWith,
  wakeThreads,
} from "../../../../src/messaging/threads/index.ts";
import { demoD1 } from "../../../support/node-d1.ts";

const TENANT = "tenant_alder";
const MAIN = "+14125550100";
const MAIN_ID = "PNalderShared";
const SECOND = "+14125550101";
const NUMBERS = Array.from({ length: 60 }, (_, index) => `+1412777${String(1000 + index)}`);
const [MARIA = "", BEN = "", CHEN = ""] = NUMBERS;
const DANA = { id: "user_dana", name: "Dana Whitfield" };

let nowMs = Date.parse("2026-11-20T15:00:00.000Z");
const clock = { now: () => nowMs };
const asked = new Set<string>();
let d1: D1Database;
let db: TenantDb;
let count = 0;
let trips = 0;

/** A text comes in or goes out, as its acceptance records it. */
async function say(
  number: string,
  words: string,
  more: Partial<typeof texts.$inferInsert> & { readonly ours?: boolean } = {},
): Promise<void> {
  const { ours = false, ...fields } = more;
  nowMs += 1000;
  const id = `AC${++count}`;
  const at = new Date(nowMs).toISOString();
  const row = {
    id,
    connectionId: "connection_alder_quo",
    direction: ours ? ("outgoing" as const) : ("incoming" as const),
    lineId: null,
    lineNumber: MAIN,
    contactNumber: number,
    text: words,
    attachments: 0,
    others: null,
    at,
    fingerprint: id,
    receivedAt: at,
    state: "handed" as const,
    reason: null,
    attempts: 1,
    delivery: null,
    ...fields,
  };
  const event = {
    id: `texts.text.arrived:${id}`,
    type: "texts.text.arrived" as const,
    actor: STEWARD_ACTOR,
    payload: { ids: [id] },
  };
  await db.batch([db.insert(texts, row), eventStatement(db, event, nowMs)]);
}

/** A call ends, as its webhook records it; unanswered without `seconds`. */
async function rings(
  number: string,
  more: Partial<typeof calls.$inferInsert> & { readonly seconds?: number } = {},
): Promise<void> {
  const { seconds = 0, ...fields } = more;
  nowMs += 1000;
  const id = `ACcall${++count}`;
  const at = new Date(nowMs).toISOString();
  const row = {
    id,
    connectionId: "connection_alder_quo",
    direction: "incoming" as const,
    lineId: MAIN_ID,
    contactNumber: number,
    status: seconds === 0 ? "missed" : "completed",
    at,
    durationSeconds: seconds,
    summary: null,
    nextSteps: null,
    transcript: null,
    receivedAt: at,
    state: "recorded" as const,
    reason: null,
    attempts: 0,
    dueAt: null,
    ...fields,
  };
  const event = {
    id: `texts.call.reported:${id}`,
    type: "texts.call.reported" as const,
    actor: STEWARD_ACTOR,
    payload: { ids: [id] },
  };
  await db.batch([db.insert(calls, row), eventStatement(db, event, nowMs)]);
}

async function consume(): Promise<void> {
  await consumeEvents(
    { db, clock, logger: silentLogger },
    [threadConsumer(db, async () => "America/New_York")],
    Infinity,
  );
}

async function list(view: (typeof THREAD_VIEWS)[number], line?: string) {
  return (await listThreads(db, { view, line, limit: 200 }, DANA.id)).items;
}

async function act(
  number: string,
  given: Parameters<typeof actOnThread>[2]["act"],
  { line = MAIN, by = DANA }: { readonly line?: string; readonly by?: typeof DANA } = {},
) {
  nowMs += 1000;
  const row = await db.find(textThreads, eqNumber(number, line));
  return actOnThread(
    { db, clock, notifications: notificationsOf(db) },
    { number, line },
    { act: given, seenIncomingAt: row?.lastIncomingAt ?? null, contact: "Maria Lopez", by },
  );
}

/** Notifications that are recorded, with no device to ring. */
function notificationsOf(of: TenantDb): NotificationDeps {
  return {
    db: of,
    clock,
    ids: { newId: () => `id_${++count}` },
    logger: silentLogger,
    sendPush: () => Promise.reject(new Error("no one has a device")),
    timeZone: () => Promise.resolve("America/New_York"),
    appUrl: "https://app.example",
    allowsEndpoint: () => false,
    publish: () => Promise.resolve(),
    sleep: () => Promise.resolve(),
  };
}

const eqNumber = (number: string, line: string) => sql`number = ${number} and line = ${line}`;

beforeAll(async () => {
  d1 = await demoD1();
  const noted = new Proxy(d1, {
    get: (target, name) =>
      name === "prepare"
        ? (statement: string) => (asked.add(statement), target.prepare(statement))
        : name === "batch"
          ? (statements: D1PreparedStatement[]) => (trips++, target.batch(statements))
          : Reflect.get(target, name).bind(target),
  });
  db = dbFor(noted, TENANT);
  await saveContacts(db, "connection_alder_quo", [contact("CT1", "Maria Lopez", MARIA)], nowMs);
  for (const number of NUMBERS) await say(number, "The heater is broken again");
  await consume();
});

function contact(id: string, name: string, number: string) {
  const [firstName = "", lastName = ""] = name.split(" ");
  return {
    id,
    firstName,
    lastName,
    name,
    company: null,
    role: "Tenant, 12 Birch St #4B",
    numbers: [{ label: "Mobile", number }],
    emails: [],
    internal: false,
    createdAt: null,
  };
}

describe("the text inbox", () => {
  it("lists what waits for the team, newest first and page by page, under the names of the contacts", async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listThreads(db, { view: "open", limit: 25, cursor }, DANA.id);
      seen.push(...page.items.map(({ number }) => number));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(NUMBERS.toReversed());
    const last = (await list("open")).at(-1);
    expect(last).toMatchObject({ name: "Maria Lopez", place: "12 Birch St #4B", status: "open" });
    expect(last?.waitsSince).toBe(last?.lastAt);
    await expect(listThreads(db, { cursor: "x" }, DANA.id)).rejects.toThrow(/cursor/);
  });

  it("keeps a page of the longest texts small", async () => {
    for (const number of NUMBERS) await say(number, `${"é".repeat(1500)} ${number}`);
    await consume();
    const page = await listThreads(db, {}, DANA.id);
    expect(page.items).toHaveLength(40);
    expect(new TextEncoder().encode(JSON.stringify(page)).length).toBeLessThan(50_000);
  });

  it("has each line of ours as a thread of its own, and shows what was said on it alone", async () => {
    await say(BEN, "Is this the office?", { lineNumber: SECOND });
    await say(BEN, "Yes", { lineNumber: SECOND, ours: true });
    await consume();
    expect((await list("all", SECOND)).map(({ number }) => number)).toEqual([BEN]);
    expect((await list("open", SECOND)).length).toBe(0);
    const [newest, other] = await threadsWith(db, BEN, {});
    expect([newest?.line, newest?.status, other?.line, other?.status]).toEqual([
      SECOND,
      "answered",
      MAIN,
      "open",
    ]);
    expect((await threadsWith(db, BEN, { line: MAIN }))[0]?.line).toBe(MAIN);
    const said = await readThread(db, BEN, { limit: 10, line: { number: SECOND, id: null } });
    expect(said.items.map((item) => item.kind === "text" && item.words)).toEqual([
      "Is this the office?",
      "Yes",
    ]);
  });

  it("is assigned, snoozed, done and reopened, says so in the thread, and an act that repeats is one", async () => {
    const member = (await d1
      .prepare("select id, name from users where tenant_id = ? limit 1")
      .bind(TENANT)
      .first()) as {
      id: string;
      name: string;
    };
    const me = { ...DANA, id: member.id };
    await act(MARIA, { kind: "assign", userId: member.id });
    await act(MARIA, { kind: "assign", userId: member.id });
    expect((await listThreads(db, { view: "mine" }, me.id)).items.map(({ number }) => number)).toEqual([
      MARIA,
    ]);
    expect((await list("unassigned")).some(({ number }) => number === MARIA)).toBe(false);
    const until = new Date(nowMs + 3_600_000).toISOString();
    await act(MARIA, { kind: "snooze", until });
    expect(await list("snoozed")).toMatchObject([{ number: MARIA, nextAt: until, status: "snoozed" }]);
    await act(MARIA, { kind: "done" });
    expect((await list("done")).map(({ number }) => number)).toEqual([MARIA]);
    await act(MARIA, { kind: "reopen" });
    expect((await list("open"))[0]?.number).toBe(MARIA);
    expect(await entriesOf(db, { number: MARIA, line: MAIN }, {})).toMatchObject([
      { kind: "assigned", by: "Dana Whitfield", words: member.name },
      { kind: "snoozed", words: until },
      { kind: "done" },
      { kind: "reopened" },
    ]);
    await expect(act(MARIA, { kind: "assign", userId: "user_of_no_one" })).rejects.toThrow(
      /not on your team/,
    );
    await expect(act(MARIA, { kind: "snooze", until: "2020-01-01T00:00:00.000Z" })).rejects.toThrow(/time/);
  });

  it("rings whoever it is assigned to, and no one who took it themselves; the audit says who did what", async () => {
    const [first, second] = await db.rows(users).orderBy(users.name).limit(2);
    if (first === undefined || second === undefined) throw new Error("the team is too small");
    const told = async () =>
      (await db.rows(notifications, sql`subject_id = ${`thread:${CHEN}`}`).orderBy(sql`+created_at`)).map(
        ({ audience, title, body, url, resolution }) => ({ audience, title, body, url, resolution }),
      );
    await act(CHEN, { kind: "assign", userId: first.id }, { by: first });
    expect(await told()).toEqual([]);
    await act(CHEN, { kind: "assign", userId: second.id }, { by: first });
    await act(CHEN, { kind: "assign", userId: second.id }, { by: first });
    const words = (await db.find(textThreads, eqNumber(CHEN, MAIN)))?.lastWords;
    expect(await told()).toEqual([
      {
        audience: [second.id],
        title: `${first.name} assigned you Maria Lopez`,
        body: words,
        url: `https://app.example/texts/${encodeURIComponent(CHEN)}?line=${encodeURIComponent(MAIN)}`,
        resolution: null,
      },
    ]);
    const newsOf = async (id: string) => (await listNotifications({ db }, id, {})).unread;
    expect([await newsOf(second.id), await newsOf(first.id)], "in the list of whom it is for").toEqual([
      1, 0,
    ]);
    await act(CHEN, { kind: "assign", userId: first.id }, { by: second });
    expect(await told()).toMatchObject([
      { audience: [second.id], resolution: `Assigned to ${first.name}` },
      { audience: [first.id], resolution: null },
    ]);
    await act(CHEN, { kind: "snooze", until: new Date(nowMs + 3_600_000).toISOString() }, { by: first });
    await act(CHEN, { kind: "done" }, { by: first });
    expect((await told()).at(-1)).toMatchObject({ resolution: `${first.name} marked this done` });
    await act(CHEN, { kind: "reopen" }, { by: first });
    await act(CHEN, { kind: "assign", userId: null }, { by: first });
    const rows = await db.rows(audit, sql`area = 'thread' and subject_id = ${CHEN}`).orderBy(audit.at);
    expect(rows.map(({ action, sentence }) => `${action}: ${sentence}`)).toEqual([
      `thread.assigned: ${first.name} took the texts with Maria Lopez.`,
      `thread.assigned: ${first.name} assigned the texts with Maria Lopez to ${second.name}.`,
      `thread.assigned: ${second.name} assigned the texts with Maria Lopez to ${first.name}.`,
      `thread.snoozed: ${first.name} snoozed the texts with Maria Lopez.`,
      `thread.done: ${first.name} marked the texts with Maria Lopez done.`,
      `thread.reopened: ${first.name} reopened the texts with Maria Lopez.`,
      `thread.assigned: ${first.name} unassigned the texts with Maria Lopez.`,
    ]);
  });

  it("is never closed over a text nobody has read", async () => {
    const before = await db.find(textThreads, eqNumber(CHEN, MAIN));
    await say(CHEN, "And now there is water on the floor");
    await consume();
    const done = actOnThread(
      { db, clock, notifications: notificationsOf(db) },
      { number: CHEN, line: MAIN },
      { act: { kind: "done" }, seenIncomingAt: before?.lastIncomingAt ?? null, contact: null, by: DANA },
    );
    await expect(done).rejects.toThrow(/written again/);
  });

  it("brings back what was snoozed at its time, once, and before it where they write again", async () => {
    const until = new Date(nowMs + 3_600_000).toISOString();
    await act(MARIA, { kind: "snooze", until });
    await act(CHEN, { kind: "snooze", until });
    await say(CHEN, "Hello?");
    await consume();
    expect((await list("open"))[0]?.number).toBe(CHEN);
    expect(await wakeThreads({ db, clock, notifications: notificationsOf(db) }, Infinity)).toEqual({
      result: "done",
      woken: 0,
    });
    nowMs = Date.parse(until) + 1;
    expect(await wakeThreads({ db, clock, notifications: notificationsOf(db) }, Infinity)).toEqual({
      result: "done",
      woken: 1,
    });
    expect(await wakeThreads({ db, clock, notifications: notificationsOf(db) }, Infinity)).toEqual({
      result: "done",
      woken: 0,
    });
    expect((await list("open"))[0]).toMatchObject({ number: MARIA, status: "open", nextAt: null });
    expect((await entriesOf(db, { number: MARIA, line: MAIN }, {})).at(-1)).toMatchObject({
      kind: "returned",
      by: null,
    });
  });

  it("leaves what the agent read and found to need nothing", async () => {
    await say(BEN, "Thanks so much!");
    const event = {
      id: "threads.texts.read:turn",
      type: "threads.texts.read" as const,
      actor: STEWARD_ACTOR,
      payload: { ids: ["turn"], number: BEN, upTo: new Date(nowMs + 1).toISOString() },
    };
    await db.batch([eventStatement(db, event, nowMs)]);
    const before = (await db.find(textThreads, eqNumber(BEN, MAIN)))?.revision ?? 0;
    await consume();
    expect((await threadsWith(db, BEN, { line: MAIN }))[0]).toMatchObject({ status: "answered" });
    expect((await db.find(textThreads, eqNumber(BEN, MAIN)))?.revision, "written once").toBe(before + 1);
  });

  it("is read by each member for themselves, up to what they saw, and unread only while it is open", async () => {
    const [zoe = "", yan = ""] = NUMBERS.slice(20);
    const unreadBy = async (userId: string) =>
      new Set((await listUnread(db, userId)).map(({ number }) => number));
    const rowOf = async (number: string) => {
      const row = await db.find(textThreads, eqNumber(number, MAIN));
      if (row === null) throw new Error("no such thread");
      return row;
    };
    const listed = async (userId: string) =>
      (await listThreads(db, { view: "open", limit: 200 }, userId)).items.find(({ number }) => number === zoe)
        ?.unread;
    const readAs = async (userId: string, number: string) =>
      markThreadRead(db, userId, { number, line: MAIN }, (await rowOf(number)).lastIncomingAt);
    expect((await unreadBy("u1")).has(zoe)).toBe(true);
    await readAs("u1", zoe);
    await readAs("u1", zoe);
    expect([await listed("u1"), await listed("u2")]).toEqual([false, true]);
    expect([(await unreadBy("u1")).has(zoe), (await unreadBy("u2")).has(zoe)]).toEqual([false, true]);
    const before = (await rowOf(zoe)).lastIncomingAt;
    await say(zoe, "Are you there?");
    await consume();
    expect(await listed("u1")).toBe(true);
    await readAs("u1", zoe);
    await markThreadRead(db, "u1", { number: zoe, line: MAIN }, before);
    expect(await listed("u1"), "a late mark takes nothing back").toBe(false);
    await markThreadRead(db, "u1", { number: zoe, line: MAIN }, null);
    expect(await listed("u1")).toBe(true);
    await act(yan, { kind: "done" });
    expect((await unreadBy("u2")).has(yan)).toBe(false);
    const nobody = markThreadRead(db, "u1", { number: "+15550001111", line: MAIN }, before);
    await expect(nobody).rejects.toMatchObject({ code: "not_found" });
    for (let at = 0; at < 120; at++) await say(`+1412666${1000 + at}`, "Hello");
    await consume();
    expect((await listUnread(db, "u2")).length, "a badge looks at no more").toBeLessThanOrEqual(100);
  });

  it("has its notes found by their words, each once, and nothing else that was done", async () => {
    const write = (words = "The spare key is with Lena") =>
      addNote(
        { db, clock, notifications: notificationsOf(db) },
        { number: MARIA, line: MAIN },
        { noteId: "n1", words, by: DANA, contact: "Maria Lopez" },
      );
    const note = await write();
    expect(await write("Other words under the same id"), "what stands there").toEqual(note);
    const facts = await db.rows(events, sql`id = ${`threads.note.added:${note.id}`}`);
    expect(facts.map(({ payload }) => payload)).toEqual([{ ids: [note.id] }]);
    const source = noteSource(
      db,
      async () => (number) => (number === MARIA ? { name: "Maria Lopez", keywords: "12 Birch St" } : null),
    );
    const found = {
      source: "note",
      id: note.id,
      title: "Maria Lopez",
      text: "Dana Whitfield: The spare key is with Lena",
      url: `/texts/${encodeURIComponent(MARIA)}?line=${encodeURIComponent(MAIN)}`,
    };
    expect(await source.load([note.id, "gone"])).toMatchObject([found]);
    const all = [];
    for (let after: string | null = null, first = true; first || after !== null; first = false) {
      const page = await source.page(after, 3);
      all.push(...page.items);
      after = page.next;
    }
    expect(all).toMatchObject([found]);
  });

  it("is another team's for no one", async () => {
    const other = dbFor(d1, "tenant_pinegrove");
    expect((await listThreads(other, { view: "all" }, DANA.id)).items).toEqual([]);
    expect(await threadsWith(other, MARIA, {})).toEqual([]);
  });

  it("has saved replies, made and changed by anyone, no more than a page can show, and told in the audit", async () => {
    const ids = { newId: () => `audit_${++count}` };
    const deps = { db, clock, ids };
    const save = (id: string, name: string) =>
      putTemplate(deps, id, { name, words: "Hi {first name}!", by: DANA });
    await save("t1", "office hours");
    await save("t2", "Plumber");
    await save("t1", "Office hours");
    expect((await listTemplates(deps)).map(({ name }) => name)).toEqual(["Office hours", "Plumber"]);
    await removeTemplate(deps, "t2", DANA);
    await removeTemplate(deps, "t2", DANA);
    const told = await db.rows(audit, sql`area = 'template'`).orderBy(audit.at, audit.id);
    expect(told.map(({ action }) => action).toSorted()).toEqual([
      "template.deleted",
      "template.saved",
      "template.saved",
      "template.saved",
    ]);
    for (let more = 1; more < MAX_TEMPLATES; more++) await save(`more${more}`, `Reply ${more}`);
    await expect(save("one too many", "x")).rejects.toThrow(/Delete one first/);
    await save("t1", "Still changed");
    expect(await listTemplates({ db: dbFor(d1, "tenant_pinegrove") })).toEqual([]);
  });

  it("has lists of one's own, which no one else sees, and lists what a colleague has been assigned", async () => {
    const [first, second] = await db.rows(users).orderBy(users.name).limit(2);
    if (first === undefined || second === undefined) throw new Error("the team is too small");
    const view = {
      id: "v1",
      name: "Main line",
      view: "open" as const,
      line: MAIN,
      channel: null,
      assigneeId: null,
    };
    await putSavedView(db, first.id, view);
    await putSavedView(db, first.id, { ...view, name: "Front desk" });
    await putSavedView(db, first.id, {
      ...view,
      id: "v2",
      name: "after hours",
      view: "mine",
      assigneeId: second.id,
    });
    expect((await listSavedViews(db, first.id)).map(({ name }) => name)).toEqual([
      "after hours",
      "Front desk",
    ]);
    expect(await listSavedViews(db, second.id)).toEqual([]);
    await removeSavedView(db, second.id, "v1");
    await removeSavedView(db, first.id, "v2");
    expect(await listSavedViews(db, first.id)).toMatchObject([{ id: "v1", name: "Front desk", line: MAIN }]);
    for (let more = 1; more < MAX_SAVED_VIEWS; more++)
      await putSavedView(db, first.id, { ...view, id: `more${more}` });
    await expect(putSavedView(db, first.id, { ...view, id: "more" })).rejects.toThrow(/Remove one first/);

    await act(CHEN, { kind: "assign", userId: second.id }, { by: first });
    const theirs = await listThreads(db, { view: "mine", assignee: second.id }, first.id);
    expect(theirs.items.map(({ number }) => number)).toEqual([CHEN]);
    expect(
      (await listThreads(db, { view: "mine" }, first.id)).items.map(({ number }) => number),
    ).not.toContain(CHEN);
    await act(CHEN, { kind: "assign", userId: null }, { by: first });
  });

  it("no question of a page scans a table or sorts one", async () => {
    for (const view of THREAD_VIEWS)
      for (const line of [undefined, MAIN])
        for (const channel of [undefined, "text", "call", "email"] as const)
          await listThreads(
            db,
            { view, line, channel, cursor: `2026-01-01T00:00:00.000Z~${MARIA}~${MAIN}` },
            DANA.id,
          );
    const found = new Set<string>();
    for (const statement of [...asked].filter((one) =>
      /^select .*"text_threads"|"thread_entries"|"thread_reads"/.test(one),
    )) {
      if (!statement.startsWith("select")) continue;
      const plan = await d1.prepare(`explain query plan ${statement}`).all<{ detail: string }>();
      for (const { detail } of plan.results) {
        if (detail.startsWith("SCAN ") && !/json_each|CONSTANT/.test(detail))
          found.add(`${detail}: ${statement}`);
        const isOfNumber = /"number" = \?/.test(statement);
        if (detail.includes("TEMP B-TREE") && !isOfNumber) found.add(`${detail}: ${statement}`);
      }
    }
    expect([...found]).toEqual([]);
  });

  it("hears sixty people in a few transactions, for which the next texts wait", async () => {
    for (const number of NUMBERS) await say(number, "It still doesn't heat");
    trips = 0;
    await consume();
    expect(trips).toBeLessThanOrEqual(12);
    const heard = await listThreads(db, { view: "open", limit: 25 }, DANA.id);
    expect(new Set(heard.items.map(({ lastWords }) => lastWords))).toEqual(
      new Set(["It still doesn't heat"]),
    );
  });

  it("keeps what we promised until it is due, tells the team then, and lets go of it once they are answered", async () => {
    const number = "+14127779001";
    const promisedTo = async () => (await list("promised")).filter((one) => one.number === number);
    const told = async () =>
      (await db.rows(notifications, eq(notifications.subjectId, `sms:${number}`))).map(({ title, body }) => [
        title,
        body,
      ]);
    nowMs = Date.parse("2026-11-24T19:00:00.000Z");
    await say(number, "The heat is out. Who can come?");
    await say(number, "I'm finding out right now. I'll let you know by five.", { ours: true });
    await consume();
    const dueAt = "2026-11-24T22:00:00.000Z";
    expect(await promisedTo()).toMatchObject([
      { status: "answered", promised: "I'll let you know by five.", nextAt: dueAt },
    ]);
    await say(number, "Thanks!", { ours: true });
    await consume();
    expect(await promisedTo(), "a nod answers nothing").toHaveLength(1);
    expect(await told()).toEqual([]);
    nowMs = Date.parse(dueAt) + 60_000;
    const wake = () => wakeThreads({ db, clock, notifications: notificationsOf(db) }, Infinity);
    expect((await wake()).woken).toBe(1);
    await wake();
    expect(await promisedTo()).toMatchObject([{ status: "open", nextAt: null }]);
    expect(await told()).toEqual([
      ["You promised +1 412 777 9001 an answer", "It’s due now: “I'll let you know by five.”"],
    ]);
    await say(number, "Walt comes at 6.", { ours: true });
    await consume();
    expect(await promisedTo()).toEqual([]);
    await say(number, "We'll get back to you about the radiator tomorrow.", { ours: true });
    await consume();
    expect(await promisedTo()).toMatchObject([{ nextAt: "2026-11-25T22:00:00.000Z" }]);
    await act(number, { kind: "kept" });
    expect(await promisedTo()).toEqual([]);
    await consume();
    expect(await promisedTo(), "the same text promises nothing again").toEqual([]);
  });

  describe("with calls", () => {
    const caller = (last: number) => `+1412777800${last}`;
    const threadWith = async (number: string) =>
      (await list("all")).find((one) => one.number === number) ?? null;
    const isOpen = async (number: string) => (await list("open")).some((one) => one.number === number);

    it("opens the thread of a missed call, which waits until someone texts or calls back", async () => {
      const number = caller(1);
      await rings(number);
      await consume();
      const missed = await threadWith(number);
      expect(missed).toMatchObject({
        channel: "call",
        call: "missed",
        status: "open",
        lastWords: "Missed call",
        unread: true,
      });
      expect(missed?.waitsSince).toBe(missed?.lastAt);
      await rings(number, { direction: "outgoing", status: "no-answer" });
      await consume();
      expect(await isOpen(number), "no one answered our call").toBe(true);
      await rings(number, { direction: "outgoing", seconds: 200, summary: ["The boiler is fine again"] });
      await consume();
      expect(await threadWith(number)).toMatchObject({
        channel: "call",
        call: "spoken",
        status: "answered",
        waitsSince: null,
        lastWords: "Call, 4 min: The boiler is fine again",
      });
      await rings(number);
      await say(number, "Sorry we missed you. What can we do?", { ours: true });
      await consume();
      expect(await threadWith(number)).toMatchObject({ channel: "text", call: null, status: "answered" });
    });

    it("keeps a missed call among the calls when a text follows it, whatever the agent makes of the text", async () => {
      const number = caller(2);
      await rings(number);
      await say(number, "Thanks!");
      const upTo = new Date(nowMs).toISOString();
      const read = {
        id: `threads.texts.read:${number}`,
        type: "threads.texts.read" as const,
        actor: STEWARD_ACTOR,
        payload: { ids: [number], number, upTo },
      };
      await db.batch([eventStatement(db, read, nowMs)]);
      await consume();
      expect(await threadWith(number)).toMatchObject({
        channel: "call",
        call: "missed",
        status: "open",
        lastWords: "Thanks!",
      });
      await act(number, { kind: "done" });
      expect(await isOpen(number)).toBe(false);
      await say(number, "One more thing: the gate is open.");
      await consume();
      expect(await threadWith(number), "the call is settled").toMatchObject({
        channel: "text",
        call: null,
        status: "open",
      });
    });

    it("shows the voicemail of an unanswered call", async () => {
      const number = caller(3);
      const transcript = [{ who: "contact" as const, name: null, text: "The gate is stuck." }];
      await rings(number, { status: "no-answer", durationSeconds: 20, transcript });
      await consume();
      expect(await threadWith(number)).toMatchObject({
        call: "voicemail",
        status: "open",
        lastWords: "Voicemail: The gate is stuck.",
      });
    });

    it("lists each channel by itself, and every thread in one of them", async () => {
      const of = async (channel: "text" | "call" | "email") =>
        (await listThreads(db, { view: "all", channel, limit: 200 }, DANA.id)).items.map(
          ({ number }) => number,
        );
      const [byText, byCall, byMail] = await Promise.all([of("text"), of("call"), of("email")]);
      expect(byCall).toEqual([caller(3)]);
      expect(byText).toContain(caller(1));
      expect(byMail).toEqual([]);
      expect(byText.length + byCall.length).toBe((await list("all")).length);
    });

    it("takes history, calls that go on, and lines that aren't ours for no news", async () => {
      const number = caller(4);
      await rings(number, { at: "2026-01-01T00:00:00.000Z" });
      await consume();
      expect(await threadWith(number)).toMatchObject({ status: "done", waitsSince: null });
      await rings(caller(5), { status: "" });
      await rings(caller(6), { lineId: "PNofNobody" });
      await consume();
      expect([await threadWith(caller(5)), await threadWith(caller(6))]).toEqual([null, null]);
    });

    it("counts a call that was spoken as the answer we promised", async () => {
      const number = caller(7);
      await say(number, "When does the plumber come?");
      await say(number, "I'll find out and let you know by five.", { ours: true });
      await consume();
      expect((await threadWith(number))?.promised).not.toBeNull();
      await rings(number, { direction: "outgoing", seconds: 60 });
      await consume();
      expect((await threadWith(number))?.promised).toBeNull();
    });
  });
});
