/** The state of a conversation, and how each socket frame changes it. Pure. */
import {
  stopReasonSchema,
  type LiveTurn,
  type Question,
  type ServerFrame,
  type StopReason,
  type ToolStep,
} from "../../../src/agent/api/conversation-frames.ts";
import { type Approval } from "../../../src/approvals/api/approval.ts";
import { type Conversation } from "../../../src/agent/api/conversation.ts";
import { type Message } from "../../../src/agent/api/message.ts";
import { type PresentPerson } from "../../../src/platform/api/socket.ts";
import { newerApproval } from "../approvals/newer-approval.ts";

/** Why the last turn ended, until the next begins. */
export type LastTurn =
  | { readonly turnId: string; readonly kind: "finished"; readonly stopReason: StopReason }
  | { readonly turnId: string; readonly kind: "failed"; readonly code: string; readonly message: string };

export interface ConversationState {
  readonly conversation: Conversation | null;
  readonly messages: readonly Message[];
  /** Whether older messages exist on the server. */
  readonly hasMore: boolean;
  readonly approvals: Readonly<Record<string, Approval>>;
  readonly turn: LiveTurn | null;
  /** Tool steps seen live, kept after their turn for names and durations. */
  readonly steps: Readonly<Record<string, ToolStep>>;
  /** The open ones, oldest first. */
  readonly questions: readonly Question[];
  readonly lastTurn: LastTurn | null;
  /** Everyone who has it open now, the user included. */
  readonly people: readonly PresentPerson[];
  readonly seq: number | null;
  /** Set when frames were missed: the client asks for a snapshot. */
  readonly needsSnapshot: boolean;
}

export const EMPTY_CONVERSATION: ConversationState = {
  conversation: null,
  messages: [],
  hasMore: false,
  approvals: {},
  turn: null,
  steps: {},
  questions: [],
  lastTurn: null,
  people: [],
  seq: null,
  needsSnapshot: false,
};

type FrameOf<Type extends ServerFrame["type"]> = Extract<ServerFrame, { type: Type }>;

function withApproval(state: ConversationState, approval: Approval): ConversationState {
  return {
    ...state,
    approvals: { ...state.approvals, [approval.id]: newerApproval(state.approvals[approval.id], approval) },
  };
}

function stepsOf(turn: LiveTurn | undefined): Record<string, ToolStep> {
  return Object.fromEntries((turn?.steps ?? []).map((step) => [step.toolCallId, step]));
}

/** Whether long tool results of a message were cut short for the line. */
export function isCutShort(message: Message): boolean {
  return message.parts.some((part) => cutChars(part) > 0);
}

/** How many characters of a tool result did not come with it. */
export function cutChars(part: Message["parts"][number]): number {
  const cut = (part as { clippedChars?: unknown }).clippedChars;
  return typeof cut === "number" ? cut : 0;
}

/** Keeps results that were loaded in full; results don't change, and the socket sends them truncated again. */
function fuller(known: Message | undefined, incoming: Message): Message {
  return known && isCutShort(incoming) && !isCutShort(known) ? known : incoming;
}

/** Replaces truncated messages by their full versions. Returns the same state if there are none. */
export function withWholeMessages(state: ConversationState, whole: readonly Message[]): ConversationState {
  const byId = new Map(whole.map((message) => [message.id, message]));
  const messages = state.messages.map((message) =>
    isCutShort(message) ? (byId.get(message.id) ?? message) : message,
  );
  return messages.some((message, index) => message !== state.messages[index])
    ? { ...state, messages }
    : state;
}

/** Keeps older messages a person scrolled back to if the snapshot's window reaches them; otherwise there is a gap, and only the window is kept. */
function joinWindow(
  older: readonly Message[],
  window: readonly Message[],
): { messages: Message[]; joined: boolean } {
  const first = window[0];
  const at = first ? older.findIndex((message) => message.id === first.id) : -1;
  if (at < 0) return { messages: [...window], joined: false };
  const known = new Map(older.map((message) => [message.id, message]));
  const kept = window.map((message) => fuller(known.get(message.id), message));
  return { messages: [...older.slice(0, at), ...kept], joined: true };
}

