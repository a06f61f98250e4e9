import { beforeEach, describe, expect, it } from "vitest";
import type { ChatResponse } from "../../../../src/agent/api/chat.ts";
import type { Approval } from "../../../../src/approvals/api/approval.ts";
import { errorCode, request, signIn } from "../../../support/http-worker.ts";
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
