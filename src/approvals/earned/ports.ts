/** Ports of earned autonomy, connected in `src/approvals/open.ts`. */
import type { ApprovalDeps, EffectBytes } from "../ports.ts";
import type { earnedTallies } from "../tables/approvals.ts";
import type { TenantDb } from "../../platform/db/index.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/log.ts";
import type { Policy } from "../../team/api/policy.ts";
import type { EarnedRuleDocument } from "./rule.ts";

export type TallyRow = typeof earnedTallies.$inferSelect;

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
