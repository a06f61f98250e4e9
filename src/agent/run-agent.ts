/**
 * `runAgent` is the only code that calls a model: for chat turns, triggers, summaries, upkeep and sub-runs.
 * Each round derives the next step from the committed log: call the model, run its calls, commit their
 * results, or end. The loop holds no state of its own, so an attempt after a crash continues exactly where
 * the log ends.
 */
import type { Approval } from "../approvals/api/approval.ts";
import { isoTime, type Clock } from "../kernel/clock.ts";
import type { Json } from "../kernel/hash.ts";
import { LIMITS } from "../kernel/limits.ts";
import type { Logger } from "../kernel/log.ts";
import {
  dependsOnLimits,
  nextStep,
  RunLostError,
  type CallAnswer,
  type CallRow,
  type HookRecord,
  type RunDisplay,
  type RunEnd,
  type SettledReason,
  type RunLimits,
  type RunLog,
  type RunWriter,
  type ToolAnswer,
  type TraceStep,
} from "./runs/index.ts";
import type { AgentDefinition, Reading } from "./define-agent.ts";
import type { EndingRun } from "./end-hooks.ts";
import { modelStep } from "./model-step.ts";
import type { ModelNames } from "./models.ts";
import { checkOutput, repairText } from "./output.ts";
import type {
  AdmissionPort,
  CallModel,
  IsRead,
  ModelRequest,
  RunTool,
  SummarizeCall,
  TurnScope,
} from "./ports.ts";
import { DELEGATE } from "./registry.ts";
import { scriptStep, type ScriptReply } from "./script.ts";
import type { Reservation } from "./spending.ts";
import { findUsedTool } from "./tools/discovery/use-tool.ts";
import { pause } from "../kernel/time-limit.ts";

/** For a run that has ended. */
const NO_LIMITS: RunLimits = {
  modelCalls: Infinity,
  toolCalls: Infinity,
  workMs: Infinity,
  costMicroUsd: Infinity,
};
const TOO_LATE: RunEnd = {
  reason: "failed",
  error: { code: "internal", message: "It took longer than its answer was waited for." },
};
const PROPOSAL_TRIES = 3;
/** How often an invalid output is sent back for correction. */
const MAX_REPAIRS = 1;

export interface RunWorld {
  readonly models: ModelNames;
  readonly callModel: CallModel;
  readonly admission: AdmissionPort;
  readonly runTool: RunTool;
  readonly summarize: SummarizeCall;
  readonly isRead: IsRead;
  /** Alerts the team of the drafts of a step. Safe to repeat. */
  readonly alertOfDrafts: (drafts: readonly Approval[]) => Promise<void>;
  /** Runs the hooks at the end of a run and returns their decisions for the trace. Never throws. */
  readonly endHooks: (run: EndingRun) => Promise<readonly TraceStep[]>;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface AgentRun {
  readonly agent: AgentDefinition;
  readonly writer: RunWriter;
  /** The current attempt's live view. */
  readonly display: () => RunDisplay;
  /** Aborts when a person stops the run. */
  readonly signal: AbortSignal;
  /** The request for the current log. Compacts first if the model's window is nearly full. */
  readonly request: () => Promise<ModelRequest>;
  /** The run's limits. The first answer may be the last known ones, so that nothing is read before the first token. */
  readonly limits: () => Promise<RunLimits>;
  /** The context of its tool calls. */
  readonly scope: () => TurnScope;
  /** Whether the run may be suspended and resumed later because no person is waiting for it. */
  readonly canWait: boolean;
  /** A note the model reads with the results before its last call; null for none. */
  readonly lastCallNote: string | null;
  /** Budget reserved in advance for the first call; null for none. */
  readonly reservation: Reservation | null;
  /** The pictures its requests show; missing if there are none. */
  readonly pictures?: {
    addPictures(callId: string, images: NonNullable<ToolAnswer["images"]>): void;
    /** Replaces all by words, after the model refused them. */
    dropImages(): void;
  };
  /** The next reply, for an agent whose replies are written by code. */
  readonly script?: () => ScriptReply;
  /** What the run has read, if its output is checked against it. */
  readonly readings?: () => readonly Reading[];
}

/** Thrown by a call that must wait. The run ends with its log unchanged, and repeats this call when it resumes. */
export class RunWaits extends Error {
  override readonly name = "RunWaits";
  readonly end: RunEnd;