/** Why the last turn ended, from the conversation's record, for those who weren't here to see it. */
function rememberedEnd({ lastStop }: Conversation): LastTurn | null {
  if (lastStop === undefined) return null;
  if (lastStop.message !== undefined) {
    return { turnId: "", kind: "failed", code: lastStop.code ?? "", message: lastStop.message };
  }
  const reason = stopReasonSchema.safeParse(lastStop.reason);
  return reason.success ? { turnId: "", kind: "finished", stopReason: reason.data } : null;
}

function applySnapshot(state: ConversationState, frame: FrameOf<"snapshot">): ConversationState {
  const { messages, joined } = joinWindow(state.messages, frame.messages);
  const approvals = { ...state.approvals };
  for (const approval of frame.approvals)
    approvals[approval.id] = newerApproval(approvals[approval.id], approval);
  return {
    conversation: frame.conversation,
    messages,
    hasMore: joined ? state.hasMore : frame.hasMore,
    approvals,
    turn: frame.turn ?? null,
    steps: { ...state.steps, ...stepsOf(frame.turn) },
    questions: frame.questions ?? [],
    lastTurn: frame.turn ? null : (state.lastTurn ?? rememberedEnd(frame.conversation)),
    people: frame.people ?? [],
    seq: frame.seq,
    needsSnapshot: false,
  };
}

/** Adds a message or replaces it with a newer version; one that leaves the queue moves to the end, to its turn. */
export function addMessage(messages: readonly Message[], message: Message): Message[] {
  const at = messages.findIndex((known) => known.id === message.id);
  if (at < 0) return [...messages, message];
  const known = messages[at];
  if (known?.queued && !message.queued)
    return [...messages.filter((other) => other.id !== message.id), message];
  return messages.map((other) => (other.id === message.id ? fuller(other, message) : other));
}

function applyMessage(state: ConversationState, message: Message): ConversationState {
  const turn = state.turn;
  const spoken = turn?.messageId === message.id ? { ...turn, text: "", thinking: "", notice: null } : turn;
  return { ...state, messages: addMessage(state.messages, message), turn: spoken };
}

type Delta = FrameOf<"text.delta"> | FrameOf<"thinking.delta">;

function applyDelta(state: ConversationState, frame: Delta): ConversationState {
  const turn = state.turn;
  if (!turn || turn.turnId !== frame.turnId || frame.attempt !== turn.attempt) return state;
  if (state.messages.some((message) => message.id === frame.messageId)) return state;
  const same = turn.messageId === frame.messageId;
  const text = same ? turn.text : "";
  const thinking = same ? turn.thinking : "";
  return {
    ...state,
    turn: {
      ...turn,
      messageId: frame.messageId,
      notice: null,
      text: frame.type === "text.delta" ? text + frame.text : text,
      thinking: frame.type === "thinking.delta" ? thinking + frame.text : thinking,
    },
  };
}

function applyTurnStarted(
  state: ConversationState,
  frame: FrameOf<"turn.started">,
  now: string,
): ConversationState {
  return {
    ...state,
    questions: [],
    lastTurn: null,
    turn: {
      turnId: frame.turnId,
      attempt: frame.attempt,
      messageId: frame.messageId ?? "",
      text: "",
      thinking: "",
      steps: [],
      startedAt: now,
      notice: null,
    },
  };
}

function applyToolStarted(
  state: ConversationState,
  frame: FrameOf<"tool.started">,
  now: string,
): ConversationState {
  const step: ToolStep = {
    toolCallId: frame.toolCallId,
    name: frame.name,
    summary: frame.summary,
    status: "running",
    startedAt: now,
    durationMs: null,
  };
  return withStep(state, frame.turnId, step);
}

