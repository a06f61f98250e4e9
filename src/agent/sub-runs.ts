/**
 * Sub-runs: an agent delegates a task to another, which works with its own journal, tools, limits,
 * reservations and cost. Its proposals and questions belong to the conversation and the delegating turn.
 * The sub-run's ID is derived from the call, so that an interrupted turn finds it and continues where its
 * log ends.
 */
import {
  isUnable,
  OUTSIDE_NOTE,
  plainText,
  subRunJournal,
  type ConversationLog,
  type PromptSnapshot,
  type SubRun,
} from "./conversations/index.ts";
import { isoTime } from "../kernel/clock.ts";
import {
  NO_DISPLAY,
  RunWriter,
  type CallRow,
  type RunDisplay,
  type RunEnd,
  type RunLimits,
  type ToolAnswer,
} from "./runs/index.ts";
import type { Question } from "./api/conversation-frames.ts";
import { contextItems, MOST_ITEMS, type ContextItem } from "./context-items.ts";
import type { Json } from "../kernel/hash.ts";
import type { AgentDefinition, Reading } from "./define-agent.ts";
import type { HandedTask, ReachOf, ToolCall, ToolsOf, TurnScope } from "./ports.ts";
import { configured } from "./conversation-prompt.ts";
import { agentOf, DELEGATE, delegableAgents } from "./registry.ts";
import { runAgent, RunWaits, type AgentRun, type RunWorld } from "./run-agent.ts";
import { LAST_CALL_NOTE, subRunRequest, taskParts } from "./sub-run-prompt.ts";
import { briefingOf, loadedSkill, skillLines } from "./skill-group.ts";
import { findableTools } from "./tool-references.ts";
import { parsed } from "./shrunk-result.ts";

/** Default limits of a sub-run. The number of model calls is also a maximum. */
const LIMITS = { modelCalls: 10, toolCalls: 30, minutes: 5, costUsd: 0.5 } as const;

/** The rule by which the gate refuses calls beyond an agent's limit. Persisted. */
export const LIMIT_RULE = "agent.uses";

/** Calls of a tool, or of all tools, that a run made before the given one. */
function usedBefore({ calls }: ConversationLog, runId: string, tool: string | null, callId: string): number {
  const rows = calls.ofRun(runId);
  const at = rows.findIndex(({ call }) => ownCallId(runId, call.id) === callId);
  return rows.slice(0, Math.max(0, at)).filter(({ call }) => tool === null || call.name === tool).length;
}

/** Calls a run made before the given one; all of them if it isn't in the run. */
function callsBefore({ calls }: ConversationLog, runId: string, callId: string): ToolCall[] {
  const rows = calls.ofRun(runId);
  const at = rows.findIndex(({ call }) => ownCallId(runId, call.id) === callId);
  return notRefused(at < 0 ? rows : rows.slice(0, at));
}

/** Calls that were not denied; only these can have sent anything out. */
export function notRefused(rows: readonly CallRow[]): ToolCall[] {
  return rows.flatMap(({ call, answer }) => (answer?.status === "denied" ? [] : [call]));
}

/** What a run has read through its calls. */
function readingsOf({ calls }: ConversationLog, runId: string): Reading[] {
  return calls
    .ofRun(runId)
    .flatMap(({ call, answer }): Reading[] =>
      answer?.status === "ok" ? [{ tool: call.name, input: call.input, content: answer.content }] : [],
    );
}

interface SubRunDeps {
  readonly world: RunWorld & { readonly toolsOf: ToolsOf; readonly reachOf: ReachOf };
  readonly log: ConversationLog;
  readonly snapshot: () => PromptSnapshot;
}

/** The delegating run and its call. */
export interface Handover {
  readonly parent: Pick<AgentRun, "agent" | "writer" | "display" | "signal" | "scope" | "canWait" | "limits">;
  readonly call: ToolCall;
  readonly task: HandedTask;
}

/**
 * Works on a task to its end and answers the delegating call. Throws RunWaits if the agent can't continue
 * now and no person is waiting, RunLostError if the turn was taken over; a repeat of the call then resumes
 * the sub-run.
 */
export async function runSubRun(deps: SubRunDeps, handover: Handover): Promise<ToolAnswer> {
  const { log } = deps;
  const { parent, task } = handover;
  const agent = delegableAgents(parent.agent.name).find(({ name }) => name === task.agent);
  if (agent === undefined) return unknownAgent(parent.agent);
  const id = idOf(handover);
  const known = log.subRuns.find(id);
  if (known === null) {
    const items = itemsFor(deps, handover);
    if (typeof items === "string") return retryOf(items);
    beginSubRun(deps, handover, id, items);
  }
  if (known?.status !== "ended") await work(deps, handover, { id, agent });
  const ended = log.subRuns.find(id);
  if (ended === null) throw new TypeError("a sub-run has no row");
  return answerOf(deps, ended, agent, handover);
}

