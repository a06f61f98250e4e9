/** The webhook against real tables and objects: who is believed, what is kept once, what happens after the answer and what if nothing does. */
import { testContext } from "../../../support/context.ts";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { systemJobs } from "../../../../src/agent/schedules/jobs.ts";
import { openWebhookSecrets, sealWebhookSecrets } from "../../../../src/integrations/connections/index.ts";
import { DEFAULT_POLICY } from "../../../../src/team/api/policy.ts";
import { ALDER, HARBOR } from "../../../../sandbox/world/company.ts";
import { dispatchAll, workOf } from "../../../support/clock.ts";
import { errorCode, request } from "../../../support/http-worker.ts";
import { insertRow, waitingApproval } from "../../../support/rows.ts";
import { control, freshWorld, testEnv } from "../../../support/worker.ts";
import {
  calls,
  messagesOf,
  requestsOf,
  says,
  script,
  TENANT,
  textOf,
  until,
} from "../../agent/conversations/harness.ts";

const [SECRET] = ALDER.quo.webhookSecrets;
const [SHARED, TEAM] = ALDER.quo.lines;
const MARIA = "+14125550142";
const PATH = `/webhooks/quo/${ALDER.quo.connectionId}`;
const NIGHTLY = (testEnv as unknown as { STEWARD_NIGHTLY?: string }).STEWARD_NIGHTLY === "1";
const EVENTS = NIGHTLY ? 1000 : 50;

interface Message {
  readonly id: string;
  readonly event: string;
  readonly from?: string;
  readonly to?: string;
  readonly text?: string;
  readonly at?: string;
  readonly type?: string;
  readonly line?: string;
  readonly media?: readonly { readonly url: string; readonly type: string }[];
}

/** An event of a message as the API-made webhooks send it. */
function eventOf({
  id,
  event,
  from = MARIA,
  to,
  text = "Hello",
  at,
  type = "message.received",
  line,
  media,
}: Message): string {
  const incoming = type === "message.received";
  const object = {
    id,
    object: "message",
    from: incoming ? from : SHARED!.number,
    to: [incoming ? (to ?? SHARED!.number) : from],
    direction: incoming ? "incoming" : "outgoing",
    text,
    status: incoming ? "received" : "delivered",
    createdAt: at ?? "2026-11-21T15:00:00.000Z",
    userId: "USdana0001",
    phoneNumberId: line ?? SHARED!.phoneNumberId,
    ...(media === undefined ? {} : { media }),
  };
  return JSON.stringify({
    id: event,
    object: "event",
    apiVersion: "v4",
    createdAt: at ?? "2026-11-21T15:00:00.000Z",
    type,
    data: { object },
  });
}

async function mac(secret: string, signed: string): Promise<string> {
  const bytes = Uint8Array.from(atob(secret), (char) => char.charCodeAt(0));
  const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const signature = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(signed));
  return btoa(String.fromCharCode(...new Uint8Array(signature)));
}

async function signed(
  body: string,
  secret: string = SECRET,
  at = Date.now(),
): Promise<Record<string, string>> {
  return { "openphone-signature": `hmac;1;${at};${await mac(secret, `${at}.${body}`)}` };
}

interface Sent {
  readonly path?: string;
  readonly headers?: Record<string, string>;
}

async function post(body: string, { path = PATH, headers }: Sent = {}): Promise<Response> {
  const type = { "content-type": "application/json" };
  return request(path, { method: "POST", headers: { ...type, ...(headers ?? (await signed(body))) }, body });
}

async function deliver(body: string, sent: Sent = {}): Promise<Response> {
  const answer = await post(body, sent);
  await dispatchAll();
  return answer;
}

async function rows<Row>(sql: string, ...values: unknown[]): Promise<Row[]> {
  const { results } = await testEnv.DB.prepare(sql)
    .bind(...values)
    .all<Row>();
  return results;
}

const count = async (table: string): Promise<number> =>
  (await rows<{ n: number }>(`select count(*) as n from ${table}`))[0]?.n ?? 0;

