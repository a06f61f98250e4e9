import { beforeEach, describe, expect, it } from "vitest";
import { AgentRunner, steward, summarizer, type AgentWorld } from "../../../src/agents/index.ts";
import type { ModelReply, ModelRequest, ToolAnswer, ToolCall } from "../../../src/agents/ports.ts";
import { TurnKeeper } from "../../../src/conversations/index.ts";
import type { TurnLimits } from "../../../src/conversations/types.ts";
import { IntegrationError } from "../../../src/kernel/errors.ts";
import { silentLogger } from "../../../src/kernel/log.ts";
import type { Admission } from "../../../src/protocol/objects.ts";
import { Memory } from "../conversations/memory.ts";

const LIMITS: TurnLimits = { modelCalls: 25, toolCalls: 60, workMs: 600_000, costMicroUsd: 2_000_000 };
const USAGE = { inputTokens: 1_000, outputTokens: 100, cacheReadTokens: 0, cacheWriteTokens: 0 };

type CallOptions = Parameters<AgentWorld["callModel"]>[1];
type Answer = (
  request: ModelRequest,
  signal: AbortSignal,
  options: CallOptions,
) => Promise<ModelReply> | ModelReply;
const reply = (
  content: Record<string, unknown>[],
  stopReason: ModelReply["stopReason"] = "end_turn",
): ModelReply => ({
  content: content as ModelReply["content"],
  stopReason,
  usage: USAGE,
  requestId: "req_1",
});
const says =
  (text: string): Answer =>
  () =>
    reply([{ type: "text", text }]);
const callsTool =
  (...names: string[]): Answer =>
  () =>
    reply(
      names.map((name, index) => ({ type: "tool_use", id: `toolu_${++made}_${index}`, name, input: {} })),
      "tool_use",
    );
let made = 0;

/** A conversation with an agent whose model is a list of answers. */
class Stage extends Memory {
  readonly requests: ModelRequest[] = [];
  readonly ran: string[] = [];
  readonly settled: number[] = [];
  admission: Admission = { ok: true };
  /** Spent and reserved together never pass it. */
  budgetMicroUsd = Number.MAX_SAFE_INTEGER;
  readonly reserved = new Map<string, number>();
  spentMicroUsd = 0;
  limits = LIMITS;
  epochs = 0;
  together = 0;
  most = 0;
  answers: Answer[] = [];
  answerTool: (call: ToolCall) => Promise<Partial<ToolAnswer>> = () => Promise.resolve({});
  readonly keeper: TurnKeeper;
  readonly runner: AgentRunner;
  #idle: (() => void) | null = null;

  constructor() {
    super();
    const emit = (event: Parameters<Memory["events"]["push"]>[0]): void => void this.events.push(event);
    this.runner = new AgentRunner({
      agent: steward,
      summarizer,
      world: this.#world(),
      ledger: this.ledger,
      emit,
    });
    this.keeper = new TurnKeeper({
      ledger: this.ledger,
      clock: this.clock,
      logger: silentLogger,
      emit,
      run: (attempt) => this.runner.run(attempt),
      summarize: (row) => row.call.name,
      settled: () => this.#idle?.(),
      alert: () => {},
    });
  }

  #world(): AgentWorld {
    return {
      models: { main: "claude-sonnet-5-5", cheap: "claude-haiku-5-5" },
      tools: [],
      callModel: async (request, options) => {
        this.requests.push(structuredClone(request) as ModelRequest);
        const answer = this.answers.shift();
        if (answer === undefined) throw new Error("the model was not expected to be asked");
        return answer(request, options.signal, options);
      },
      admission: {
        admitModelStep: ({ reservationId, reserveMicroUsd }) => {
          const held = [...this.reserved.values()].reduce((sum, one) => sum + one, 0);
          if (this.spentMicroUsd + held + reserveMicroUsd > this.budgetMicroUsd) {
            return Promise.resolve({ ok: false, reason: "budget_spent", retryAt: "2026-12-01T00:00:00Z" });
          }
          if (this.admission.ok) this.reserved.set(reservationId, reserveMicroUsd);
          return Promise.resolve(this.admission);
        },
        settle: (id, cost) => {
          expect(cost, "a try costs at most what was reserved for it").toBeLessThanOrEqual(
            this.reserved.get(id) ?? -1,
          );
          this.reserved.delete(id);
          this.spentMicroUsd += cost;
          this.settled.push(cost);
          return Promise.resolve();
        },
        admitToolCall: () => Promise.resolve({ ok: true }),
      },
      runTool: async (call) => {
        this.together += 1;
        this.most = Math.max(this.most, this.together);
        this.ran.push(call.name);
        await new Promise((resolve) => setTimeout(resolve, 5));
        this.together -= 1;
        const given = await this.answerTool(call);
        return {
          status: "ok",
          content: "{}",
          isError: false,
          approvals: [],
          question: null,
          hooks: [],
          durationMs: 1,
          ...given,
        };
      },
      summarize: ({ name }) => name,
      isRead: (name) => name.startsWith("read"),
      bringsOutsideText: (name) => name.startsWith("read"),
      skillFor: async () => null,
      loadNews: async () => "",
      loadEpoch: () => {
        this.epochs += 1;
        return Promise.resolve({
          text: `<team>${this.epochs}</team>`,
          timeZone: "America/New_York",
          limits: this.limits,
          loadedAt: "2026-11-21T15:00:00Z",
        });
      },
      clock: this.clock,
      logger: silentLogger,
    };
  }

  /** Says something and waits until the agent rests. */
  async turn(text: string, ...answers: Answer[]): Promise<string> {
    this.answers = answers;
    const rested = new Promise<void>((resolve) => {
      this.#idle = resolve;
    });
    this.say(text);
    this.keeper.wake();
    await rested;
    const ended = this.ledger.turns.lastEnded();
    return ended?.stopReason ?? "";
  }

  log(): string[] {
    return this.ledger.store.committedAfter(0).map(({ kind }) => kind);
  }
}

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});

