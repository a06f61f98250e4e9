import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { tenantObjectName } from "../../../../src/kernel/tenant-names.ts";
import { SOCKET_HEADERS, type TenantLimits, type TenantRpc } from "../../../../src/agent/api/objects.ts";
import type { FeedEvent } from "../../../../src/platform/api/socket.ts";
import { freshWorld, TIMEOUT, testEnv } from "../../../support/worker.ts";

const ALDER = "tenant_alder";
const HARBOR = "tenant_harbor";
const limits: TenantLimits = {
  toolCallsPerHour: 100,
  monthlyBudgetMicroUsd: 1000,
  timeZone: "America/New_York",
};

type Stub = TenantRpc & { fetch(request: Request): Promise<Response> };

async function tenant(tenantId: string): Promise<Stub> {
  return testEnv.TENANTS.getByName(await tenantObjectName(tenantId));
}

function step(id: string, reserveMicroUsd: number) {
  return { reservationId: id, runId: "run", reserveMicroUsd };
}

/** A session as sign-in writes it. */
async function writeSession(id: string, tenantId: string, userId: string): Promise<void> {
  const never = "2126-01-01T00:00:00.000Z";
  await testEnv.DB.prepare(
    "insert into sessions (id, tenant_id, user_id, secret_hash, device, created_at, last_seen_at, expires_at) values (?, ?, ?, ?, 'Phone', ?, ?, ?)",
  )
    .bind(id, tenantId, userId, `hash-${id}`, never, never, never)
    .run();
}

async function userOf(tenantId: string): Promise<string> {
  const row = await testEnv.DB.prepare("select id from users where tenant_id = ? limit 1")
    .bind(tenantId)
    .first<{ id: string }>();
  return row?.id ?? "";
}

interface FeedPage {
  readonly events: FeedEvent[];
  readonly closed: Promise<number>;
  readonly socket: WebSocket;
}

async function openFeed(
  tenantId: string,
  sessionId: string,
  more: { query?: string; expiresAt?: string; as?: string } = {},
) {
  const request = new Request(`https://steward.example/api/feed${more.query ?? ""}`, {
    headers: {
      upgrade: "websocket",
      [SOCKET_HEADERS.tenantId]: more.as ?? tenantId,
      [SOCKET_HEADERS.sessionId]: sessionId,
      [SOCKET_HEADERS.sessionExpiresAt]: more.expiresAt ?? "2126-01-01T00:00:00.000Z",
    },
  });
  return (await tenant(tenantId)).fetch(request);
}

async function page(tenantId: string, sessionId: string, expiresAt?: string): Promise<FeedPage> {
  const { webSocket: socket } = await openFeed(
    tenantId,
    sessionId,
    expiresAt === undefined ? {} : { expiresAt },
  );
  if (socket === null) throw new Error("no socket");
  const events: FeedEvent[] = [];
  socket.addEventListener("message", ({ data }) => {
    events.push(JSON.parse(String(data)) as FeedEvent);
  });
  const closed = new Promise<number>((resolve) =>
    socket.addEventListener("close", ({ code }) => resolve(code)),
  );
  socket.accept();
  await vi.waitFor(() => expect(events).toContainEqual({ type: "feed.ready" }), TIMEOUT);
  return { events, closed, socket };
}

beforeEach(freshWorld);