/** Texts gather for as long as the test lasts: no run starts unless it is waited for. */
async function gatherLong(answerColleagues = false): Promise<void> {
  await testEnv.DB.prepare("delete from settings where tenant_id = ?").bind(TENANT).run();
  const sms = { startRunsOnLines: null, answerColleagues, debounceSeconds: 120, debounceMaxSeconds: 600 };
  await insertRow("settings", TENANT, {
    version: 1,
    policy: JSON.stringify({ ...DEFAULT_POLICY, sms }),
    updated_by: "test",
    updated_at: "2026-11-21T15:00:00.000Z",
  });
}

const smsOf = (number: string) => ({
  tenantId: TENANT,
  conversationId: `sms:${number}`,
  source: "sms" as const,
});

beforeEach(async () => {
  await freshWorld();
  await control("reset", {});
  await gatherLong();
});

describe("HOOK-SIG: a webhook", () => {
  it("that is not proven is refused before anything is kept", async () => {
    const body = eventOf({ id: "AC1", event: "EV1" });
    const stale = Date.now() - 301_000;
    const attempts: [Record<string, string>, string?][] = [
      [{}],
      [{ "openphone-signature": "hmac;1;0;x" }],
      [await signed(body, HARBOR.quo.webhookSecrets[0])],
      [await signed(`${body} `)],
      [await signed(body, SECRET, stale)],
      [await signed(body), "/webhooks/quo/conn_nobody"],
      [await signed(body), `/webhooks/quo/${HARBOR.quo.connectionId}`],
    ];
    for (const [headers, path] of attempts) {
      const answer = await deliver(body, { headers, ...(path === undefined ? {} : { path }) });
      expect(answer.status).toBe(401);
      expect(await errorCode(answer)).toBe("invalid_signature");
    }
    expect(await count("inbound_events")).toBe(0);
    expect(await count("texts")).toBe(0);
  });

  it("of a connection that is disabled, of another vendor or without secrets is refused", async () => {
    const body = eventOf({ id: "AC1", event: "EV1" });
    const [kept] = await rows<{ sealed: string }>(
      "select webhook_secrets as sealed from connections where id = ?",
      ALDER.quo.connectionId,
    );
    const beganMs = Date.now();
    const changes: readonly [string, number][] = [
      ["disabled_at = '2026-11-21'", 401],
      ["disabled_at = null, vendor = 'other'", 401],
      ["vendor = 'quo', webhook_secrets = null", 401],
      [`webhook_secrets = '${kept?.sealed ?? ""}'`, 200],
    ];
    for (const [index, [change, status]] of changes.entries()) {
      // What was known of the connection is known for two seconds.
      vi.setSystemTime(beganMs + (index + 1) * 3_000);
      await testEnv.DB.prepare(`update connections set ${change} where id = ?`)
        .bind(ALDER.quo.connectionId)
        .run();
      expect((await deliver(body, { headers: await signed(body) })).status).toBe(status);
    }
  });

  it("is believed under either secret while one is being replaced", async () => {
    const owner = { tenantId: TENANT, connectionId: ALDER.quo.connectionId };
    const fresh = btoa("a fresh secret of thirty-two bytes");
    // Other tests were refused under this connection a moment ago.
    vi.setSystemTime(Date.now() + 60_000);
    const sealed = await sealWebhookSecrets(testEnv.MASTER_KEYS, owner, [fresh, SECRET]);
    expect(await openWebhookSecrets(testEnv.MASTER_KEYS, owner, sealed)).toEqual([fresh, SECRET]);
    await testEnv.DB.prepare("update connections set webhook_secrets = ? where id = ?")
      .bind(sealed, owner.connectionId)
      .run();
    for (const [index, secret] of [fresh, SECRET].entries()) {
      const body = eventOf({ id: `AC${index}`, event: `EV${index}` });
      expect((await deliver(body, { headers: await signed(body, secret) })).status).toBe(200);
    }
  });

  it("belongs to its connection's tenant, whatever the body says", async () => {
    const body = eventOf({ id: "AC1", event: "EV1" }).replace(
      "{",
      '{"tenantId":"tenant_harbor","connectionId":"conn_harbor_quo",',
    );
    expect((await deliver(body)).status).toBe(200);
    expect(await rows("select distinct tenant_id from texts")).toEqual([{ tenant_id: TENANT }]);
  });

  it("takes the dated scheme over the same bytes", async () => {
    const body = eventOf({ id: "AC1", event: "EV1" });
    const seconds = Math.floor(Date.now() / 1000);
    const headers = {
      "webhook-id": "msg_1",
      "webhook-timestamp": String(seconds),
      "webhook-signature": `v1,${await mac(SECRET, `msg_1.${seconds}.${body}`)}`,
    };
    expect((await deliver(body, { headers })).status).toBe(200);
  });

  it("is bounded, and what is no event is refused", async () => {
    const large = JSON.stringify({
      id: "EV1",
      type: "message.received",
      data: {},
      fill: "x".repeat(300_000),
    });
    expect((await deliver(large)).status).toBe(413);
    expect((await deliver("not json")).status).toBe(400);
    expect((await deliver("[]")).status).toBe(400);
    expect((await request(PATH)).status).toBe(405);
    expect(await count("inbound_events")).toBe(0);
  });
});

