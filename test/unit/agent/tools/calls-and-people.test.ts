/** Calls, threads and whole people as the agent looks at them: over the real tables. */
import { beforeEach, describe, expect, it } from "vitest";
import { asRead } from "../../../support/as-read.ts";
import { saveContacts } from "../../../../src/messaging/contacts/index.ts";
import { dbFor, type TenantDb } from "../../../../src/platform/db/index.ts";
import { offeredTools } from "../../../../src/agent/tools/agent-tools.ts";
import { findTool } from "../../../../src/agent/tools/catalogue.ts";
import { getContact } from "../../../../src/messaging/tools/contacts/get-contact.ts";
import type { AnyTool, ReadTool, ToolResult } from "../../../../src/agent/tools/define-tool.ts";
import { findTools } from "../../../../src/agent/tools/discovery/find-tools.ts";
import { rankTools } from "../../../../src/agent/tools/discovery/rank-tools.ts";
import { getMessage } from "../../../../src/messaging/tools/messages/get-message.ts";
import { listConversations } from "../../../../src/messaging/tools/messages/list-conversations.ts";
import { listMessages } from "../../../../src/messaging/tools/messages/list-messages.ts";
import { listPhoneNumbers } from "../../../../src/messaging/tools/messages/list-phone-numbers.ts";
import { searchConversations } from "../../../../src/messaging/tools/records/search-conversations.ts";
import { getCall } from "../../../../src/messaging/tools/records/get-call.ts";
import { listCalls } from "../../../../src/messaging/tools/records/list-calls.ts";
import { nodeD1 } from "../../../support/node-d1.ts";
import { insertInto } from "../../../support/insert-into.ts";
import { IntegrationError } from "../../../../src/kernel/errors.ts";
import type { TextMessage } from "../../../../src/integrations/connections/index.ts";
import { contact, MARIA, NO_TEXTS, NOW, seenIn, textingOf } from "./world.ts";

const NUMBER = "+14125550142";
const ANA = contact("Ana Reyes", { id: "c_ana", role: "Owner, 9 Elm St", emails: ["ana@reyes.example"] });
const ANNA = contact("Anna Reyes", { id: "c_anna" });

let d1: D1Database;
let db: TenantDb;
const row = (table: string, given: Record<string, unknown>) => insertInto(d1, table, "tenant_alder", given);

beforeEach(async () => {
  d1 = nodeD1();
  db = dbFor(d1, "tenant_alder");
  await saveContacts(db, "conn_alder_quo", [MARIA, ANA, ANNA], NOW);
});

const call = (id: string, at: string, more: Record<string, unknown> = {}) =>
  row("calls", {
    id,
    at: `2026-11-${at}:00.000Z`,
    direction: "incoming",
    contact_number: NUMBER,
    status: "completed",
    duration_seconds: 150,
    summary: '["The boiler leaks."]',
    next_steps: null,
    transcript: null,
    state: "handed",
    ...more,
  });

const thread = (number: string, line: string, more: Record<string, unknown>) =>
  row("text_threads", {
    number,
    line,
    status: "open",
    active_at: more["last_at"],
    last_direction: "incoming",
    last_words: "Any news?",
    waits_since: more["last_at"],
    ...more,
  });

function look(tool: AnyTool, input: object, more: object = {}): Promise<ToolResult> {
  const services = {
    db,
    records: NO_TEXTS,
    texting: textingOf([]),
    ...more,
    clock: { now: () => NOW },
    timeZone: "America/New_York",
  };
  return asRead((tool as ReadTool).run(tool.input.parse(input), services, seenIn()));
}

async function rows(tool: AnyTool, input: object) {
  const result = await look(tool, input);
  if (result.kind !== "list") throw new Error(JSON.stringify(result));
  return { ...result, items: result.items as readonly Record<string, unknown>[] };
}

async function data(tool: AnyTool, input: object, more: object = {}) {
  const result = await look(tool, input, more);
  if (result.kind !== "ok") throw new Error(JSON.stringify(result));
  return result.data as Record<string, unknown>;
}

