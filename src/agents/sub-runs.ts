/**
 * Sub-runs: an agent hands a task to another, which works on it over a journal of its own, with its own tools, limits, reservations and cost. What it
 * proposes and asks belongs to the conversation and to the turn that handed the task over. A sub-run's id is derived from the call, so that a turn
 * that died anywhere finds it and goes on where its log ends.
 */
import {
  isUnable,
  OUTSIDE_NOTE,
  plainText,
  subRunJournal,
  type ConversationLog,
  type PromptSnapshot,
  type SubRun,
} from "../conversations/index.ts";
import { isoTime } from "../kernel/clock.ts";
import {
  NO_DISPLAY,
  RunWriter,
  type RunDisplay,
  type RunEnd,
  type RunLimits,
  type ToolAnswer,
} from "../runs/index.ts";
import type { Question } from "../protocol/socket.ts";
import type { AgentDefinition } from "./define-agent.ts";
import type { HandedTask, ReachOf, ToolCall, ToolsOf, TurnScope } from "./ports.ts";
import { configured } from "./prompt.ts";
import { DELEGATE, delegableAgents } from "./registry.ts";
import { runAgent, RunWaits, type AgentRun, type RunWorld } from "./run-agent.ts";
import { LAST_CALL_NOTE, subRunRequest, taskParts } from "./sub-run-prompt.ts";
import { findableTools } from "./tool-references.ts";

/** What a sub-run may do where its agent says nothing else; never more model calls than these. */
const LIMITS = { modelCalls: 10, toolCalls: 30, minutes: 5, costUsd: 0.5 } as const;

/** What sub-runs of a conversation are made of. */
export interface SubRunDeps {
  readonly world: RunWorld & { readonly toolsOf: ToolsOf; readonly reachOf: ReachOf };
  readonly log: ConversationLog;
  readonly snapshot: () => PromptSnapshot;
}

/** The run that hands a task over, and its call. */
export interface Handover {
  readonly parent: Pick<AgentRun, "agent" | "writer" | "display" | "signal" | "scope" | "canWait" | "limits">;
  readonly call: ToolCall;
  readonly task: HandedTask;
}

/**
 * Works on a task to its end and answers the call that handed it over. Throws RunWaits where the agent cannot go on now and no one waits for it,
 * RunLostError where the turn was taken away: the sub-run then goes on when the call is made again.
 */
export async function runSubRun(deps: SubRunDeps, handover: Handover): Promise<ToolAnswer> {
  const { log } = deps;
  const { parent, task } = handover;
  const agent = delegableAgents(parent.agent.name).find(({ name }) => name === task.agent);
  if (agent === undefined) return unknownAgent(parent.agent);
  const id = idOf(handover);
  const known = log.subRuns.find(id);
  if (known === null) begin(deps, handover, id);
  if (known?.status !== "ended") await work(deps, handover, { id, agent });
  const ended = log.subRuns.find(id);
  if (ended === null) throw new TypeError("a sub-run has no row");
  return answerOf(deps, ended, agent, handover.call);
}

/** `<run>.<model call>.<place of the call in its reply>`. */
function idOf({ parent, call }: Handover): string {
  const row = parent.writer.log().calls.find((one) => one.call.id === call.id);
  if (row === undefined) throw new TypeError("the call is not of this run's newest reply");
  return `${row.replyId.slice("sw.".length)}.${row.position}`;
}

function begin({ log, world, snapshot }: SubRunDeps, { parent, call, task }: Handover, id: string): void {
  const nowMs = world.clock.now();
  const { id: parentId } = parent.writer.state();
  log.store.transaction(() => {
    log.subRuns.begin(
      { id, parentId, callId: call.id, agent: task.agent, startedAt: isoTime(nowMs) },
      taskParts(task, { title: parent.agent.title, nowMs, timeZone: snapshot().timeZone }),
    );
  });
}

async function work(
  { log, world, snapshot }: SubRunDeps,
  { parent, call }: Handover,
  { id, agent: defined }: { readonly id: string; readonly agent: AgentDefinition },
): Promise<void> {
  const known = snapshot();
  const agent = configured(defined, known);
  const tools = world.toolsOf(agent.name, known).filter(({ name }) => name !== DELEGATE);
  const limits = boundedBy(agent, parent, await parent.limits(), world.clock.now());
  const thinkingAfterSeq = log.subRuns.lastMessage(id)?.seq ?? 0;
  const startedAt = isoTime(world.clock.now());
  const journal = subRunJournal(log, { id }, { parent: () => parent.writer.state(), startedAt });
  const display = nestedDisplay(parent.display, { agent, id, callId: call.id });
  const scope = (): TurnScope => {
    const { delegate: _, ...outer } = parent.scope();
    const own = holdsOutsideText(log, id);
    const outside = outer.outside !== false || own;
    const outsideWords = outer.outsideWords !== false || own;
    return { ...outer, agent: agent.name, outside, outsideWords, findable: findableTools(tools) };
  };
  const end = await runAgent(
    { ...world, runTool: (inner, at) => world.runTool({ ...inner, id: ownCallId(id, inner.id) }, at) },
    {
      agent,
      writer: new RunWriter(journal, world.clock),
      display: () => display,
      signal: parent.signal,
      request: () =>
        Promise.resolve(
          subRunRequest({
            agent,
            model: world.models[agent.tier],
            tools,
            reachOf: world.reachOf,
            tenantBlock: known.text,
            messages: log.subRuns.messages(id),
            runId: id,
            thinkingAfterSeq,
          }),
        ),
      limits: () => Promise.resolve(limits),
      scope,
      canWait: parent.canWait,
      lastCallNote: LAST_CALL_NOTE,
      reservation: null,
    },
  );
  // An agent that is turned off stays so: its task is answered, not waited for.
  const waits = end.reason === "rate_limited" || (parent.canWait && isUnable(end));
  if (waits && end.error?.code !== "agent_disabled") throw new RunWaits(end);
  const { conversationId } = parent.scope();
  const steps = await world.endHooks({ id, kind: "sub_run", conversationId, agent: agent.name, end });
  log.store.transaction(() => {
    // Throws where the turn was taken away meanwhile.
    journal.state();
    for (const step of steps) journal.addTrace(step);
    log.subRuns.end(id, end, isoTime(world.clock.now()));
  });
}

