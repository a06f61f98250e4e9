/** The answers to a decision that came too late or saw something else. */
import { AppError } from "../kernel/errors.ts";
import type { Preview } from "./api/approval.ts";
import { settledBy, verdictOf } from "./rows.ts";
import type { ApprovalRow } from "./types.ts";

/** Somebody or something was first; `details` says who, when and what. */
export function alreadyDecided(row: ApprovalRow): AppError {
  const decided = settledBy(row);
  const verdict = verdictOf(row);
  const by = decided?.by.name ?? "Steward";
  const words = verdict === null ? `It is ${row.status} already.` : `${by} was first (${verdict}).`;
  return new AppError("already_decided", words, {
    details: { by, at: decided?.at ?? row.updatedAt, decision: verdict ?? row.status, status: row.status },
  });
}

/** What would be done is not what was shown; `details` holds what it is now. */
export function effectChanged(now: Preview): AppError {
  return new AppError("effect_changed", "What would be sent has changed since you saw it. Review it again.", {
    details: { ...now },
  });
}
