/** Accepts an approval's outcome: adds it to the history and queues a turn in which the agent continues. */
import { isoTime, type Clock } from "../../kernel/clock.ts";
import type { IdSource } from "../../kernel/ids.ts";
import type { Source } from "../api/conversation.ts";
import { STEWARD, type OutcomePart } from "../api/message.ts";
import type { OutcomeDelivery } from "../api/objects.ts";
import type { ConversationLog } from "./conversation-log.ts";
import { OWN_ID, plainText } from "./state.ts";

/** How long the first outcome waits for its siblings before the agent continues. */
const SIBLING_WAIT_MS = 30_000;

/** Conversations that no member waits in, and whose receipts people see. */
const BACKGROUND: ReadonlySet<Source> = new Set(["sms", "email", "schedule", "webhook"]);

/** Words that announce something for afterwards: “Once Dana approves it, …”. */
const MORE_TO_DO =
  /\b(?:once|then(?=\s+\p{L})|afterwards|as soon as|after (?:that|this|it|they|he|she|you)|when (?:that|this|it)(?:['’]s| is| has))\b/iu;

/** Outcomes that no member caused. */
const NEEDS_EYES: ReadonlySet<OutcomePart["state"]> = new Set(["failed", "needs_human", "expired"]);

type Log = Pick<
  ConversationLog,
  "store" | "messages" | "turns" | "heard" | "show" | "list" | "closeApproval"
>;

interface OutcomeDeps {
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** Writes an outcome and its turn, once per approval and state. */
export function acceptOutcome(log: Log, deps: OutcomeDeps, delivery: OutcomeDelivery): void {
  const { part } = delivery;
  const { store, messages, turns } = log;
  const id = `${OWN_ID}outcome.${part.approvalId}.${part.state}`;
  if (messages.find(id) !== null) return;
  const goesOn = part.state !== "withdrawn" && part.direct !== true && !speaksForItself(log, part);
  store.transaction(() => {
    const runId = goesOn ? outcomeTurn(log, deps, delivery) : "";
    messages.insert({
      id,
      kind: "outcome",
      role: "user",
      parts: [part],
      author: STEWARD,
      createdAt: isoTime(deps.clock.now()),
      runId,
      queued: turns.running() !== null,
    });
    // A withdrawal isn't shown at all. Receipts and decisions are shown, but don't mark the conversation as unread.
    if (part.state !== "withdrawn") log.heard(previewOf(part), !NEEDS_EYES.has(part.state));
  });
  if (part.state !== "needs_human") log.closeApproval(part.approvalId);
  log.show(id);
  log.list();
}

/**
 * Whether nothing is left to say or do in the background: done as it was proposed, by a turn that asked nothing and
 * announced nothing for afterwards. The next turn reads the outcome in the history.
 */
function speaksForItself({ store, messages }: Log, { approvalId, state, edits }: OutcomePart): boolean {
  const { identity, question } = store.get();
  if (state !== "done" || edits.length > 0 || question !== null) return false;
  if (identity.agent !== undefined || !BACKGROUND.has(identity.source)) return false;
  const approval = store.approval(approvalId);
  if (approval === null || approval.edited || (approval.leftOut ?? []).length > 0) return false;
  const said = messages.saidIn(approval.turnId).filter(({ kind }) => kind === "reply");
  const words = [approval.note ?? "", ...said.map(({ parts }) => plainText(parts))].join("\n");
  return said.length > 0 && !MORE_TO_DO.test(words);
}

/**
 * One turn collects the outcomes of a batch, waiting briefly for those in progress. A draft made stale by a
 * contact's new text is handled in that text's turn.
 */
function outcomeTurn({ turns }: Pick<Log, "turns">, deps: OutcomeDeps, delivery: OutcomeDelivery): string {
  const { part, siblingsInFlight } = delivery;
  const isStale = part.state === "stale";
  const nowMs = deps.clock.now();
  const waiting = turns
    .queued()
    .find((turn) => turn.kind === "outcome" || (isStale && turn.speaker.kind === "contact"));
  if (waiting !== undefined) {
    if (waiting.kind === "outcome" && siblingsInFlight === 0) turns.save({ ...waiting, notBefore: 0 });
    return waiting.id;
  }
  const id = deps.ids.newId();
  turns.enqueue({
    id,
    kind: "outcome",
    speaker: turns.lastEnded()?.speaker ?? STEWARD,
    notBefore: siblingsInFlight === 0 ? 0 : nowMs + SIBLING_WAIT_MS,
    queuedAt: isoTime(nowMs),
  });
  return id;
}

/** The list preview of an outcome; for a person's own message, its text. */
function previewOf({ text, direct, words, decidedBy }: OutcomePart): string {
  return direct === true && words !== undefined ? `${decidedBy ?? "Somebody"} (directly): ${words}` : text;
}
