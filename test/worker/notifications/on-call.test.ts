import { testContext } from "../../support/context.ts";
import { eventually } from "../../support/clock.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { ringDeps } from "../../../src/notifications/open.ts";
import { approvals } from "../../../src/approvals/tables/approvals.ts";
import { dbFor } from "../../../src/platform/db/index.ts";
import {
  acknowledge,
  advanceDueNotifications,
  list,
  listUrgent,
  markRead,
  notifyApproval,
  raiseAlert,
  resolveApprovalNotification,
  showTaken,
  subscribe,
  updateDevice,
  updateOnCall,
  type RingDeps,
} from "../../../src/notifications/index.ts";
import type { NotificationView, PushPayload } from "../../../src/notifications/api/notifications.ts";
import type { Approval } from "../../../src/approvals/api/approval.ts";
import { DEFAULT_ON_CALL, type OnCall } from "../../../src/notifications/api/on-call.ts";
import { silentLogger } from "../../../src/kernel/log.ts";
import { approvalOf } from "../../support/approval-of.ts";
import { insertRow, waitingApproval } from "../../support/rows.ts";
import { control, freshWorld, testEnv } from "../../support/worker.ts";

const ALDER = "tenant_alder";
const DANA = "user_demo_dana";
const MARCUS = "user_demo_marcus";
const TOM = "user_demo_tom";
const MIN = 60_000;
/** 12:00 in New York. */
const NOON = Date.parse("2026-11-23T17:00:00Z");

let nowMs = NOON;
const clock = { now: () => nowMs };
const deps = (): RingDeps => ({
  ...ringDeps(testContext(ALDER)),
  clock,
  logger: silentLogger,
  findApproval: async (id) => ((await stored(id)) === "pending" ? urgent({ id }) : null),
});

const stored = async (id: string): Promise<string | null> =>
  (await testEnv.DB.prepare("select status from approvals where id = ?").bind(id).first<string>("status")) ??
  null;

const urgent = (change: Partial<Approval> = {}): Approval =>
  approvalOf({ id: "approval_1", urgent: true, createdAt: new Date(NOON).toISOString(), ...change });

async function phoneOf(userId: string): Promise<{ id: string; subscription: string }> {
  const answer = await fetch(`${testEnv.TEST_SANDBOX_URL}/push/devices`, {
    method: "POST",
    body: JSON.stringify({ applicationServerKey: testEnv.VAPID_PUBLIC_KEY }),
    headers: { "content-type": "application/json" },
  });
  const { id, endpoint, keys } = (await answer.json()) as {
    id: string;
    endpoint: string;
    keys: { p256dh: string; auth: string };
  };
  const view = await subscribe(deps(), { userId, endpoint, keys, device: "Phone" });
  return { id, subscription: view.id };
}

async function rung(phone: { id: string }): Promise<PushPayload[]> {
  const { items } = (await control("push")) as { items: { subscriptionId: string; payload: PushPayload }[] };
  return items.filter(({ subscriptionId }) => subscriptionId === phone.id).map(({ payload }) => payload);
}

async function setOnCall(onCall: Partial<OnCall>, version = 0): Promise<void> {
  const by = { kind: "user", id: DANA, name: "Dana Whitfield" } as const;
  await updateOnCall(dbFor(testEnv.DB, ALDER), {
    onCall: { ...DEFAULT_ON_CALL, ...onCall },
    version,
    by,
    nowMs,
  });
}

const person = (userId: string, channel: "push" | "sms" = "push", phone: string | null = null) => ({
  userId,
  hours: null,
  channel,
  phone,
});

/** The clock moves on and cron runs, twice at the same time. */
async function later(minutes: number): Promise<void> {
  nowMs = NOON + minutes * MIN;
  const run = () => advanceDueNotifications(deps(), Infinity);
  await Promise.all([run(), run()]);
}

async function sentences(): Promise<string[]> {
  const { results } = await testEnv.DB.prepare(
    "select sentence from audit where action in ('on_call.asked', 'on_call.missed', 'on_call.rung_instead', 'notification.acknowledged') order by at, id",
  ).all<{ sentence: string }>();
  return results.map(({ sentence }) => sentence);
}

