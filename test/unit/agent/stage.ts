/** An agent in a conversation whose model is a list of answers: everything is real but the model, the tools and the clock. */
import { expect } from "vitest";
import { AgentRunner, grantsOf, type AgentDefinition, type AgentWorld } from "../../../src/agent/index.ts";
import { steward } from "../../../src/agent/agents/steward.ts";
import type {
  HandedTask,
  ModelReply,
  ModelRequest,
  ToolAnswer,
  ToolCall,
  ToolsOf,
  TurnScope,
} from "../../../src/agent/ports.ts";
import { TurnSupervisor, type PromptSnapshot } from "../../../src/agent/conversations/index.ts";
import { dbFor } from "../../../src/platform/db/index.ts";
import { AppError } from "../../../src/kernel/errors.ts";
import { silentLogger } from "../../../src/kernel/log.ts";
import type { StepAdmission } from "../../../src/agent/api/objects.ts";
import type { RunLimits } from "../../../src/agent/runs/index.ts";
import { reachOfTool } from "../../../src/agent/tools/agent-tools.ts";
import { nodeD1 } from "../../support/node-d1.ts";
import { IDENTITY, Memory } from "./conversations/memory.ts";
import { turns } from "../../support/event-loop.ts";

export const LIMITS: RunLimits = { modelCalls: 25, toolCalls: 60, workMs: 600_000, costMicroUsd: 2_000_000 };
const USAGE = { inputTokens: 1_000, outputTokens: 100, cacheReadTokens: 0, cacheWriteTokens: 0 };

type CallOptions = Parameters<AgentWorld["callModel"]>[1];
export type Answer = (
  request: ModelRequest,
  signal: AbortSignal,
  options: CallOptions,
) => Promise<ModelReply> | ModelReply;
export const reply = (
  content: Record<string, unknown>[],
  stopReason: ModelReply["stopReason"] = "end_turn",
): ModelReply => ({
  content: content as ModelReply["content"],
  stopReason,
  usage: USAGE,
  requestId: "req_1",
});
export const says =
  (text: string): Answer =>
  () =>
    reply([{ type: "text", text }]);
export const callsTool =
  (...names: string[]): Answer =>
  () =>
    reply(
      names.map((name, index) => ({ type: "tool_use", id: `toolu_${++made}_${index}`, name, input: {} })),
      "tool_use",
    );
/** One call with arguments. */
export const calls =
  (name: string, input: object, id = `toolu_${++made}`): Answer =>
  () =>
    reply([{ type: "tool_use", id, name, input }], "tool_use");
let made = 0;

export class Stage extends Memory {
  readonly requests: ModelRequest[] = [];
  readonly ran: string[] = [];
  readonly settled: number[] = [];
  admission: StepAdmission = { ok: true };
  /** Spent and reserved together never pass it. */
  budgetMicroUsd = Number.MAX_SAFE_INTEGER;
  readonly reserved = new Map<string, number>();
  spentMicroUsd = 0;
  limits = LIMITS;
  /** What the next snapshot holds beside its number and limits. */
  snapshot: Partial<PromptSnapshot> = {};
  models: Record<keyof AgentWorld["models"], string> = {
    cheap: "claude-haiku-5-5",
    main: "claude-sonnet-5-5",
    heavy: "claude-opus-5-5",
  };
  toolsOf: ToolsOf = (name) =>
    grantsOf(name).map((tool) => ({ name: tool, input_schema: { type: "object" } }));
  /** What is known of whoever wrote. */
  threadOf: AgentWorld["threadOf"] = async () => null;
  readPicture: AgentWorld["readPicture"] = async () => {
    throw new AppError("not_found", "There are no pictures on this stage.");
  };
  snapshots = 0;
  together = 0;
  most = 0;
  answers: Answer[] = [];
  answerTool: (call: ToolCall, scope: TurnScope) => Promise<Partial<ToolAnswer>> = () => Promise.resolve({});
  readonly db = dbFor(nodeD1(), IDENTITY.tenantId);
  readonly supervisor: TurnSupervisor;
  readonly runner: AgentRunner;
  #idle: (() => void) | null = null;

  /** `from`: another stage whose process died; this one has its database. */
  constructor(agent: AgentDefinition = steward, from?: Stage) {
    super(from?.sql);
    if (from !== undefined) this.clock.time = from.clock.time;
    const emit = (event: Parameters<Memory["events"]["push"]>[0]): void => void this.events.push(event);
    const { log, clock } = this;
    this.runner = new AgentRunner({ agent, world: this.#world(), log });
    const settled = (): void => this.#idle?.();
    const parts = { log, agent, runner: this.runner, clock, logger: silentLogger, emit, settled };
    this.supervisor = new TurnSupervisor(parts);
  }

  #world(): AgentWorld {
    return {
      models: this.models,
      db: this.db,
      ids: this.deps.ids,
      reachOf: reachOfTool,
      toolsOf: (name, snapshot) => this.toolsOf(name, snapshot),
      alertOfDrafts: async () => {},
      endHooks: async () => [],
      readPicture: (ref) => this.readPicture(ref),
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
      runTool: async (call, scope) => {
        this.together += 1;
        this.most = Math.max(this.most, this.together);
        this.ran.push(call.name);
        // As an answer over the network: what runs beside it begins meanwhile.
        await turns(3);
        this.together -= 1;
        const given = await this.answerTool(call, scope);
        if (call.name === "delegate") await scope.delegate?.(call.input as unknown as HandedTask);
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
      tellsOfPeople: (name) => name.startsWith("read"),
      recordTools: ["read_contacts", "read_contacts_of_eve"],
      factTools: [],
      publicTools: [],
      skillFor: async () => null,
      aroundOf: async () => null,
      threadOf: (...asked) => this.threadOf(...asked),
      loadDelta: async () => "",
      loadBounds: () => {
        const { agents = {} } = this.snapshot;
        return Promise.resolve({ limits: this.limits, agents });
      },
      loadSnapshot: () => {
        this.snapshots += 1;
        return Promise.resolve({
          text: `<team>${this.snapshots}</team>`,
          timeZone: "America/New_York",
          limits: this.limits,
          loadedAt: "2026-11-21T15:00:00Z",
          ...this.snapshot,
        });
      },
      clock: this.clock,
      logger: silentLogger,
    };
  }

  /** Says something and waits until the agent rests. */
  async turn(text: string, ...answers: Answer[]): Promise<string> {
    this.say(text);
    return this.rest(...answers);
  }

  /** Lets what is due run and waits until the agent rests. */
  async rest(...answers: Answer[]): Promise<string> {
    this.answers = answers;
    const rested = new Promise<void>((resolve) => {
      this.#idle = resolve;
    });
    this.supervisor.wake();
    await rested;
    return this.log.turns.lastEnded()?.end.reason ?? "";
  }

  kinds(): string[] {
    return this.log.messages.committedAfter(0).map(({ kind }) => kind);
  }
}
