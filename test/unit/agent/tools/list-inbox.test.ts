/** What came in, what no one answered and what waits, in one look: over the real tables. */
import { beforeEach, describe, expect, it } from "vitest";
import type { DraftLine } from "../../../../src/approvals/index.ts";
import { sendersOf } from "../../../../src/approvals/index.ts";
import { bookOf } from "../../../support/contact-book.ts";
import { dbFor, type TenantDb } from "../../../../src/platform/db/index.ts";
import { recentThreads } from "../../../../src/messaging/inbox/index.ts";
import { teamOnDuty } from "../../../../src/notifications/index.ts";
import type { ReadTool } from "../../../../src/agent/tools/define-tool.ts";
import { rankTools } from "../../../../src/agent/tools/discovery/rank-tools.ts";
import type { InboxServices } from "../../../../src/team/tools/index.ts";
import { listInbox } from "../../../../src/team/tools/list-inbox.ts";
import { listTeam } from "../../../../src/team/tools/list-team.ts";
import { offeredTools } from "../../../../src/agent/tools/agent-tools.ts";
import { findTool } from "../../../../src/agent/tools/catalogue.ts";
import { insertInto } from "../../../support/insert-into.ts";
import { nodeD1 } from "../../../support/node-d1.ts";
import { contact, MARIA, seenIn } from "./world.ts";

const TENANT = "tenant_alder";
const NOW = Date.parse("2026-11-21T12:00:00Z");
const [ANA, LUIS] = [contact("Ana Reyes", { role: "Resident, 9 Elm St" }), contact("Luis Reyes")];
const SHARED = { numbers: [{ label: "Home", number: "+14125550177" }] };
const DRAFT = { id: "approval_1", words: "The plumber comes at 3.", threadKey: "sms:+14125550142" };

let d1: D1Database;
let db: TenantDb;
let asked: { sql: string; params: unknown[] }[];

beforeEach(() => {
  d1 = nodeD1();
  asked = [];
  db = dbFor(recording(d1), TENANT);
});

/** The same database, which notes what it is asked. */
function recording(database: D1Database): D1Database {
  const prepare = (sql: string) => {
    const statement = database.prepare(sql);
    const bind = (...params: unknown[]) => {
      asked.push({ sql, params });
      return statement.bind(...params);
    };
    return { ...statement, bind } as unknown as D1PreparedStatement;
  };
  return { ...database, prepare } as D1Database;
}

const row = (table: string, given: Record<string, unknown>) => insertInto(d1, table, TENANT, given);

let texts = 0;
const text = (number: string, at: string, words: string, more: Record<string, unknown> = {}) =>
  row("texts", {
    id: `AC${++texts}`,
    fingerprint: `f${texts}`,
    direction: "incoming",
    contact_number: number,
    text: words,
    at: `2026-11-${at}:00.000Z`,
    state: "handed",
    others: null,
    ...more,
  });

async function look(
  input: object,
  drafts: readonly Partial<DraftLine>[] = [],
  mailSince: string | null = null,
) {
  const services: InboxServices = {
    threads: (query) => recentThreads(db, query),
    drafts: { list: async () => ({ items: drafts as DraftLine[], more: false }), withdraw: async () => "" },
    records: { senders: (ids) => sendersOf(db, "sms.send", ids) },
    mailSince: async () => mailSince,
    contactsNamed: async () => [],
    files: null as never,
    projects: () => null as never,
    schedule: async () => null,
    announceSchedules: async () => {},
    owners: (numbers) => bookOf([MARIA, { ...ANA, ...SHARED }, { ...LUIS, ...SHARED }]).owners(numbers),
    team: () => teamOnDuty(db, "America/New_York", NOW),
    toldSince: async () => [],
    onRecord: async () => new Set(),
    reader: async () => null,
    notify: () => Promise.reject(new Error("no one is notified here")),
    counters: () => Promise.reject(new Error("nothing is counted here")),
    manual: async () => null,
    questions: async () => ({ items: [], more: false }),
    db,
    clock: { now: () => NOW },
    timeZone: "America/New_York",
  };
  const tool = ("on" in input ? listTeam : listInbox) as unknown as ReadTool;
  const answer = await tool.run(input, services, seenIn());
  if (answer.kind !== "list") throw new Error(`no list: ${JSON.stringify(answer)}`);
  return answer;
}

