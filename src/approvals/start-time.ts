/** Computes when an approved effect may start. */
import { isoTime } from "../kernel/clock.ts";
import { quietUntil } from "./policy/index.ts";
import type { Policy } from "../team/api/policy.ts";
import { reachesContact } from "./lints.ts";
import type { ApprovalDeps, EffectBytes } from "./ports.ts";

/**
 * The start time: after the hold, not before `notBeforeMs`, and outside the contacts' quiet hours; null
 * means at once. Everything is held alike; `atLeastSeconds` is the hold requested with the decision.
 */
export function startTime(
  deps: Pick<ApprovalDeps, "clock" | "effects" | "timeZone">,
  policy: Policy,
  documents: readonly EffectBytes[],
  { holdSeconds = policy.holdSeconds, atLeastSeconds = 0, notBeforeMs = 0 } = {},
): string | null {
  const nowMs = deps.clock.now();
  const holdMs = Math.max(holdSeconds, atLeastSeconds) * 1000;
  const heldMs = Math.max(nowMs + holdMs, notBeforeMs);
  const quietMs = documents.some((effect) => reachesContact(deps.effects, effect))
    ? quietUntil(heldMs, policy.contactQuietHours, deps.timeZone)
    : null;
  const startMs = quietMs ?? heldMs;
  return startMs > nowMs ? isoTime(startMs) : null;
}