/** A call's id beyond its sub-run: two runs of a conversation may have calls of the same id. */
function ownCallId(runId: string, callId: string): string {
  return `${runId}.${callId}`;
}

/** Its own limits, within what is left of its parent's. */
function boundedBy(
  { limits }: AgentDefinition,
  parent: Handover["parent"],
  whole: RunLimits,
  nowMs: number,
): RunLimits {
  const { run, delegatedMicroUsd } = parent.writer.log();
  const leftMs = whole.workMs - (nowMs - Date.parse(run.startedAt));
  const leftMicroUsd = whole.costMicroUsd - run.costMicroUsd - delegatedMicroUsd;
  return {
    modelCalls: Math.min(LIMITS.modelCalls, limits.modelCalls ?? LIMITS.modelCalls),
    toolCalls: limits.toolCalls ?? LIMITS.toolCalls,
    workMs: Math.max(0, Math.min(leftMs, (limits.minutes ?? LIMITS.minutes) * 60_000)),
    costMicroUsd: Math.max(0, Math.min(leftMicroUsd, (limits.costUsd ?? LIMITS.costUsd) * 1_000_000)),
  };
}

/** Its steps show under the call that handed the task over; its words are for the agent alone. */
function nestedDisplay(
  outer: () => RunDisplay,
  { agent, id, callId }: { readonly agent: AgentDefinition; readonly id: string; readonly callId: string },
): RunDisplay {
  return {
    ...NO_DISPLAY,
    notice: (notice) => outer().notice(notice),
    toolStarted: (call, summary) =>
      outer().toolStarted({ ...call, id: ownCallId(id, call.id) }, `${agent.title}: ${summary}`, callId),
    toolFinished: (inner, answer) => outer().toolFinished(ownCallId(id, inner), answer),
  };
}

const STOPPED: Partial<Record<RunEnd["reason"], string>> = {
  limit_model_calls: "It reached its limit of model calls.",
  limit_tool_calls: "It reached its limit of tool calls.",
  limit_time: "It reached its time limit.",
  limit_cost: "It reached its cost limit.",
  max_tokens: "Its answer was cut for length.",
  context_full: "It ran out of room.",
  refusal: "It declined.",
  stopped_by_user: "A person stopped it.",
  budget_spent: "The team's budget is spent.",
  rate_limited: "The team's tool calls for this hour are used up.",
};

const WAITING =
  "Nothing of it has been done yet. A colleague decides; the outcome will come to you as a message.";

/** The last words of a sub-run, or its structured output. */
function resultOf({ subRuns }: ConversationLog, { id }: SubRun, { output }: RunEnd) {
  return output === undefined ? { said: plainText(subRuns.lastReply(id)?.parts ?? []) } : { output };
}

/** What the agent that handed the task over reads, and how its own turn goes on. */
function answerOf({ log }: SubRunDeps, run: SubRun, agent: AgentDefinition, call: ToolCall): ToolAnswer {
  const end = run.status === "ended" ? run.end : { reason: "failed" as const, error: null };
  const stopped = end.error?.message ?? STOPPED[end.reason];
  const status = statusOf(end);
  const question = status === "asked" ? run.question : null;
  const content = {
    ...(status === "ok" ? {} : { status }),
    ...(holdsOutsideText(log, run.id) ? { note: OUTSIDE_NOTE } : {}),
    agent: agent.name,
    ...resultOf(log, run, end),
    ...(run.pending.length === 0 ? {} : { pending: run.pending }),
    ...(question === null ? {} : askedOf(question)),
    ...(stopped === undefined ? {} : { stopped }),
    ...(status === "awaiting_approval" ? { message: WAITING } : {}),
  };
  return {
    status,
    content: JSON.stringify(content),
    isError: status === "failed",
    durationMs: 0,
    approvals: [],
    question: question === null ? null : { ...question, toolCallId: call.id },
    hooks: [],
  };
}

/** What a sub-run asked: with a form, the fields whose values the answer holds. */
function askedOf({ question, fields }: Question): {
  question: string;
  fields?: { id: string; label: string }[];
} {
  return {
    question,
    ...(fields === undefined ? {} : { fields: fields.map(({ id, label }) => ({ id, label })) }),
  };
}

/** Whether a look-up of a sub-run brought text that others wrote. */
function holdsOutsideText({ subRuns }: ConversationLog, id: string): boolean {
  return subRuns
    .messages(id)
    .some(({ kind, parts }) => kind === "results" && JSON.stringify(parts).includes(OUTSIDE_NOTE));
}

function statusOf({ reason }: RunEnd): ToolAnswer["status"] {
  if (reason === "waiting_approval") return "awaiting_approval";
  if (reason === "waiting_answer") return "asked";
  return reason === "failed" ? "failed" : "ok";
}

function unknownAgent(asking: AgentDefinition): ToolAnswer {
  const names = delegableAgents(asking.name).map(({ name }) => name);
  const message = `No agent has that name. There are: ${names.join(", ")}.`;
  const content = JSON.stringify({ status: "retry", message });
  return { status: "retry", content, isError: true, durationMs: 0, approvals: [], question: null, hooks: [] };
}
