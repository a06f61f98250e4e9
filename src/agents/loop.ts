/**
 * The agent loop. Each round asks the committed log what comes next and does it: call the model, run its calls, make the answers a message,
 * end. The loop keeps no state of its own, so an attempt that starts in the middle goes on exactly where the log ends.
 */
import {
  nextStep,
  TurnLostError,
  type CallAnswer,
  type CallRow,
  type TraceStep,
  type TurnAttempt,
  type TurnEnd,
  type TurnJournal,
  type TurnLimits,
} from "../conversations/index.ts";
import { isoTime } from "../kernel/clock.ts";
import { LIMITS } from "../kernel/limits.ts";
import { modelStep, type ModelStepDeps } from "./model-step.ts";
import type { HookRecord, IsRead, RunTool, SummarizeCall, TurnScope } from "./ports.ts";

const PROPOSAL_TRIES = 3;

/** Thrown out of a call that must wait: the turn ends so, its log as it is, and goes on with this call when it is taken up again. */
class TurnWaits extends Error {
  override readonly name = "TurnWaits";
  readonly end: TurnEnd;

  constructor(reason: TurnEnd["reason"]) {
    super("the turn waits");
    this.end = { reason, error: null };
  }
}

/** What the loop is given. */
export interface LoopDeps extends ModelStepDeps {
  readonly runTool: RunTool;
  readonly summarize: SummarizeCall;
  readonly isRead: IsRead;
  readonly scope: () => TurnScope;
  /** Limits of the turn; the first answer may be what held last time, so that no look-up stands before the first token. */
  readonly limits: () => Promise<TurnLimits>;
}

/** Runs a turn's attempt to its end. Throws TurnLostError where the turn was taken from it. */
export async function runTurn(deps: LoopDeps, attempt: TurnAttempt): Promise<TurnEnd> {
  try {
    return await runSteps(deps, attempt);
  } catch (error) {
    if (error instanceof TurnWaits) return error.end;
    throw error;
  }
}

async function runSteps(deps: LoopDeps, attempt: TurnAttempt): Promise<TurnEnd> {
  const { journal } = attempt;
  for (;;) {
    const limits = await deps.limits();
    const step = nextStep(journal.log(), limits, deps.clock.now());
    switch (step.kind) {
      case "call_model": {
        const end = await modelStep(deps, attempt, limits);
        if (end !== null) return end;
        break;
      }
      case "run_tools":
        await runCalls(deps, attempt, step.calls);
        break;
      case "refuse_tools":
        for (const row of step.calls) answerWith(journal, row, refusal(step.answer));
        break;
      case "commit_results":
        journal.commitResults(step.calls);
        break;
      case "finish":
        return { reason: step.reason, error: null };
    }
  }
}

function refusal(content: string): CallAnswer {
  return { status: "failed", content, isError: true, durationMs: 0 };
}

function answerWith(journal: TurnJournal, row: CallRow, answer: CallAnswer): void {
  journal.answerCall(row, { answer, approvals: [], question: null, trace: [] });
}

/** Reads that stand next to each other run side by side; everything else runs alone and in order. */
async function runCalls(deps: LoopDeps, attempt: TurnAttempt, rows: readonly CallRow[]): Promise<void> {
  for (const group of groupCalls(rows, deps.isRead)) {
    if (attempt.signal.aborted) return;
    await Promise.all(group.map((row) => runCall(deps, attempt, row)));
  }
}

/** Groups calls that may run at the same time, in order. */
export function groupCalls(rows: readonly CallRow[], isRead: IsRead): CallRow[][] {
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

async function runCall(deps: LoopDeps, attempt: TurnAttempt, row: CallRow): Promise<void> {
  const { journal } = attempt;
  const startedAt = deps.clock.now();
  journal.startCall(row);
  attempt.display().toolStarted(row.call, deps.summarize(row.call));
  const result = await settle(deps, attempt, row, startedAt);
  if (isRateFull(result.hooks) && attempt.turn.speaker.kind !== "user") throw new TurnWaits("rate_limited");
  const at = isoTime(startedAt);
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
  const answer: CallAnswer = {
    status: result.status,
    content: bounded(result.content),
    isError: result.isError,
    durationMs: result.durationMs,
  };
  journal.answerCall(row, {
    answer,
    approvals: result.approvals,
    question: result.question,
    trace: [step, ...result.hooks.map((hook) => hookStep(hook, row.call.name, at))],
  });
  attempt.display().toolFinished(row.call.id, answer);
}

/** The call's answer, also where the tool broke or a person stopped the turn: a read is then not waited for, anything else is. */
async function settle(deps: LoopDeps, attempt: TurnAttempt, row: CallRow, startedAt: number) {
  const { signal } = attempt;
  const nothing = { approvals: [], question: null, hooks: [] as HookRecord[] };
  try {
    if (!deps.isRead(row.call.name)) return await insist(() => deps.runTool(row.call, deps.scope()));
    return await orAborted(deps.runTool(row.call, deps.scope()), signal);
  } catch (error) {
    const durationMs = deps.clock.now() - startedAt;
    if (signal.aborted) return { ...refusal("Stopped before this was done."), durationMs, ...nothing };
    if (error instanceof TurnLostError) throw error;
    deps.logger.error("tool.broke", { tool: row.call.name, toolCallId: row.call.id, error });
    const content =
      "The tool broke for a reason on our side. Nothing was changed. Say so, or try another way.";
    return { ...refusal(content), durationMs, ...nothing };
  }
}

/** A proposal that broke half-way is made again: its ids are derived, so what was written already is found. */
async function insist<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === PROPOSAL_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, 250 * attempt));
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

/** A last bound on what a tool hands the model; tools shorten their results themselves. */
function bounded(content: string): string {
  const limit = LIMITS.toolResultChars * 2;
  return content.length <= limit
    ? content
    : `${content.slice(0, limit)}\n[cut: ${content.length - limit} more characters]`;
}

/** The tenant's window of tool calls is full. A person is told so and decides; a run nobody asked for waits until there is room. */
function isRateFull(hooks: readonly HookRecord[]): boolean {
  return hooks.some(({ hook, rule }) => hook === "rate" && rule === "rate_limited");
}

function hookStep(hook: HookRecord, tool: string, at: string): TraceStep {
  const { decision, durationMs, phase, rule } = hook;
  return { kind: "hook", name: hook.hook, status: decision, at, durationMs, detail: { phase, rule, tool } };
}