describe("the loop", () => {
  it("looks up, answers, and settles what each call truly cost", async () => {
    expect(await stage.turn("who?", callsTool("read_a"), says("That one."))).toBe("end_turn");
    expect(stage.log()).toEqual(["inbound", "reply", "results", "reply"]);
    expect(stage.settled).toEqual([3_000, 3_000]);
    expect(stage.ledger.store.get()).toMatchObject({
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

  it.each([
    ["limit_model_calls", { modelCalls: 2 }],
    ["limit_tool_calls", { toolCalls: 2 }],
    ["limit_cost", { costMicroUsd: 120_000 }],
  ] as const)("stops an endless loop at %s", async (reason, change) => {
    stage.limits = { ...LIMITS, ...change };
    const endless = Array.from({ length: 60 }, () => callsTool("read_a"));
    expect(await stage.turn("go", ...endless)).toBe(reason);
    const { costMicroUsd } = stage.ledger.turns.lastEnded()!;
    expect(costMicroUsd).toBeLessThanOrEqual(stage.limits.costMicroUsd);
    expect(stage.ledger.store.get().status).toBe("stopped");
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
    expect(stage.ledger.turns.lastEnded()?.costMicroUsd).toBe(stage.spentMicroUsd);
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
    expect(stage.ledger.turns.lastEnded()?.costMicroUsd).toBeLessThanOrEqual(300_000);
  });

  it("fails openly where the model cannot be had, and goes on with the next message", async () => {
    const away: Answer = () =>
      Promise.reject(new IntegrationError("anthropic", "down", { outcome: "not_applied", status: 529 }));
    expect(await stage.turn("hello?", away)).toBe("failed");
    expect(stage.of("turn.failed")[0]?.error.code).toBe("upstream_failed");
    expect(await stage.turn("again", says("Here."))).toBe("end_turn");
    expect(stage.requests.at(-1)?.messages).toHaveLength(1);
  });

  it("stops when a person says so, keeping what was said so far", async () => {
    const stopped: Answer = (_, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(new DOMException("stopped", "AbortError")));
        setTimeout(() => stage.keeper.stop({ kind: "user", name: "Dana" }), 5);
      });
    expect(await stage.turn("tell me all", stopped)).toBe("stopped_by_user");
    expect(stage.log()).toEqual(["inbound"]);
  });

  it("does not wait for a read when it is stopped, and answers every call", async () => {
    stage.answerTool = (call) => {
      setTimeout(() => stage.keeper.stop({ kind: "user", name: "Dana" }), 5);
      return call.name === "read_a" ? new Promise(() => {}) : Promise.resolve({});
    };
    expect(await stage.turn("go", callsTool("read_a", "write_a"))).toBe("stopped_by_user");
    expect(stage.log()).toEqual(["inbound", "reply", "results"]);
    expect(stage.ran).toEqual(["read_a"]);
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

  it("loads the tenant's facts once before the first token, then beside the model", async () => {
    await stage.turn("one", says("ok"));
    const before = stage.epochs;
    stage.answers = [];
    await stage.turn("two", (request) => {
      expect(request.messages.length).toBeGreaterThan(1);
      return reply([{ type: "text", text: "ok" }]);
    });
    expect(stage.epochs).toBe(before + 1);
  });

  it("compacts when the window is nearly full, keeps the originals, and leaves the history as it was where the summary fails", async () => {
    const long = "word ".repeat(5_000);
    for (let count = 0; count < 8; count++) await stage.turn(`${count} ${long}`, says("noted"));
    stage.answers = [() => Promise.reject(new IntegrationError("anthropic", "down"))];
    await stage.runner.upkeep();
    expect(stage.ledger.store.compaction()).toBeNull();
    stage.answers = [says("Dana said many words.")];
    await stage.runner.upkeep();
    const compaction = stage.ledger.store.compaction();
    expect(compaction?.summary).toBe("Dana said many words.");
    expect(stage.requests.at(-1)?.model).toBe("claude-haiku-5-5");
    expect(stage.log()).toHaveLength(16);
    await stage.turn("and now?", says("Fine."));
    const text = JSON.stringify(stage.requests.at(-1)?.messages);
    expect(text).toContain("Dana said many words.");
    expect(text).not.toContain("0 word");
    expect(text.length).toBeLessThan(0.45 * 40_000 * 3.5);
  });
});
