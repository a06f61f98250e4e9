/** Wire format of log rows, and the snapshot for a connecting page. */
import { LIMITS } from "../../kernel/limits.ts";
import type { Message, Part, ToolCallView } from "../api/message.ts";
import type { LiveTurn, ServerEvent, ToolStep } from "../api/conversation-frames.ts";
import type { PresentPerson } from "../../platform/api/socket.ts";
import { conversationView, openQuestions } from "./state.ts";
import type { CallRow, ToolCall } from "../runs/index.ts";
import type { ConversationStore } from "./conversation-store.ts";
import type { MessagesStore } from "./messages-store.ts";
import type { LogMessage } from "./types.ts";

/** Maximum tool result sent over a socket; HTTP returns the whole one. */
const SOCKET_RESULT_CHARS = 1_200;

/** Describes a tool call for people. */
export type ViewCall = (call: ToolCall) => ToolCallView;

/** A message on the wire, with descriptions of its tool calls. */
export function messageView(message: LogMessage, viewCall: ViewCall): Message {
  const calls = callsOf(message.parts, viewCall);
  return {
    id: message.id,
    role: message.role,
    parts: message.kind === "results" ? message.parts.map(withoutPlaces) : [...message.parts],
    ...(calls.length === 0 ? {} : { calls: Object.fromEntries(calls) }),
    author: message.author,
    createdAt: message.createdAt,
    ...(message.queued ? { queued: true } : {}),
    ...(message.runId === "" ? {} : { turnId: message.runId }),
    ...(message.fallback === null ? {} : { fallback: message.fallback }),
    ...standsOnView(message),
  };
}

function standsOnView({
  standsOn,
}: LogMessage): Pick<Message, "contextUsed" | "unprovenQuotes" | "unprovenClaims" | "doubtedStatements"> {
  if (standsOn === null) return {};
  const { contextUsed, unprovenQuotes, unprovenClaims, doubtedStatements = [] } = standsOn;
  return {
    ...(contextUsed.length === 0 ? {} : { contextUsed: [...contextUsed] }),
    ...(unprovenQuotes.length === 0 ? {} : { unprovenQuotes: [...unprovenQuotes] }),
    ...(unprovenClaims.length === 0 ? {} : { unprovenClaims: [...unprovenClaims] }),
    ...(doubtedStatements.length === 0 ? {} : { doubtedStatements: [...doubtedStatements] }),
  };
}

/** Passage positions are only for the model and for checking citations. */
function withoutPlaces(part: Part): Part {
  const { passages: _, ...shown } = part as Part & { readonly passages?: unknown };
  return shown as Part;
}

function callsOf(parts: readonly Part[], viewCall: ViewCall): [string, ToolCallView][] {
  return parts.flatMap((part): [string, ToolCallView][] => {
    if (part.type !== "tool_use" && part.type !== "server_tool_use") return [];
    const call = part as unknown as ToolCall;
    return [[call.id, viewCall(call)]];
  });
}

function clipped(part: Part): Part {
  const content = (part as { content?: unknown }).content;
  if (part.type !== "tool_result" || typeof content !== "string" || content.length <= SOCKET_RESULT_CHARS)
    return part;
  return {
    ...part,
    content: content.slice(0, SOCKET_RESULT_CHARS),
    clippedChars: content.length - SOCKET_RESULT_CHARS,
  };
}

/**
 * A message for sockets: long tool results are cut, with their length in `clippedChars`, so that a turn's
 * traffic stays bounded.
 */
export function pushedMessageView(message: LogMessage, viewCall: ViewCall): Message {
  const view = messageView(message, viewCall);
  return message.kind === "results" ? { ...view, parts: view.parts.map(clipped) } : view;
}

/** Steps that a turn journaled before its current runner started. */
export function stepsOf(calls: readonly CallRow[], summarize: (row: CallRow) => string): ToolStep[] {
  return calls.flatMap((row) =>
    row.startedAt === null
      ? []
      : [
          {
            toolCallId: row.call.id,
            name: row.call.name,
            summary: summarize(row),
            status: row.answer?.status ?? "running",
            startedAt: row.startedAt,
            durationMs: row.answer?.durationMs ?? null,
          },
        ],
  );
}

/**
 * The initial state of a page: a window of messages, queued messages, open approvals, the running turn, the
 * open questions, and who is present.
 */
export function snapshotEvent(
  {
    store,
    messages,
    viewCall,
  }: { readonly store: ConversationStore; readonly messages: MessagesStore; readonly viewCall: ViewCall },
  live: LiveTurn | null,
  people: PresentPerson[] = [],
): ServerEvent {
  const row = store.get();
  const questions = openQuestions(row);
  const { items, hasMore } = messages.page(undefined, LIMITS.messageWindow);
  return {
    type: "snapshot",
    conversation: conversationView(row),
    messages: [...items, ...messages.queued()].map((message) => pushedMessageView(message, viewCall)),
    hasMore: hasMore || row.identity.parent?.earlier === true,
    approvals: store.openApprovals(),
    ...(live === null ? {} : { turn: live }),
    ...(questions.length === 0 ? {} : { questions: [...questions] }),
    people,
  };
}
