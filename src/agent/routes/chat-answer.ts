/** Builds the answer for a script, and the IDs by which it confirms actions. Pure. */
import { plainText, withoutMarker } from "../conversations/index.ts";
import { AppError } from "../../kernel/errors.ts";
import type { Approval, DecisionBody } from "../../approvals/api/approval.ts";
import type { ChatCompletedAction, ChatPendingAction, ChatRefusedAction, ChatResponse } from "../api/chat.ts";
import type { TurnStanding } from "../api/objects.ts";

const MOST_CONTEXT = 5;

/** Identifies an action as shown: its approval, hash, and the newest message that its card showed. */
function actionId({ id, effectHash, sentSince }: Approval): string {
  return [id, effectHash, sentSince ?? ""].join("~");
}

/** The decision for a confirmed action: only what was shown. Throws `invalid_request` for an invalid ID. */
export function decisionOn(
  confirmed: string,
  decisionId: string,
): DecisionBody & { readonly approvalId: string } {
  const [approvalId, effectHash, sentSince, ...rest] = confirmed.split("~");
  if (approvalId === undefined || effectHash === undefined || rest.length > 0)
    throw new AppError("invalid_request", "That’s no action’s id.");
  const told = sentSince === undefined || sentSince === "" ? {} : { sentSince };
  return { approvalId, decision: "approve", effectHash, decisionId, ...told };
}

function pendingAction(approval: Approval): ChatPendingAction {
  const { id, lints, expiresAt, sentSince, wroteSince = [] } = approval;
  const told =
    sentSince === null || sentSince === undefined || wroteSince.length > 0
      ? []
      : ["Your team wrote to the same people since."];
  return {
    id: actionId(approval),
    ...actionOf(approval),
    warnings: [...lints.filter(({ level }) => level !== "info").map(({ message }) => message), ...told],
    expiresAt,
    link: `/approvals/${id}`,
  };
}

function completedAction(approval: Approval): ChatCompletedAction {
  const { id, status, effects } = approval;
  const receipts = effects.flatMap(({ receipt }) => (receipt === null ? [] : [receipt]));
  return {
    id,
    ...actionOf(approval),
    status,
    receipt: receipts.at(-1) ?? null,
    receipts,
    problem: effects.find(({ problem }) => problem !== null)?.problem ?? null,
  };
}

function actionOf({ tool, title, arguments: params, effects }: Approval) {
  return {
    type: tool,
    description: title,
    params,
    effects: effects.map(({ kind, title: description, document }) => ({
      type: kind,
      description,
      params: document,
    })),
  };
}

/**
 * The complete answer. `standings` are the states of the turns waited for, in order; empty if the agent
 * wasn't asked anything.
 */
export function chatAnswer(
  conversationId: string,
  standings: readonly TurnStanding[],
  actions: {
    readonly pending: readonly Approval[];
    readonly completed: readonly Approval[];
    readonly refused: readonly ChatRefusedAction[];
    /** Whether a confirmed action is still executing. */
    readonly isOpen: boolean;
  },
): ChatResponse {
  const stopped = actions.isOpen ? null : stopOf(standings);
  const clarification = stopped === null ? null : clarificationOf(standings.at(-1)?.question ?? null);
  return {
    conversationId,
    ...saidIn(standings, clarification, actions.completed),
    pendingActions: actions.pending.map(pendingAction),
    completedActions: actions.completed.map(completedAction),
    refusedActions: [...actions.refused],
    needsClarification: clarification !== null,
    clarification,
    stopped,
    link: `/api/conversations/${encodeURIComponent(conversationId)}/messages`,
  };
}

/** Why the last turn stopped; null while one runs. */
function stopOf(standings: readonly TurnStanding[]): ChatResponse["stopped"] {
  if (standings.some(({ stop }) => stop === null)) return null;
  return standings.at(-1)?.stop ?? { reason: "end_turn", problem: null };
}

/** The agent's last text, or else its question, or what was done. */
function saidIn(
  standings: readonly TurnStanding[],
  clarification: ChatResponse["clarification"],
  completed: readonly Approval[],
): Pick<ChatResponse, "messageId" | "response" | "contextUsed"> {
  const answered = standings.findLast(({ answer }) => answer !== null)?.answer ?? null;
  if (answered === null) return { messageId: null, response: clarification?.question ?? "", contextUsed: [] };
  const { id: messageId, parts, contextUsed = [] } = answered;
  const response = withoutMarker(plainText(parts)) || (clarification?.question ?? doneIn(completed));
  return { messageId, response, contextUsed: contextUsed.slice(0, MOST_CONTEXT) };
}

/** Receipts with their links: a person sees them on the card, a script in the answer. */
function doneIn(completed: readonly Approval[]): string {
  const receipts = completed.flatMap(({ effects }) => effects.flatMap(({ receipt }) => receipt ?? []));
  return receipts.map(({ summary, link }) => [summary, link].filter(Boolean).join(" ")).join("\n");
}

function clarificationOf(asked: TurnStanding["question"]): ChatResponse["clarification"] {
  if (asked === null) return null;
  const { question, options, requiredFor, toolCallId, fields, minFilled } = asked;
  const form = fields === undefined ? {} : { fields: [...fields], minFilled: minFilled ?? 1 };
  return { question, options: [...options], requiredFor, toolCallId, ...form };
}