// Seeds 000:339 and 001:273.
describe("search_conversations", () => {
  const talks = async () => ({
    matched: "all",
    nextCursor: null,
    items: [
      ["run_1", "chat"],
      ["run_2", "sms:+14125550142"],
    ].map(([id, thread]) => ({
      id,
      thread,
      title: thread,
      snippet: "The boiler",
      at: "2026-11-20T15:00:00.000Z",
      url: `/conversations/${thread}`,
    })),
  });

  beforeEach(async () => {
    await row("users", { id: "user_dana", name: "Dana Whitfield", email: "dana@alder.example" });
    const talk = { status: "idle", unread: 0, preview: "", cost_micro_usd: 0, created_at: "", version: 1 };
    const maria = JSON.stringify({ name: "Maria Lopez", address: NUMBER });
    for (const [id, source, contact, by] of [
      ["chat", "web_chat", null, "user_dana"],
      ["sms:+14125550142", "sms", maria, "system:steward"],
    ] as const) {
      await row("conversations", { ...talk, id, source, contact, title: id, last_message_at: "" });
      await row("runs", {
        id: source === "sms" ? "run_2" : "run_1",
        conversation_id: id,
        started_by: by,
        agent: "steward",
        model: "",
        trigger: "",
        status: "done",
        attempts: 1,
        model_calls: 1,
        tool_calls: 0,
        input_tokens: 0,
        output_tokens: 0,
        cache_read_tokens: 0,
        cache_write_tokens: 0,
        cost_micro_usd: 0,
        started_at: "",
        day: "",
      });
    }
  });

  it("says with whom and over which channel, and narrows by both", async () => {
    const found = async (input: object) => {
      const result = await look(searchConversations, { query: "boiler", ...input }, { talks });
      if (result.kind !== "list") throw new Error(JSON.stringify(result));
      return (result.items as readonly Record<string, unknown>[]).map((one) => [one["with"], one["channel"]]);
    };
    const dana = [["Dana Whitfield"], "web"];
    const maria = [["Maria Lopez"], "text"];
    expect(await found({})).toEqual([dana, maria]);
    expect(await found({ who: "maria" })).toEqual([maria]);
    expect(await found({ channel: "web" })).toEqual([dana]);
    expect(await found({ who: "Dana", channel: "text" })).toEqual([]);
  });

  it("reads on where the first matches are of others", async () => {
    const pages = [await talks(), await talks()].map(({ items, ...page }, index) => ({
      ...page,
      items: items.filter(({ id }) => id === (index === 0 ? "run_1" : "run_2")),
      nextCursor: index === 0 ? "next" : null,
    }));
    const paged = async ({ cursor }: { cursor?: string }) => pages[cursor === "next" ? 1 : 0];
    const result = await look(searchConversations, { query: "boiler", who: "maria" }, { talks: paged });
    expect(result).toMatchObject({ kind: "list", items: [{ with: ["Maria Lopez"], channel: "text" }] });
  });
});