describe("an accepted event", () => {
  it("of a type no one knows is acknowledged and counted; of a call it is recorded", async () => {
    expect((await deliver(JSON.stringify({ id: "EV1", type: "fax.received", data: {} }))).status).toBe(200);
    expect(
      (await deliver(JSON.stringify({ id: "EV2", type: "call.completed", data: { object: {} } }))).status,
    ).toBe(200);
    expect(await rows("select event_id, type, state from inbound_events order by event_id")).toEqual([
      { event_id: "EV1", type: "fax.received", state: "unknown" },
      { event_id: "EV2", type: "call.completed", state: "recorded" },
    ]);
    expect(await count("texts")).toBe(0);
  });

  it("that holds one text under two ids is one text; a real second yes is two", async () => {
    const at = "2026-11-21T15:00:00.123Z";
    await deliver(eventOf({ id: "AC1", event: "EV1", text: "yes", at }));
    await deliver(eventOf({ id: "AC2", event: "EV2", text: "yes", at }));
    await deliver(eventOf({ id: "AC3", event: "EV3", text: "yes", at: "2026-11-21T15:00:00.124Z" }));
    expect(await rows("select id from texts order by id")).toEqual([{ id: "AC1" }, { id: "AC3" }]);
    expect(await count("inbound_events")).toBe(3);
    expect((await messagesOf(smsOf(MARIA))).map(textOf)).toEqual(["yes", "yes"]);
  });

  it("goes into the one conversation of its number, by the contact's name", async () => {
    await deliver(eventOf({ id: "AC1", event: "EV1", text: "No heat" }));
    expect(await rows("select id, title, source, unread, preview from conversations")).toEqual([
      { id: `sms:${MARIA}`, title: "Maria Lopez", source: "sms", unread: 0, preview: "No heat" },
    ]);
    const [message] = await messagesOf(smsOf(MARIA));
    expect(message).toMatchObject({ author: { kind: "contact", name: "Maria Lopez" }, queued: true });
  });

  it.each([
    ["a reaction", { text: "👍" }, "reaction"],
    ["a text on the team's line", { line: TEAM!.phoneNumberId, to: TEAM!.number }, "line"],
    ["a short code", { from: "22395" }, "sender"],
    ["one of our own numbers", { from: TEAM!.number }, "own_line"],
  ])("of %s is recorded and starts nothing", async (_name, change, reason) => {
    await deliver(eventOf({ id: "AC1", event: "EV1", ...change }));
    expect(await rows("select state, reason from texts")).toEqual([{ state: "recorded", reason }]);
    expect(await count("conversations")).toBe(0);
  });
});

async function textsLeft() {
  const { items } = (await control("outbox?service=quo")) as {
    items: { body: { content?: string; to?: string[] } }[];
  };
  return items.map(({ body }) => body);
}

