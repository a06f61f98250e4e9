/**
 * Admission: exact limits of a tenant's spending and calls. Pure: takes figures and a time, returns an
 * answer and the rows to write. Invariant: spent + reserved + the new reservation never exceeds the month's
 * budget.
 */
import { isoTime } from "../../kernel/clock.ts";
import { LOOK_UPS_PER_CALL } from "../../team/api/policy.ts";
import type { Admission, AdmitModelStep, CountedAs, StepAdmission, TenantLimits } from "../api/objects.ts";
import { addMonths, monthStartMs } from "../../kernel/calendar.ts";

/** An unsettled reservation is charged in full after this time. */
export const RESERVATION_MS = 15 * 60_000;
/** The sliding window of tool calls. */
export const RATE_WINDOW_MS = 3_600_000;
/** Share of the budget, or of an hour's calls, at which admins are warned. */
const WARN_SHARE = 0.8;

/** Budget reserved for one model step. `chargedMicroUsd` is its cost to the month; 0 while open. */
export interface Reservation {
  readonly id: string;
  readonly month: string;
  readonly reservedMicroUsd: number;
  readonly chargedMicroUsd: number;
  readonly state: "open" | "settled" | "lapsed";
  readonly lapsesAtMs: number;
}

/** The current month, after charging lapsed reservations. */
export interface BudgetView {
  readonly month: string;
  readonly spentMicroUsd: number;
  readonly reservedMicroUsd: number;
  /** When the first open reservation lapses; null if none is open. */
  readonly nextLapseMs: number | null;
}

/**
 * The new reservation, or the reason for refusal. `exhausted`: actual spending leaves no budget for the
 * step this month.
 */
type StepDecision =
  | { readonly answer: { readonly ok: true }; readonly reservation: Reservation }
  | { readonly answer: Extract<StepAdmission, { ok: false }>; readonly exhausted: boolean };

/**
 * Decides a model step without a reservation. If only open reservations block it, `retryAt` is when the
 * first lapses, else the start of the next month.
 */
export function decideStep(
  view: BudgetView,
  step: Omit<AdmitModelStep, "runId">,
  limits: TenantLimits,
  nowMs: number,
): StepDecision {
  if (step.agent !== undefined && limits.disabledAgents?.includes(step.agent) === true)
    return { answer: { ok: false, reason: "agent_disabled" }, exhausted: false };
  const committed = view.spentMicroUsd + view.reservedMicroUsd;
  if (committed + step.reserveMicroUsd <= limits.monthlyBudgetMicroUsd) {
    return {
      answer: { ok: true },
      reservation: {
        id: step.reservationId,
        month: view.month,
        reservedMicroUsd: step.reserveMicroUsd,
        chargedMicroUsd: 0,
        state: "open",
        lapsesAtMs: nowMs + RESERVATION_MS,
      },
    };
  }
  const exhausted = view.spentMicroUsd + step.reserveMicroUsd > limits.monthlyBudgetMicroUsd;
  const retryMs =
    !exhausted && view.nextLapseMs !== null
      ? view.nextLapseMs
      : monthStartMs(addMonths(view.month, 1), limits.timeZone);
  return { answer: { ok: false, reason: "budget_spent", retryAt: isoTime(retryMs) }, exhausted };
}

/** Charges a lapsed reservation in full. */
export function lapse(reservation: Reservation): Reservation {
  return { ...reservation, state: "lapsed", chargedMicroUsd: reservation.reservedMicroUsd };
}

/** Settles with the actual cost; null if already settled. A lapsed one is corrected to the actual cost. */
export function settled(reservation: Reservation, costMicroUsd: number): Reservation | null {
  if (reservation.state === "settled") return null;
  return { ...reservation, state: "settled", chargedMicroUsd: costMicroUsd };
}

/** The hourly limit for this kind of call. */
export function callsPerHour({ toolCallsPerHour }: TenantLimits, countedAs: CountedAs): number {
  return countedAs === "look_up" ? toolCallsPerHour * LOOK_UPS_PER_CALL : toolCallsPerHour;
}

/**
 * Decides a tool call not counted yet. `countInWindow` is the number of calls in the window, and
 * `freesAtMs` when the oldest leaves it.
 */
export function decideCall(
  view: { readonly countInWindow: number; readonly freesAtMs: number },
  perHour: number,
): Admission {
  if (view.countInWindow < perHour) {
    const isNear = view.countInWindow + 1 === Math.ceil(perHour * WARN_SHARE);
    return isNear ? { ok: true, nearLimit: true } : { ok: true };
  }
  return { ok: false, reason: "rate_limited", retryAt: isoTime(view.freesAtMs) };
}

export type BudgetAlert = "budget_warning" | "budget_spent";

/** Alerts that are due and were not sent this month. `exhausted`: a step was refused for lack of budget. */
export function dueAlerts(
  spentMicroUsd: number,
  budgetMicroUsd: number,
  given: readonly BudgetAlert[],
  exhausted: boolean,
): BudgetAlert[] {
  const due: BudgetAlert[] = [];
  const spent = exhausted || spentMicroUsd >= budgetMicroUsd;
  if (spent) due.push("budget_spent");
  else if (spentMicroUsd >= budgetMicroUsd * WARN_SHARE) due.push("budget_warning");
  return due.filter((alert) => !given.includes(alert));
}