describe("list_calls", () => {
  it("lists who called when and what the summary says, and is text from outside", async () => {
    await call("AC1", "20T15:00");
    await call("AC2", "20T16:00", {
      contact_number: "+14125559999",
      duration_seconds: 0,
      summary: null,
      status: "no-answer",
    });
    const { items, outside } = await rows(listCalls, {});
    expect(outside).toBe(true);
    expect(items).toMatchObject([
      { id: "AC2", with: "+1 412 555 9999", missed: true, status: "no-answer" },
      {
        id: "AC1",
        with: "Maria Lopez",
        number: NUMBER,
        minutes: 3,
        at: "Fri 2026-11-20 10:00",
        summary: "The boiler leaks.",
      },
    ]);
    expect(items[1]).not.toHaveProperty("missed");
  });

  it("is narrowed to a person however named, to days of the team's zone, and to missed ones", async () => {
    await call("AC1", "19T15:00");
    await call("AC2", "20T03:00", { duration_seconds: 0, summary: null });
    await call("AC3", "20T15:00", { contact_number: "+14125559999", direction: "outgoing" });
    const ids = async (input: object) => (await rows(listCalls, input)).items.map(({ id }) => id);
    for (const who of ["Maria Lopez", "(412) 555-0142", "c_maria"])
      expect(await ids({ contact: who }), who).toEqual(["AC2", "AC1"]);
    // 03:00 UTC is still the evening before in New York.
    expect(await ids({ from: "2026-11-19", to: "2026-11-19" })).toEqual(["AC2", "AC1"]);
    expect(await ids({ from: "2026-11-20" })).toEqual(["AC3"]);
    expect(await ids({ missed: true })).toEqual(["AC2"]);
    expect(await ids({ direction: "outgoing" })).toEqual(["AC3"]);
    expect(await look(listCalls, { contact: "Zoe" })).toMatchObject({ kind: "retry" });
    expect((await rows(listCalls, { contact: "Ana Reyes" })).beside).toMatchObject({
      found: "No such call is on record.",
    });
  });

  it("goes on where a page ended until all were listed once", async () => {
    for (let hour = 10; hour < 17; hour++) await call(`AC${hour}`, `20T${hour}:00`);
    const seen: unknown[] = [];
    let olderThan: unknown;
    for (let page = 0; page < 9; page++) {
      const { items, beside } = await rows(listCalls, { limit: 3, ...(olderThan ? { olderThan } : {}) });
      seen.push(...items.map(({ id }) => id));
      olderThan = beside?.["olderThan"];
      if (olderThan === null) break;
    }
    expect(seen).toEqual(["AC16", "AC15", "AC14", "AC13", "AC12", "AC11", "AC10"]);
  });
});

describe("get_call", () => {
  it("reads who said what in order, a long transcript in parts without losing a line", async () => {
    const said = Array.from({ length: 60 }, (_, index) => ({
      who: index % 2 === 0 ? "contact" : "team",
      name: index % 2 === 0 ? null : "Dana",
      text: `${index} ${"word ".repeat(60)}`,
    }));
    await call("AC1", "20T15:00", { transcript: JSON.stringify(said), next_steps: '["Send a plumber"]' });
    const lines: string[] = [];
    let fromLine = 1;
    for (let part = 0; part < 9; part++) {
      const answer = await data(getCall, { id: "AC1", fromLine });
      expect(JSON.stringify(answer).length).toBeLessThan(10_000);
      expect(answer).toMatchObject({ with: "Maria Lopez", nextSteps: ["Send a plumber"] });
      lines.push(...(answer["transcript"] as string[]));
      if (answer["nextLine"] === undefined) break;
      fromLine = answer["nextLine"] as number;
    }
    expect(lines).toHaveLength(60);
    expect(lines[0]).toMatch(/^Contact: 0 word/);
    expect(lines[59]).toMatch(/^Dana: 59 word/);
  });

  it("says whether a transcript may still come, and how to find an id", async () => {
    await call("AC1", "20T15:00", { state: "open" });
    expect(await data(getCall, { id: "AC1" })).toMatchObject({
      noTranscript: expect.stringMatching(/may come/) as unknown,
    });
    expect(await look(getCall, { id: "AC9" })).toMatchObject({
      kind: "retry",
      message: expect.stringContaining("list_calls") as unknown,
    });
  });
});

