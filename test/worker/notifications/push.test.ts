import { testContext } from "../../support/context.ts";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { notificationDeps } from "../../../src/notifications/open.ts";
import { approvals } from "../../../src/approvals/tables/approvals.ts";
import { dbFor } from "../../../src/platform/db/index.ts";
import { sha256Hex } from "../../../src/kernel/hash.ts";
import {
  alertAdmins,
  list,
  listDevices,
  notifyApproval,
  resolveApprovalNotification,
  sendTest,
  subscribe,
  unsubscribe,
  type NotificationDeps,
} from "../../../src/notifications/index.ts";
import { pushPayloadSchema, type PushPayload } from "../../../src/notifications/api/notifications.ts";
import { approvalOf, smsEffect } from "../../support/approval-of.ts";
import { cookieOf, request, signIn } from "../../support/http-worker.ts";
import { control, freshWorld, testEnv, tokenFor } from "../../support/worker.ts";

const ALDER = "tenant_alder";
const HARBOR = "tenant_harbor";

interface Phone {
  readonly id: string;
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

interface Rung {
  readonly subscriptionId: string;
  readonly payload: PushPayload;
  readonly ttlSeconds: number;
  readonly urgency: string;
  readonly topic: string | null;
}

/** A phone at the sandbox's push service, subscribed with our VAPID key. */
async function phone(): Promise<Phone> {
  const answer = await fetch(`${testEnv.TEST_SANDBOX_URL}/push/devices`, {
    method: "POST",
    body: JSON.stringify({ applicationServerKey: testEnv.VAPID_PUBLIC_KEY }),
    headers: { "content-type": "application/json" },
  });
  return answer.json();
}

async function rung(device: Phone): Promise<Rung[]> {
  const { items } = (await control("push")) as { items: Rung[] };
  return items.filter((item) => item.subscriptionId === device.id);
}

async function people(tenantId: string, role: "admin" | "member"): Promise<string[]> {
  const query = "select id from users where tenant_id = ? and role = ? order by id";
  const { results } = await testEnv.DB.prepare(query).bind(tenantId, role).all<{ id: string }>();
  return results.map((row) => row.id);
}

async function subscribed(deps: NotificationDeps, userId: string): Promise<Phone> {
  const device = await phone();
  await subscribe(deps, { userId, endpoint: device.endpoint, keys: device.keys, device: "Phone" });
  return device;
}

async function rows(query: string): Promise<Record<string, unknown>[]> {
  return (await testEnv.DB.prepare(query).all()).results;
}

/** A row of the approvals table; only its state matters here. */
function approvalRow(id: string, title: string, at: string) {
  const ids = {
    id,
    conversationId: "c-1",
    turnId: "t-1",
    runId: "r-1",
    agent: "assistant",
    toolCallId: "call-1",
    moveId: "m-1",
  };
  const lists = { proposedEffects: [], lints: [], evidence: [], preconditions: [] };
  const texts = {
    conversationTitle: "",
    tool: "send_message",
    title,
    target: "",
    effectHash: "h",
    rule: "r",
  };
  const flags = { urgent: false, edited: false, redraft: false, remindersSent: 0, version: 1 };
  const times = { dueAt: at, expiresAt: at, createdAt: at, updatedAt: at };
  return { ...ids, ...lists, ...texts, ...flags, ...times, proposedArguments: {}, finalArguments: {} };
}

const deps = (change: Partial<NotificationDeps> = {}): NotificationDeps => ({
  ...notificationDeps(testContext(ALDER)),
  sleep: async () => {},
  ...change,
});

let admin = "";
let member = "";

beforeEach(async () => {
  await freshWorld();
  await control("reset", {});
  [admin = ""] = await people(ALDER, "admin");
  [member = ""] = await people(ALDER, "member");
});

/** Addresses nothing may ever be pushed to where only `fcm.googleapis.com` and `*.notify.windows.com` are listed. */
const REFUSED = [
  "http://fcm.googleapis.com/x",
  "https://fcm.googleapis.com.evil.example/x",
  "https://fcm.googleapis.com@evil.example/x",
  "https://user:pass@fcm.googleapis.com/x",
  "https://evil.example/fcm.googleapis.com",
  "https://notify.windows.com/x",
  "https://evilnotify.windows.com/x",
  "https://fcm.googleapis.com:8443/x",
  "http://169.254.169.254/latest",
  "http://localhost:1/x",
  "javascript:alert(1)",
  "",
];

describe("devices", () => {
  it("may only be reached at the listed push services", async () => {
    const env = { ...testEnv, PUSH_ALLOWED_HOSTS: "fcm.googleapis.com, *.notify.windows.com" };
    const { keys } = await phone();
    for (const endpoint of REFUSED) {
      const adding = subscribe(notificationDeps(testContext(ALDER, { env })), {
        userId: admin,
        endpoint,
        keys,
        device: "x",
      });
      await expect(adding, endpoint).rejects.toMatchObject({ code: "invalid_request" });
    }
    expect(await rows("select id from push_subscriptions")).toEqual([]);
  });

  it("takes the listed services and refuses keys that are none", async () => {
    const env = { ...testEnv, PUSH_ALLOWED_HOSTS: "fcm.googleapis.com, *.notify.windows.com" };
    const { keys } = await phone();
    const listed = notificationDeps(testContext(ALDER, { env }));
    for (const endpoint of [
      "https://fcm.googleapis.com/fcm/send/a",
      "https://db5.notify.windows.com/w/?token=b",
    ]) {
      expect((await subscribe(listed, { userId: admin, endpoint, keys, device: "x" })).endpointHost).toBe(
        new URL(endpoint).host,
      );
    }
    const wrong = { p256dh: keys.auth.repeat(4), auth: keys.auth };
    const adding = subscribe(listed, {
      userId: admin,
      endpoint: "https://fcm.googleapis.com/c",
      keys: wrong,
      device: "x",
    });
    await expect(adding).rejects.toMatchObject({ code: "invalid_request", details: { field: "keys" } });
  });

  it("keeps one row for an endpoint, and leaves it to its team", async () => {
    const device = await phone();
    const input = { userId: admin, endpoint: device.endpoint, keys: device.keys, device: "Dana's phone" };
    const first = await subscribe(deps(), input);
    expect((await subscribe(deps(), { ...input, device: "Renamed" })).id).toBe(first.id);
    const [stranger = ""] = await people(HARBOR, "admin");
    const taking = subscribe(notificationDeps(testContext(HARBOR)), { ...input, userId: stranger });
    await expect(taking).rejects.toMatchObject({ code: "exists" });
    expect(await listDevices(deps())).toMatchObject([{ id: first.id }]);
    expect(JSON.stringify(await listDevices(deps()))).not.toContain(device.endpoint);
  });

  it("removes a person's own device, anybody's for an admin, and nothing of another team", async () => {
    await subscribed(deps(), member);
    const [device] = await listDevices(deps());
    const id = device?.id ?? "";
    const [, colleague = ""] = await people(ALDER, "member");
    await expect(unsubscribe(deps(), { userId: colleague, role: "member" }, id)).rejects.toMatchObject({
      code: "forbidden",
    });
    const elsewhere = notificationDeps(testContext(HARBOR));
    await expect(unsubscribe(elsewhere, { userId: admin, role: "admin" }, id)).rejects.toMatchObject({
      code: "not_found",
    });
    await unsubscribe(deps(), { userId: admin, role: "admin" }, id);
    expect(await listDevices(deps())).toEqual([]);
  });

  it("ring no more, and decide nothing, once the session on them is ended: a lost phone is only got rid of so", async () => {
    const as = (cookie: string) => ({
      cookie,
      origin: "http://localhost:8787",
      "content-type": "application/json",
    });
    const [onPhone, onLaptop] = [
      as(await signIn("dana@alderfinch.example")),
      as(await signIn("dana@alderfinch.example")),
    ];
    for (const headers of [onPhone, onLaptop]) {
      const { endpoint, keys } = await phone();
      const body = JSON.stringify({ endpoint, keys });
      expect((await request("/api/push/subscriptions", { method: "POST", headers, body })).status).toBe(201);
    }
    await notifyApproval(deps(), approvalOf(), "requested", 0);
    expect(await rows("select * from approval_tokens")).toHaveLength(2);
    const answer = await request("/api/sessions", { headers: onLaptop });
    const { items } = await answer.json<{ items: { id: string; current: boolean }[] }>();
    const lost = items.find(({ current }) => !current)?.id ?? "";
    expect((await request(`/api/sessions/${lost}`, { method: "DELETE", headers: onLaptop })).status).toBe(
      200,
    );
    expect(await listDevices(deps())).toHaveLength(1);
    expect(await rows("select * from approval_tokens")).toHaveLength(1);
    expect((await request("/api/session", { method: "DELETE", headers: onLaptop })).status).toBe(200);
    expect(await listDevices(deps())).toEqual([]);
    expect(await rows("select * from approval_tokens")).toEqual([]);
  });

  it("go over to the session their browser signs in to next, and to no one else's", async () => {
    const json = { origin: "http://localhost:8787", "content-type": "application/json" };
    const signInAgain = async (email: string, cookie: string) => {
      const headers = { ...json, authorization: `Bearer ${await tokenFor(email)}`, cookie };
      return cookieOf(await request("/api/session", { method: "POST", headers }));
    };
    const first = await signIn("dana@alderfinch.example");
    const { endpoint, keys } = await phone();
    await request("/api/push/subscriptions", {
      method: "POST",
      headers: { ...json, cookie: first },
      body: JSON.stringify({ endpoint, keys }),
    });
    await testEnv.DB.prepare("update sessions set expires_at = '2026-01-01T00:00:00.000Z'").run();
    const end = (cookie: string) =>
      request("/api/session", { method: "DELETE", headers: { ...json, cookie } });
    const second = await signInAgain("dana@alderfinch.example", first);
    expect((await end(await signInAgain("marcus@alderfinch.example", second))).status).toBe(200);
    expect(await listDevices(deps())).toHaveLength(1);
    expect((await end(second)).status).toBe(200);
    expect(await listDevices(deps())).toEqual([]);
  });
});

describe("an approval", () => {
  it("that only admins may decide rings for them alone, and for everybody if none of them has a device", async () => {
    const theirs = await subscribed(deps(), member);
    await notifyApproval(deps(), { ...approvalOf(), id: "approval_a", adminsOnly: true }, "requested", 0);
    expect(await rung(theirs)).toHaveLength(1);
    const mine = await subscribed(deps(), admin);
    await notifyApproval(deps(), { ...approvalOf(), id: "approval_b", adminsOnly: true }, "requested", 0);
    expect([await rung(mine), await rung(theirs)].map(({ length }) => length)).toEqual([1, 1]);
  });

  it("rings every device of the team with what will be sent, each with a token of its own", async () => {
    const [mine, theirs] = [await subscribed(deps(), admin), await subscribed(deps(), member)];
    const [stranger = ""] = await people(HARBOR, "admin");
    const foreign = await subscribed(notificationDeps(testContext(HARBOR)), stranger);
    expect(await notifyApproval(deps(), approvalOf(), "requested", 0)).toMatchObject({
      sent: 2,
      removed: 0,
      failed: 0,
    });
    const [first, second] = [(await rung(mine))[0], (await rung(theirs))[0]];
    expect(pushPayloadSchema.parse(first?.payload)).toMatchObject({
      kind: "approval",
      title: "Send a text to Maria Lopez?",
      body: "The plumber comes at 3 pm.\nTo Maria Lopez +14125550142, from Shared line",
      url: `${testEnv.APP_URL}/approvals/approval_1`,
      approvalId: "approval_1",
      effectHash: "hash-of-all",
    });
    expect(first?.topic).toBe(first?.payload.tag);
    expect(first?.payload.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(second?.payload.token).not.toBe(first?.payload.token);
    expect(await rung(foreign)).toEqual([]);
  });

  it("stores a token as its hash only, bound to approval, effect, person and device", async () => {
    const device = await subscribed(deps(), member);
    const approval = approvalOf();
    await notifyApproval(deps(), approval, "requested", 0);
    const token = (await rung(device))[0]?.payload.token ?? "";
    const [subscription] = await listDevices(deps());
    expect(await rows("select * from approval_tokens")).toEqual([
      {
        token_hash: await sha256Hex(token),
        tenant_id: ALDER,
        approval_id: approval.id,
        effect_hash: approval.effectHash,
        user_id: member,
        subscription_id: subscription?.id,
        expires_at: approval.expiresAt,
        spent_at: null,
      },
    ]);
    const everything = await Promise.all(
      ["notifications", "notification_deliveries"].map((table) => rows(`select * from ${table}`)),
    );
    expect(JSON.stringify(everything)).not.toContain(token);
  });

  it("gives no token where the notification does not show everything", async () => {
    const device = await subscribed(deps(), member);
    await notifyApproval(
      deps(),
      approvalOf({ effects: [smsEffect({ text: "x".repeat(300) })] }),
      "requested",
      0,
    );
    const bundle = [smsEffect({}), { ...smsEffect({}), index: 1 }];
    await notifyApproval(deps(), approvalOf({ id: "approval_2", effects: bundle }), "requested", 0);
    expect((await rung(device)).map((item) => item.payload.token)).toEqual([null, null]);
    expect(await rows("select * from approval_tokens")).toEqual([]);
  });

  it("rings once for an occasion however often the step is repeated, and leaves one live token after a reminder", async () => {
    const device = await subscribed(deps(), member);
    await Promise.all([1, 2, 3].map(() => notifyApproval(deps(), approvalOf(), "requested", 0)));
    expect(await rung(device)).toHaveLength(1);
    await notifyApproval(deps(), approvalOf(), "reminder", 1);
    const all = await rung(device);
    expect(all.map((item) => item.payload.title)).toEqual([
      "Send a text to Maria Lopez?",
      "Still waiting: Send a text to Maria Lopez?",
    ]);
    const hash = await sha256Hex(all[1]?.payload.token ?? "");
    expect(await rows("select token_hash from approval_tokens")).toEqual([{ token_hash: hash }]);
  });

  it("replaces the notification on the devices once somebody decided, and only once", async () => {
    const [mine, theirs] = [await subscribed(deps(), admin), await subscribed(deps(), member)];
    await notifyApproval(deps(), approvalOf(), "requested", 0);
    const later = await subscribed(deps(), member);
    const decided = approvalOf({
      status: "approved",
      decision: "approve",
      decidedBy: { id: admin, name: "Dana Whitfield" },
    });
    await resolveApprovalNotification(deps(), decided);
    await resolveApprovalNotification(deps(), { ...decided, status: "done" });
    for (const device of [mine, theirs]) {
      const [asked, replaced, ...more] = await rung(device);
      expect(replaced?.payload).toMatchObject({
        kind: "resolved",
        title: "Approved by Dana Whitfield",
        token: null,
      });
      expect(replaced?.payload.tag).toBe(asked?.payload.tag);
      expect(more).toEqual([]);
    }
    expect(await rung(later)).toEqual([]);
    const { items } = await list(deps(), admin, {});
    expect(items).toMatchObject([
      { kind: "approval", resolution: "Approved by Dana Whitfield", deliveries: 2 },
    ]);
  });

  it("says in the receipt's words what became of it, and devices hear no more", async () => {
    const device = await subscribed(deps(), admin);
    await notifyApproval(deps(), approvalOf(), "requested", 0);
    const decided = approvalOf({
      status: "approved",
      decision: "approve",
      decidedBy: { id: admin, name: "Dana Whitfield" },
    });
    await resolveApprovalNotification(deps(), decided);
    const receipt = {
      providerId: "AC1",
      at: "2026-11-24T19:14:00.000Z",
      summary: "Sent to Maria Lopez",
      link: null,
    };
    const effects = decided.effects.map((effect) => ({ ...effect, status: "done" as const, receipt }));
    await resolveApprovalNotification(deps(), { ...decided, status: "done", effects });
    const { items } = await list(deps(), admin, {});
    expect(items.map(({ resolution }) => resolution)).toEqual([
      expect.stringMatching(/^Sent to Maria Lopez · 2:14\sPM$/),
    ]);
    const returned = effects.map((effect) => ({
      ...effect,
      receipt: { ...receipt, returned: "the carrier couldn’t deliver it" },
    }));
    await resolveApprovalNotification(deps(), { ...decided, status: "done", effects: returned });
    expect((await list(deps(), admin, {})).items.map(({ resolution }) => resolution)).toEqual([
      expect.stringMatching(/^Undelivered: the carrier couldn’t deliver it · 2:14\sPM$/),
    ]);
    expect((await rung(device)).map(({ payload }) => payload.title)).toEqual([
      "Send a text to Maria Lopez?",
      "Approved by Dana Whitfield",
    ]);
  });

  const draftOf = (...kinds: string[]) => kinds.map((kind) => ({ kind, document: {} }) as never);

  it("of one request with others is called by what they have in common", async () => {
    const device = await subscribed(deps(), member);
    const db = dbFor(testEnv.DB, ALDER);
    const [jen, ivo] = [["contact.create", "sms.send"], ["sms.send"]].map((kinds, index) => ({
      kinds,
      draft: approvalOf({ id: `approval_${index}`, target: ["Jen", "Ivo Petrov"][index] ?? "" }),
    }));
    for (const { kinds, draft } of [jen, ivo].flatMap((one) => one ?? []))
      await db.insert(approvals, {
        ...approvalRow(draft.id, draft.title, "2026-11-21T10:00:00.000Z"),
        target: draft.target,
        toolCallId: `call-${draft.id}`,
        status: "pending",
        proposedEffects: draftOf(...kinds),
      });
    await notifyApproval(deps(), approvalOf({ id: "approval_1", target: "Ivo Petrov" }), "requested", 0);
    await notifyApproval(deps(), approvalOf({ id: "approval_0", target: "Jen" }), "requested", 0);
    expect((await rung(device)).map(({ payload }) => payload.title)).toEqual([
      "2 drafts: Jen and Ivo Petrov",
    ]);
  });

  it("of one request with others rings once for all of them, until the last is decided", async () => {
    const device = await subscribed(deps(), member);
    const db = dbFor(testEnv.DB, ALDER);
    const at = "2026-11-21T10:00:00.000Z";
    const drafts = ["Maria Lopez", "John Pruitt", "Rosa Diaz"].map((target, index) =>
      approvalOf({ id: `approval_${index}`, target, title: `Text message to ${target}` }),
    );
    for (const { id, title, target } of drafts)
      await db.insert(approvals, {
        ...approvalRow(id, title, at),
        target,
        toolCallId: `call-${id}`,
        status: "pending",
        proposedEffects: draftOf("sms.send"),
      });
    for (const draft of drafts) await notifyApproval(deps(), draft, "requested", 0);
    for (const draft of drafts) await notifyApproval(deps(), draft, "reminder", 1);
    expect((await rung(device)).map(({ payload: { title, url, token } }) => [title, url, token])).toEqual([
      ["3 texts to Maria Lopez, John Pruitt, and 1 more", `${testEnv.APP_URL}/approvals/approval_0`, null],
      [
        "Still waiting: 3 texts to Maria Lopez, John Pruitt, and 1 more",
        `${testEnv.APP_URL}/approvals/approval_0`,
        null,
      ],
    ]);
    for (const draft of drafts) {
      await db.update(approvals, { status: "approved" }, eq(approvals.id, draft.id));
      await resolveApprovalNotification(deps(), {
        ...draft,
        status: "approved",
        decision: "approve",
        decidedBy: { id: admin, name: "Dana Whitfield" },
      });
      // The reconciler asks again for each that waits.
      for (const one of drafts.slice(drafts.indexOf(draft) + 1))
        await notifyApproval(deps(), one, "requested", 0);
    }
    const told = (await rung(device)).slice(2);
    expect(told.map(({ payload }) => payload.title)).toEqual(["Approved by Dana Whitfield"]);
    const { items } = await list(deps(), admin, {});
    expect(items.map(({ resolution }) => resolution)).toEqual([
      "Approved by Dana Whitfield",
      "Approved by Dana Whitfield",
    ]);
  });

  it("replaces the notification at once when somebody decided while it rang", async () => {
    const device = await subscribed(deps(), member);
    const { id, title } = approvalOf();
    const at = "2026-11-21T10:00:00.000Z";
    await dbFor(testEnv.DB, ALDER).insert(approvals, {
      ...approvalRow(id, title, at),
      status: "rejected",
      decision: "reject",
      decidedByName: "Marcus Hale",
    });
    await notifyApproval(deps(), approvalOf(), "requested", 0);
    expect((await rung(device)).map((item) => item.payload.title)).toEqual([
      "Send a text to Maria Lopez?",
      "Rejected by Marcus Hale",
    ]);
  });

  it("does not ring for what needs no one any more", async () => {
    const device = await subscribed(deps(), member);
    await notifyApproval(deps(), approvalOf({ status: "withdrawn" }), "reminder", 1);
    await notifyApproval(deps(), approvalOf(), "needs_human", 0);
    expect(await rung(device)).toEqual([]);
  });

  it("forgets a device that is gone, with its tokens, and still rings the others", async () => {
    const [gone, here] = [await subscribed(deps(), admin), await subscribed(deps(), member)];
    await fetch(`${testEnv.TEST_SANDBOX_URL}/push/devices/${gone.id}/expire`, { method: "POST" });
    expect(await notifyApproval(deps(), approvalOf(), "requested", 0)).toMatchObject({
      sent: 1,
      removed: 1,
      failed: 0,
    });
    expect(await rung(here)).toHaveLength(1);
    expect((await listDevices(deps())).map((device) => device.userId)).toEqual([member]);
    expect(await rows("select user_id from approval_tokens")).toEqual([{ user_id: member }]);
  });

  it("does not ring people who were removed from the team", async () => {
    const device = await subscribed(deps(), member);
    await testEnv.DB.prepare("update users set removed_at = '2026-01-01T00:00:00.000Z' where id = ?")
      .bind(member)
      .run();
    expect(await notifyApproval(deps(), approvalOf(), "requested", 0)).toMatchObject({
      sent: 0,
      removed: 0,
      failed: 0,
    });
    expect(await rung(device)).toEqual([]);
  });
});

describe("a push service in trouble", () => {
  it("is asked again after 429 and 5xx, a bounded number of times", async () => {
    await subscribed(deps(), member);
    const pauses: number[] = [];
    const answers = [
      { kind: "try_later", status: 503, retryAfterMs: null },
      { kind: "try_later", status: 429, retryAfterMs: 2000 },
      { kind: "sent", status: 201 },
    ] as const;
    let calls = 0;
    const busy = deps({
      sendPush: async () => answers[calls++] ?? answers[0],
      sleep: async (ms) => void pauses.push(ms),
    });
    expect(await sendTest(busy, member)).toMatchObject({ sent: 1, removed: 0, failed: 0 });
    expect(pauses).toEqual([500, 2000]);
    calls = Number.MIN_SAFE_INTEGER;
    expect(await sendTest(busy, member)).toMatchObject({ sent: 0, removed: 0, failed: 1 });
    expect(calls - Number.MIN_SAFE_INTEGER).toBe(3);
  });

  it("that finds a message too large gets a short one without the token, which dies", async () => {
    await subscribed(deps(), member);
    const payloads: PushPayload[] = [];
    const small = deps({
      sendPush: async (_target, payload) => {
        payloads.push(JSON.parse(payload) as PushPayload);
        return payloads.length === 1 ? { kind: "too_large", status: 413 } : { kind: "sent", status: 201 };
      },
    });
    const approval = approvalOf({ effects: [smsEffect({ text: "漢".repeat(240) })] });
    expect((await notifyApproval(small, approval, "requested", 0)).sent).toBe(1);
    expect(payloads.map((payload) => payload.token === null)).toEqual([false, true]);
    expect(new TextEncoder().encode(JSON.stringify(payloads[1])).byteLength).toBeLessThanOrEqual(700);
    expect(await rows("select * from approval_tokens")).toEqual([]);
  });

  it("that refuses our keys is logged as a fault of ours and keeps the device", async () => {
    const faults: string[] = [];
    await subscribed(deps(), member);
    const { logger } = deps();
    const refused = deps({
      sendPush: async () => ({ kind: "vapid_refused", status: 403 }),
      logger: { ...logger, error: (event) => void faults.push(event) },
    });
    expect(await sendTest(refused, member)).toMatchObject({ sent: 0, removed: 0, failed: 1 });
    expect(faults).toEqual(["push.vapid_refused"]);
    expect(await listDevices(deps())).toHaveLength(1);
  });
});

describe("alerts and tests", () => {
  it("alerts admins alone, once for a code and hour", async () => {
    const [mine, theirs] = [await subscribed(deps(), admin), await subscribed(deps(), member)];
    const clock = { now: () => Date.parse("2026-11-21T10:30:00Z") };
    await alertAdmins(deps({ clock }), { code: "internal", requestId: "req-1" });
    await alertAdmins(deps({ clock }), { code: "internal", requestId: "req-2" });
    expect((await rung(mine)).map((item) => item.payload)).toMatchObject([
      { kind: "alert", title: "Something went wrong in Steward", body: expect.stringContaining("req-1") },
    ]);
    expect(await rung(theirs)).toEqual([]);
  });

  it("rings only the devices of the person who tries it", async () => {
    const [mine, theirs] = [await subscribed(deps(), admin), await subscribed(deps(), member)];
    expect(await sendTest(deps(), member)).toMatchObject({ sent: 1, removed: 0, failed: 0 });
    expect((await rung(theirs)).map((item) => item.payload.kind)).toEqual(["test"]);
    expect(await rung(mine)).toEqual([]);
  });

  it("pages through the notification centre without losing or repeating any", async () => {
    for (let index = 0; index < 5; index++) await alertAdmins(deps(), { code: `code_${index}` });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list(deps(), admin, { limit: 2, cursor });
      seen.push(...page.items.map((item) => item.body));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toHaveLength(5);
    expect(new Set(seen).size).toBe(5);
    await expect(list(deps(), admin, { cursor: "'; drop" })).rejects.toMatchObject({
      code: "invalid_request",
    });
    expect((await list(notificationDeps(testContext(HARBOR)), admin, {})).items).toEqual([]);
  });
});