async function centre(userId = DANA): Promise<NotificationView[]> {
  return (await list(deps(), userId, {})).items;
}

const texts = async () =>
  (
    (await control("outbox?service=quo")) as {
      items: { body: { content?: string; from?: string; to?: string[] } }[];
    }
  ).items;

beforeEach(async () => {
  nowMs = NOON;
  await freshWorld();
  await control("reset", {});
  const row = { id: "approval_1", conversation_id: "c-1", tool_call_id: "call", agent: "steward", urgent: 1 };
  await insertRow("approvals", ALDER, await waitingApproval(row));
});

describe("an urgent approval no one answers", () => {
  it("goes to the people on call in their order, once each, and every step is audited", async () => {
    const [dana, marcus] = [await phoneOf(DANA), await phoneOf(MARCUS)];
    await setOnCall({ people: [person(MARCUS), person(DANA)] });
    await notifyApproval(deps(), urgent(), "requested", 0);
    await later(9);
    expect([(await rung(dana)).length, (await rung(marcus)).length]).toEqual([1, 1]);
    await later(10);
    expect((await rung(marcus)).map(({ title }) => title)).toEqual([
      "Urgent: Send a text to Maria Lopez?",
      "Urgent: No one answered: Send a text to Maria Lopez?",
    ]);
    expect(await rung(dana)).toHaveLength(1);
    expect((await rung(marcus))[1]?.token).not.toBeNull();
    await later(15);
    await later(20);
    await later(40);
    expect([(await rung(dana)).length, (await rung(marcus)).length]).toEqual([2, 2]);
    expect(await sentences()).toEqual([
      "No one answered: Send a text to Maria Lopez?. Marcus Hale is on call and was alerted.",
      "No one answered: Send a text to Maria Lopez?. Dana Whitfield is on call and was alerted.",
    ]);
    expect((await centre()).find(({ title }) => title.startsWith("Send"))?.escalations).toBe(2);
  });

  it("says on the card whom it has reached, and who is next", async () => {
    const at = (minutes: number): string => new Date(NOON + minutes * MIN).toISOString();
    await phoneOf(MARCUS);
    await setOnCall({ people: [person(TOM), person(MARCUS), person(DANA)] });
    await notifyApproval(deps(), urgent(), "requested", 0);
    const asked = { subjectId: "approval_1", at: at(0), rang: true, acknowledged: null };
    expect(await listUrgent(deps(), DANA)).toEqual([
      { ...asked, asked: [], next: { name: "Tom Okafor", at: at(10) } },
    ]);
    await later(10);
    expect(await listUrgent(deps(), DANA)).toEqual([
      {
        ...asked,
        asked: [
          { name: "Tom Okafor", at: at(10), by: null },
          { name: "Marcus Hale", at: at(10), by: "push" },
        ],
        next: { name: "Dana Whitfield", at: at(20) },
      },
    ]);
    const [shown] = await centre();
    await acknowledge(deps(), { id: TOM, name: "Tom Okafor" }, shown?.id ?? "");
    expect(await listUrgent(deps(), DANA)).toMatchObject([
      { next: null, acknowledged: { name: "Tom Okafor", at: at(10) } },
    ]);
    await resolveApprovalNotification(deps(), approvalOf({ id: "approval_1", status: "rejected" }));
    expect(await listUrgent(deps(), DANA)).toEqual([]);
  });

  it("stops once somebody is on it", async () => {
    const marcus = await phoneOf(MARCUS);
    await setOnCall({ people: [person(MARCUS)] });
    await notifyApproval(deps(), urgent(), "requested", 0);
    const [shown] = await centre();
    const by = { id: TOM, name: "Tom Okafor" };
    const taken = await acknowledge(deps(), by, shown?.id ?? "");
    expect(taken).toMatchObject({ acknowledgedBy: "Tom Okafor" });
    const again = await acknowledge(deps(), { id: DANA, name: "Dana Whitfield" }, shown?.id ?? "");
    expect(again.acknowledgedBy).toBe("Tom Okafor");
    await later(30);
    expect(await rung(marcus)).toHaveLength(1);
    expect(await sentences()).toEqual(["Tom Okafor is on it: Send a text to Maria Lopez?"]);
    await expect(acknowledge(deps(), by, "nothing")).rejects.toMatchObject({ code: "not_found" });
  });

  it("stops once it is decided, though the notification never heard of it", async () => {
    const marcus = await phoneOf(MARCUS);
    await setOnCall({ people: [person(MARCUS)] });
    await notifyApproval(deps(), urgent(), "requested", 0);
    await testEnv.DB.prepare("update approvals set status = 'rejected'").run();
    await later(30);
    expect(await rung(marcus)).toHaveLength(1);
  });

  it("goes past who has no device, at once", async () => {
    const marcus = await phoneOf(MARCUS);
    await setOnCall({ people: [person(TOM), person(MARCUS)] });
    await notifyApproval(deps(), urgent(), "requested", 0);
    await later(10);
    expect(await rung(marcus)).toHaveLength(2);
    expect((await sentences()).toSorted((left, right) => left.localeCompare(right))).toEqual([
      "No one answered: Send a text to Maria Lopez?. Marcus Hale is on call and was alerted.",
      "No one answered: Send a text to Maria Lopez?. Tom Okafor is on call and could not be reached.",
    ]);
  });

  it("is taken up again after a crash between choosing and asking", async () => {
    const marcus = await phoneOf(MARCUS);
    await setOnCall({ people: [person(MARCUS)] });
    await notifyApproval(deps(), urgent(), "requested", 0);
    nowMs = NOON + 10 * MIN;
    const dies = { ...deps(), findApproval: () => Promise.reject(new Error("the process died")) };
    await advanceDueNotifications(dies, Infinity);
    expect(await rung(marcus)).toHaveLength(1);
    await later(12);
    expect(await rung(marcus)).toHaveLength(2);
    expect(await sentences()).toHaveLength(1);
  });
});