describe("get_message", () => {
  const text = (id: string, at: string, more: Record<string, unknown> = {}) =>
    row("texts", {
      id,
      fingerprint: id,
      direction: "incoming",
      contact_number: NUMBER,
      line_number: "+14125550100",
      text: `Words of ${id}`,
      at: `2026-11-${at}.000Z`,
      state: "recorded",
      others: null,
      media: null,
      ...more,
    });
  const atProvider = (id: string, status: string): TextMessage => ({
    id,
    direction: "outgoing",
    from: "+14125550100",
    to: NUMBER,
    text: `Words of ${id}`,
    at: "2026-11-20T10:02:00.000Z",
    status,
  });

  it("shows a text with its line, sender, state now, files and what was said around it", async () => {
    await text("T1", "20T10:00:00");
    await call("AC1", "20T10:01");
    await text("T2", "20T10:02:00", {
      direction: "outgoing",
      delivery: "sent",
      others: '["+14125559999"]',
      attachments: 2,
      media:
        '[{"url":"https://media.example/1","type":"image/jpeg"},{"url":"https://media.example/2","type":""}]',
    });
    await text("T3", "20T10:03:00");
    const services = {
      texting: textingOf([], [atProvider("T2", "undelivered")]),
      records: { ...NO_TEXTS, senders: async () => new Map([["T2", "Steward, approved by Dana"]]) },
    };
    const shown = await data(getMessage, { id: "T2" }, services);
    expect(shown).toMatchObject({
      id: "T2",
      at: "Fri 2026-11-20 05:02",
      from: "team",
      by: "Steward, approved by Dana",
      with: "Maria Lopez",
      line: "Shared line",
      text: "Words of T2",
      state: "undelivered",
      files: { count: 2, types: ["image/jpeg"] },
      alsoTo: ["+1 412 555 9999"],
      before: [{ text: "Words of T1" }, { from: "call", text: "The boiler leaks." }],
      after: [{ from: "contact", text: "Words of T3" }],
      link: "/texts/%2B14125550142?at=T2",
    });
    for (const input of [
      { id: "/texts/%2B14125550142?at=T2" },
      { number: "(412) 555-0142", at: "Fri 2026-11-20 05:02" },
    ])
      expect(await data(getMessage, input, services)).toMatchObject({ id: "T2" });
  });

  it("goes by our record where the phone system can't be asked, and says so", async () => {
    await text("T2", "20T10:02:00", { direction: "outgoing", delivery: "delivered", reason: "by_hand" });
    const down = {
      ...textingOf([]),
      message: async () => Promise.reject(new IntegrationError("quo", "quo is down", { outcome: "unknown" })),
    };
    expect(await data(getMessage, { id: "T2" }, { texting: down })).toMatchObject({
      state: "delivered",
      stateIs: expect.stringContaining("can't be asked") as unknown,
      by: "a colleague, in the phone app",
    });
    expect(await look(getMessage, { id: "T9" }, { texting: down })).toMatchObject({
      kind: "retry",
      message: expect.stringContaining("later") as unknown,
    });
  });

  it("finds one that only the phone system has, by its minute too", async () => {
    const texting = textingOf([], [atProvider("T7", "delivered")]);
    const found = { id: "T7", with: "Maria Lopez", line: "Shared line", state: "delivered" };
    expect(await data(getMessage, { id: "T7" }, { texting })).toMatchObject(found);
    const at = "2026-11-20 05:02";
    expect(await data(getMessage, { number: NUMBER, at }, { texting })).toMatchObject(found);
  });

  it("says how to go on where it is none, or several", async () => {
    await text("T1", "20T10:00:10");
    await text("T2", "20T10:00:40");
    const said = async (input: object) => {
      const result = await look(getMessage, input);
      return result.kind === "retry" ? result.message : JSON.stringify(result);
    };
    expect(await said({ number: NUMBER, at: "2026-11-20 05:00" })).toMatch(
      /T1: Words of T1; T2: Words of T2/,
    );
    expect(await said({ number: NUMBER, at: "2026-11-20 09:00" })).toMatch(/list_messages/);
    expect(await said({ id: "T9" })).toMatch(/number and at/);
    expect(await said({ number: NUMBER })).toMatch(/together/);
  });
});

