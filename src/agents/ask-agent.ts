/** One question to an agent outside any conversation's turns: a run in memory, admitted and recorded like any other. */
import type { MessageParam } from "@anthropic-ai/sdk/resources/messages";
import type { Statement, TenantDb } from "../db/index.ts";
import { isoTime } from "../kernel/clock.ts";
import type { Json } from "../kernel/hash.ts";
import {
  memoryJournal,
  NO_DISPLAY,
  runRecord,
  RunWriter,
  stepRecords,
  type MemoryJournal,
  type RunEnd,
  type RunFigures,
  type RunLimits,
  type RunRecord,
} from "../runs/index.ts";
import { systemBlocks } from "./context.ts";
import type { AgentDefinition } from "./define-agent.ts";
import { outputSchemaOf } from "./output.ts";
import type { ModelRequest } from "./ports.ts";
import { runAgent, type RunWorld } from "./run-agent.ts";

/** Enough for an answer and its correction. */
const MODEL_CALLS = 2;
const WORK_MS = 10 * 60_000;

/** What asking takes. */
export interface AskWorld extends Pick<
  RunWorld,
  "models" | "callModel" | "admission" | "endHooks" | "clock" | "logger"
> {
  readonly db: TenantDb;
}

/** What is asked of whom, and where it belongs. */
export interface Question extends Pick<
  RunRecord,
  "conversationId" | "parentRunId" | "trigger" | "startedBy" | "timeZone" | "mode"
> {
  readonly runId: string;
  /** As the team has set it. */
  readonly agent: AgentDefinition;
  readonly text: string;
  /** What it is about, for people. */
  readonly about: string;
  /** Ends the question where its answer is not waited for any more. */
  readonly signal?: AbortSignal;
  /** Statements that stand in the batch that records the run: what follows from its answer is kept with it or not at all. */
  readonly alongside?: (answer: Answer) => readonly Statement[];
}

/** What came of it. */
export interface Answer {
  readonly end: RunEnd;
  readonly text: string;
  /** Of an agent with an output schema, where the run ended well. */
  readonly output: Json | undefined;
  readonly figures: RunFigures;
}

/** Asks. The run is on record from its beginning to its end, whatever the end. Throws where the model does for an unforeseen reason, or D1. */
export async function askAgent(world: AskWorld, question: Question): Promise<Answer> {
  const { agent, runId } = question;
  const startedAt = isoTime(world.clock.now());
  const journal = memoryJournal({ id: runId, startedAt, question: [{ type: "text", text: question.text }] });
  const record = (status: RunRecord["status"], end: RunEnd | null): Statement =>
    runRecord(world.db, {
      ...question,
      id: runId,
      agent: agent.name,
      status,
      end,
      figures: journal.state(),
      attempts: 1,
      startedAt,
      finishedAt: end === null ? null : isoTime(world.clock.now()),
      note: { disposition: null, preview: question.about, outcome: end?.error?.message ?? null },
    });
  // Beside the model's work, which it need not hold up.
  const begun = world.db
    .batch([record("running", null)])
    .catch((error: unknown) => world.logger.warn("run.not_recorded", { runId, error }));
  let end: RunEnd = { reason: "failed", error: { code: "internal", message: "It broke off on our side." } };
  try {
    end = await runAgent(
      { ...world, runTool: noTool, summarize: ({ name }) => name, isRead: () => true },
      {
        agent,
        writer: new RunWriter(journal, world.clock),
        display: () => NO_DISPLAY,
        signal: question.signal ?? new AbortController().signal,
        request: () => Promise.resolve(requestOf(world, agent, journal)),
        limits: () => Promise.resolve(limitsOf(agent)),
        scope: noScope,
        canWait: false,
        lastCallNote: null,
        reservation: null,
      },
    );
    return answerOf(journal, end);
  } finally {
    await begun;
    const { conversationId } = question;
    const last = await world.endHooks({
      id: runId,
      kind: "question",
      conversationId,
      agent: agent.name,
      end,
    });
    const steps = [...journal.steps(), ...last].map((step, index) => ({ position: index + 1, step }));
    const more = question.alongside?.(answerOf(journal, end)) ?? [];
    const status = end.reason === "failed" ? "failed" : "finished";
    await world.db.batch([record(status, end), ...stepRecords(world.db, runId, steps), ...more]);
  }
}

function answerOf(journal: MemoryJournal, end: RunEnd): Answer {
  const text = (journal.lastReply()?.parts ?? [])
    .flatMap((part) => {
      const { type, text: words } = part as { type: string; text?: unknown };
      return type === "text" && typeof words === "string" ? [words] : [];
    })
    .join("\n");
  return { end, text, output: end.output, figures: journal.state() };
}

function requestOf({ models }: AskWorld, agent: AgentDefinition, journal: MemoryJournal): ModelRequest {
  return {
    model: models[agent.tier],
    maxTokens: agent.maxTokens,
    system: systemBlocks(agent, ""),
    tools: [],
    messages: journal
      .messages()
      .map(({ role, parts }) => ({ role, content: parts }) as unknown as MessageParam),
    thinking: agent.thinking,
    outputSchema: outputSchemaOf(agent),
  };
}

function limitsOf({ limits }: AgentDefinition): RunLimits {
  return {
    modelCalls: limits.modelCalls ?? MODEL_CALLS,
    toolCalls: limits.toolCalls ?? 1,
    workMs: limits.minutes === undefined ? WORK_MS : limits.minutes * 60_000,
    costMicroUsd: limits.costUsd === undefined ? Number.MAX_SAFE_INTEGER : limits.costUsd * 1_000_000,
  };
}

/** A one-shot agent has no tools; a model that calls one all the same reads that. */
function noTool(): never {
  throw new TypeError("an agent that is asked once has no tools");
}

function noScope(): never {
  throw new TypeError("an agent that is asked once has no tools");
}