describe("an urgent alert", () => {
  it("gives way on every device to who is on it, and rings no one for that", async () => {
    const [dana, marcus] = [await phoneOf(DANA), await phoneOf(MARCUS)];
    await setOnCall({ people: [person(MARCUS)] });
    await raiseAlert(deps(), { code: "budget_spent", once: "2026-11" });
    await later(10);
    expect((await rung(marcus)).map(({ title }) => title)).toEqual([
      "No one answered: This month’s budget is spent",
    ]);
    const shown = (await centre()).find(({ title }) => title === "This month’s budget is spent");
    const taken = await acknowledge(deps(), { id: TOM, name: "Tom Okafor" }, shown?.id ?? "");
    await showTaken(deps(), taken.id);
    for (const phone of [dana, marcus]) {
      const pushes = await rung(phone);
      expect(pushes.at(-1)).toMatchObject({ kind: "resolved", title: "Tom Okafor is on it", token: null });
      expect(new Set(pushes.map(({ tag }) => tag)).size).toBe(1);
    }
  });

  it("an approval somebody is on stays a question on every device", async () => {
    const dana = await phoneOf(DANA);
    await notifyApproval(deps(), urgent(), "requested", 0);
    const [shown] = await centre();
    const taken = await acknowledge(deps(), { id: TOM, name: "Tom Okafor" }, shown?.id ?? "");
    await showTaken(deps(), taken.id);
    expect(await rung(dana)).toHaveLength(1);
  });
});