describe("get_contact", () => {
  it("shows fields, opted-out numbers, waiting drafts and what was said last in every channel", async () => {
    await row("texts", {
      id: "T1",
      fingerprint: "f1",
      direction: "incoming",
      contact_number: NUMBER,
      text: "STOP",
      at: "2026-11-20T10:00:00.000Z",
      state: "handed",
      others: null,
      media: null,
    });
    await call("AC1", "20T15:00");
    await row("opt_outs", { number: NUMBER, opted_out: 1, at: "2026-11-20T10:00:00.000Z" });
    await row("approvals", {
      id: "approval_1",
      status: "pending",
      title: "Text message to Maria Lopez",
      thread_key: `sms:${NUMBER}`,
      proposed_effects: '[{"document":{"text":"The plumber comes at 3."}}]',
      created_at: "2026-11-20T16:00:00.000Z",
    });
    expect(await data(getContact, { contact: "maria" })).toMatchObject({
      id: "c_maria",
      name: "Maria Lopez",
      role: "Tenant",
      place: "12 Birch St, Unit 4B",
      numbers: [{ number: NUMBER, optedOut: expect.stringContaining("STOP") as unknown }],
      waitingDrafts: [{ id: "approval_1", words: "The plumber comes at 3." }],
      last: [
        { kind: "call", id: "AC1", from: "contact", words: "The boiler leaks." },
        { kind: "text", words: "STOP" },
      ],
      olderThan: null,
    });
  });

  it("knows people by their address, a stranger by their number, and does not choose between two", async () => {
    expect(await data(getContact, { contact: "Ana@Reyes.example" })).toMatchObject({ id: "c_ana" });
    expect(await data(getContact, { contact: "Ana Reyes" })).toMatchObject({ id: "c_ana" });
    expect(await data(getContact, { contact: "+1 312 555 0188" })).toMatchObject({
      known: false,
      numbers: [{ number: "+13125550188" }],
      last: [],
    });
    expect(await look(getContact, { contact: "Reyes" })).toMatchObject({
      kind: "retry",
      message: expect.stringMatching(/c_ana.*c_anna/) as unknown,
    });
  });
});

describe("list_conversations", () => {
  beforeEach(async () => {
    await row("users", {
      id: "u_marcus",
      name: "Marcus Hale",
      email: "marcus@alderfinch.example",
      removed_at: null,
    });
    await thread(NUMBER, "+14125550100", { last_at: "2026-11-18T11:00:00.000Z", assignee_id: "u_marcus" });
    await thread("+14125559999", "+14125550101", { last_at: "2026-11-21T11:30:00.000Z" });
    await thread("+14125558888", "+14125550100", {
      last_at: "2026-11-21T11:45:00.000Z",
      status: "answered",
      last_direction: "outgoing",
      waits_since: null,
    });
  });

  it("says who waits on which line, for how long and whose it is, however old", async () => {
    const { items } = await rows(listConversations, { state: "unanswered" });
    expect(items).toMatchObject([
      {
        with: "+1 412 555 9999",
        known: false,
        line: "Team line",
        status: "unanswered",
        waitsFor: "30 minutes",
      },
      {
        with: "Maria Lopez",
        line: "Shared line",
        waitsFor: "3 days",
        assignedTo: "Marcus Hale",
        lastBy: "contact",
      },
    ]);
  });

  it("lists one line by its label or number, all of them in pages, and names the lines there are", async () => {
    const who = async (input: object) =>
      (await rows(listConversations, input)).items.map((one) => one["number"]);
    for (const line of ["shared line", "412 555 0100"])
      expect(await who({ line })).toEqual(["+14125558888", NUMBER]);
    const first = await rows(listConversations, { limit: 2 });
    const rest = await rows(listConversations, { limit: 2, after: first.beside?.["next"] });
    expect([...first.items, ...rest.items].map((one) => one["number"])).toEqual([
      "+14125558888",
      "+14125559999",
      NUMBER,
    ]);
    expect(rest.beside).toEqual({ next: null });
    expect(await look(listConversations, { line: "Sales" })).toMatchObject({
      kind: "retry",
      message: expect.stringContaining("Shared line (+14125550100)") as unknown,
    });
    expect(await look(listConversations, { after: "nonsense" })).toMatchObject({ kind: "retry" });
  });

  it("lists our lines and whom they text", async () => {
    expect((await rows(listPhoneNumbers, {})).items).toMatchObject([
      { label: "Shared line", number: "+14125550100", texts: "people outside the team" },
      { label: "Team line", texts: "the team's own people" },
    ]);
  });
});

