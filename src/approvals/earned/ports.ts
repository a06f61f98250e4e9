/** What earned autonomy needs of the world. Given by `src/approvals/wiring/earned.ts`. */
import type { ApprovalDeps, EffectBytes } from "../ports.ts";
import type { EarnedFigures, earnedTallies } from "../tables/approvals.ts";
import type { TenantDb } from "../../platform/db/index.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/log.ts";
import type { Policy } from "../api/policy.ts";
import type { EarnedKind } from "../api/policy-rules.ts";

/** A tally's row. */
export type TallyRow = typeof earnedTallies.$inferSelect;

/** What a proposed rule is and rests on: what its approval shows and puts in force. */
export interface EarnedRuleDocument {
  /** The rule's id and its tally's. */
  readonly rule: string;
  readonly agent: string;
  readonly tool: string;
  readonly recipients: EarnedKind;
  /** The rule, what it rests on, and what follows, in words. */
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
  /** How autonomous an agent is, by its own setting or the team's. */
  readonly autonomy: (agent: string) => Promise<Policy["autonomy"]>;
  readonly tool: (name: string) => { readonly title: string; readonly mayAllow: boolean };
  readonly agentTitle: (name: string) => string;
  /** The effect that puts a rule in force. */
  readonly effectOf: (document: EarnedRuleDocument) => EffectBytes;
  /** Tells the admins, once for each `once`. */
  readonly tellAdmins: (news: {
    readonly once: string;
    readonly title: string;
    readonly body: string;
  }) => Promise<void>;
  /** The policy has changed: open pages read it again. Best effort, never throws. */
  readonly publish: () => Promise<void>;
}