describe("a text on the team's line that answers one of ours", () => {
  const TOM = "+14125550114";
  const AT = "2026-11-21T14:00:00.000Z";

  /** A text that has gone out to Tom on the team's line. */
  async function textedTom(id: string, at: string, reason: "own" | "by_hand"): Promise<void> {
    await insertRow("texts", TENANT, {
      id,
      connection_id: ALDER.quo.connectionId,
      direction: "outgoing",
      line_id: TEAM!.phoneNumberId,
      line_number: TEAM!.number,
      contact_number: TOM,
      text: "Can you be at 4B at 4?",
      attachments: 0,
      at,
      fingerprint: id,
      received_at: at,
      state: "recorded",
      reason,
      attempts: 0,
    });
  }

  /** Maria's conversation has asked Tom. */
  async function askedTom(): Promise<void> {
    await deliver(eventOf({ id: "AC1", event: "EV1", text: "No heat", at: AT }));
    const approval = { id: "approval_tom", status: "done", tool_call_id: "call_tom" };
    await insertRow(
      "approvals",
      TENANT,
      await waitingApproval({ ...approval, conversation_id: `sms:${MARIA}` }),
    );
    await insertRow("effects", TENANT, {
      id: "effect_tom",
      approval_id: "approval_tom",
      effect_index: 0,
      kind: "sms.send",
      title: "t",
      document: "{}",
      hash: "h",
      status: "done",
      attempts: 1,
      provider_id: "ACasked",
      updated_at: AT,
    });
    await textedTom("ACasked", "2026-11-21T14:30:00.000Z", "own");
  }

  const answer = (text = "Yes, there at 4", id = "ACtom", at = "2026-11-21T15:00:00.000Z") =>
    deliver(
      eventOf({
        id,
        event: `EV${id}`,
        from: TOM,
        to: TEAM!.number,
        line: TEAM!.phoneNumberId,
        text,
        at,
      }),
    );
  const tomsTalk = () =>
    messagesOf({ tenantId: TENANT, conversationId: "team:user_demo_tom", source: "team_text" });
  const stateOfAnswer = () => rows("select state, reason from texts where id = 'ACtom'");

  it.each([
    ["a member's own where they have proven the number", "", { kind: "user", id: "user_demo_tom" }],
    [
      "an outsider's where the contacts alone say it's a colleague's number",
      "update users set phone_verified_at = null",
      { kind: "contact" },
    ],
  ])(
    "goes into the conversation that asked, as a run and words of its own: %s",
    async (_, before, author) => {
      if (before !== "") await testEnv.DB.prepare(before).run();
      await askedTom();
      await answer();
      await answer();
      const came = (await messagesOf(smsOf(MARIA))).filter(({ role }) => role === "user");
      // Maria's text may gather longer than Tom's answer.
      const [asked, answered, ...more] = came.toSorted((one) => (textOf(one) === "No heat" ? -1 : 1));
      expect(more).toEqual([]);
      expect(textOf(answered!)).toBe("Yes, there at 4");
      expect(answered).toMatchObject({ author: { ...author, name: "Tom Okafor" } });
      expect(answered!.turnId).not.toBe(asked!.turnId);
      expect(await rows("select id, title from conversations")).toEqual([
        { id: `sms:${MARIA}`, title: "Maria Lopez" },
      ]);
      expect(await stateOfAnswer()).toEqual([{ state: "handed", reason: null }]);
    },
  );

  it("of a member is answered by text; the conversation that asked hears of it and starts nothing, while its question is open", async () => {
    await gatherLong(true);
    await askedTom();
    const marker = `who-${crypto.randomUUID()}`;
    const [first, second] = [`There in 5. ${marker}`, `Who has the key? ${marker}`];
    await script(marker, [says("[NO_ACTION_NEEDED]"), says("Orson has it."), says("Done.")]);
    await answer(first);
    await answer(first);
    await until(async () => (await tomsTalk()).length === 3);
    await answer(second, "ACtom2", "2026-11-21T15:02:00.000Z");
    const sent = await until(async () => {
      const all = await textsLeft();
      return all.length === 1 ? all : null;
    });
    expect(sent).toMatchObject([{ to: [TOM], content: "Orson has it." }]);
    await answer(`Text Otis. ${marker}`, "ACtom3", "2026-11-21T15:30:00.000Z");
    await until(async () => (await textsLeft()).length === 2);
    const own = (await tomsTalk()).filter(({ role }) => role === "user");
    expect(own.map((message) => [message.author.kind, textOf(message)])).toEqual([
      ["system", "Texted to Tom Okafor for “Maria Lopez”: “Can you be at 4B at 4?”"],
      ["user", first],
      ["user", second],
      ["user", `Text Otis. ${marker}`],
    ]);
    const heard = (await messagesOf(smsOf(MARIA))).filter(({ author }) => author.kind === "system");
    expect(heard.map((message) => [textOf(message), message.turnId])).toEqual(
      [first, second].map((words) => [
        `Tom Okafor replied by text, and is answered there: “${words}”`,
        undefined,
      ]),
    );
  });

  it("is a colleague's own matter where one of them wrote last, and after three days", async () => {
    await askedTom();
    await textedTom("AChand", "2026-11-21T14:45:00.000Z", "by_hand");
    await answer();
    expect(await stateOfAnswer()).toEqual([{ state: "recorded", reason: "line" }]);
    await testEnv.DB.prepare("delete from texts where id in ('ACtom', 'AChand')").run();
    await testEnv.DB.prepare("update texts set at = '2026-11-17T14:30:00.000Z' where id = 'ACasked'").run();
    await answer();
    expect(await messagesOf(smsOf(MARIA))).toHaveLength(1);
  });
});

