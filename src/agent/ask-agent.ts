/**
 * Asks an agent one question outside any conversation. The run is held in memory, but admitted and recorded
 * like any other, and uses the team's settings for the agent.
 */
import type { MessageParam } from "@anthropic-ai/sdk/resources/messages";
import type { Statement, TenantDb } from "../platform/db/index.ts";
import { isoTime } from "../kernel/clock.ts";
import type { Json } from "../kernel/hash.ts";
import {
  memoryJournal,
  NO_DISPLAY,
  runRecord,
  RunWriter,
  stepRecords,
  type MemoryJournal,
  type RunDisplay,
  type RunEnd,
  type RunFigures,
  type RunLimits,
  type RunRecord,
  type TraceStep,
} from "./runs/index.ts";
import { systemBlocks } from "./build-request.ts";
import { STEWARD } from "./api/message.ts";
import { instructionsOf } from "./instruction-versions.ts";
import { getAgentSettings, withSettings } from "./settings.ts";
import { ASKED_ONCE_CALLS, type AgentDefinition } from "./define-agent.ts";
import { outputSchemaOf } from "./output.ts";
import type { ModelRequest, RunTool, TurnScope } from "./ports.ts";
import { runAgent, type RunWorld } from "./run-agent.ts";
import { answerPageCall, webOf, withSources, type WebAccess, type WebSource } from "./web-access.ts";

const WORK_MS = 10 * 60_000;

export interface AskWorld extends Pick<
  RunWorld,
  "models" | "callModel" | "admission" | "alertOfDrafts" | "endHooks" | "clock" | "logger"
> {
  readonly db: TenantDb;
}

/** A question, its agent, and the record it belongs to. */
export interface Question extends Pick<
  RunRecord,
  "conversationId" | "parentRunId" | "trigger" | "startedBy" | "timeZone" | "mode"
> {
  readonly runId: string;
  /** The built-in definition; the team's settings are applied on top. */
  readonly agent: AgentDefinition;
  readonly text: string;
  /** The subject, for people. */
  readonly about: string;
  /** Web access; none by default. */
  readonly web?: WebAccess;
  /** What led to the question. Precedes the agent's steps in the trace. */
  readonly before?: readonly TraceStep[];
  /** Receives the stream; none by default. */
  readonly display?: RunDisplay;
  /** For short questions whose caller retries after a crash: the run is recorded only when it ends. */
  readonly isBrief?: boolean;
  /** False if its output quotes sources, whose words must not outlive them: then it isn't stored with the run. */
  readonly keepsOutput?: boolean;
  /** Aborts the question when its answer is no longer needed. */
  readonly signal?: AbortSignal;
  /**
   * Statements written in the batch that records the run, so that the answer's results are stored with it or
   * not at all.
   */
  readonly alongside?: (answer: Answer) => readonly Statement[];
}

export interface Answer {
  readonly end: RunEnd;
  readonly text: string;
  /** The web pages cited, in the order of the marks in the text. */
  readonly sources: readonly WebSource[];
  /** Set for an agent with an output schema whose run ended well. */
  readonly output: Json | undefined;
  readonly figures: RunFigures;
}

/**
 * Asks the question. The run is recorded when it starts, or if brief when it ends, whatever the result.
 * Throws if D1 fails, or if the model fails in an unforeseen way.
 */
