/** Errors for a decision that came too late or was made on an outdated card. */
import { AppError } from "../kernel/errors.ts";
import type { Preview } from "./api/approval.ts";
import { settledBy, verdictOf } from "./rows.ts";
import type { ApprovalRow } from "./types.ts";

/** `details` holds who decided, when, and what. */
export function alreadyDecided(row: ApprovalRow): AppError {
  const decided = settledBy(row);
  const verdict = verdictOf(row);
  const by = decided?.by.name ?? "Steward";
  const words = verdict === null ? `It is ${row.status} already.` : `${by} was first (${verdict}).`;
  return new AppError("already_decided", words, {
    details: { by, at: decided?.at ?? row.updatedAt, decision: verdict ?? row.status, status: row.status },
  });
}

/** The effects differ from those shown; `details` holds the current ones. */
export function effectChanged(now: Preview): AppError {
  return new AppError("effect_changed", "What would be sent has changed since you saw it. Review it again.", {
    details: { ...now },
  });
}