describe("the tenant's counters", () => {
  it("admits exactly what the budget holds when 200 steps ask at once", async () => {
    const alder = await tenant(ALDER);
    await alder.configure(ALDER, limits);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => alder.admitModelStep(ALDER, step(`r${index}`, 15))),
    );
    expect(answers.filter((answer) => answer.ok)).toHaveLength(66);
    expect(await alder.counters(ALDER)).toMatchObject({ spentMicroUsd: 0, reservedMicroUsd: 990 });
  });

  it("answers a repeated reservation as before and settles it once", async () => {
    const alder = await tenant(ALDER);
    await alder.configure(ALDER, limits);
    for (let repeat = 0; repeat < 3; repeat++) {
      expect(await alder.admitModelStep(ALDER, step("same", 800))).toEqual({ ok: true });
    }
    await alder.settle(ALDER, "same", 300);
    await alder.settle(ALDER, "same", 300);
    await alder.settle(ALDER, "unknown", 300);
    expect(await alder.counters(ALDER)).toMatchObject({ spentMicroUsd: 300, reservedMicroUsd: 0 });
  });

  it("charges what no one settled in full after a quarter of an hour, also across an eviction", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T12:00:00Z") });
    const alder = await tenant(ALDER);
    await alder.configure(ALDER, limits);
    await alder.admitModelStep(ALDER, step("lost", 700));
    await evictDurableObject(alder as unknown as DurableObjectStub);
    vi.setSystemTime(new Date("2026-11-21T12:15:00Z"));
    expect(await alder.counters(ALDER)).toMatchObject({ spentMicroUsd: 700, reservedMicroUsd: 0 });
    expect(await alder.admitModelStep(ALDER, step("next", 301))).toEqual({
      ok: false,
      reason: "budget_spent",
      retryAt: "2026-12-01T05:00:00.000Z",
    });
  });

  it("counts 120 tool calls at once as the 100 the window holds", async () => {
    const alder = await tenant(ALDER);
    await alder.configure(ALDER, limits);
    const ids = Array.from({ length: 120 }, (_, index) => `call-${index}`);
    const answers = await Promise.all(
      [...ids, ...ids.slice(0, 50)].map((id) => alder.admitToolCall(ALDER, id)),
    );
    expect(answers.slice(0, 120).filter((answer) => answer.ok)).toHaveLength(100);
    expect((await alder.counters(ALDER)).toolCallsLastHour).toBe(100);
  });

  it("holds against the recorded policy when no one configured it, and against the last configuration after an eviction", async () => {
    const harbor = await tenant(HARBOR);
    await testEnv.DB.prepare("delete from settings where tenant_id = ?").bind(HARBOR).run();
    expect(await harbor.counters(HARBOR)).toMatchObject({
      budgetMicroUsd: 100_000_000,
      toolCallsPerHour: 1_000,
    });
    await harbor.configure(HARBOR, { ...limits, monthlyBudgetMicroUsd: 5 });
    await evictDurableObject(harbor as unknown as DurableObjectStub);
    expect((await harbor.counters(HARBOR)).budgetMicroUsd).toBe(5);
  });

  it("refuses amounts that are no whole number, and another team's name", async () => {
    const alder = await tenant(ALDER);
    await runInDurableObject(alder as unknown as DurableObjectStub, async (instance) => {
      const object = instance as unknown as TenantRpc;
      const wrong = { code: "invalid_request" };
      await expect(object.admitModelStep(ALDER, step("r", Number.NaN))).rejects.toMatchObject(wrong);
      await expect(object.admitModelStep(ALDER, step("r", 0.5))).rejects.toMatchObject(wrong);
      await expect(object.settle(ALDER, "r", -1)).rejects.toMatchObject(wrong);
      await expect(object.counters(HARBOR)).rejects.toMatchObject({ code: "forbidden" });
    });
    expect(await alder.counters(ALDER)).toMatchObject({ spentMicroUsd: 0, reservedMicroUsd: 0 });
  });

  it("alerts the admins once when the budget is spent", async () => {
    const alder = await tenant(ALDER);
    await alder.configure(ALDER, limits);
    await alder.admitModelStep(ALDER, step("all", 1000));
    await alder.settle(ALDER, "all", 1000);
    await alder.admitModelStep(ALDER, step("more", 1));
    await alder.admitModelStep(ALDER, step("and more", 1));
    await vi.waitFor(async () => {
      const { results } = await testEnv.DB.prepare("select title, tenant_id from notifications").all();
      expect(results).toEqual([{ title: "This month’s budget is spent", tenant_id: ALDER }]);
    }, TIMEOUT);
  });

  it("asks no one about a spent budget that was raised, and tells of the next end", async () => {
    const alder = await tenant(ALDER);
    await alder.configure(ALDER, limits);
    const alerts = async () => {
      const { results } = await testEnv.DB.prepare(
        "select resolution, due_at as dueAt from notifications where title = ?1 order by created_at",
      )
        .bind("This month’s budget is spent")
        .all<{ resolution: string | null; dueAt: string | null }>();
      return results;
    };
    await alder.admitModelStep(ALDER, step("all", 1000));
    await alder.settle(ALDER, "all", 1000);
    await vi.waitFor(async () => expect(await alerts()).toMatchObject([{ resolution: null }]), TIMEOUT);
    await alder.configure(ALDER, { ...limits, monthlyBudgetMicroUsd: 2000 });
    expect(await alerts()).toEqual([{ resolution: "The budget was raised", dueAt: null }]);
    await alder.admitModelStep(ALDER, step("more", 1000));
    await alder.settle(ALDER, "more", 1000);
    await vi.waitFor(
      async () =>
        expect(await alerts()).toMatchObject([{ resolution: "The budget was raised" }, { resolution: null }]),
      TIMEOUT,
    );
  });
});