describe("a text to the person on call", () => {
  it("leaves from the internal line to the member’s own number, through the ledger, by the standing rule, once", async () => {
    await setOnCall({ textsAllowed: true, people: [person(TOM, "sms", "+14125550199")] });
    await notifyApproval(deps(), urgent(), "requested", 0);
    await later(10);
    await later(11);
    const sent = await eventually(async () => {
      const items = await texts();
      expect(items).toHaveLength(1);
      return items;
    });
    expect(sent[0]?.body.to).toEqual(["+14125550114"]);
    expect(sent[0]?.body.content).toMatch(
      /^Steward: no one has answered for 10 min: .*\/approvals\/approval_1$/,
    );
    const db = dbFor(testEnv.DB, ALDER);
    await eventually(async () => {
      const [effect] = (await db.rows(approvals)).filter(({ tool }) => tool === "on_call.text");
      expect(effect).toMatchObject({
        status: "done",
        deliveredStatus: "done",
        rule: "standing.on_call_texts",
        decidedByName: "Steward",
        agent: "system:steward",
      });
    });
    expect((await sentences())[0]).toContain("Tom Okafor is on call and was texted");
    const made = await testEnv.DB.prepare("select count(*) as n from conversations").first<{ n: number }>();
    expect(made?.n).toBe(0);
  });

  it("is a ring after all where it fails on its way, and that is audited", async () => {
    const tom = await phoneOf(TOM);
    await setOnCall({ textsAllowed: true, people: [person(TOM, "sms")] });
    await notifyApproval(deps(), urgent(), "requested", 0);
    await control("faults", { service: "quo", method: "POST", status: 403 });
    await later(10);
    const db = dbFor(testEnv.DB, ALDER);
    await eventually(async () => {
      const [text] = (await db.rows(approvals)).filter(({ tool }) => tool === "on_call.text");
      expect(text?.status).toBe("failed");
    });
    await later(11);
    await later(12);
    expect(await texts()).toEqual([]);
    expect((await rung(tom)).map(({ title }) => title)).toEqual([
      "Urgent: Send a text to Maria Lopez?",
      "Urgent: No one answered: Send a text to Maria Lopez?",
    ]);
    const said = (await sentences()).filter((sentence) => sentence.includes("did not go through"));
    expect(said).toEqual([
      "The text to Tom Okafor did not go through: Send a text to Maria Lopez?. Tom Okafor is on call and was alerted.",
    ]);
  });

  it("is a ring instead where the admin's rule does not allow texts", async () => {
    const tom = await phoneOf(TOM);
    await setOnCall({ textsAllowed: false, people: [person(TOM, "sms")] });
    await notifyApproval(deps(), urgent(), "requested", 0);
    await later(10);
    expect(await texts()).toEqual([]);
    expect(await rung(tom)).toHaveLength(2);
  });

  it("is a ring too where there is no line or number to text", async () => {
    const tom = await phoneOf(TOM);
    await setOnCall({ textsAllowed: true, people: [person(TOM, "sms")] });
    await notifyApproval(deps(), urgent(), "requested", 0);
    await testEnv.DB.prepare("update connections set disabled_at = 'now'").run();
    await later(10);
    expect(await rung(tom)).toHaveLength(2);
    expect((await sentences())[0]).toContain("Tom Okafor is on call and was alerted");
  });
});

describe("staff quiet hours", () => {
  const quiet = { staffQuietHours: { from: "11:00", to: "13:00" } };
  const calm = () => urgent({ urgent: false });

  it("hold what can wait, show it silently in the centre, and ring the newest of it once when they end", async () => {
    const dana = await phoneOf(DANA);
    await setOnCall(quiet);
    const published: unknown[] = [];
    const watched = { ...deps(), publish: async (event: unknown) => void published.push(event) };
    await notifyApproval(watched, calm(), "requested", 0);
    nowMs = NOON + 30 * MIN;
    await notifyApproval(deps(), calm(), "reminder", 1);
    expect(await rung(dana)).toEqual([]);
    expect(published).toMatchObject([{ type: "notification.added", silent: true }]);
    expect((await centre()).map(({ heldUntil }) => heldUntil)).toEqual([
      "2026-11-23T18:00:00.000Z",
      "2026-11-23T18:00:00.000Z",
    ]);
    await later(59);
    expect(await rung(dana)).toEqual([]);
    await later(60);
    await later(61);
    expect((await rung(dana)).map(({ title }) => title)).toEqual([
      "Urgent: Still waiting: Send a text to Maria Lopez?",
    ]);
    expect((await centre()).map(({ heldUntil }) => heldUntil)).toEqual([null, null]);
  });

  it("let what is urgent ring", async () => {
    const dana = await phoneOf(DANA);
    await setOnCall(quiet);
    await notifyApproval(deps(), urgent(), "requested", 0);
    expect(await rung(dana)).toHaveLength(1);
  });

  it("never ring for what was decided meanwhile", async () => {
    const dana = await phoneOf(DANA);
    await setOnCall(quiet);
    await notifyApproval(deps(), calm(), "requested", 0);
    await testEnv.DB.prepare("update approvals set status = 'rejected'").run();
    const decided = { ...calm(), status: "rejected", decision: "reject" } as const;
    await resolveApprovalNotification(deps(), { ...decided, decidedBy: { id: DANA, name: "Dana" } });
    await later(90);
    expect(await rung(dana)).toEqual([]);
  });

  it("hold alerts too, but not the one that says the agent has stopped", async () => {
    const dana = await phoneOf(DANA);
    await setOnCall(quiet);
    await raiseAlert(deps(), { code: "budget_warning", once: "2026-11" });
    expect(await rung(dana)).toEqual([]);
    await raiseAlert(deps(), { code: "budget_spent", once: "2026-11" });
    expect(await rung(dana)).toHaveLength(1);
    await later(61);
    expect(await rung(dana)).toHaveLength(2);
  });
});

