/** The toast's text for the last decision, and what `u` can still undo. Pure. */
import type { Approval, ApprovalRow } from "../../../../src/approvals/api/approval.ts";
import { doneWord } from "../../../../src/approvals/api/receipt-words.ts";
import { whatFor } from "../../approvals/draft/kind-words.ts";
import { count, statusOf, upcomingTime } from "../words.ts";

/** Longer holds, such as quiet hours, show a time instead of a countdown. */
const COUNTED_DOWN_SECONDS = 120;

/** The newest of a person's own decisions still on hold: what can be undone after a reload, or after a decision on the phone's lock screen. */
export function newestHeld(
  open: readonly ApprovalRow[],
  userId: string,
  forgotten: ReadonlySet<string>,
): ApprovalRow | null {
  const held = open.filter((one) => one.undoable && one.decidedBy?.id === userId && !forgotten.has(one.id));
  return held.toSorted((left, right) => decidedAt(right).localeCompare(decidedAt(left)))[0] ?? null;
}

function decidedAt({ decidedAt: at }: ApprovalRow): string {
  return at ?? "";
}

/** The toast's content. `showMs`: duration from first display; null while the action is held. */
export interface Told {
  /** Changes with the content, not with the seconds. */
  readonly key: string;
  readonly title: string;
  readonly about: string;
  readonly tone: "held" | "good" | "bad" | "plain";
  readonly showMs: number | null;
  readonly undoable: boolean;
}

/** `secondsLeft` is the rest of the hold. */
interface Moment {
  readonly secondsLeft: number;
  readonly nowMs: number;
  readonly zone: string;
}

const NOTICED_MS = 5000;
const READ_MS = 10_000;
/** How long to wait for an outcome. */
const UNHEARD_MS = 30_000;

/** The decision the toast shows when several were made together: first a failed one, then one in progress. */
export function foremost(several: readonly Approval[]): Approval | null {
  return several.toSorted((left, right) => rank(left) - rank(right))[0] ?? null;
}

/** The text about `shown`, decided with others or alone. */
export function decisionWords(shown: Approval, together: number, moment: Moment): Told {
  const what = whatFor(shown);
  const about =
    together === 1 ? `${what.charAt(0).toUpperCase()}${what.slice(1)}` : count(together, "approval");
  const words = wordsOf(shown, moment);
  return { about, key: `${shown.id} ${shown.status} ${words.tone}`, ...words };
}

const ORDER: readonly Approval["status"][] = [
  "needs_human",
  "failed",
  "stale",
  "pending",
  "approved",
  "executing",
];

function rank({ status }: Approval): number {
  const at = ORDER.indexOf(status);
  return at < 0 ? ORDER.length : at;
}

type Words = Omit<Told, "key" | "about">;

const PLAIN = { tone: "plain", showMs: NOTICED_MS, undoable: false } as const;

function wordsOf(approval: Approval, moment: Moment): Words {
  switch (approval.status) {
    case "approved":
      return heldWords(approval, moment);
    case "executing":
      return goingOut(approval);
    case "done":
      return { ...PLAIN, title: doneWord(approval), tone: "good" };
    case "pending":
      return { ...PLAIN, title: "Waiting for approval again" };
    case "failed":
    case "needs_human":
    case "stale":
    case "not_done":
      return { ...PLAIN, title: statusOf(approval), tone: "bad", showMs: READ_MS };
    case "rejected":
    case "expired":
    case "withdrawn":
      return { ...PLAIN, title: statusOf(approval) };
  }
}

function goingOut(approval: Approval): Words {
  const waits = approval.effects.find((effect) => effect.waits)?.waits;
  if (waits) return { ...PLAIN, title: `Waiting for ${waits.for}`, showMs: READ_MS };
  return { ...PLAIN, title: isMessage(approval) ? "Sending…" : "On its way…", showMs: UNHEARD_MS };
}

function heldWords(approval: Approval, moment: Moment): Words {
  const { secondsLeft } = moment;
  if (secondsLeft === 0) return goingOut(approval);
  return {
    title: startWords(approval, moment),
    tone: "held",
    showMs: secondsLeft <= COUNTED_DOWN_SECONDS ? null : READ_MS,
    undoable: true,
  };
}

/** `Sends in 7 s`; `Starts in 7 s` if it isn't a message; `Sends tomorrow 8:00 AM` for a longer hold. */
export function startWords(approval: Approval, { secondsLeft, nowMs, zone }: Moment): string {
  const when =
    secondsLeft <= COUNTED_DOWN_SECONDS
      ? `in ${secondsLeft} s`
      : upcomingTime(approval.executeAfter ?? "", nowMs, zone);
  return `${isMessage(approval) ? "Sends" : "Starts"} ${when}`;
}

function isMessage({ effects }: Approval): boolean {
  return effects.some(({ words }) => words.message !== null);
}

/** Why `u` can't undo the last decision. */
export function whyNotUndone(last: readonly Approval[]): string {
  const [first] = last;
  if (first === undefined || first.status === "pending") return "Nothing to undo.";
  if (first.decision === "reject") return "A rejection can’t be undone. Ask Steward to draft it again.";
  if (first.decision === null) return "Nothing to undo.";
  return first.status === "done"
    ? `Too late to undo: it was already ${doneWord(first).toLowerCase()}.`
    : "Too late to undo: it’s no longer on hold.";
}