describe("a member's own text on the team's line", () => {
  const TOM = "+14125550114";
  const CONVERSATION = {
    tenantId: TENANT,
    conversationId: "team:user_demo_tom",
    source: "team_text",
  } as const;
  const ask = (id: string, text: string, from = TOM, at = new Date().toISOString()) =>
    deliver(eventOf({ id, event: `EV${id}`, from, to: TEAM!.number, line: TEAM!.phoneNumberId, text, at }));

  it("is asked as themselves and answered by text once, with the link of what they are to approve", async () => {
    await gatherLong(true);
    const marker = `ask-${crypto.randomUUID()}`;
    await script(marker, [
      says("The elevator man comes Friday at 9."),
      {
        stopReason: "tool_use",
        content: [
          { type: "text", text: "I've drafted it." },
          calls("t", "send_message", { to: MARIA, text: "He comes Friday at 9." }),
        ],
      },
    ]);
    await ask("AC1", `When does the elevator man come? ${marker}`);
    await until(async () => (await textsLeft()).length === 1);
    const [asked] = await messagesOf(CONVERSATION);
    expect(asked).toMatchObject({ author: { kind: "user", id: "user_demo_tom", name: "Tom Okafor" } });
    expect(await rows("select id, title, source from conversations")).toEqual([
      { id: "team:user_demo_tom", title: "Tom Okafor, by text", source: "team_text" },
    ]);
    await ask("AC1", `When does the elevator man come? ${marker}`);
    await ask("AC2", `Tell Maria. ${marker}`);
    const answers = await until(async () => {
      const all = await textsLeft();
      return all.length === 2 ? all : null;
    });
    expect(answers.map(({ to }) => to)).toEqual([[TOM], [TOM]]);
    expect(answers[0]?.content).toBe("The elevator man comes Friday at 9.");
    expect(answers[1]?.content).toMatch(
      /^I've drafted it\.\nNeeds your approval: .*Maria Lopez.* http:\S+\/approvals\/approval_\w+$/,
    );
    // A yes by text decides nothing; whoever says it gets the link again.
    const yes = `yes-${crypto.randomUUID()}`;
    await script(yes, [says("A yes by text can't approve it.")]);
    await ask("AC3", `Yes, send it. ${yes}`);
    const reply = await until(async () => (await textsLeft())[2] ?? null);
    expect(reply.content).toMatch(
      /^A yes by text can't approve it\.\nStill waiting for your approval: .*Maria Lopez.* http:\S+\/approvals\/approval_\w+$/,
    );
    expect(await rows("select status from approvals where tool = 'send_message'")).toEqual([
      { status: "pending" },
    ]);
    // Quo has the last answer a moment before our own row says so.
    const decided = await until(async () => {
      const all = await rows<{ rule: string; status: string }>(
        "select rule, status from approvals where tool = 'team.answer'",
      );
      return all.every(({ status }) => status === "done") ? all : null;
    });
    expect(decided).toEqual(
      Array.from({ length: 3 }, () => ({ rule: "standing.answers_by_text", status: "done" })),
    );
  });

  it("is seen with its photo", async () => {
    await gatherLong(true);
    const marker = `valve-${crypto.randomUUID()}`;
    await script(marker, [says("The left one.")]);
    const media = [{ url: `${testEnv.TEST_SANDBOX_URL}/quo/media/photo`, type: "image/png" }];
    await deliver(
      eventOf({
        id: "ACvalve",
        event: "EVvalve",
        from: TOM,
        to: TEAM!.number,
        line: TEAM!.phoneNumberId,
        text: `Which valve? ${marker}`,
        at: new Date().toISOString(),
        media,
      }),
    );
    await until(async () => (await textsLeft()).length === 1);
    const [asked] = await requestsOf(marker);
    expect(JSON.stringify(asked?.request).includes('"type":"image"')).toBe(true);
  });

  it("is theirs alone: not where the team hasn't allowed it, of a number no member has, or in a loop", async () => {
    await ask("AC1", "Are you there?");
    await gatherLong(true);
    await ask("AC2", "Are you there?", "+14125550199");
    await ask("AC3", "👍");
    // The contacts say it's Tom's, and nothing proves it.
    await testEnv.DB.prepare("update users set phone_verified_at = null where id = 'user_demo_tom'").run();
    await ask("AC5", "Are you there?");
    await testEnv.DB.prepare(
      "update users set phone_verified_at = '2026-11-01T10:00:00.000Z' where id = 'user_demo_tom'",
    ).run();
    expect(await rows("select state, reason from texts where id = 'AC5'")).toEqual([
      { state: "recorded", reason: "unproven" },
    ]);
    for (let n = 0; n < 20; n++)
      await insertRow("texts", TENANT, {
        id: `ACloop${n}`,
        connection_id: ALDER.quo.connectionId,
        direction: "incoming",
        line_id: TEAM!.phoneNumberId,
        line_number: TEAM!.number,
        contact_number: TOM,
        text: "I am away.",
        attachments: 0,
        at: new Date().toISOString(),
        fingerprint: `loop${n}`,
        received_at: new Date().toISOString(),
        state: "handed",
        attempts: 1,
      });
    await ask("AC4", "I am away.");
    expect(await rows("select state, reason from texts where id in ('AC1', 'AC2', 'AC3', 'AC4')")).toEqual(
      Array.from({ length: 4 }, () => ({ state: "recorded", reason: "line" })),
    );
    expect(await count("conversations")).toBe(0);
  });
});

