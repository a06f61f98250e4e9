import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { allAgents, defineAgent, type AgentDefinition } from "../../../src/agent/index.ts";
import { NAMES_SAY, OUTSIDE_NOTE } from "../../../src/agent/conversations/index.ts";
import { DEFAULT_AGENT_SETTINGS } from "../../../src/agent/api/agent.ts";
import { runs } from "../../../src/agent/tables/conversations.ts";
import { IntegrationError } from "../../../src/kernel/errors.ts";
import { IDENTITY } from "./conversations/memory.ts";
import { callsTool, LIMITS, reply, says, Stage, type Answer } from "./stage.ts";

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});

describe("the loop", () => {
  it("looks up, answers, and settles what each call truly cost", async () => {
    expect(await stage.turn("who?", callsTool("read_a"), says("That one."))).toBe("end_turn");
    expect(stage.kinds()).toEqual(["inbound", "reply", "results", "reply"]);
    expect(stage.settled).toEqual([3_000, 3_000]);
    expect(stage.log.store.get()).toMatchObject({
      costMicroUsd: 6_000,
      preview: "That one.",
      status: "idle",
    });
  });

  it("runs reads together, at most eight, and the rest alone and in order", async () => {
    const reads = Array.from({ length: 11 }, () => "read_x");
    await stage.turn("go", callsTool(...reads, "write_a", "write_b"), says("ok"));
    expect(stage.most).toBe(8);
    expect(stage.ran.slice(-2)).toEqual(["write_a", "write_b"]);
  });

  it("asks no model after an approval is waited for", async () => {
    stage.answerTool = () => Promise.resolve({ status: "awaiting_approval" });
    expect(await stage.turn("text her", callsTool("write_a"))).toBe("waiting_approval");
    expect(stage.requests).toHaveLength(1);
  });

  it("reads what was looked up beside a proposal, and still ends waiting", async () => {
    stage.answerTool = ({ name }) =>
      Promise.resolve(
        name === "write_a" ? { status: "awaiting_approval" } : { content: "three drafts wait" },
      );
    const step = callsTool("write_a", "read_a");
    expect(await stage.turn("text her; what waits?", step, says("Three wait."))).toBe("waiting_approval");
    expect(stage.kinds()).toEqual(["inbound", "reply", "results", "reply"]);
    expect(JSON.stringify(stage.requests[1]?.messages)).toContain("three drafts wait");
    expect(stage.log.store.get()).toMatchObject({ preview: "Three wait." });
  });

  it("reads that a schedule was only proposed, where a draft of the same step waits", async () => {
    const proposed = JSON.stringify({ status: "proposed", proposedSchedule: "schedule_1" });
    stage.answerTool = ({ name }) =>
      Promise.resolve(name === "write_a" ? { status: "awaiting_approval" } : { content: proposed });
    const step = callsTool("write_a", "write_b");
    expect(await stage.turn("text her; remind me", step, says("A colleague must start it."))).toBe(
      "waiting_approval",
    );
    expect(stage.log.store.get()).toMatchObject({ preview: "A colleague must start it." });
    stage.answerTool = ({ name }) =>
      Promise.resolve(
        name === "write_a" ? { status: "awaiting_approval" } : { content: '{"status":"active"}' },
      );
    const asked = stage.requests.length;
    expect(await stage.turn("text her; remind me", step)).toBe("waiting_approval");
    expect(stage.requests).toHaveLength(asked + 1);
  });

  it("tells the model when a tool broke, and makes a proposal that broke again", async () => {
    let tries = 0;
    stage.answerTool = () =>
      ++tries < 3 ? Promise.reject(new Error("D1 away")) : Promise.resolve({ content: "proposed" });
    await stage.turn("go", callsTool("write_a"), says("ok"));
    expect(tries).toBe(3);
    stage.answerTool = () => Promise.reject(new Error("broken"));
    await stage.turn("go", callsTool("read_a"), says("ok"));
    expect(JSON.stringify(stage.requests.at(-1)?.messages)).toContain('"is_error":true');
  });

  it("doesn't claim that nothing was stored when a proposal keeps breaking", async () => {
    stage.answerTool = () => Promise.reject(new Error("broken after it was stored"));
    await stage.turn("go", callsTool("write_a"), says("ok"));
    const told = JSON.stringify(stage.requests.at(-1)?.messages);
    expect(told).toContain("it is not known whether anything was stored");
    expect(told).not.toMatch(/nothing was (changed|stored)/i);
  });

  it.each([
    ["limit_model_calls", { modelCalls: 2 }],
    ["limit_tool_calls", { toolCalls: 2 }],
    ["limit_cost", { costMicroUsd: 120_000 }],
  ] as const)("stops an endless loop at %s", async (reason, change) => {
    stage.limits = { ...LIMITS, ...change };
    const endless = Array.from({ length: 60 }, () => callsTool("read_a"));
    expect(await stage.turn("go", ...endless)).toBe(reason);
    const { costMicroUsd } = stage.log.turns.lastEnded()!.figures;
    expect(costMicroUsd).toBeLessThanOrEqual(stage.limits.costMicroUsd);
    expect(stage.log.store.get().status).toBe("stopped");
  });

  it("pauses at the hour's limit, shows no model a refused call, and goes on by itself when there is room", async () => {
    const resumesAt = "2026-11-21T15:01:00.000Z";
    let isFull = true;
    stage.answerTool = async () =>
      isFull
        ? { status: "failed", content: "No room.", isError: true, waitsUntil: resumesAt }
        : { content: "Maria Lopez" };
    stage.say("who is in 4B?");
    stage.answers = [callsTool("read_a"), says("Maria.")];
    stage.supervisor.wake();
    await vi.waitFor(() =>
      expect(stage.log.store.get()).toMatchObject({
        status: "stopped",
        lastStop: { reason: "rate_limited", resumesAt },
      }),
    );
    expect(stage.requests).toHaveLength(1);
    isFull = false;
    stage.clock.time = Date.parse(resumesAt);
    expect(stage.supervisor.nextLookAt()).toBe(stage.clock.time);
    expect(await stage.rest(says("Maria."))).toBe("end_turn");
    const read = JSON.stringify(stage.requests.at(-1)?.messages);
    expect(read).toContain("Maria Lopez");
    expect(read).not.toContain("No room");
  });

  it("stops before it spends where admission refuses", async () => {
    stage.admission = { ok: false, reason: "budget_spent", retryAt: "2026-12-01T00:00:00Z" };
    expect(await stage.turn("go")).toBe("budget_spent");
    expect(stage.requests).toHaveLength(0);
  });

  /** A model whose streams are cut again and again; whoever may not try again has failed. */
  const cut =
    (tries: number): Answer =>
    async (_request, _signal, { onEvent, admitRetry }) => {
      for (let attempt = 2; attempt <= tries + 1; attempt++) {
        onEvent({ type: "text", text: "word ".repeat(2_000) });
        onEvent({ type: "retrying", attempt, delayMs: 1, reason: "cut" });
        if (!(await admitRetry())) throw new IntegrationError("anthropic", "cut", { outcome: "not_applied" });
      }
      return reply([{ type: "text", text: "At last." }]);
    };

  it("BOUNDS: pays for every stream that was cut, each out of a reservation of its own", async () => {
    expect(await stage.turn("go", cut(3))).toBe("end_turn");
    expect(stage.settled).toHaveLength(4);
    expect(stage.reserved.size).toBe(0);
    expect(stage.log.turns.lastEnded()?.figures.costMicroUsd).toBe(stage.spentMicroUsd);
    expect(Math.min(...stage.settled)).toBeGreaterThan(0);
  });

  it("BOUNDS: the budget holds to the micro-dollar however often streams are cut", async () => {
    expect(await stage.turn("go", cut(0))).toBe("end_turn");
    await stage.turn("measure", async (_request, _signal, { onEvent }) => {
      onEvent({ type: "text", text: "x" });
      stage.budgetMicroUsd = stage.spentMicroUsd + 2 * [...stage.reserved.values()][0]!;
      return reply([{ type: "text", text: "ok" }]);
    });
    expect(await stage.turn("go on", cut(1_000))).toBe("budget_spent");
    expect(stage.spentMicroUsd).toBeLessThanOrEqual(stage.budgetMicroUsd);
    expect(stage.spentMicroUsd).toBeGreaterThan(0);
    expect(stage.reserved.size).toBe(0);
  });

  it("BOUNDS: a turn stops cutting its losses at its own limit of cost", async () => {
    stage.limits = { ...LIMITS, costMicroUsd: 300_000 };
    expect(await stage.turn("go", cut(1_000))).toBe("limit_cost");
    expect(stage.log.turns.lastEnded()?.figures.costMicroUsd).toBeLessThanOrEqual(300_000);
  });

  it("fails openly where the model cannot be had, and goes on with the next message", async () => {
    const away: Answer = () =>
      Promise.reject(new IntegrationError("anthropic", "down", { outcome: "not_applied", status: 529 }));
    expect(await stage.turn("hello?", away, away)).toBe("failed");
    expect(stage.of("turn.failed")[0]?.error.code).toBe("upstream_failed");
    expect(await stage.turn("again", says("Here."))).toBe("end_turn");
    expect(stage.requests.at(-1)?.messages).toHaveLength(1);
  });

  it("asks the tier below where a model is overloaded, for that call alone, and says so in message, trace and figures", async () => {
    const busy: Answer = () =>
      Promise.reject(new IntegrationError("anthropic", "busy", { outcome: "not_applied", status: 529 }));
    expect(await stage.turn("go", busy, callsTool("read_a"), says("Done."))).toBe("end_turn");
    expect(stage.requests.map(({ model }) => model)).toEqual([
      "claude-sonnet-5-5",
      "claude-haiku-5-5",
      "claude-sonnet-5-5",
    ]);
    const turn = stage.log.turns.lastEnded()!;
    expect(turn.figures).toMatchObject({ modelCalls: 2, fallbacks: 1 });
    const shown = stage.of("message.added").map(({ message }) => message.fallback);
    expect(shown).toContainEqual({ wanted: "claude-sonnet-5-5", used: "claude-haiku-5-5" });
    expect(stage.of("turn.notice").map(({ notice }) => notice)).toContain(
      "Claude Sonnet is busy; asking Claude Haiku instead",
    );
    const models = stage.log.calls.trace(turn.id).filter(({ step }) => step.kind === "model");
    expect(models.map(({ step }) => [step.name, step.status, step.detail["insteadOf"]])).toEqual([
      ["claude-sonnet-5-5", "failed", undefined],
      ["claude-haiku-5-5", "tool_use", "claude-sonnet-5-5"],
      ["claude-sonnet-5-5", "end_turn", undefined],
    ]);
    // Each call had a reservation of its own, and none is left open.
    expect(stage.reserved.size).toBe(0);
    expect(stage.spentMicroUsd).toBe(turn.figures.costMicroUsd);
  });

  it("makes what an overloaded model had streamed void before it asks the tier below", async () => {
    const cutShort: Answer = (_request, _signal, { onEvent }) => {
      onEvent({ type: "text", text: "half of it" });
      return Promise.reject(
        new IntegrationError("anthropic", "busy", { outcome: "not_applied", status: 529 }),
      );
    };
    expect(await stage.turn("go", cutShort, says("Whole."))).toBe("end_turn");
    expect(stage.of("turn.restarted")).toHaveLength(1);
    expect(stage.kinds()).toEqual(["inbound", "reply"]);
  });

  it("does nothing for an agent that an admin turned off, and says why", async () => {
    stage.admission = { ok: false, reason: "agent_disabled" };
    expect(await stage.turn("hello?")).toBe("failed");
    expect(stage.requests).toHaveLength(0);
    expect(stage.of("turn.failed")[0]?.error).toEqual({
      code: "agent_disabled",
      message: "Steward is turned off for your team. An admin can turn it on in Settings → Agents.",
    });
  });

  it("stops when a person says so, keeping what was said so far", async () => {
    const stopped: Answer = (_, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(new DOMException("stopped", "AbortError")));
        setImmediate(() => stage.supervisor.stop({ kind: "user", name: "Dana" }));
      });
    expect(await stage.turn("tell me all", stopped)).toBe("stopped_by_user");
    expect(stage.kinds()).toEqual(["inbound"]);
  });

  it("does not wait for a read when it is stopped, and answers every call", async () => {
    stage.answerTool = (call) => {
      setImmediate(() => stage.supervisor.stop({ kind: "user", name: "Dana" }));
      return call.name === "read_a" ? new Promise(() => {}) : Promise.resolve({});
    };
    expect(await stage.turn("go", callsTool("read_a", "write_a"))).toBe("stopped_by_user");
    expect(stage.kinds()).toEqual(["inbound", "reply", "results"]);
    expect(stage.ran).toEqual(["read_a"]);
  });
});

