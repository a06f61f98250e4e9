/** From an inbound text to the person on call, and who of the team is rung, through the real webhook, push service and phone system. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { DEFAULT_ON_CALL } from "../../../../src/notifications/api/on-call.ts";
import { deliveries } from "../../../../src/platform/deliveries.ts";
import { workOf } from "../../../support/clock.ts";
import { request, signIn } from "../../../support/http-worker.ts";
import { deliverText } from "../../../support/quo-webhook.ts";
import { insertRow, quietTexts } from "../../../support/rows.ts";
import { control, freshWorld, TIMEOUT, testEnv } from "../../../support/worker.ts";

const TENANT = "tenant_alder";
/** In the classifier’s words, or in those of the patterns where it is slow. */
const WATER: unknown = expect.stringMatching(/^Urgent: water/i);
const MARIA = "+14125550142";
let headers: Record<string, string>;

async function phoneOf(email: string): Promise<string> {
  const device = await fetch(`${testEnv.TEST_SANDBOX_URL}/push/devices`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: email }),
  });
  const { id, endpoint, keys } = (await device.json()) as { id: string; endpoint: string; keys: unknown };
  await request("/api/push/subscriptions", {
    method: "POST",
    headers: { ...headers, cookie: await signIn(email) },
    body: JSON.stringify({ endpoint, keys, device: email }),
  });
  return id;
}

async function rung(phone: string): Promise<string[]> {
  const { items } = (await control("push")) as {
    items: { subscriptionId: string; payload: { title: string } }[];
  };
  return items.filter(({ subscriptionId }) => subscriptionId === phone).map(({ payload }) => payload.title);
}

async function later(minutes: number): Promise<void> {
  for (const table of ["notifications", "escalations"]) {
    const times = table === "notifications" ? ["created_at", "due_at", "others_at"] : ["at"];
    for (const column of times)
      await testEnv.DB.prepare(
        `update ${table} set ${column} = strftime('%Y-%m-%dT%H:%M:%fZ', ${column}, '-${minutes} minutes') where ${column} is not null`,
      ).run();
  }
  await workOf("notifications.ring", TENANT);
}

const sent = async (): Promise<{ content?: string; to?: string[]; from?: string }[]> =>
  ((await control("outbox?service=quo")) as { items: { body: { content?: string } }[] }).items.map(
    ({ body }) => body,
  );

/** Waits for so many: the approval's Workflow may be the one that sends them. */
function sentTexts(count: number): ReturnType<typeof sent> {
  return vi.waitFor(async () => {
    const all = await sent();
    expect(all).toHaveLength(count);
    return all;
  }, TIMEOUT);
}

async function setRules(rules: object[]): Promise<Response> {
  return request("/api/routing", { method: "PUT", headers, body: JSON.stringify({ version: 0, rules }) });
}

const RULE = {
  id: "r1",
  words: [],
  places: ["Birch"],
  contacts: [],
  userId: "user_demo_marcus",
  mode: "first",
  othersAfterMinutes: 15,
};

beforeEach(async () => {
  await freshWorld();
  await control("reset", {});
  await quietTexts(TENANT);
  headers = {
    cookie: await signIn("dana@alderfinch.example"),
    origin: "http://localhost:8787",
    "content-type": "application/json",
  };
});

/** Marcus is asked by text ten minutes after no one has answered. */
function marcusOnCall(): Promise<void> {
  return insertRow("on_call_settings", TENANT, {
    version: 1,
    on_call: JSON.stringify({
      ...DEFAULT_ON_CALL,
      escalateAfterMinutes: 10,
      textsAllowed: true,
      people: [{ userId: "user_demo_marcus", hours: null, channel: "sms", phone: "+14125550111" }],
    }),
    updated_by: "x",
    updated_at: "2026-11-20T10:00:00.000Z",
  });
}