describe("HOOK-ONCE", () => {
  it(
    `${EVENTS} events, each delivered five times, at once and out of order, are each in one run`,
    async () => {
      const numbers = Array.from({ length: EVENTS }, (_, index) => `+1412555${String(2000 + index)}`);
      const bodies = numbers.map((from, index) =>
        eventOf({ id: `AC${index}`, event: `EV${index}`, from, text: `Text ${index}` }),
      );
      // A stride that shares no factor with the count walks through all deliveries far from the order they belong in.
      const all = Array.from({ length: 5 }, () => bodies).flat();
      const order = all.map((_, index) => all[(index * 7_919) % all.length] ?? "");
      const answers: number[] = [];
      for (let start = 0; start < order.length; start += 25) {
        const group = order.slice(start, start + 25).map(async (body) => (await post(body)).status);
        answers.push(...(await Promise.all(group)));
        // Work is repeated and overlaps, as messages do.
        await Promise.all([dispatchAll(), dispatchAll()]);
      }
      expect(new Set(answers)).toEqual(new Set([200]));
      expect(await count("inbound_events")).toBe(EVENTS);
      expect(await rows("select state, count(*) as n from texts group by state")).toEqual([
        { state: "handed", n: EVENTS },
      ]);
      for (const [index, number] of numbers.entries()) {
        // Where the clock was quick, the agent has answered already.
        const messages = (await messagesOf(smsOf(number))).filter(({ role }) => role === "user");
        expect(messages.map(textOf)).toEqual([`Text ${index}`]);
      }
    },
    NIGHTLY ? 30 * 60_000 : 180_000,
  );

  it("a text whose work was lost with the process after the 200 is handed on by the clock, once", async () => {
    await deliver(eventOf({ id: "AC1", event: "EV1", text: "Hello?" }));
    await deliver(eventOf({ id: "AC2", event: "EV2", text: "Lost", from: "+14125559999" }));
    await testEnv.DB.prepare(
      "update texts set state = 'received', received_at = '2026-11-21T00:00:00.000Z'",
    ).run();
    await workOf("inbox.sweep", TENANT);
    await workOf("inbox.sweep", TENANT);
    expect(await rows("select distinct state from texts")).toEqual([{ state: "handed" }]);
    expect((await messagesOf(smsOf(MARIA))).map(textOf)).toEqual(["Hello?"]);
    expect((await messagesOf(smsOf("+14125559999"))).map(textOf)).toEqual(["Lost"]);
  });

  it("events older than a month are forgotten, younger ones are not", async () => {
    for (const [id, receivedAt] of [
      ["EVold", "2020-01-01T00:00:00.000Z"],
      ["EVnew", new Date(Date.now() - 8 * 24 * 3_600_000).toISOString()],
    ] as const)
      await insertRow("inbound_events", TENANT, {
        source: "quo",
        event_id: id,
        received_at: receivedAt,
        state: "recorded",
        payload: "{}",
      });
    await systemJobs()["clean-up"]?.(testContext(TENANT), { scheduleId: "system.clean-up", slotAt: "" });
    expect(await rows("select event_id from inbound_events")).toEqual([{ event_id: "EVnew" }]);
  });
});

