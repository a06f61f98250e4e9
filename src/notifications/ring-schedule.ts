/**
 * Decides when a notification rings and who is asked if no one answers. Pure: rows, settings and a time in,
 * the next step out. Urgent notifications are never delayed; a person is asked once per subject; an
 * acknowledgment or decision ends it.
 */
import type { escalations, notifications } from "./tables/notifications.ts";
import { msOf } from "../kernel/clock.ts";
import { quietUntil } from "../approvals/policy/index.ts";
import type { OnCall, OnCallPerson } from "./api/on-call.ts";
import type { TextState } from "./ports.ts";

/** Key prefix of news for the whole team; other alerts are for admins. Persisted. */
export const TEAM_KEY = "team:";

/** Continues the keys of project news for one member. Persisted. */
export const MEMBER_KEY = "projects:";

export type NotificationRow = typeof notifications.$inferSelect;
export type Escalation = typeof escalations.$inferSelect;

type Nature = Pick<NotificationRow, "kind" | "urgent" | "occasion">;

/**
 * End of the staff quiet hours that delay a ring, in ms; null for none. What a person requested or must not
 * miss is never delayed.
 */
export function holdUntil(nature: Nature, onCall: OnCall, timeZone: string, nowMs: number): number | null {
  const mayWait = nature.kind !== "test" && !nature.urgent && nature.occasion !== "on_call";
  return mayWait ? quietUntil(nowMs, onCall.staffQuietHours, timeZone) : null;
}

/** Whether it escalates to the people on call: urgent ones, once per subject. */
export function escalates({ kind, urgent, occasion }: Nature): boolean {
  return urgent && kind !== "test" && occasion !== "reminder" && occasion !== "on_call";
}

/** The next step. */
type RingStep =
  | { readonly do: "rest" }
  | { readonly do: "wait"; readonly untilMs: number }
  /** The hold is over, or the first delivery crashed. */
  | { readonly do: "ring" }
  /** The audience has not answered: notify everyone else too. */
  | { readonly do: "widen" }
  /** A person was chosen but possibly not asked: the attempt crashed. */
  | { readonly do: "ask"; readonly step: Escalation }
  /** The text to a person failed. */
  | { readonly do: "ring_instead"; readonly step: Escalation }
  | { readonly do: "choose"; readonly ordinal: number; readonly person: OnCallPerson };

/** Input of the decision. */
interface RingContext {
  readonly nowMs: number;
  readonly timeZone: string;
  /** Whether it still needs action. */
  readonly open: boolean;
  /** IDs of the team's members. */
  readonly members: ReadonlySet<string>;
  /** Status of the texts to people on call, by step. */
  readonly texts: ReadonlyMap<string, TextState>;
}

/** Pure. */
export function nextRing(
  row: NotificationRow,
  steps: readonly Escalation[],
  onCall: OnCall,
  context: RingContext,
): RingStep {
  const { nowMs } = context;
  if (!context.open || row.resolvedAt !== null || row.acknowledgedAt !== null) return { do: "rest" };
  if (row.heldUntil !== null) {
    const heldMs = msOf(row.heldUntil);
    return heldMs > nowMs ? { do: "wait", untilMs: heldMs } : { do: "ring" };
  }
  if (row.ringing) return { do: "ring" };
  const othersMs = row.othersAt === null ? null : msOf(row.othersAt);
  if (othersMs === null) return nextAsked(row, steps, onCall, context);
  if (othersMs <= nowMs) return { do: "widen" };
  const next = nextAsked(row, steps, onCall, context);
  if (next.do === "rest") return { do: "wait", untilMs: othersMs };
  return next.do === "wait" ? { do: "wait", untilMs: Math.min(next.untilMs, othersMs) } : next;
}

/** Who is asked next, and when; null for no one. Without a user, it is everyone not notified yet. */
export function nextAsk(
  row: NotificationRow,
  steps: readonly Escalation[],
  onCall: OnCall,
  context: RingContext,
): { readonly userId: string | null; readonly atMs: number } | null {
  const now = nextRing(row, steps, onCall, context);
  const atMs = now.do === "wait" ? now.untilMs : context.nowMs;
  const then = now.do === "wait" ? nextRing(row, steps, onCall, { ...context, nowMs: atMs }) : now;
  if (then.do === "choose") return { userId: then.person.userId, atMs };
  if (then.do === "ask") return { userId: then.step.userId, atMs };
  return then.do === "widen" ? { userId: null, atMs } : null;
}

/** The next on-call step. */
function nextAsked(
  row: NotificationRow,
  steps: readonly Escalation[],
  onCall: OnCall,
  context: RingContext,
): RingStep {
  const { nowMs } = context;
  if (!escalates(row)) return { do: "rest" };
  const planned = steps.find(({ state }) => state === "planned");
  if (planned !== undefined) return { do: "ask", step: planned };
  const failed = steps.find((step) => isTexted(step) && context.texts.get(step.id) === "failed");
  if (failed !== undefined) return { do: "ring_instead", step: failed };
  const next = nextPerson(row, steps, onCall, context);
  const unsure = steps.some((step) => isTexted(step) && context.texts.get(step.id) === "under_way");
  if (!unsure || next.do === "choose") return next;
  const lookMs = nowMs + TEXT_CHECK_MS;
  return { do: "wait", untilMs: next.do === "wait" ? Math.min(next.untilMs, lookMs) : lookMs };
}

/** Poll interval of a text's delivery. */
const TEXT_CHECK_MS = 60_000;

function isTexted({ channel, state }: Escalation): boolean {
  return channel === "sms" && state === "asked";
}

function nextPerson(
  row: NotificationRow,
  steps: readonly Escalation[],
  onCall: OnCall,
  { nowMs, members, timeZone }: RingContext,
): RingStep {
  const afterMs = onCall.escalateAfterMinutes * 60_000;
  const last = steps.toSorted((left, right) => left.ordinal - right.ordinal).at(-1);
  const sinceMs = msOf(last?.at ?? row.createdAt);
  const dueMs = last?.state === "missed" ? sinceMs : sinceMs + afterMs;
  const asked = new Set(steps.map(({ userId }) => userId));
  const left = onCall.people.filter(({ userId }) => members.has(userId) && !asked.has(userId));
  if (left.length === 0) return { do: "rest" };
  if (dueMs > nowMs) return { do: "wait", untilMs: dueMs };
  const person = left.find(({ hours }) => isOnCall(hours, timeZone, nowMs));
  return person === undefined
    ? { do: "wait", untilMs: nowMs + afterMs }
    : { do: "choose", ordinal: row.escalations, person };
}

/** Whether a person is on call now; no hours means always. */
export function isOnCall(hours: OnCallPerson["hours"], timeZone: string, nowMs: number): boolean {
  return hours === null || hours.from === hours.to || quietUntil(nowMs, hours, timeZone) !== null;
}