describe("the notification centre", () => {
  it("counts for each person what they have not seen", async () => {
    await notifyApproval(deps(), urgent(), "requested", 0);
    nowMs += MIN;
    await raiseAlert(deps(), { code: "internal", requestId: "r" });
    const { items, unread } = await list(deps(), DANA, {});
    expect([unread, items.map(({ read }) => read)]).toEqual([2, [false, false]]);
    expect(await markRead(deps(), DANA, [items[0]?.id ?? "", "not-one"])).toEqual({ unread: 1 });
    expect((await centre()).map(({ read }) => read)).toEqual([true, false]);
    expect((await list(deps(), MARCUS, {})).unread).toBe(2);
    expect(await markRead(deps(), DANA, undefined)).toEqual({ unread: 0 });
    nowMs += MIN;
    await raiseAlert(deps(), { code: "turn_failed", turnId: "t" });
    expect((await list(deps(), DANA, {})).unread).toBe(1);
  });

  it("lets a device be renamed and paused by its owner or an admin, and renewing it keeps both", async () => {
    const phone = await phoneOf(MARCUS);
    const owner = { userId: MARCUS, role: "member" } as const;
    const change = { device: "Marcus's phone", paused: true };
    await expect(
      updateDevice(deps(), { userId: TOM, role: "member" }, phone.subscription, change),
    ).rejects.toMatchObject({ code: "forbidden" });
    expect(await updateDevice(deps(), owner, phone.subscription, change)).toMatchObject(change);
    await notifyApproval(deps(), urgent(), "requested", 0);
    expect(await rung(phone)).toEqual([]);
    const row = await testEnv.DB.prepare("select endpoint, p256dh, auth from push_subscriptions").first<{
      endpoint: string;
      p256dh: string;
      auth: string;
    }>();
    const { endpoint = "", p256dh = "", auth = "" } = row ?? {};
    const renewed = await subscribe(deps(), {
      userId: MARCUS,
      endpoint,
      keys: { p256dh, auth },
      device: "Chrome",
    });
    expect(renewed).toMatchObject(change);
    const next = await subscribe(deps(), {
      userId: MARCUS,
      endpoint: `${endpoint}-renewed`,
      keys: { p256dh, auth },
      device: "Chrome",
      replaces: endpoint,
    });
    expect(next).toMatchObject({ ...change, id: phone.subscription });
    const theirs = await subscribe(deps(), {
      userId: TOM,
      endpoint: `${endpoint}-tom`,
      keys: { p256dh, auth },
      device: "Tom's phone",
      replaces: `${endpoint}-renewed`,
    });
    expect(theirs).toMatchObject({ device: "Tom's phone", userName: "Tom Okafor", paused: false });
    const admin = { userId: DANA, role: "admin" } as const;
    expect(await updateDevice(deps(), admin, phone.subscription, { paused: false })).toMatchObject({
      device: "Marcus's phone",
      paused: false,
    });
  });
});

describe("the on-call settings", () => {
  it("never overwrite a change somebody did not see, and name members once", async () => {
    await setOnCall({ people: [person(MARCUS)] });
    await expect(setOnCall({ people: [] })).rejects.toMatchObject({ code: "changed" });
    await setOnCall({ people: [] }, 1);
    for (const people of [[person("user_demo_ruth")], [person(TOM), person(TOM)]]) {
      await expect(setOnCall({ people }, 2)).rejects.toMatchObject({ code: "invalid_request" });
    }
  });
});
