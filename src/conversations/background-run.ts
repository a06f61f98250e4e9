/**
 * How a run ends that no person asked for: put off where the agent cannot work now, silent where there was nothing to do, else told to the
 * team, once. Approvals ring by themselves and are not rung for here.
 */
import type { Clock } from "../kernel/clock.ts";
import { isoTime } from "../kernel/clock.ts";
import type { Source } from "../protocol/conversation.ts";
import type { ServerEvent } from "../protocol/socket.ts";
import type { Ledger } from "./ledger.ts";
import { cutAtWord, plainText, statusAfter } from "./state.ts";
import type { OutboxEntry } from "./store.ts";
import type { Turn, TurnEnd } from "./types.ts";
import { markUnread, triggerWords } from "./unread.ts";

/** What the agent answers where nobody needs to do anything; a few words of reason may follow. */
export const NO_ACTION_MARKER = "[NO_ACTION_NEEDED]";

const FIRST_RETRY_MS = 15_000;
const LONGEST_RETRY_MS = 15 * 60_000;
/** A run that broke off on our side is taken up again so many times; each time it waits longer. */
const BROKEN_ATTEMPTS = 12;
const NOTE_CHARS = 280;
const TAKEN_UP = "What came in is kept and taken up by itself.";

/** Whether a reply says that there is nothing to do. Only at its very beginning: a contact's words may quote the marker. */
export function isNoAction(text: string): boolean {
  return text.trimStart().startsWith(NO_ACTION_MARKER);
}

/** Whether the agent could not work for a reason that passes: the model is down, the budget spent, the rate window full. Pure. */
export function isUnable({ reason, error }: TurnEnd): boolean {
  if (reason === "budget_spent" || reason === "rate_limited") return true;
  return reason === "failed" && (error?.code === "upstream_failed" || error?.code === "not_configured");
}

/** Whether a turn that could not be worked on is tried again by itself: no person is there to send another message. */
export function isPutOff(turn: Turn, end: TurnEnd): boolean {
  if (turn.speaker.kind === "user") return false;
  return isUnable(end) || (end.error?.code === "internal" && turn.attempt < BROKEN_ATTEMPTS);
}

/** Puts a running turn back into the queue, to go on from its log when the agent can work again. Repeats do nothing. */
export function putOff(
  { ledger, clock, emit }: { ledger: Ledger; clock: Clock; emit: (event: ServerEvent) => void },
  turnId: string,
  end: TurnEnd,
): void {
  const turn = ledger.turns.find(turnId);
  if (turn === null || turn.status !== "running") return;
  const nowMs = clock.now();
  const waitMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(10, turn.attempt - 1));
  ledger.store.transaction(() => {
    ledger.turns.change(turnId, {
      status: "queued",
      notBefore: nowMs + waitMs,
      stopReason: end.reason,
      errorCode: end.error?.code ?? null,
      errorMessage: reasonPutOff(end),
      finishedAt: isoTime(nowMs),
    });
    ledger.note({
      status: statusAfter(end.reason),
      lastStop: {
        reason: end.reason,
        ...(end.error === null ? {} : { code: end.error.code }),
        message: `The agent cannot work right now. ${TAKEN_UP}`,
      },
    });
    ledger.store.mark("run", turnId);
  });
  if (triggerWords(ledger, turnId).length > 0) markUnread(ledger, turnId);
  emit({ type: "turn.finished", turnId, stopReason: end.reason });
  ledger.list();
}

/** Why a turn was put off, as its people are told: what asks a person in a chat to send another message says nothing to them. */
function reasonPutOff({ error }: TurnEnd): string | null {
  if (error?.code === "upstream_failed") return `The model cannot be reached right now. ${TAKEN_UP}`;
  return error?.code === "internal"
    ? `Something went wrong on our side. ${TAKEN_UP}`
    : (error?.message ?? null);
}

/** What a background run came to, for its record; nulls for any other run. */
export function runNote(
  ledger: Pick<Ledger, "store">,
  turn: Turn,
): { disposition: "no_action" | "attention" | null; preview: string | null; outcome: string | null } {
  const words = triggerWords(ledger, turn.id);
  if (words.length === 0) return { disposition: null, preview: null, outcome: null };
  const said = plainText(ledger.store.lastReply(turn.id)?.parts ?? []);
  const silent = isSilent(ledger, turn, turn.stopReason);
  const outcome = silent ? said.trimStart().slice(NO_ACTION_MARKER.length) : said;
  return {
    disposition: silent ? "no_action" : "attention",
    preview: cutAtWord(words.map(({ parts }) => plainText(parts)).join(" / "), NOTE_CHARS),
    outcome: cutAtWord(outcome, NOTE_CHARS) || null,
  };
}

/** Whether a turn that no person started ended with nothing to do. */
export function isSilent(ledger: Pick<Ledger, "store">, turn: Turn, reason: string | null): boolean {
  if (reason !== "end_turn" || turn.speaker.kind === "user") return false;
  return isNoAction(plainText(ledger.store.lastReply(turn.id)?.parts ?? []));
}

/** What is due at the end of a background turn: what was told as unread is settled, and what came to something is told. */
export function noticesOf(
  ledger: Pick<Ledger, "store">,
  turn: Turn,
  { reason }: TurnEnd,
): ("read" | "attention")[] {
  if (triggerWords(ledger, turn.id).length === 0) return [];
  const isTold = reason === "waiting_approval" || reason === "stopped_by_user";
  return isTold || isSilent(ledger, turn, reason) ? ["read"] : ["read", "attention"];
}

/** Something the team is to be told about a conversation. `key` is the same for the same news: it rings once. */
export interface Notice {
  /** `read`: nothing to tell; what was told as unread is settled. */
  readonly kind: "unread" | "attention" | "noisy" | "read";
  readonly key: string;
  readonly conversationId: string;
  readonly source: Source;
  /** Whose words they are: name, else number; the title of a schedule. */
  readonly name: string;
  /** What started the run: a contact's words, a schedule's. */
  readonly words: string;
  /** The agent's words, or what kept it from working; empty where there are none. */
  readonly said: string;
}

/** The notice an outbox entry stands for; null where there is nothing to tell any more. */
export function noticeOf(ledger: Ledger, entry: OutboxEntry): Notice | null {
  const cut = entry.key.indexOf(".");
  const kind = entry.key.slice(0, cut);
  const turnId = entry.key.slice(cut + 1);
  const turn = ledger.turns.find(turnId);
  const words = triggerWords(ledger, turnId);
  const last = words.at(-1);
  if (turn === null || last === undefined) return null;
  const { identity, question } = ledger.store.get();
  const about = {
    conversationId: identity.conversationId,
    source: identity.source,
    name: identity.contact?.name ?? last.author.name,
    words: words.map(({ parts }) => plainText(parts)).join("\n"),
  };
  switch (kind) {
    case "unread":
      return { ...about, kind, key: `${turnId}:${words.length}`, said: turn.errorMessage ?? "" };
    case "noisy":
    case "read":
      return { ...about, kind, key: turnId, said: "" };
    case "attention": {
      const reply = plainText(ledger.store.lastReply(turnId)?.parts ?? []);
      return { ...about, kind, key: turnId, said: question?.question ?? turn.errorMessage ?? reply };
    }
    default:
      return null;
  }
}