describe("list_messages", () => {
  it("reads days from the records, not from the provider", async () => {
    const asked: unknown[] = [];
    const services = {
      texting: textingOf([], []),
      records: {
        ...NO_TEXTS,
        history: async (...given: unknown[]) => {
          asked.push(given);
          const item = {
            id: "a",
            at: "2026-11-18T15:00:00.000Z",
            kind: "text",
            from: "contact",
            text: "Hello",
            number: NUMBER,
          };
          return { items: [item], more: false };
        },
      },
      timeZone: "America/New_York",
    };
    const input = { number: "412 555 0142", from: "2026-11-18", to: "2026-11-18" };
    const result = await asRead(
      (listMessages as ReadTool).run(listMessages.input.parse(input), services, seenIn()),
    );
    expect(asked).toEqual([[[NUMBER], { from: "2026-11-18", to: "2026-11-18" }, 20]]);
    expect(result).toMatchObject({
      kind: "list",
      items: [{ at: "Wed 2026-11-18 10:00", from: "contact", text: "Hello" }],
    });
  });
});

describe("find_tools", () => {
  const findable = (isConnected: (tool: AnyTool) => boolean) =>
    offeredTools("steward")
      .deferred.flatMap((name) => findTool(name)?.tool ?? [])
      .filter(isConnected);
  const find = (query: string, tools: readonly AnyTool[]) =>
    (findTools as unknown as ReadTool).run(
      { query },
      { offered: async () => [] },
      { ...seenIn(), findable: tools },
    );

  it("says what isn't connected instead of offering another service", async () => {
    const withoutJira = findable(({ name }) => !/jira|github/.test(name));
    const message = expect.stringMatching(/Jira.*isn't connected.*Settings/) as unknown;
    expect(await find("move a Jira ticket to Done", withoutJira)).toMatchObject({ kind: "retry", message });
    expect(await find("close a GitHub issue", withoutJira)).toMatchObject({ kind: "retry" });
    // What is connected too is found.
    const both = await find("post the Jira ticket in Slack", withoutJira);
    expect(both).toMatchObject({
      kind: "tools",
      names: expect.arrayContaining(["send_slack_message"]) as unknown,
    });
    const all = await find(
      "move a Jira ticket to Done",
      findable(() => true),
    );
    expect(all).toMatchObject({
      kind: "tools",
      names: expect.arrayContaining(["update_jira_issue"]) as unknown,
    });
  });

  it("leaves out what hardly fits: each tool is read in every step that follows", async () => {
    const all = findable(() => true);
    const found = await find("forward an email with attachment", all);
    expect(found).toMatchObject({ kind: "tools" });
    const names = found.kind === "tools" ? found.names : [];
    expect(names[0]).toBe("forward_email");
    expect(names).not.toContain("get_contact");
  });
});

describe("what somebody wants", () => {
  it.each([
    ["which calls did we miss yesterday", "list_calls"],
    ["read the transcript of a call", "get_call"],
    ["everything about a contact", "get_contact"],
    ["who is waiting for an answer to their text, by line", "list_conversations"],
    ["which phone lines do we have", "list_phone_numbers"],
    ["was the text delivered", "get_message"],
    ["picture in a text", "get_message"],
    ["assign task to someone", "update_task"],
    ["to-do list", "get_tasks"],
    ["what did we discuss last week", "search_conversations"],
    ["what did people write in #maintenance", "read_slack_messages"],
    ["add a row to the rent roll spreadsheet", "append_to_sheet"],
    ["file a bug", "create_github_issue"],
    ["what was merged", "search_github_issues"],
    ["who changed the file", "list_github_commits"],
    ["assign the issue", "update_jira_issue"],
  ])("are found by what is wanted: %s", (wish, tool) => {
    const found = offeredTools("steward").deferred.flatMap((name) => findTool(name)?.tool ?? []);
    const names = rankTools(found, wish)
      .slice(0, 5)
      .map(({ name }) => name);
    expect(names).toContain(tool);
  });
});
