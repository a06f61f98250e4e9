/** ADD-ONE: an agent with tools and an output schema is one file and one line. All else that knows of agents finds it through the list. */
import { abortAllDurableObjects, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { allAgents, type AgentDefinition } from "../../../src/agent/index.ts";
import { approvals } from "../../../src/approvals/tables/approvals.ts";
import { dbFor } from "../../../src/platform/db/index.ts";
import { runs } from "../../../src/agent/tables/conversations.ts";
import { teamEndpoints } from "../../../src/team/api/team.ts";
import { agentEndpoints } from "../../../src/agent/api/agent.ts";
import { conversationSchema } from "../../../src/agent/api/conversation.ts";
import type { ConversationIdentity } from "../../../src/agent/api/objects.ts";
import { factFinder } from "../../fixtures/add-one/fact-finder.ts";
import { errorCode, request, signIn } from "../../support/http-worker.ts";
import { control, freshWorld, testEnv } from "../../support/worker.ts";
import {
  calls,
  DANA,
  messagesOf,
  newIdentity,
  objectOf,
  Page,
  requestsOf,
  says,
  script,
  session,
  stubOf,
  TENANT,
  until,
} from "../agent/conversations/harness.ts";

// The one line.
beforeAll(() => void (allAgents() as AgentDefinition[]).push(factFinder));
afterAll(() => void (allAgents() as AgentDefinition[]).pop());

const FOUND = { facts: [{ about: "Tom Okafor", fact: "has the master key" }], confidence: 0.9 };
const db = () => dbFor(testEnv.DB, TENANT);
let headers: Record<string, string>;

beforeEach(async () => {
  await freshWorld();
  await control("reset", {});
  const cookie = await signIn("dana@alderfinch.example");
  headers = { cookie, origin: "http://localhost:8787", "content-type": "application/json" };
});

const get = async (path: string) => (await request(path, { headers })).json();
const send = (method: string, path: string, body: unknown) =>
  request(path, { method, headers, body: JSON.stringify(body) });
const runsOf = (agent: string) => async () => {
  const rows = (await db().rows(runs)).filter((row) => row.agent === agent);
  return rows.length > 0 && rows.every(({ finishedAt }) => finishedAt !== null) ? rows : null;
};

/** Makes the heartbeat due and runs the alarm, as twenty seconds later, with no one connected. */
async function ringAlarm(identity: ConversationIdentity): Promise<void> {
  const stub = await stubOf(identity);
  await runInDurableObject(stub, async (_, state) => {
    state.storage.sql.exec("UPDATE cf_agents_jobs SET time = ?", Date.now() - 1);
    await state.storage.setAlarm(Date.now() + 60_000);
  });
  await runDurableObjectAlarm(stub);
}

describe("ADD-ONE: a new agent", () => {
  it("is talked to in a conversation of its own, works with its tools, and answers by its schema", async () => {
    const listed = teamEndpoints.agents.output.parse(await get("/api/agents"));
    expect(listed.items.find(({ name }) => name === "fact-finder")).toMatchObject({
      title: "Fact finder",
      model: "claude-sonnet-5-5",
      conversational: true,
      delegable: true,
      enabled: true,
      structured: true,
      tools: [{ name: "search_contacts" }, { name: "send_message" }, { name: "ask_user" }],
    });

    const made = conversationSchema.parse(
      await (await send("POST", "/api/conversations", { agent: "fact-finder", title: "Facts" })).json(),
    );
    expect(made.agent).toBe("fact-finder");
    await script("marker-facts", [
      { content: [calls("f", "search_contacts", { query: "Tom Okafor" })] },
      says(JSON.stringify(FOUND)),
    ]);
    await send("POST", `/api/conversations/${made.id}/messages`, {
      clientMessageId: "m1",
      text: "marker-facts",
    });
    const [run] = await until(runsOf("fact-finder"));
    expect(run).toMatchObject({
      status: "finished",
      conversationId: made.id,
      parentRunId: null,
      mode: "propose",
      output: FOUND,
      confidence: 0.9,
    });

    const [first] = await requestsOf("marker-facts");
    expect(first?.request).toMatchObject({
      system: [
        {
          text: expect.stringMatching(
            /^You find facts\. Answer with what you found\.[^]*"facts":\[\{"about":/,
          ),
        },
        {},
      ],
      tools: [{ name: "search_contacts" }, { name: "send_message" }, { name: "ask_user" }],
      output_config: { format: { type: "json_schema", schema: { additionalProperties: false } } },
    });
    const messages = await messagesOf({ ...newIdentity(), conversationId: made.id });
    expect(messages.at(-1)?.author).toEqual({ kind: "agent", id: "agent:fact-finder", name: "Fact finder" });
    expect(conversationSchema.parse(await get(`/api/conversations/${made.id}`)).agent).toBe("fact-finder");
  });

  it("is handed tasks by Steward, whose own prompt says that it is there", async () => {
    const identity = newIdentity();
    await script("marker-boss", [
      { content: [calls("h", "delegate", { agent: "fact-finder", task: "marker-task: who has the key?" })] },
      says("Tom has it."),
    ]);
    await script("marker-task", [
      { content: [calls("f", "search_contacts", { query: "Tom Okafor" })] },
      says(JSON.stringify(FOUND)),
    ]);
    const page = await Page.open(identity, await session());
    page.send("marker-boss");
    await page.next("turn.finished", (frame) => frame.stopReason === "end_turn");

    const asked = await requestsOf("marker-boss");
    const system = asked[0]?.request["system"] as { text: string }[];
    expect(system[1]?.text).toContain("\n- fact-finder: Looks");
    const parent = await until(runsOf("steward"));
    const [sub] = await until(runsOf("fact-finder"));
    expect(sub).toMatchObject({
      parentRunId: parent[0]?.id,
      trigger: "delegate",
      output: FOUND,
      status: "finished",
    });
    const trace = teamEndpoints.run.output.parse(await get(`/api/runs/${parent[0]?.id}`));
    expect(trace.subRuns).toMatchObject([
      { id: sub?.id, agent: "fact-finder", agentTitle: "Fact finder", output: FOUND },
    ]);
    const [searched] = trace.subRuns[0]?.steps.filter(({ name }) => name === "search_contacts") ?? [];
    expect(searched?.title).toBe("Look someone up");
    expect(trace.subRuns[0]?.steps.map(({ name }) => name)).toContain("search_contacts");
    // The list shows what people started.
    const { items } = teamEndpoints.runs.output.parse(await get("/api/runs"));
    expect(items.map(({ id }) => id)).toEqual([parent[0]?.id]);
    const nested = page.of("tool.started").find(({ name }) => name === "search_contacts");
    expect(nested?.within).toBe("toolu_h");
    page.close();
  });

  it("is set by admins, and does nothing once it is turned off, whoever asks", async () => {
    const path = "/api/agents/fact-finder/settings";
    const before = agentEndpoints.settings.output.parse(await get(path));
    expect(before).toMatchObject({ version: 0, tier: "main", settings: { enabled: true } });
    const made = conversationSchema.parse(
      await (await send("POST", "/api/conversations", { agent: "fact-finder" })).json(),
    );
    const settings = { ...before.settings, enabled: false };
    const saved = await send("PUT", path, { settings, version: 0 });
    expect(saved.status).toBe(200);
    expect(agentEndpoints.settings.output.parse(await saved.json())).toMatchObject({
      version: 1,
      updatedBy: "Dana Whitfield",
    });
    expect(await errorCode(await send("PUT", path, { settings, version: 0 }))).toBe("changed");
    const bypass = { ...settings, permissionMode: "bypassPermissions" };
    expect((await send("PUT", path, { settings: bypass, version: 1 })).status).toBe(400);

    const refused = await send("POST", "/api/conversations", { agent: "fact-finder" });
    expect(refused.status).toBe(409);
    expect(await refused.clone().json()).toMatchObject({
      error: { code: "agent_disabled", message: expect.stringContaining("Fact finder is turned off") },
    });
    await send("POST", `/api/conversations/${made.id}/messages`, {
      clientMessageId: "m1",
      text: "marker-off",
    });
    const [run] = await until(runsOf("fact-finder"));
    expect(run).toMatchObject({
      status: "failed",
      errorCode: "agent_disabled",
      modelCalls: 0,
      costMicroUsd: 0,
    });
    expect(await requestsOf("marker-off")).toEqual([]);

    const identity = newIdentity();
    await script("marker-boss", [
      { content: [calls("h", "delegate", { agent: "fact-finder", task: "marker-task" })] },
      says("It is turned off."),
    ]);
    await (await objectOf(identity)).send(identity, { messageId: "m1", author: DANA, text: "marker-boss" });
    await until(async () => (await messagesOf(identity)).length === 4);
    const results = (await messagesOf(identity))[2]?.parts[0] as { content?: string };
    expect(results.content).toContain("Fact finder is turned off for your team");
    expect(await requestsOf("marker-task")).toHaveLength(1);
  });

  it("cannot be started by a name that is none", async () => {
    for (const agent of ["summarizer", "nobody"])
      expect((await send("POST", "/api/conversations", { agent })).status).toBe(404);
  });
});

describe("STREAM-KILL: a task handed to another agent", () => {
  it("survives the death of the object in the middle of its stream and proposes once", async () => {
    const identity = newIdentity();
    await script("marker-boss", [
      { content: [calls("h", "delegate", { agent: "fact-finder", task: "marker-task: text Tom" })] },
      { content: [{ type: "text", text: "The text to Tom waits for you." }] },
    ]);
    await script("marker-task", [
      { content: [calls("f", "search_contacts", { query: "Tom Okafor" })] },
      { content: [{ type: "text", text: "word ".repeat(1_500) }], chunkDelayMs: 20 },
      { content: [calls("s", "send_message", { to: "+14125550114", text: "Bring the key, please." })] },
    ]);
    await (await objectOf(identity)).send(identity, { messageId: "m1", author: DANA, text: "marker-boss" });
    await until(async () => (await requestsOf("marker-task")).length === 2);
    await abortAllDurableObjects();
    await ringAlarm(identity);
    await until(async () => (await (await objectOf(identity)).open(identity)).status === "waiting_approval");

    const waiting = await db().rows(approvals);
    expect(waiting).toMatchObject([
      {
        status: "pending",
        tool: "send_message",
        agent: "fact-finder",
        conversationId: identity.conversationId,
      },
    ]);
    const [parent] = await until(runsOf("steward"));
    const [sub] = await until(runsOf("fact-finder"));
    expect(waiting[0]?.runId).toBe(parent?.id);
    expect(sub).toMatchObject({
      parentRunId: parent?.id,
      stopReason: "waiting_approval",
      modelCalls: 2,
      toolCalls: 2,
    });
    // The first look-up was committed and is not made again: the model was asked for its answer twice, for all else once.
    const received = (await requestsOf("marker-task")).filter(({ request: { system } }) =>
      JSON.stringify(system).includes("You find facts"),
    );
    expect(received).toHaveLength(3);
    expect(received[2]?.request["messages"]).toEqual(received[1]?.request["messages"]);
    const [, , results] = await messagesOf(identity);
    expect(
      JSON.parse(String((results?.parts[0] as { content?: string } | undefined)?.content)),
    ).toMatchObject({
      status: "awaiting_approval",
      specialist: "fact-finder",
      pending_actions: [{ approvalId: waiting[0]?.id }],
    });
    const last = (await messagesOf(identity)).at(-1);
    expect(last?.parts).toMatchObject([{ text: "The text to Tom waits for you." }]);
  });
});