describe("list_inbox", () => {
  it("says from when on e-mails are on record, where that is later than what is asked", async () => {
    const connectedAt = "2026-11-21T09:00:00.000Z";
    const { beside } = await look({ since: "2026-11-20" }, [], connectedAt);
    expect(beside).toMatchObject({
      emails: "Only since Sat 2026-11-21 04:00; search_emails finds those before",
    });
    for (const known of [
      await look({ since: "2026-11-20" }, [], "2026-11-01T00:00:00.000Z"),
      await look({ since: "2026-11-20", channel: "text" }, [], connectedAt),
      await look({ since: "2026-11-20" }),
    ])
      expect(known.beside).not.toHaveProperty("emails");
  });

  it("has what is urgent first, what they wrote since our last words as one, and every draft of the thread", async () => {
    await text("+14125550142", "20T08:00", "The heating is out");
    await text("+14125550142", "20T08:01", "My mother is 81");
    await text("+14125550188", "20T15:00", "Thanks, and the parking?");
    await row("conversations", {
      id: "sms:+14125550142",
      trigger: JSON.stringify({
        source: "sms",
        urgent: { why: "no heat", at: "2026-11-20T08:00:00.000Z" },
      }),
    });
    const { items } = await look({ since: "2026-11-20" }, [
      { ...DRAFT, createdAt: "2026-11-20T08:05:00.000Z" },
      { ...DRAFT, id: "approval_9", createdAt: "2026-11-20T08:06:00.000Z" },
    ]);
    expect(items).toMatchObject([
      {
        urgent: true,
        unanswered: true,
        said: "The heating is out / My mother is 81",
        drafts: [{ id: DRAFT.id }, { id: "approval_9" }],
      },
      { said: "Thanks, and the parking?" },
    ]);
  });

  it("has all that they wrote last, also where it was answered, and the first of many", async () => {
    await text("+14125550142", "20T08:00", "Hello");
    await text("+14125550142", "20T08:01", "Hi Maria", { direction: "outgoing" });
    await text("+14125550142", "20T08:02", "My mother is 81");
    await text("+14125550142", "20T08:03", "Can somebody come?");
    await text("+14125550142", "20T08:04", "On our way", { direction: "outgoing" });
    for (const minute of [10, 11, 12, 13, 14, 15, 16])
      await text("+14125550177", `20T08:${minute}`, minute === 10 ? "No heat" : `So cold ${minute}`);
    const { items } = await look({ since: "2026-11-20" });
    expect(items).toMatchObject([
      { unanswered: true, said: "No heat / So cold 13 / So cold 14 / So cold 15 / So cold 16" },
      { said: "My mother is 81 / Can somebody come?" },
    ]);
    expect(items[1]).not.toHaveProperty("unanswered");
  });

  it("keeps a question unanswered that a reaction follows, and what a run said of it", async () => {
    await text("+14125550142", "20T08:00", "When does he come?");
    await text("+14125550142", "20T08:01", "👍", { reason: "reaction" });
    await text("+14125550188", "20T07:00", "Thanks!");
    await text("+14125550188", "20T07:01", "👍", { reason: "reaction" });
    await row("runs", {
      id: "r",
      conversation_id: "sms:+14125550188",
      started_at: "2026-11-20T07:00:05.000Z",
      disposition: "no_action",
    });
    const { items } = await look({ since: "2026-11-20", unanswered: true });
    expect(items).toMatchObject([
      { said: "When does he come? / 👍" },
      { needsNoReply: "Steward read it and found nothing to do" },
    ]);
    expect(items[0]).not.toHaveProperty("needsNoReply");
  });

  it("puts who waits before who was answered, and what went to many or came from machines last, folded", async () => {
    await text("+14125550142", "20T08:00", "Water comes through the ceiling");
    await text("+14125550177", "20T09:00", "Thanks for the key");
    await text("+14125550177", "20T09:30", "You're welcome", { direction: "outgoing" });
    for (const [at, name] of ["Ana", "Ben", "Cleo", "Dov"].entries())
      await text(`+1412555020${at}`, `21T08:0${at}`, `Hi ${name}, the water is off on Friday, 9 to 11.`, {
        direction: "outgoing",
      });
    await text("+14125550188", "21T09:00", "Hi Walt, the parcel is here.", { direction: "outgoing" });
    for (const [at, name] of ["Home Depot", "Zillow"].entries())
      await row("mails", {
        id: `m${at}`,
        fingerprint: `m${at}`,
        thread_id: `t${at}`,
        mailbox: "office@alderfinch.example",
        direction: "incoming",
        from_name: name,
        from_address: `news@${at}.example`,
        subject: "Offers",
        text: "Save 10%",
        at: `2026-11-21T10:0${at}:00.000Z`,
        sender: "machine",
      });
    const { items, total } = await look({ since: "2026-11-20" });
    expect(items).toMatchObject([
      { with: "Maria Lopez", unanswered: true },
      { wrote: "Hi Walt, the parcel is here." },
      { with: "Ana Reyes" },
      { from: "2 automatic messages: Zillow, Home Depot" },
      {
        with: expect.stringMatching(/^4 people, the same words to each: \+1 412 555 0203, /) as string,
        wrote: "Hi Dov, the water is off on Friday, 9 to 11.",
      },
    ]);
    expect(total).toBe(5);
  });

  it("marks what can't wait however many others are open", async () => {
    await text("+14125550142", "19T08:00", "The heating is out");
    for (let at = 0; at < 120; at++) await text(`+1412556${String(at).padStart(4, "0")}`, "20T15:00", "Ok?");
    const urgent = { source: "sms", urgent: { why: "no heat", at: "2026-11-19T08:00:00.000Z" } };
    await row("conversations", { id: "sms:+14125550142", trigger: JSON.stringify(urgent) });
    const { items } = await look({});
    expect(items[0]).toMatchObject({ with: "Maria Lopez", urgent: true });
  });

  it("marks imported words that can't wait, which no conversation has judged, and none that one has", async () => {
    await text("+14125550188", "20T09:00", "Where is the key?");
    for (const number of ["+14125550142", "+14125550177"])
      await text(number, "20T08:00", "The heater is broken again, it's freezing in the bedroom");
    await row("conversations", { id: "sms:+14125550177", trigger: JSON.stringify({ source: "sms" }) });
    const { items } = await look({});
    expect(items.map((one) => (one as { number: string; urgent?: boolean }).urgent ?? false)).toEqual([
      true,
      false,
      false,
    ]);
    expect(items[0]).toMatchObject({ with: "Maria Lopez" });
  });

  it("says who has waited since before the day that is named", async () => {
    await text("+14125550142", "18T08:00", "The heater is broken, it's freezing in the bedroom");
    await text("+14125550177", "18T09:00", "Hello");
    await text("+14125550177", "18T09:30", "Hi Ana", { direction: "outgoing" });
    await text("+14125550188", "21T08:00", "Hello?");
    const draft = { ...DRAFT, createdAt: "2026-11-18T08:05:00.000Z" };
    const { items, beside } = await look({ since: "2026-11-20" }, [draft]);
    expect(items).toHaveLength(1);
    expect(beside).toMatchObject({
      leftOut: expect.stringMatching(
        /^Unanswered since before Fri 2026-11-20 00:00: 1 \(urgent: Maria Lopez\)/,
      ) as string,
    });
    expect((await look({ since: "2026-11-10" })).beside).not.toHaveProperty("leftOut");
  });

  it("is a row a thread: who, both sides' last, who answered, what is open, which draft waits", async () => {
    await text("+14125550142", "20T14:00", "Is the plumber\ncoming?");
    await text("+14125550142", "20T13:00", "Hello", { direction: "outgoing", reason: "by_hand" });
    await text("+14125550177", "20T15:00", "The heating is out");
    await text("+14125550177", "20T16:00", "On our way", { id: "ACsent", direction: "outgoing" });
    await text("+13125550188", "20T10:00", "Thanks!");
    await row("approvals", {
      id: "approval_0",
      decided_by_name: "Dana Whitfield",
      rule: "external.default",
      edited: 1,
    });
    await row("effects", { id: "e", approval_id: "approval_0", kind: "sms.send", provider_id: "ACsent" });
    await row("runs", {
      id: "r",
      conversation_id: "sms:+13125550188",
      started_at: "2026-11-20T10:00:05.000Z",
      disposition: "no_action",
    });
    await row("mails", {
      id: "m1",
      thread_id: "t1",
      mailbox: "office@alderfinch.example",
      direction: "incoming",
      from_name: "Harold Finch",
      from_address: "harold@birch.example",
      subject: "Statement",
      text: "Could you send October?",
      at: "2026-11-20T18:00:00.000Z",
    });
    const { items, beside } = await look({ since: "2026-11-20" }, [
      { ...DRAFT, createdAt: "2026-11-20T14:05:00.000Z" },
      { ...DRAFT, id: "approval_2", threadKey: null },
    ]);
    expect(beside).toEqual({ since: "Fri 2026-11-20 00:00", unanswered: 3, waitingForApproval: 2 });
    expect(items).toEqual([
      {
        from: "Harold Finch",
        email: "harold@birch.example",
        subject: "Statement",
        unanswered: true,
        lastIn: "Fri 2026-11-20 13:00",
        said: "Could you send October?",
        emailId: "m1",
      },
      {
        with: "Maria Lopez",
        about: "Tenant, 12 Birch St, Unit 4B",
        number: "+14125550142",
        unanswered: true,
        lastIn: "Fri 2026-11-20 09:00",
        said: "Is the plumber coming?",
        lastOut: "Fri 2026-11-20 08:00",
        by: "a colleague, in the phone app",
        draft: { id: "approval_1", since: "Fri 2026-11-20 09:05", words: "The plumber comes at 3." },
      },
      {
        with: "Ana Reyes",
        about: "Resident, 9 Elm St",
        number: "+14125550177",
        sharedWith: ["Luis Reyes"],
        lastIn: "Fri 2026-11-20 10:00",
        said: "The heating is out",
        lastOut: "Fri 2026-11-20 11:00",
        by: "Steward, changed and approved by Dana Whitfield",
      },
      {
        with: "+1 312 555 0188",
        number: "+13125550188",
        known: false,
        unanswered: true,
        needsNoReply: "Steward read it and found nothing to do",
        lastIn: "Fri 2026-11-20 05:00",
        said: "Thanks!",
      },
    ]);
    const open = await look({ unanswered: true, channel: "text", limit: 1 });
    expect(open).toMatchObject({ total: 2, more: false, items: [{ with: "Maria Lopez" }] });
  });

  it("counts a missed call as unanswered, and neither one that was taken nor a reaction", async () => {
    const call = (id: string, number: string, seconds: number) =>
      row("calls", {
        id,
        contact_number: number,
        direction: "incoming",
        at: "2026-11-20T10:00:00.000Z",
        duration_seconds: seconds,
        summary: null,
      });
    await call("C1", "+14125550142", 0);
    await call("C2", "+13125550188", 65);
    await text("+14125550177", "20T15:00", "👍", { reason: "reaction" });
    const { items, beside } = await look({});
    expect(beside).toMatchObject({ unanswered: 1 });
    expect(items).toHaveLength(3);
    expect((await look({ unanswered: true })).items).toMatchObject([
      { with: "Maria Lopez", said: "(incoming call, not answered)" },
    ]);
  });

  it("reads by indexes alone, and only so much of a long history", async () => {
    await text("+14125550142", "20T14:00", "Hello?");
    await text("+14125550142", "20T15:00", "On our way", { direction: "outgoing" });
    await text("+14125550177", "20T15:00", "Hello?");
    await look({});
    const plans = await Promise.all(
      asked.map(async ({ sql, params }) => {
        const { results } = await d1
          .prepare(`EXPLAIN QUERY PLAN ${sql}`)
          .bind(...params)
          .all<{ detail: string }>();
        expect(sql, sql).toMatch(/ limit \?$|provider_id" in|"id" in/);
        return results.map(({ detail }) => detail).join("; ");
      }),
    );
    for (const index of [
      "texts_recent",
      "calls_recent",
      "mails_recent",
      "runs_conversation",
      "effects_provider",
    ])
      expect(
        plans.some((plan) => plan.includes(index)),
        index,
      ).toBe(true);
    expect(plans.filter((plan) => /\bSCAN\b/.test(plan))).toEqual([]);
  });
});

describe("list_team", () => {
  it("says who is on call now, in the order they are asked", async () => {
    for (const [id, name] of [
      ["u1", "Dana Whitfield"],
      ["u2", "Walt Jensen"],
      ["u3", "Priya Raman"],
    ] as const)
      await row("users", { id, name, email: `${id}@alderfinch.example`, role: "member" });
    const person = (userId: string, hours: unknown) => ({ userId, hours, channel: "push", phone: null });
    await row("on_call_settings", {
      version: 1,
      on_call: JSON.stringify({
        people: [
          person("u3", { from: "20:00", to: "06:00" }),
          person("u2", null),
          person("u1", { from: "06:00", to: "20:00" }),
        ],
      }),
    });
    const { beside, items } = await look({ on: true });
    expect(beside).toMatchObject({
      now: "Sat 2026-11-21 07:00",
      onCallNow: ["Walt Jensen", "Dana Whitfield"],
      nextAskedAfterMinutes: 10,
    });
    expect(beside).not.toHaveProperty("next");
    expect(items).toMatchObject([
      { name: "Dana Whitfield" },
      { onCall: "20:00–06:00" },
      { onCall: "always" },
    ]);
  });
});

it("list_team says what can be done where nobody is on call", async () => {
  await row("users", { id: "u1", name: "Dana Whitfield", email: "d@alderfinch.example", role: "admin" });
  const { beside } = await look({ on: true });
  expect(beside).toMatchObject({
    onCallNow: "nobody",
    next: expect.stringMatching(/notify_team .*“team”.*Settings → On call/s) as string,
  });
});

describe("find_tools", () => {
  const findable = offeredTools("steward").deferred.flatMap((name) => findTool(name)?.tool ?? []);
  const found = (query: string) =>
    rankTools(findable, query)
      .slice(0, 5)
      .map(({ name }) => name);

  it.each([
    "what came in since yesterday, what is unanswered",
    "list incoming messages, unanswered",
    "inbox overview; open questions",
  ])("brings what the day is asked by: %s", (query) => {
    expect(found(query)).toContain("list_inbox");
  });

  it.each([
    ["contact_history, read a Google Sheet such as the rent roll", ["contact_history", "read_sheet"]],
    ["query Jira issues; list calendar events", ["search_jira"]],
    ["list and read phone calls with a contact; search Drive", ["list_calls", "search_drive"]],
  ])("brings something for each wish: %s", (query, names) => {
    expect(found(query)).toEqual(expect.arrayContaining(names));
  });

  it("brings nothing that acts to who wants to look something up", () => {
    const effects = (query: string) => new Set(found(query).map((name) => findTool(name)?.tool.effect));
    expect(effects("list customers' accounts with their last contact")).toEqual(new Set(["read"]));
    expect(found("read and comment on a task")).toContain("comment_on_task");
  });

  it("brings exactly the tools that are named", () => {
    expect(found("list_inbox, withdraw_draft").toSorted()).toEqual(["list_inbox", "withdraw_draft"]);
    expect(found("who is on call tonight")[0]).toBe("list_team");
  });
});