function withStep(state: ConversationState, turnId: string, step: ToolStep): ConversationState {
  const steps = { ...state.steps, [step.toolCallId]: step };
  const turn = state.turn;
  if (!turn || turn.turnId !== turnId) return { ...state, steps };
  const others = turn.steps.filter((other) => other.toolCallId !== step.toolCallId);
  const known = turn.steps.some((other) => other.toolCallId === step.toolCallId);
  const list = known
    ? turn.steps.map((other) => (other.toolCallId === step.toolCallId ? step : other))
    : [...others, step];
  return { ...state, steps, turn: { ...turn, steps: list } };
}

function applyToolFinished(state: ConversationState, frame: FrameOf<"tool.finished">): ConversationState {
  const known = state.steps[frame.toolCallId];
  if (!known) return state;
  return withStep(state, frame.turnId, { ...known, status: frame.status, durationMs: frame.durationMs });
}

function endTurn(state: ConversationState, lastTurn: LastTurn): ConversationState {
  return { ...state, turn: state.turn?.turnId === lastTurn.turnId ? null : state.turn, lastTurn };
}

/** A new connection numbers its frames from scratch: nothing it sends counts before its snapshot. */
export function forNewLine(state: ConversationState): ConversationState {
  return { ...state, seq: null, people: [] };
}

/**
 * The state after a frame. `now` dates frames that have no time. A gap in the numbering means that frames were missed (or the object restarted): the
 * frame is still applied, and a snapshot is requested.
 */
export function applyFrame(state: ConversationState, frame: ServerFrame, now: string): ConversationState {
  if (frame.type === "snapshot") return applySnapshot(state, frame);
  if (state.seq === null) return state;
  const follows = frame.seq === state.seq + 1;
  if (frame.type === "pong") return follows ? { ...state, seq: frame.seq } : state;
  const next =
    frame.type === "error" || frame.type === "message.accepted" ? state : applyEvent(state, frame, now);
  return { ...next, seq: frame.seq, needsSnapshot: state.needsSnapshot || !follows };
}

type EventFrame = Exclude<ServerFrame, FrameOf<"snapshot" | "pong" | "error" | "message.accepted">>;

function applyEvent(state: ConversationState, frame: EventFrame, now: string): ConversationState {
  switch (frame.type) {
    case "message.added":
      return applyMessage(state, frame.message);
    case "turn.started":
      return applyTurnStarted(state, frame, now);
    case "turn.restarted": {
      if (state.turn?.turnId !== frame.turnId) return state;
      return { ...state, turn: { ...state.turn, attempt: frame.attempt, text: "", thinking: "" } };
    }
    case "agent.routed":
    case "skill.loaded":
      return state;
    case "turn.notice":
      if (state.turn?.turnId !== frame.turnId) return state;
      return { ...state, turn: { ...state.turn, notice: frame.notice } };
    case "text.delta":
    case "thinking.delta":
      return applyDelta(state, frame);
    case "tool.started":
      return applyToolStarted(state, frame, now);
    case "tool.finished":
      return applyToolFinished(state, frame);
    case "approval.requested":
    case "approval.updated":
      return withApproval(state, frame.approval);
    case "question.asked":
      return { ...state, questions: [...state.questions, frame.question] };
    case "usage.updated":
      return state;
    case "presence":
      return { ...state, people: frame.people };
    case "turn.finished":
      return endTurn(state, { turnId: frame.turnId, kind: "finished", stopReason: frame.stopReason });
    case "turn.failed":
      return endTurn(state, { turnId: frame.turnId, kind: "failed", ...frame.error });
    case "conversation.updated":
      return { ...state, conversation: frame.conversation };
  }
}

/** Prepends an older window. */
export function prependMessages(
  state: ConversationState,
  page: { items: readonly Message[]; hasMore: boolean },
): ConversationState {
  const known = new Set(state.messages.map((message) => message.id));
  const older = page.items.filter((message) => !known.has(message.id));
  return { ...state, messages: [...older, ...state.messages], hasMore: page.hasMore };
}