describe("an agent with an output schema", () => {
  const estimator = defineAgent({
    name: "estimator",
    title: "Estimator",
    description: "Estimates.",
    tier: "heavy",
    instructions: "You estimate.",
    output: z.object({ hours: z.number().max(100), confidence: z.number() }),
  });
  const registry = allAgents() as AgentDefinition[];
  beforeEach(() => {
    registry.push(estimator);
    stage = new Stage(estimator);
  });
  afterEach(() => void registry.pop());
  const end = () => stage.log.turns.lastEnded()!.end;

  it("answers by it, on its own tier, and its answer stands with its run", async () => {
    expect(await stage.turn("How long?", says('{"hours": 8, "confidence": 0.6}'))).toBe("end_turn");
    expect(end()).toMatchObject({ output: { hours: 8, confidence: 0.6 } });
    expect(stage.requests[0]).toMatchObject({
      model: "claude-opus-5-5",
      outputSchema: { type: "object", required: ["hours", "confidence"] },
    });
  });

  it("is sent back once what does not fit, with what is wrong", async () => {
    await stage.turn(
      "How long?",
      says('{"hours": 800, "confidence": 1}'),
      says('{"hours": 80, "confidence": 1}'),
    );
    expect(end()).toMatchObject({ reason: "end_turn", output: { hours: 80, confidence: 1 } });
    expect(stage.kinds()).toEqual(["inbound", "reply", "repair", "reply"]);
    expect(JSON.stringify(stage.requests[1]?.messages.at(-1))).toContain("- hours: Too big");
  });

  it("fails where the correction does not fit either, and is asked no third time", async () => {
    expect(await stage.turn("How long?", says("Long."), says("Very long."))).toBe("failed");
    expect(end().error?.code).toBe("invalid_output");
    expect(stage.requests).toHaveLength(2);
    // The next turn has a correction of its own.
    await stage.turn("Again?", says("Hm."), says('{"hours": 1, "confidence": 1}'));
    expect(end()).toMatchObject({ output: { hours: 1, confidence: 1 } });
  });

  it("is not held to it where it stops for another reason", async () => {
    stage.answerTool = () => Promise.resolve({ status: "awaiting_approval" });
    expect(await stage.turn("go", callsTool("write_a"))).toBe("waiting_approval");
    expect(end()).not.toHaveProperty("output");
  });
});

