import { beforeEach, describe, expect, it } from "vitest";
import type { ChatResponse } from "../../../../src/agent/api/chat.ts";
import type { Approval } from "../../../../src/approvals/api/approval.ts";
import { errorCode, request, signIn } from "../../../support/http-worker.ts";
import { tokenOf } from "../../../support/mcp.ts";
import { sendAtOnce } from "../../../support/rows.ts";
import { control, freshWorld, testEnv } from "../../../support/worker.ts";

const LIMIT_MS = 60_000;
let cookie: string;
let marker: string;

beforeEach(async () => {
  await freshWorld();
  cookie = await signIn("dana@alderfinch.example");
  marker = `marker-${crypto.randomUUID()}`;
});

function as(who: string, method: string, path: string, body?: unknown): Promise<Response> {
  return request(path, {
    method,
    headers: { cookie: who, origin: "http://localhost:8787" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

async function chat(body: object): Promise<ChatResponse> {
  const answer = await as(cookie, "POST", "/api/chat", body);
  const text = await answer.text();
  expect(answer.status, text).toBe(200);
  return JSON.parse(text) as ChatResponse;
}

const says = (text: string) => ({ content: [{ type: "text", text }] });
const calls = (name: string, input: object, id = name) => ({
  stopReason: "tool_use",
  content: [{ type: "tool_use", id: `toolu_${id}_${marker.slice(7, 15)}`, name, input }],
});

/** A text is proposed; what waits for a decision. */
async function proposed(): Promise<ChatResponse> {
  await control("anthropic/script", {
    marker,
    responses: [
      calls("send_message", { to: "+14125550142", text: "The heater is fixed." }),
      says("It’s sent."),
    ],
  });
  return chat({ message: `Tell Maria the heater is fixed ${marker}` });
}

describe("POST /api/chat", () => {
  it(
    "asks, is answered in the same conversation, and answers",
    async () => {
      const question = {
        question: "Which John?",
        options: ["John Smith", "John Doe"],
        requiredFor: "the mail",
      };
      await control("anthropic/script", {
        marker,
        responses: [calls("ask_user", question), says("John Smith’s mail names three tasks.")],
      });
      const asked = await chat({ message: `Create tasks from John’s mail ${marker}` });
      expect(asked).toMatchObject({
        needsClarification: true,
        clarification: question,
        stopped: { reason: "waiting_answer" },
        response: "Which John?",
      });
      const answered = await chat({ conversationId: asked.conversationId, message: "John Smith" });
      expect(answered).toMatchObject({
        conversationId: asked.conversationId,
        response: "John Smith’s mail names three tasks.",
        needsClarification: false,
        clarification: null,
        stopped: { reason: "end_turn", problem: null },
        pendingActions: [],
      });
      expect(answered.messageId).not.toBeNull();
    },
    LIMIT_MS,
  );

  it(
    "sends a message once however often it is repeated, also where it opens the conversation",
    async () => {
      await control("anthropic/script", { marker, responses: [says("Hello."), says("Twice?")] });
      const body = { message: `Good morning ${marker}`, messageId: "script-1" };
      const first = await chat(body);
      const again = await chat(body);
      expect(again).toEqual(first);
      const { items } = await (await as(cookie, "GET", first.link)).json<{ items: { role: string }[] }>();
      expect(items.map(({ role }) => role)).toEqual(["user", "assistant"]);
    },
    LIMIT_MS,
  );

  it(
    "confirms exactly what it was shown, and nothing that changed since or that is another conversation’s",
    async () => {
      await sendAtOnce("tenant_alder");
      const { conversationId, pendingActions } = await proposed();
      const [shown] = pendingActions;
      if (shown === undefined) throw new Error("nothing waits");
      expect(shown).toMatchObject({
        type: "send_message",
        effects: [{ params: { text: "The heater is fixed." } }],
      });
      const approvalId = shown.id.split("~")[0] ?? "";

      const other = shown.id.replace(/~[0-9a-f]{64}~/, `~${"0".repeat(64)}~`);
      const refused = await chat({ conversationId, confirmActions: [other] });
      expect(refused).toMatchObject({
        refusedActions: [{ id: other, code: "effect_changed" }],
        completedActions: [],
        pendingActions: [{ id: shown.id }],
      });
      const elsewhere = await chat({ message: "Good evening" });
      expect(
        await chat({ conversationId: elsewhere.conversationId, confirmActions: [shown.id] }),
      ).toMatchObject({ refusedActions: [{ id: shown.id, code: "not_found" }] });
      expect((await (await as(cookie, "GET", `/api/approvals/${approvalId}`)).json<Approval>()).status).toBe(
        "pending",
      );

      const body = { conversationId, confirmActions: [shown.id], messageId: "confirm-1" };
      const done = await as(cookie, "POST", "/api/chat", body);
      expect(done.status).toBe(200);
      const answer = await done.json<ChatResponse>();
      expect(answer).toMatchObject({ response: "It’s sent.", stopped: { reason: "end_turn" } });
      expect(answer.refusedActions).toEqual([]);
      expect(answer.pendingActions).toEqual([]);
      expect(answer.completedActions).toMatchObject([
        { id: approvalId, description: shown.description, status: "done" },
      ]);
      const decided = await (await as(cookie, "GET", `/api/approvals/${approvalId}`)).json<Approval>();
      expect(decided).toMatchObject({ decision: "approve", decidedBy: { name: "Dana Whitfield" } });
    },
    2 * LIMIT_MS,
  );

  it("refuses a request that says nothing, or confirms without saying where", async () => {
    const id = `approval_1~${"0".repeat(64)}~`;
    for (const body of [
      {},
      { message: "" },
      { confirmActions: [id] },
      { conversationId: crypto.randomUUID(), confirmActions: ["approval_1"] },
      { message: "hello", user: "dana" },
    ])
      expect(await errorCode(await as(cookie, "POST", "/api/chat", body))).toBe("invalid_request");
    expect((await request("/api/chat", { method: "POST", body: "{}" })).status).toBe(401);
  });

  it("is the team’s own: another team’s conversation is not there", async () => {
    await control("anthropic/script", { marker, responses: [says("Hello.")] });
    const { conversationId } = await chat({ message: `Good morning ${marker}` });
    const ben = await signIn("ben@harborlight.example");
    const answer = await as(ben, "POST", "/api/chat", { conversationId, message: "And?" });
    expect(answer.status).toBe(404);
    const { results } = await testEnv.DB.prepare("select tenant_id from conversations where id = ?")
      .bind(conversationId)
      .all();
    expect(results).toEqual([{ tenant_id: "tenant_alder" }]);
  });
});

// Seed 002:1965–1985: of three actions that one card holds, a script confirms two.
it(
  "confirms two of three actions as they were shown, and leaves the third out",
  async () => {
    await sendAtOnce("tenant_alder");
    const texts = ["+14125550142", "+14125550144", "+14125550146"].map((to, index) => ({
      to,
      text: `The water is off on day ${index + 1}.`,
    }));
    await control("anthropic/script", {
      marker,
      responses: [calls("send_messages", { texts }), says("Two went out.")],
    });
    const { conversationId, pendingActions } = await chat({ message: `Tell the three ${marker}` });
    const [shown] = pendingActions;
    if (shown === undefined) throw new Error("nothing waits");
    expect(shown.effects).toHaveLength(3);

    const none = await chat({ conversationId, confirmActions: [{ id: shown.id, only: [0, 7] }] });
    expect(none).toMatchObject({ refusedActions: [{ code: "invalid_request" }], completedActions: [] });

    const done = await chat({ conversationId, confirmActions: [{ id: shown.id, only: [0, 2] }] });
    expect(done.refusedActions).toEqual([]);
    const sent = done.completedActions.flatMap(({ effects }) => effects.map(({ params }) => params["text"]));
    expect(sent).toEqual([texts[0]?.text, texts[2]?.text]);
    const { items } = (await control("outbox?service=quo")) as { items: { body: { content?: string } }[] };
    expect(items.map(({ body }) => body.content)).not.toContain(texts[1]?.text);
  },
  3 * LIMIT_MS,
);

// Seed 000:576.
describe("POST /api/chat with Accept: text/event-stream", () => {
  it(
    "streams what the agent looks up and writes, and ends with the whole answer",
    async () => {
      await control("anthropic/script", {
        marker,
        responses: [calls("search_contacts", { query: "Maria" }), says("Maria Lopez lives in 4B.")],
      });
      const answer = await request("/api/chat", {
        method: "POST",
        headers: { cookie, origin: "http://localhost:8787", accept: "text/event-stream" },
        body: JSON.stringify({ message: `Who is Maria? ${marker}` }),
      });
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-type")).toBe("text/event-stream");
      const events = (await answer.text()).split("\n\n").flatMap((block) => {
        const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
        return event === undefined
          ? []
          : [{ event, data: JSON.parse(data ?? "") as Record<string, unknown> }];
      });
      expect(events.map(({ event }) => event).at(-1)).toBe("answer");
      expect(events.at(-1)?.data).toMatchObject({
        response: "Maria Lopez lives in 4B.",
        stopped: { reason: "end_turn" },
      });
      const said = events.flatMap(({ event, data }) => (event === "text" ? [data["text"]] : [])).join("");
      expect(said).toContain("Maria Lopez lives in 4B.");
    },
    LIMIT_MS,
  );

  it("answers a request that can't be served without a stream", async () => {
    const answer = await request("/api/chat", {
      method: "POST",
      headers: { cookie, origin: "http://localhost:8787", accept: "text/event-stream" },
      body: JSON.stringify({ conversationId: "nowhere", message: "Hello" }),
    });
    expect(answer.status).toBe(404);
  });
});

// Seed 000:576: a script has a token of its own.
describe("a script with an access token", () => {
  const by = (token: string, body: object, path = "/api/chat"): Promise<Response> =>
    request(path, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });

  it(
    "talks as its member, and confirms only with that scope",
    async () => {
      await sendAtOnce("tenant_alder");
      const talks = await tokenOf("dana@alderfinch.example", ["chat:write"]);
      const confirms = await tokenOf("dana@alderfinch.example", ["chat:write", "chat:confirm"]);
      await control("anthropic/script", {
        marker,
        responses: [
          calls("send_message", { to: "+14125550142", text: "The heater is fixed." }),
          says("Sent."),
        ],
      });
      const asked = await by(talks.token, { message: `Tell Maria the heater is fixed ${marker}` });
      expect(asked.status).toBe(200);
      const { conversationId, pendingActions } = await asked.json<ChatResponse>();
      const confirmActions = pendingActions.map(({ id }) => id);
      expect(confirmActions).toHaveLength(1);
      const refused = await by(talks.token, { conversationId, confirmActions });
      expect(refused.status).toBe(403);
      const done = await (await by(confirms.token, { conversationId, confirmActions })).json<ChatResponse>();
      expect(done.completedActions).toMatchObject([{ status: "done" }]);
      const { items } = await (
        await as(cookie, "GET", "/api/mcp/grants")
      ).json<{ items: { id: string; lastUsedAt: string | null }[] }>();
      expect(items.find(({ id }) => id === talks.id)?.lastUsedAt).not.toBeNull();
    },
    2 * LIMIT_MS,
  );

  it("gets nowhere without the scope, at other addresses, or once it is revoked or has expired", async () => {
    const reads = await tokenOf("dana@alderfinch.example", ["records:read"]);
    expect((await by(reads.token, { message: "Hello" })).status).toBe(403);
    const talks = await tokenOf("dana@alderfinch.example", ["chat:write"]);
    expect((await by(talks.token, {}, "/api/conversations")).status).toBe(401);
    await testEnv.DB.prepare("update mcp_grants set expires_at = ?, access_expires_at = ? where id = ?")
      .bind("2020-01-01T00:00:00.000Z", "2020-01-01T00:00:00.000Z", talks.id)
      .run();
    expect((await by(talks.token, { message: "Hello" })).status).toBe(401);
    const other = await tokenOf("dana@alderfinch.example", ["chat:write"]);
    await as(cookie, "DELETE", `/api/mcp/grants/${other.id}`);
    expect((await by(other.token, { message: "Hello" })).status).toBe(401);
  });
});