  constructor(end: RunEnd) {
    super("the run waits");
    this.end = end;
  }
}

/** Runs an attempt to its end. Throws RunLostError if another attempt took over the run. */
export async function runAgent(world: RunWorld, run: AgentRun): Promise<RunEnd> {
  try {
    return await runSteps(world, run);
  } catch (error) {
    if (error instanceof RunWaits) return error.end;
    throw error;
  }
}

/** The limits for the next step; not loaded if the step doesn't depend on them. */
async function limitsOf({ writer, limits }: AgentRun): Promise<RunLimits> {
  return dependsOnLimits(writer.log()) ? limits() : NO_LIMITS;
}

async function runSteps(world: RunWorld, run: AgentRun): Promise<RunEnd> {
  const { writer } = run;
  for (;;) {
    const limits = await limitsOf(run);
    const log = writer.log();
    const step = nextStep(log, {
      limits,
      nowMs: world.clock.now(),
      isAskedFor: isAskedFor(world, run),
      endsOnWords: run.agent.conversational === true && run.agent.script === undefined,
    });
    switch (step.kind) {
      case "call_model": {
        // A person's stop is in the log. Any other abort means that the caller has given up waiting.
        if (run.signal.aborted) return TOO_LATE;
        if (run.script !== undefined) {
          scriptStep(world, run, run.script());
          break;
        }
        const end = await modelStep(world, run, limits);
        if (end !== null) return end;
        break;
      }
      case "run_tools":
        await runCalls(world, run, step.calls);
        break;
      case "refuse_tools":
        for (const row of step.calls) writer.answerCall(row, refusal(step.answer));
        break;
      case "commit_results":
        writer.commitResults(
          step.calls,
          log.run.modelCalls === limits.modelCalls - 1 ? run.lastCallNote : null,
        );
        break;
      case "finish": {
        const end = finished(run, log, step.reason);
        if (end !== null) return end;
        break;
      }
    }
  }
}

/** In the answer of a call that was to start a schedule and only proposed it. */
const PROPOSED_INSTEAD = '"proposedSchedule":';

/**
 * Answers that the model must read: failures, look-ups, what was only proposed, and what an agent says that
 * was given a task. Of its own proposals it knows the words; of a delegated one only by reading the answer. A
 * reply written by code states everything beside its calls.
 */
function isAskedFor({ isRead }: Pick<RunWorld, "isRead">, { agent }: Pick<AgentRun, "agent">) {
  return ({ call, answer }: CallRow): boolean => {
    const { name } = findUsedTool(call);
    return answer?.status === "awaiting_approval"
      ? name === DELEGATE && agent.script === undefined
      : answer?.isError === true ||
          name === DELEGATE ||
          isRead(name) ||
          answer?.content.includes(PROPOSED_INSTEAD) === true;
  };
}

/** The end of a run; null if its output was sent back for correction. */
function finished(run: AgentRun, log: RunLog, reason: SettledReason): RunEnd | null {
  const { agent, writer } = run;
  if (reason !== "end_turn" || agent.output === undefined) return { reason, error: null };
  const checked = checkOutput(agent.output, log.reply?.parts ?? []);
  if (checked.ok) return verified(run, log, checked.value);
  if (log.repairs < (agent.verify?.tries ?? MAX_REPAIRS)) {
    writer.askRepair(repairText(checked.issues));
    return null;
  }
  const message = `${agent.title} did not answer in the form it must. Try again, or put it in other words.`;
  return { reason: "failed", error: { code: "invalid_output", message } };
}

/** The end of a run with a valid output; null if verification sent it back. */
function verified({ agent, writer, readings }: AgentRun, log: RunLog, output: Json): RunEnd | null {
  const { verify } = agent;
  const reason = "end_turn" as const;
  if (verify === undefined) return { reason, error: null, output };
  const held = verify.check(output, readings?.() ?? []);
  if (held.ok) return { reason, error: null, output: held.output };
  if (log.repairs >= verify.tries) return { reason, error: null, output: held.or };
  writer.askRepair(
    `<notice>\nYour answer can't stand yet:\n${held.issues}\nMend that, with your tools where you need them, and answer again with the whole JSON and nothing else.\n</notice>`,
  );
  return null;
}

function refusal(content: string): ToolAnswer {
  return {
    status: "failed",
    content,
    isError: true,
    durationMs: 0,
    approvals: [],
    question: null,
    hooks: [],
  };
}

/**
 * Adjacent reads run in parallel; all other calls run alone and in order. A call's permissions depend on
 * what the model had read when it made the call, so results of the same step don't count.
 */
async function runCalls(world: RunWorld, run: AgentRun, rows: readonly CallRow[]): Promise<void> {
  const scope = run.scope();
  const drafts: Approval[] = [];
  try {
    for (const group of groupCalls(rows, world.isRead)) {
      if (run.signal.aborted) return;
      const answers = await Promise.all(group.map((row) => runCall(world, run, { row, scope })));
      drafts.push(...answers.flatMap(({ approvals }) => approvals));
    }
  } finally {
    if (drafts.length > 0)
      await world.alertOfDrafts(drafts).catch((error: unknown) => {
        world.logger.warn("approval.ring_failed", { error });
      });
  }
}

/** Groups calls that may run in parallel, in order. */
function groupCalls(rows: readonly CallRow[], isRead: IsRead): CallRow[][] {
  const groups: CallRow[][] = [];
  let reads: CallRow[] | null = null;
  for (const row of rows) {
    if (!isRead(row.call.name)) {
      groups.push([row]);
      reads = null;
    } else if (reads !== null && reads.length < LIMITS.parallelReads) {
      reads.push(row);
    } else {
      reads = [row];
      groups.push(reads);
    }
  }
  return groups;
}

interface MadeCall {
  readonly row: CallRow;
  readonly scope: TurnScope;
}

async function runCall(world: RunWorld, run: AgentRun, made: MadeCall): Promise<ToolAnswer> {
  const { row } = made;
  const startedAtMs = world.clock.now();
  run.writer.startCall(row);
  run.display().toolStarted(row.call, world.summarize(row.call));
  const result = await settle(world, run, made, startedAtMs);
  // No answer is stored for a call that must wait: the model would read it as “found nothing”.
  if (result.waitsUntil !== undefined)
    throw new RunWaits({ reason: "rate_limited", error: null, resumesAt: result.waitsUntil });
  const at = isoTime(startedAtMs);
  const step: TraceStep = {
    kind: "tool",
    name: row.call.name,
    status: result.status,
    at,
    durationMs: result.durationMs,
    detail: {
      toolCallId: row.call.id,
      approvals: result.approvals.map(({ id }) => id),
      chars: result.content.length,
    },
  };
  const answer: ToolAnswer = { ...result, content: bounded(result.content) };
  if (result.images !== undefined) run.pictures?.addPictures(row.call.id, result.images);
  run.writer.answerCall(row, answer, [
    step,
    ...result.hooks.map((hook) => hookStep(hook, row.call.name, at)),
  ]);
  run.display().toolFinished(row.call.id, answer);
  return answer;
}

const BROKEN_READ = "The tool broke for a reason on our side. Say so, or try another way.";
/** A proposal or change may have been stored before the failure. */
const BROKEN_CHANGE =
  "The tool broke for a reason on our side, and it is not known whether anything was stored. Look before you repeat it (a draft: list_approvals), and say so.";

/**
 * The answer of a call, even if the tool failed or a person stopped the run. A stopped read isn't awaited;
 * anything else is.
 */
async function settle(
  world: RunWorld,
  { signal }: AgentRun,
  { row: { call }, scope }: MadeCall,
  startedAtMs: number,
): Promise<ToolAnswer> {
  try {
    if (!world.isRead(call.name)) return await retry(() => world.runTool(call, scope));
    return await orAborted(world.runTool(call, scope), signal);
  } catch (error) {
    if (isFinal(error)) throw error;
    const durationMs = world.clock.now() - startedAtMs;
    if (signal.aborted) return { ...refusal("Stopped before this was done."), durationMs };
    world.logger.error("tool.broke", { tool: call.name, toolCallId: call.id, error });
    return { ...refusal(world.isRead(call.name) ? BROKEN_READ : BROKEN_CHANGE), durationMs };
  }
}

/** Errors that are not failures of the tool: the run was taken over, or it must wait. */
function isFinal(error: unknown): boolean {
  return error instanceof RunLostError || error instanceof RunWaits;
}

/** Repeats a proposal that failed halfway. Its derived IDs find what was already written. */
async function retry<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === PROPOSAL_TRIES || isFinal(error)) throw error;
      await pause(250 * attempt);
    }
  }
}

function orAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(new Error("stopped"));
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

/** A final limit on tool results; tools shorten their own. */
function bounded(content: CallAnswer["content"]): string {
  const limit = LIMITS.toolResultChars * 2;
  return content.length <= limit
    ? content
    : `${content.slice(0, limit)}\n[cut: ${content.length - limit} more characters]`;
}

/** A hook's decision as a step of the trace. */
function hookStep(
  { hook, decision, durationMs, phase, rule, ...seen }: HookRecord,
  tool: string,
  at: string,
): TraceStep {
  const detail = { phase, rule, tool, ...seen };
  return { kind: "hook", name: hook, status: decision, at, durationMs, detail };
}