describe("a text in trouble", () => {
  it("rings at once, before any draft, and texts the person on call when no one answers", async () => {
    const dana = await phoneOf("dana@alderfinch.example");
    await marcusOnCall();
    // By the queue alone: the phone system takes ten calls a second, and its contacts are read by whoever dispatches.
    await deliverText({ id: "AC1", text: "Water is pouring through the ceiling!" }, { byQueue: true });
    await vi.waitFor(async () => {
      expect(await rung(dana)).toEqual([WATER]);
    }, TIMEOUT);
    expect(await testEnv.DB.prepare("select count(*) as n from runs where trigger = 'sms'").first("n")).toBe(
      0,
    );
    await workOf("notifications.ring", TENANT);
    expect(await sent()).toEqual([]);
    await later(11);
    const [text] = await sentTexts(1);
    expect(text?.content).toMatch(/Urgent: water/i);
    expect(
      await testEnv.DB.prepare("select count(*) as n from audit where action = 'on_call.asked'").first("n"),
    ).toBe(1);
  });

  it("is asked about before what was in line earlier is handed on", async () => {
    const dana = await phoneOf("dana@alderfinch.example");
    const inLine = 30;
    for (let at = 0; at < inLine; at++)
      await insertRow("texts", TENANT, {
        id: `AC_line${at}`,
        connection_id: "conn_alder_quo",
        direction: "incoming",
        line_number: "+14125550100",
        contact_number: `+1412555${2000 + at}`,
        text: "See you tomorrow",
        attachments: 0,
        at: "2026-11-20T10:00:00.000Z",
        fingerprint: `line${at}`,
        received_at: "2026-11-20T10:00:00.000Z",
        state: "received",
        attempts: 0,
      });
    await testEnv.DB.batch(
      [
        "create table waiting_at_ring (texts integer)",
        "create trigger at_ring after insert on urgency_checks when new.words like 'Water%' begin insert into waiting_at_ring select count(*) from texts where state = 'received'; end",
      ].map((sql) => testEnv.DB.prepare(sql)),
    );
    // What gives way to deliveries does so until the urgent one has rung: a quick machine would have handed on all of it before.
    const rang = Promise.withResolvers<void>();
    vi.spyOn(deliveries, "giveWay").mockImplementation(async (_owner, _untilMs, work) => {
      await rang.promise;
      return work();
    });
    try {
      await testEnv.INBOX.sendBatch(
        Array.from({ length: inLine }, (_, at) => ({
          body: { tenantId: TENANT, kind: "inbox.sweep" as const, key: `+1412555${2000 + at}` },
        })),
      );
      await deliverText({ id: "AC1", text: "Water is pouring through the ceiling!" }, { byQueue: true });
      await vi.waitFor(async () => {
        expect(await rung(dana)).toEqual([WATER]);
      }, TIMEOUT);
      const waiting = await testEnv.DB.prepare("select texts from waiting_at_ring").first<number>("texts");
      expect(waiting).toBeGreaterThan(inLine / 3);
    } finally {
      rang.resolve();
      await testEnv.DB.batch(
        ["drop trigger at_ring", "drop table waiting_at_ring"].map((sql) => testEnv.DB.prepare(sql)),
      );
    }
  });

  it("asks the people on call once, however many texts say it, and again once they were all asked and it goes on", async () => {
    const dana = await phoneOf("dana@alderfinch.example");
    await marcusOnCall();
    await deliverText({ id: "AC1", text: "Water is pouring through the ceiling!" });
    await deliverText({ id: "AC2", text: "Please, it is an emergency" });
    await deliverText({ id: "AC3", text: "the whole flat is flooding" });
    expect(await rung(dana)).toHaveLength(3);
    await later(11);
    await later(11);
    await sentTexts(1);
    await deliverText({ id: "AC4", text: "it is still flooding" });
    await later(11);
    await sentTexts(2);
  });

  it("that somebody of the team has answered asks no one on call any more, and the devices that were rung show it", async () => {
    const dana = await phoneOf("dana@alderfinch.example");
    await deliverText({ id: "AC1", text: "Water is pouring through the ceiling!" });
    await vi.waitFor(async () => {
      expect(await rung(dana)).toEqual([WATER]);
    }, TIMEOUT);
    const answer = await request(`/api/texts/${encodeURIComponent(MARIA)}/direct`, {
      method: "POST",
      headers,
      body: JSON.stringify({ clientMessageId: "d1", text: "On my way" }),
    });
    expect(answer.status).toBe(202);
    const row = await testEnv.DB.prepare(
      "select resolution, due_at from notifications where dedupe_key like 'team:sms-urgent:%'",
    ).first();
    expect(row).toEqual({ resolution: "Someone on your team answered", due_at: null });
    expect(await rung(dana)).toEqual([WATER, "Someone on your team answered"]);
  });
});

describe("a notification rule", () => {
  it("rings its person's devices first and everybody else's when they do not answer, and is said on the conversation", async () => {
    const [dana, marcus] = [
      await phoneOf("dana@alderfinch.example"),
      await phoneOf("marcus@alderfinch.example"),
    ];
    expect((await setRules([RULE])).status).toBe(200);
    await deliverText({ id: "AC1", text: "Water is pouring through the ceiling!" });
    expect([await rung(marcus), await rung(dana)]).toEqual([[WATER], []]);
    await later(16);
    expect(await rung(dana)).toContainEqual(WATER);
    expect((await rung(marcus)).filter((title) => /^Urgent: water/i.test(title))).toHaveLength(1);
    const shown = await request(`/api/conversations/${encodeURIComponent(`sms:${MARIA}`)}`, { headers });
    expect(await shown.json()).toMatchObject({
      trigger: { routedTo: { userId: "user_demo_marcus", because: "“Birch”" } },
    });
  });

  it("falls back to everybody where its person has no device, and where no rule fits", async () => {
    const dana = await phoneOf("dana@alderfinch.example");
    await setRules([{ ...RULE, mode: "only" }]);
    await deliverText({ id: "AC1", text: "No heat since yesterday" });
    expect(await rung(dana)).toEqual([expect.stringMatching(/^Urgent: no heat/i)]);
  });

  it("names no one outside the team, is an admin's to change, and every change is audited", async () => {
    expect((await setRules([{ ...RULE, userId: "user_demo_ruth" }])).status).toBe(400);
    expect((await setRules([{ ...RULE, places: [] }])).status).toBe(400);
    await setRules([RULE]);
    expect((await setRules([])).status).toBe(409);
    const said = await testEnv.DB.prepare(
      "select sentence from audit where action = 'routing.changed'",
    ).first("sentence");
    expect(said).toMatch(/^Dana Whitfield changed the notification rules: one rule, for Marcus/);
    const priya = await signIn("priya@alderfinch.example");
    const refused = await request("/api/routing", {
      method: "PUT",
      headers: { ...headers, cookie: priya },
      body: JSON.stringify({ version: 1, rules: [] }),
    });
    expect(refused.status).toBe(403);
  });
});