export async function askAgent(world: AskWorld, question: Question): Promise<Answer> {
  const { runId } = question;
  const startedAt = isoTime(world.clock.now());
  const journal = memoryJournal({ id: runId, startedAt, question: [{ type: "text", text: question.text }] });
  const record = (status: RunRecord["status"], end: RunEnd | null): Statement =>
    runRecord(world.db, {
      ...question,
      id: runId,
      agent: question.agent.name,
      status,
      end: question.keepsOutput === false ? withoutOutput(end) : end,
      figures: journal.state(),
      attempts: 1,
      startedAt,
      finishedAt: end === null ? null : isoTime(world.clock.now()),
      note: { disposition: null, preview: question.about, outcome: end?.error?.message ?? null },
    });
  // Runs in parallel with the model call.
  const begun = world.db
    .batch(question.isBrief === true ? [] : [record("running", null)])
    .catch((error: unknown) => world.logger.warn("run.not_recorded", { runId, error }));
  let end: RunEnd = { reason: "failed", error: { code: "internal", message: "It broke off on our side." } };
  try {
    const agent = await agentAsSet(world.db, question.agent);
    end = await runAgent(
      { ...world, runTool: toolsOf(question.web, world), summarize: ({ name }) => name, isRead: () => true },
      {
        agent,
        writer: new RunWriter(journal, world.clock),
        display: () => question.display ?? NO_DISPLAY,
        signal: question.signal ?? new AbortController().signal,
        request: () => Promise.resolve(requestOf(world, { ...question, agent }, journal)),
        limits: () => Promise.resolve(limitsOf(agent)),
        scope: () => scopeOf(world, question),
        canWait: false,
        lastCallNote: null,
        reservation: null,
      },
    );
    return answerOf(journal, end, question.web !== undefined);
  } finally {
    await begun;
    const { conversationId } = question;
    const last = await world.endHooks({
      id: runId,
      kind: "question",
      conversationId,
      agent: question.agent.name,
      end,
    });
    const steps = [...(question.before ?? []), ...journal.steps(), ...last].map((step, index) => ({
      position: index + 1,
      step,
    }));
    const more = question.alongside?.(answerOf(journal, end, question.web !== undefined)) ?? [];
    const status = end.reason === "failed" ? "failed" : "finished";
    await world.db.batch([record(status, end), ...stepRecords(world.db, runId, steps), ...more]);
  }
}

function withoutOutput(end: RunEnd | null): RunEnd | null {
  return end?.reason === "end_turn" ? { reason: "end_turn", error: null } : end;
}

function answerOf(journal: MemoryJournal, end: RunEnd, looks: boolean): Answer {
  const replies = journal.messages().filter(({ role }) => role === "assistant");
  const parts = (looks ? replies : replies.slice(-1)).flatMap((reply) => reply.parts) as readonly Block[];
  const { text, sources } = withSources(parts);
  return {
    end,
    text,
    sources,
    output: end.reason === "end_turn" ? end.output : undefined,
    figures: journal.state(),
  };
}

type Block = Readonly<Record<string, unknown>>;

function requestOf(
  { models }: AskWorld,
  { agent, web }: Pick<Question, "agent" | "web">,
  journal: MemoryJournal,
): ModelRequest {
  const model = models[agent.tier];
  return {
    model,
    maxTokens: agent.maxTokens,
    system: systemBlocks(agent, ""),
    ...webOf(model, web),
    messages: journal
      .messages()
      .map(({ role, parts }) => ({ role, content: parts }) as unknown as MessageParam),
    thinking: agent.thinking,
    outputSchema: outputSchemaOf(agent),
  };
}

function limitsOf({ limits }: AgentDefinition): RunLimits {
  return {
    modelCalls: limits.modelCalls ?? ASKED_ONCE_CALLS,
    toolCalls: limits.toolCalls ?? 1,
    workMs: limits.minutes === undefined ? WORK_MS : limits.minutes * 60_000,
    costMicroUsd: limits.costUsd === undefined ? Number.MAX_SAFE_INTEGER : limits.costUsd * 1_000_000,
  };
}

/** An agent that is asked once has no tools except the web. */
function toolsOf(web: WebAccess | undefined, { clock }: AskWorld): RunTool {
  return async (call) => {
    if (web === undefined) throw new TypeError("an agent that is asked once has no tools");
    const startedMs = clock.now();
    const answer = await answerPageCall(web, call);
    return { ...answer, durationMs: clock.now() - startedMs, approvals: [], question: null, hooks: [] };
  };
}

function scopeOf({ db }: AskWorld, { conversationId, runId, agent, timeZone }: Question): TurnScope {
  return {
    tenantId: db.tenantId,
    timeZone,
    conversationId,
    conversationTitle: "",
    runId,
    agent: agent.name,
    speaker: STEWARD,
    recentTexts: [],
  };
}

/** Applies the team's instructions, model and limits. Whether the agent is turned off is checked at admission. */
export async function agentAsSet(db: TenantDb, agent: AgentDefinition): Promise<AgentDefinition> {
  const [instructions, settings] = await Promise.all([
    instructionsOf(db, agent),
    getAgentSettings(db, agent.name),
  ]);
  return withSettings({ ...agent, instructions }, settings);
}