/** `<run>.<model call>.<position of the call in its reply>`. */
function idOf({ parent, call }: Handover): string {
  const row = parent.writer.log().calls.find((one) => one.call.id === call.id);
  if (row === undefined) throw new TypeError("the call is not of this run's newest reply");
  return `${row.replyId.slice("sw.".length)}.${row.position}`;
}

/** Number of newest messages searched for findings. */
const MESSAGES_READ = 100;
/** Maximum IDs listed in an error. */
const IDS_SHOWN = 20;

/** The findings handed on: those named, or else the turn's. Returns an error message for unknown IDs. */
function itemsFor(
  { log, world }: SubRunDeps,
  { parent, task: { context_ids: named } }: Handover,
): readonly ContextItem[] | string {
  const { items: messages } = log.messages.page(undefined, MESSAGES_READ);
  const { id } = parent.writer.state();
  if (named === undefined) {
    const ofTurn = messages.filter(({ runId }) => runId === id);
    return contextItems(ofTurn, world.reachOf).slice(0, MOST_ITEMS);
  }
  const found = contextItems(messages, world.reachOf);
  const wrong = named.filter((one) => !found.some((item) => item.id === one));
  if (wrong.length === 0) return found.filter((item) => named.includes(item.id)).slice(0, MOST_ITEMS);
  const known = found.slice(0, IDS_SHOWN).map((item) => item.id);
  return `Nothing that was found here has the id ${wrong.join(", ")}. There are: ${known.join(", ") || "none"}. Leave context_ids out to hand on all of this turn.`;
}

function beginSubRun(
  { log, world, snapshot }: SubRunDeps,
  { parent, call, task }: Handover,
  id: string,
  items: readonly ContextItem[],
): void {
  const nowMs = world.clock.now();
  const { id: parentId } = parent.writer.state();
  const hasForm = agentOf(task.agent).output !== undefined;
  log.store.transaction(() => {
    log.subRuns.begin(
      { id, parentId, callId: call.id, agent: task.agent, startedAt: isoTime(nowMs) },
      taskParts(task, items, { title: parent.agent.title, nowMs, timeZone: snapshot().timeZone, hasForm }),
    );
  });
}

async function work(
  { log, world, snapshot }: SubRunDeps,
  { parent, call, task }: Handover,
  { id, agent: defined }: { readonly id: string; readonly agent: AgentDefinition },
): Promise<void> {
  const known = snapshot();
  const agent = configured(defined, known);
  const tools = world
    .toolsOf(agent.name, known)
    .filter(({ name }) => name !== DELEGATE && (task.readOnly !== true || world.isRead(name)));
  const limits = boundedBy(agent, parent, await parent.limits(), world.clock.now());
  const thinkingAfterSeq = log.subRuns.lastMessage(id)?.seq ?? 0;
  const startedAt = isoTime(world.clock.now());
  const journal = subRunJournal(log, { id }, { parent: () => parent.writer.state(), startedAt });
  const display = nestedDisplay(parent.display, {
    agent,
    id,
    callId: call.id,
    skills: skillLines(known, agent),
  });
  const scope = (): TurnScope => scopeIn(log, parent.scope(), { id, agent, task, tools });
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
            tenantBlock: briefingOf(agent, known),
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
      // Code hands on all it read; a model only what it chose to say.
      readings: () => [
        ...(parent.agent.script === undefined ? [] : readingsOf(log, parent.writer.state().id)),
        ...readingsOf(log, id),
      ],
    },
  );
  // A disabled agent stays disabled, so its task is answered instead of waiting.
  const waits = end.reason === "rate_limited" || (parent.canWait && isUnable(end));
  if (waits && end.error?.code !== "agent_disabled") throw new RunWaits(end);
  const { conversationId } = parent.scope();
  const steps = await world.endHooks({ id, kind: "sub_run", conversationId, agent: agent.name, end });
  log.store.transaction(() => {
    // Throws if the turn was taken over.
    journal.state();
    for (const step of steps) journal.addTrace(step);
    log.subRuns.end(id, end, isoTime(world.clock.now()));
  });
}

/** The context of a sub-run's calls: its parent's, with its own limits. */
function scopeIn(
  log: ConversationLog,
  parent: TurnScope,
  run: {
    readonly id: string;
    readonly agent: AgentDefinition;
    readonly task: HandedTask;
    readonly tools: ReturnType<ToolsOf>;
  },
): TurnScope {
  // What a sub-run reads is in its own log.
  const { delegate: _, repeats: __, ...outer } = parent;
  const own = holdsOutsideText(log, run.id);
  return {
    ...outer,
    agent: run.agent.name,
    outside: outer.outside !== false || own,
    outsideWords: outer.outsideWords !== false || own,
    findable: findableTools(run.tools),
    readOnly: run.task.readOnly === true,
    usedBefore: (tool, callId) => usedBefore(log, run.id, tool, callId),
    callsBefore: (callId) => [...(outer.callsBefore?.("") ?? []), ...callsBefore(log, run.id, callId)],
  };
}