describe("PREFIX: over many turns", () => {
  it("the tenant block keeps its bytes while the cache is warm, and is renewed when it is cold", async () => {
    for (let count = 0; count < 5; count++) await stage.turn(`m${count}`, says("ok"));
    expect(new Set(stage.requests.map(({ system }) => system[1]?.text)).size).toBe(1);
    stage.clock.time += 3_600_000;
    await stage.turn("later", says("ok"));
    expect(stage.requests.at(-1)?.system[1]?.text).not.toBe(stage.requests[0]?.system[1]?.text);
  });

  it("reads what it says of the team once, and again only after a quiet time, for that very turn", async () => {
    await stage.turn("one", says("ok"));
    await stage.turn("two", says("ok"));
    expect(stage.snapshots).toBe(1);
    stage.clock.time += 7 * 60_000;
    await stage.turn("three", says("ok"));
    expect(stage.snapshots).toBe(2);
    expect(JSON.stringify(stage.requests.at(-1)?.system)).toContain("<team>2</team>");
  });

  it("compacts when the window is nearly full, keeps the originals, and leaves the history as it was where the summary fails", async () => {
    const long = "word ".repeat(5_000);
    for (let count = 0; count < 8; count++) await stage.turn(`${count} ${long}`, says("noted"));
    stage.answers = [() => Promise.reject(new IntegrationError("anthropic", "down"))];
    await stage.runner.upkeep();
    expect(stage.log.prompt.compaction()).toBeNull();
    stage.answers = [says("Dana said many words.")];
    await stage.runner.upkeep();
    const compaction = stage.log.prompt.compaction();
    expect(compaction?.summary).toBe("Dana said many words.");
    expect(stage.requests.at(-1)?.model).toBe("claude-haiku-5-5");
    // Both summaries are runs on record, with what they cost.
    const summaries = await stage.db.rows(runs).orderBy(runs.startedAt);
    const told = new Set(summaries.map(({ agent, trigger, status }) => `${agent} ${trigger} ${status}`));
    expect(told).toEqual(new Set(["summarizer summary failed", "summarizer summary finished"]));
    expect(summaries.find(({ status }) => status === "finished")).toMatchObject({
      modelCalls: 1,
      inputTokens: 1_000,
      conversationId: IDENTITY.conversationId,
    });
    expect(stage.kinds()).toHaveLength(16);
    await stage.turn("and now?", says("Fine."));
    const text = JSON.stringify(stage.requests.at(-1)?.messages);
    expect(text).toContain("Dana said many words.");
    expect(text).not.toContain("0 word");
    expect(text.length).toBeLessThan(0.45 * 40_000 * 3.5);
  });

  // Seed 000:155.
  it("compacts at the window that the team set, up to 170,000 tokens", async () => {
    const set = (tokenBudget: number | null): void => {
      stage.snapshot = { agents: { steward: { ...DEFAULT_AGENT_SETTINGS, tokenBudget } } };
    };
    set(200_000);
    const long = "word ".repeat(5_000);
    for (let count = 0; count < 8; count++) await stage.turn(`${count} ${long}`, says("noted"));
    await stage.runner.upkeep();
    expect(stage.log.prompt.compaction()).toBeNull();
    // Less than Steward's own window isn't taken.
    set(1_000);
    stage.clock.time += 7 * 60_000;
    await stage.turn("short", says("ok"));
    stage.answers = [says("Dana said many words.")];
    await stage.runner.upkeep();
    expect(stage.log.prompt.compaction()?.summary).toBe("Dana said many words.");
  });
});

describe("what a call is told of text from outside", () => {
  it.each([
    ["nothing where nothing was looked up", [], [false, false]],
    ["that a contact's record was read, and no words of theirs", ["read_contacts"], [true, false]],
    ["that a card said something", ["read_contacts_of_eve"], [true, true]],
    ["that words were read", ["read_contacts", "read_texts"], [true, true]],
  ] as const)("is %s, in the same turn and in later ones", async (_, names, told) => {
    const seen: unknown[] = [];
    stage.answerTool = async ({ name }, scope) => {
      if (name === "write_a") seen.push([scope.outside, scope.outsideWords]);
      const caution = name === "read_contacts_of_eve" ? `,"caution":"${NAMES_SAY}"` : "";
      return { content: name.startsWith("read") ? `{"note":"${OUTSIDE_NOTE}"${caution}}` : "{}" };
    };
    await stage.turn("go", ...names.map((name) => callsTool(name)), callsTool("write_a"), says("ok"));
    await stage.turn("again", callsTool("write_a"), says("ok"));
    expect(seen).toEqual([told, told]);
  });
});
