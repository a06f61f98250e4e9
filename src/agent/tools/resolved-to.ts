import type { EffectBytes, Resolution } from "../../approvals/ports.ts";
import type { Lint } from "../../approvals/api/approval.ts";

/** What a call of a tool for the team's own services comes to: these effects, nothing observed beyond what they record, never urgent. */
export function resolvedTo(effects: readonly EffectBytes[], lints: readonly Lint[] = []): Resolution {
  return { kind: "resolved", effects, observed: [], lints, urgent: false };
}
