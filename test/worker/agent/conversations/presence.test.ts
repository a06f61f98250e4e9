import { evictDurableObject } from "cloudflare:test";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { tenantObjectName } from "../../../../src/kernel/tenant-names.ts";
import { SOCKET_HEADERS, type ConversationIdentity } from "../../../../src/agent/api/objects.ts";
import { feedEventSchema, type FeedEvent } from "../../../../src/platform/api/socket.ts";
import { freshWorld, TIMEOUT, testEnv } from "../../../support/worker.ts";
import { DANA, newIdentity, Page, session, stubOf, TENANT } from "./harness.ts";

let identity: ConversationIdentity;

beforeEach(async () => {
  await freshWorld();
  identity = newIdentity();
});

const here = { userId: DANA.id, name: DANA.name, looking: true, editingApprovalId: null };

describe("presence in a conversation", () => {
  it("tells every page who looks and who edits, when it changes, and when a page goes", async () => {
    const [mine, other] = [
      await Page.open(identity, await session()),
      await Page.open(identity, await session()),
    ];
    mine.say({ type: "presence", looking: true });
    await other.next("presence", ({ people }) => people.length === 1);
    expect(other.of("presence").at(-1)?.people).toEqual([here]);
    mine.say({ type: "presence", looking: true, editingApprovalId: "approval_1" });
    await other.next("presence", ({ people }) => people[0]?.editingApprovalId === "approval_1");
    mine.close();
    await other.next("presence", ({ people }) => people.length === 0);
  });

  it("is in the snapshot, survives hibernation, and nothing of it is stored", async () => {
    const mine = await Page.open(identity, await session());
    mine.say({ type: "presence", looking: true, editingApprovalId: "approval_1" });
    await mine.next("presence");
    await evictDurableObject(await stubOf(identity));
    const other = await Page.open(identity, await session());
    other.say({ type: "hello" });
    const { people } = await other.next("snapshot");
    expect(people).toEqual([{ ...here, editingApprovalId: "approval_1" }]);
  });

  it("says nothing again where nothing changed, and one's second page makes no second person", async () => {
    const mine = await Page.open(identity, await session());
    for (let repeat = 0; repeat < 3; repeat++) mine.say({ type: "presence", looking: true });
    await mine.next("presence");
    const again = await Page.open(identity, await session());
    again.say({ type: "presence", looking: true });
    again.say({ type: "ping" });
    await again.next("pong");
    expect(mine.of("presence").map(({ people }) => people)).toEqual([[here]]);
  });
});

async function feed(userId: string, name: string) {
  const { id, expiresAt } = await session();
  const object = testEnv.TENANTS.getByName(await tenantObjectName(TENANT));
  const { webSocket: socket } = await object.fetch(
    new Request("https://steward.example/api/feed", {
      headers: {
        upgrade: "websocket",
        [SOCKET_HEADERS.tenantId]: TENANT,
        [SOCKET_HEADERS.sessionId]: id,
        [SOCKET_HEADERS.sessionExpiresAt]: expiresAt,
        [SOCKET_HEADERS.userId]: userId,
        [SOCKET_HEADERS.userName]: encodeURIComponent(name),
      },
    }),
  );
  if (socket === null) throw new Error("no socket");
  const events: FeedEvent[] = [];
  socket.addEventListener("message", ({ data }) => {
    events.push(feedEventSchema.parse(JSON.parse(String(data))));
  });
  socket.accept();
  const people = () => events.flatMap((event) => (event.type === "presence" ? [event.people] : []));
  return { socket, events, people, say: (frame: unknown) => socket.send(JSON.stringify(frame)) };
}

describe("a line of the feed that opens", () => {
  it("says how long ago the last change was told, so that a page knows whether what it read may be older", async () => {
    const object = testEnv.TENANTS.getByName(await tenantObjectName(TENANT));
    const first = await feed("dana", "Dana");
    await vi.waitFor(() => expect(first.events).toEqual([{ type: "feed.ready" }]), TIMEOUT);
    await object.publish(TENANT, { type: "records.changed", records: ["accounts"] });
    const second = await feed("marcus", "Marcus");
    await vi.waitFor(() => expect(second.events).toHaveLength(1), TIMEOUT);
    expect(second.events).toEqual([{ type: "feed.ready", changedMs: expect.any(Number) }]);
  });
});

describe("presence in the feed", () => {
  it("reaches the approvals page: who edits what, also for a page that comes later, until the editor goes", async () => {
    const [dana, marcus] = [await feed("dana", "Dana Ĺ"), await feed("marcus", "Marcus")];
    dana.say({ type: "presence", looking: true, editingApprovalId: "approval_1" });
    const editing = [{ userId: "dana", name: "Dana Ĺ", looking: true, editingApprovalId: "approval_1" }];
    await vi.waitFor(() => expect(marcus.people().at(-1)).toEqual(editing), TIMEOUT);
    const late = await feed("priya", "Priya");
    late.say({ type: "hello" });
    await vi.waitFor(() => expect(late.people()).toEqual([editing]), TIMEOUT);
    dana.socket.close(1000, "done");
    await vi.waitFor(() => expect(marcus.people().at(-1)).toEqual([]), TIMEOUT);
  });

  it("tells a storm of changes seldom, and its end", async () => {
    const [dana, marcus] = [await feed("dana", "Dana"), await feed("marcus", "Marcus")];
    for (let flip = 0; flip < 100; flip++) dana.say({ type: "presence", looking: flip % 2 === 1 });
    await vi.waitFor(
      () => expect(marcus.people().at(-1)).toMatchObject([{ userId: "dana", looking: true }]),
      TIMEOUT,
    );
    expect(marcus.people().length).toBeLessThan(20);
  });
});