/** A call ID that is unique in the conversation, because two runs may use the same IDs. */
function ownCallId(runId: string, callId: string): string {
  return `${runId}.${callId}`;
}

/** Its own limits, within what its parent has left. */
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

/** Shows the sub-run's steps under the delegating call; its text is for the agent only. */
function nestedDisplay(
  outer: () => RunDisplay,
  {
    agent,
    id,
    callId,
    skills,
  }: {
    readonly agent: AgentDefinition;
    readonly id: string;
    readonly callId: string;
    readonly skills: string;
  },
): RunDisplay {
  const started = new Map<string, ToolCall>();
  return {
    ...NO_DISPLAY,
    notice: (notice) => outer().notice(notice),
    toolStarted(call, summary) {
      started.set(call.id, call);
      outer().toolStarted({ ...call, id: ownCallId(id, call.id) }, `${agent.title}: ${summary}`, callId);
    },
    toolFinished(inner, answer) {
      outer().toolFinished(ownCallId(id, inner), answer);
      const call = started.get(inner);
      const skill = call === undefined || answer.status !== "ok" ? null : loadedSkill(call, skills);
      if (skill !== null) outer().skillLoaded(skill);
    },
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
  "Nothing of it has been done yet: pending_actions are cards that people see below your answer and decide; the outcome will come to you as a message. Propose none of it again. Answer now what else was asked, or say in one sentence what waits.";

/** The sub-run's structured output, or else its last reply. */
function resultOf({ subRuns }: ConversationLog, { id }: SubRun, end: RunEnd | null) {
  const output = end?.reason === "end_turn" ? end.output : undefined;
  return output ?? plainText(subRuns.lastReply(id)?.parts ?? []);
}

/** The answer to the delegating agent, and how its turn continues. */
function answerOf(
  deps: SubRunDeps,
  run: SubRun,
  agent: AgentDefinition,
  { call, parent: { agent: asking } }: Handover,
): ToolAnswer {
  const { log } = deps;
  const end = run.status === "ended" ? run.end : null;
  const stopped = end === null ? undefined : (end.error?.message ?? STOPPED[end.reason]);
  const status = statusOf(end);
  const question = status === "asked" ? run.question : null;
  const content = {
    ...(status === "ok" ? {} : { status }),
    ...(holdsOutsideText(log, run.id) ? { note: OUTSIDE_NOTE } : {}),
    specialist: agent.name,
    result: resultOf(log, run, end),
    pending_actions: run.pending,
    ...(question === null ? {} : askedOf(question)),
    ...(stopped === undefined ? {} : { stopped }),
    ...(status === "awaiting_approval" ? { message: WAITING } : {}),
    ...(asking.script === undefined ? {} : madeIn(deps, run, skillLines(deps.snapshot(), agent))),
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

/** A sub-run's question and, for a form, its fields. */
function askedOf({ question, fields }: Question): {
  question: string;
  fields?: { id: string; label: string }[];
} {
  return {
    question,
    ...(fields === undefined ? {} : { fields: fields.map(({ id, label }) => ({ id, label })) }),
  };
}

/** Extra facts for an agent whose replies are written by code: what was done, skills read, and limits reached. */
function madeIn({ log, world }: SubRunDeps, { id }: SubRun, skills: string): Record<string, Json> {
  const rows = log.calls.ofRun(id);
  return {
    done: rows.flatMap(({ call, answer }): Json[] =>
      answer?.status === "ok" && !world.isRead(call.name)
        ? [{ tool: call.name, result: parsed(answer.content) }]
        : [],
    ),
    skills: rows.flatMap(({ call, answer }): Json[] => {
      const skill = answer?.status === "ok" ? loadedSkill(call, skills) : null;
      return skill === null ? [] : [{ ...skill }];
    }),
    limits: [
      ...new Set(
        rows.flatMap(({ call, answer }) =>
          answer?.content.includes(LIMIT_RULE) === true ? [call.name] : [],
        ),
      ),
    ],
  };
}

/** Whether a look-up of the sub-run returned outside text. */
function holdsOutsideText({ subRuns }: ConversationLog, id: string): boolean {
  return subRuns
    .messages(id)
    .some(({ kind, parts }) => kind === "results" && JSON.stringify(parts).includes(OUTSIDE_NOTE));
}

/** A sub-run that never ended counts as failed. */
function statusOf(end: RunEnd | null): ToolAnswer["status"] {
  const reason = end?.reason ?? "failed";
  if (reason === "waiting_approval") return "awaiting_approval";
  if (reason === "waiting_answer") return "asked";
  return reason === "failed" ? "failed" : "ok";
}

function unknownAgent(asking: AgentDefinition): ToolAnswer {
  const names = delegableAgents(asking.name).map(({ name }) => name);
  return retryOf(`No agent has that name. There are: ${names.join(", ")}.`);
}

function retryOf(message: string): ToolAnswer {
  const content = JSON.stringify({ status: "retry", message });
  return { status: "retry", content, isError: true, durationMs: 0, approvals: [], question: null, hooks: [] };
}
