/** The state of a turn, for clients that wait for its end without a socket. */
import type { TurnStanding } from "../api/objects.ts";
import type { ConversationLog } from "./conversation-log.ts";
import { plainText } from "./state.ts";
import type { Turn } from "./types.ts";
import { messageView } from "./views.ts";

type Log = Pick<ConversationLog, "store" | "messages" | "turns" | "viewCall">;

/** A turn whose messages another one took ends as soon as no turn is open. */
export function standingOf(log: Log, turnId: string): TurnStanding {
  const { store, messages, turns, viewCall } = log;
  const turn = turns.find(turnId);
  const said = messages.saidIn(turnId).filter(({ role }) => role === "assistant");
  const answer = said.findLast(({ parts }) => plainText(parts) !== "") ?? said.at(-1) ?? null;
  return {
    stop: turn === null ? stopOfNone(log) : stopOf(turn),
    answer: answer === null ? null : messageView(answer, viewCall),
    question: store.get().question,
    stillAsked: store.get().stillAsked,
  };
}

function stopOf(turn: Turn): TurnStanding["stop"] {
  const end = turn.status === "ended" ? turn.end : turn.status === "queued" ? turn.putOff?.end : undefined;
  return end === undefined ? null : { reason: end.reason, problem: end.error?.message ?? null };
}

function stopOfNone({ turns }: Log): TurnStanding["stop"] {
  const isOpen = turns.running() !== null || turns.queued().length > 0;
  return isOpen ? null : { reason: turns.lastEnded()?.end.reason ?? "end_turn", problem: null };
}
