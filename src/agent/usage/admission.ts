/**
 * Admission: what a tenant may spend and how often it may call, decided exactly. Pure: figures and a moment go in, an answer and the rows to
 * write come out. The invariant no one else may break: spent + reserved + the new reservation never exceeds the month's budget.
 */
import { isoTime } from "../../kernel/clock.ts";
import { LOOK_UPS_PER_CALL } from "../../approvals/api/policy.ts";
import type { Admission, AdmitModelStep, CountedAs, StepAdmission, TenantLimits } from "../api/objects.ts";
import { addMonths, monthStartMs } from "./month.ts";

/** A reservation no one settled is charged in full after this long. */
export const RESERVATION_MS = 15 * 60_000;
/** The sliding window tool calls are counted in. */
export const RATE_WINDOW_MS = 3_600_000;
/** Share of the budget, and of an hour's calls, at which the admins are warned. */
const WARN_SHARE = 0.8;

/** Money reserved for one model step. `chargedMicroUsd` is what the month pays for it: nothing while open. */
export interface Reservation {
  readonly id: string;
  readonly month: string;
  readonly reservedMicroUsd: number;
  readonly chargedMicroUsd: number;
  readonly state: "open" | "settled" | "lapsed";
  readonly lapsesAtMs: number;
}

/** What is known of the current month when a step asks. Lapsed reservations are charged before. */
export interface BudgetView {
  readonly month: string;
  readonly spentMicroUsd: number;
  readonly reservedMicroUsd: number;
  /** When the first open reservation lapses; null when none is open. */
  readonly nextLapseMs: number | null;
}

/** A reservation to make, or why not. `exhausted`: what is really spent leaves no room for the step this month. */
type StepDecision =
  | { readonly answer: { readonly ok: true }; readonly reservation: Reservation }
  | { readonly answer: Extract<StepAdmission, { ok: false }>; readonly exhausted: boolean };

/**
 * Decides a model step that has no reservation yet. Where only open reservations stand in the way, `retryAt` is when the first lapses; else it
 * is the start of the next month.
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

/** An open reservation whose time is over is charged in full. */
export function lapse(reservation: Reservation): Reservation {
  return { ...reservation, state: "lapsed", chargedMicroUsd: reservation.reservedMicroUsd };
}

/**
 * Settles with the true cost; null when it was settled before. One that lapsed meanwhile is corrected to the true cost, since that is
 * what was really paid.
 */
export function settled(reservation: Reservation, costMicroUsd: number): Reservation | null {
  if (reservation.state === "settled") return null;
  return { ...reservation, state: "settled", chargedMicroUsd: costMicroUsd };
}

/** How many tool calls counted so an hour has room for. */
export function callsPerHour({ toolCallsPerHour }: TenantLimits, countedAs: CountedAs): number {
  return countedAs === "look_up" ? toolCallsPerHour * LOOK_UPS_PER_CALL : toolCallsPerHour;
}

/** Decides a tool call that was not counted yet. `countInWindow` calls stand in the window, the one that must leave first at `freesAtMs`. */
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

/** What the admins are to be told about a month's budget. */
export type BudgetAlert = "budget_warning" | "budget_spent";

/** Alerts that are due and were not given this month. `exhausted`: a step was turned away because what is spent leaves no room. */
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