describe("drafts on the thread", () => {
  async function draft(id: string, preconditions: unknown[] = []): Promise<void> {
    const row = await waitingApproval({
      id,
      conversation_id: "7f3c2a10-1111-4222-8333-aaaaaaaaaaaa",
      thread_key: `sms:${MARIA}`,
      tool_call_id: id,
      preconditions: JSON.stringify(preconditions),
    });
    await insertRow("approvals", TENANT, row);
  }
  const statusOf = async (id: string) =>
    (await rows<{ status: string }>("select status from approvals where id = ?", id))[0]?.status;

  it("are stale when a new text comes in, unless they were made knowing it", async () => {
    await draft("approval_old");
    await draft("approval_knows", [
      { kind: "newest_message", connectionId: "c", number: MARIA, messageId: "AC1" },
    ]);
    await deliver(eventOf({ id: "AC1", event: "EV1" }));
    expect(await statusOf("approval_old")).toBe("stale");
    expect(await statusOf("approval_knows")).toBe("pending");
  });

  it("are stale when a colleague answers by hand, and not when a text of our own arrives", async () => {
    await draft("approval_1");
    await insertRow("effects", TENANT, {
      id: "effect_1",
      approval_id: "approval_0",
      effect_index: 0,
      kind: "sms.send",
      title: "t",
      document: "{}",
      hash: "h",
      status: "done",
      attempts: 1,
      provider_id: "ACours",
      updated_at: "2026-11-21T15:00:00.000Z",
    });
    await deliver(eventOf({ id: "ACours", event: "EV1", type: "message.delivered", text: "Ours" }));
    expect(await statusOf("approval_1")).toBe("pending");
    await deliver(eventOf({ id: "AChand", event: "EV2", type: "message.delivered", text: "By hand" }));
    expect(await statusOf("approval_1")).toBe("pending");
    expect(await rows("select id, reason, delivery from texts order by id")).toEqual([
      { id: "AChand", reason: "by_hand", delivery: "delivered" },
      { id: "ACours", reason: "own", delivery: "delivered" },
    ]);
    // The draft's own conversation is told; none comes to be about the number.
    expect(await rows("select id from conversations where source = 'sms'")).toEqual([]);
  });
});
