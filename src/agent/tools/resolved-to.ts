import type { EffectBytes, Resolution } from "../../approvals/ports.ts";
import type { Lint } from "../../approvals/api/approval.ts";

/** A resolution to effects on the team's own data: no observed preconditions, never urgent. */
export function resolvedTo(effects: readonly EffectBytes[], lints: readonly Lint[] = []): Resolution {
  return { kind: "resolved", effects, observed: [], lints, urgent: false };
}
