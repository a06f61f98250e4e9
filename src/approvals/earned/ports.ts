/** Ports of earned autonomy, connected in `src/approvals/open.ts`. */
import type { ApprovalDeps, EffectBytes } from "../ports.ts";
import type { EarnedFigures, earnedTallies } from "../tables/approvals.ts";
import type { TenantDb } from "../../platform/db/index.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/log.ts";
import type { Policy } from "../../team/api/policy.ts";
import type { EarnedKind } from "../api/policy-rules.ts";

export type TallyRow = typeof earnedTallies.$inferSelect;

/** A proposed rule with its evidence, as its approval shows it. */
export interface EarnedRuleDocument {
  /** ID of the rule and of its tally. */
  readonly rule: string;
  readonly agent: string;
  readonly tool: string;
  readonly recipients: EarnedKind;
  /** The rule, its evidence and its consequences, in words. */
  readonly sentence: string;
  readonly because: string;
  readonly afterwards: string;
  readonly figures: EarnedFigures;
}

/** One per tenant and request or piece of work. */
export interface EarnedDeps {
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly approvals: () => Promise<ApprovalDeps>;
  /** The agent's own autonomy setting, or else the team's. */
  readonly autonomy: (agent: string) => Promise<Policy["autonomy"]>;
  readonly tool: (name: string) => { readonly title: string; readonly mayAllow: boolean };
  readonly agentTitle: (name: string) => string;
  /** The effect that puts a rule in force. */
  readonly effectOf: (document: EarnedRuleDocument) => EffectBytes;
  /** Notifies the admins, once per `once`. */
  readonly tellAdmins: (news: {
    readonly once: string;
    readonly title: string;
    readonly body: string;
  }) => Promise<void>;
  /** Refreshes open pages after a change of the policy. Best effort, never throws. */
  readonly publish: () => Promise<void>;
}