describe("the feed", () => {
  it("reaches every page of the team and no page of another", async () => {
    const [one, two, other] = await Promise.all([page(ALDER, "s1"), page(ALDER, "s2"), page(HARBOR, "s3")]);
    await (await tenant(ALDER)).publish(ALDER, { type: "settings.updated" });
    await (await tenant(HARBOR)).publish(HARBOR, { type: "usage.updated", spentUsd: 1, budgetUsd: 2 });
    for (const { events } of [one, two]) {
      await vi.waitFor(
        () => expect(events).toEqual([{ type: "feed.ready" }, { type: "settings.updated" }]),
        TIMEOUT,
      );
    }
    await vi.waitFor(
      () => expect(other.events.at(-1)).toEqual({ type: "usage.updated", spentUsd: 1, budgetUsd: 2 }),
      TIMEOUT,
    );
  });

  it("answers a live session's ping, also after the object left memory", async () => {
    await writeSession("s1", ALDER, await userOf(ALDER));
    const { socket, events } = await page(ALDER, "s1");
    await evictDurableObject((await tenant(ALDER)) as unknown as DurableObjectStub);
    socket.send(JSON.stringify({ type: "ping" }));
    await vi.waitFor(() => expect(events.at(-1)).toEqual({ type: "pong" }), TIMEOUT);
  });

  it("closes with 4401 on the next frame of a session that is over, expired or was never there", async () => {
    const revoked = await page(ALDER, "nobody");
    revoked.socket.send(JSON.stringify({ type: "ping" }));
    expect(await revoked.closed).toBe(4401);
    const expired = await page(ALDER, "s1", "2020-01-01T00:00:00.000Z");
    await (await tenant(ALDER)).publish(ALDER, { type: "settings.updated" });
    expect(await expired.closed).toBe(4401);
    expect(expired.events).not.toContainEqual({ type: "settings.updated" });
  });

  it("closes with 4401 on the next frame of a session that can't be looked up", async () => {
    await writeSession("s1", ALDER, await userOf(ALDER));
    const { socket, closed } = await page(ALDER, "s1");
    await testEnv.DB.prepare("alter table sessions rename to sessions_away").run();
    try {
      socket.send(JSON.stringify({ type: "ping" }));
      expect(await closed).toBe(4401);
    } finally {
      await testEnv.DB.prepare("alter table sessions_away rename to sessions").run();
    }
  });

  it("closes with 4413 on a frame that is too large and ignores what it does not know", async () => {
    await writeSession("s1", ALDER, await userOf(ALDER));
    const { socket, events, closed } = await page(ALDER, "s1");
    for (const frame of [
      "{",
      "[]",
      '{"type":"rpc","id":"1","method":"x","args":[]}',
      '{"type":"approval.updated"}',
    ])
      socket.send(frame);
    socket.send(JSON.stringify({ type: "ping" }));
    await vi.waitFor(() => expect(events).toEqual([{ type: "feed.ready" }, { type: "pong" }]), TIMEOUT);
    socket.send("x".repeat(70_000));
    expect(await closed).toBe(4413);
  });

  it("refuses handshakes our server did not make", async () => {
    expect((await openFeed(ALDER, "s1", { as: HARBOR })).status).toBe(403);
    expect((await openFeed(ALDER, "")).status).toBe(403);
    expect((await openFeed(ALDER, "s1", { query: "?__agents_transport=capnweb" })).status).toBe(403);
    expect((await openFeed(ALDER, "s1", { query: "?_pk=chosen" })).status).toBe(403);
    expect((await (await tenant(ALDER)).fetch(new Request("https://steward.example/api/feed"))).status).toBe(
      404,
    );
  });
});

describe("sessions", () => {
  it("ends a session at once: memory, sockets and after an eviction", async () => {
    await writeSession("s1", ALDER, await userOf(ALDER));
    const alder = await tenant(ALDER);
    const [ended, other] = await Promise.all([page(ALDER, "s1"), page(ALDER, "s2")]);
    expect(await alder.sessionAlive(ALDER, "s1")).toBe(true);
    await alder.endSession(ALDER, "s1");
    expect(await alder.sessionAlive(ALDER, "s1")).toBe(false);
    expect(await ended.closed).toBe(4401);
    await evictDurableObject(alder as unknown as DurableObjectStub);
    expect(await alder.sessionAlive(ALDER, "s1")).toBe(false);
    await alder.publish(ALDER, { type: "settings.updated" });
    await vi.waitFor(() => expect(other.events).toContainEqual({ type: "settings.updated" }), TIMEOUT);
  });

  it("asks the records again after half a minute, and knows only sessions of its own team", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T12:00:00Z") });
    await writeSession("s1", ALDER, await userOf(ALDER));
    const alder = await tenant(ALDER);
    expect(await (await tenant(HARBOR)).sessionAlive(HARBOR, "s1")).toBe(false);
    expect(await alder.sessionAlive(ALDER, "s1")).toBe(true);
    await testEnv.DB.prepare(
      "update sessions set revoked_at = '2026-11-21T12:00:01.000Z' where id = 's1'",
    ).run();
    vi.setSystemTime(new Date("2026-11-21T12:00:31Z"));
    expect(await alder.sessionAlive(ALDER, "s1")).toBe(false);
  });

  it("has the sockets closed of conversations the session watched", async () => {
    const alder = await tenant(ALDER);
    await alder.noteSocket(ALDER, "s1", "conversation-1");
    await alder.noteSocket(ALDER, "s2", "conversation-1");
    await alder.endSession(ALDER, "s1");
    const left = await runInDurableObject(alder as unknown as DurableObjectStub, (_object, state) =>
      state.storage.sql.exec("select session_id from session_sockets").toArray(),
    );
    expect(left).toEqual([{ session_id: "s2" }]);
  });
});
