/**
 * Wire format of earned autonomy: how often people approve unchanged, by agent, tool and kind of recipient,
 * and the rules earned by it.
 */
import * as z from "zod";
import { idSchema, okSchema, timeSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";
import { earnedKindSchema } from "./policy-rules.ts";

/** One in this many calls under an earned rule still requires approval. */
export const SAMPLE_EVERY = 10;
/** Decisions needed before the next proposal, after one was declined or a rule was revoked. */
export const REST_DECISIONS = 50;

/** When Steward proposes a rule. */
export const earnedSettingSchema = z.object({
  /** The lower confidence bound of the unchanged share that earns a rule, from 0 to 1. Null turns proposals off. */
  line: z.number().min(0.8).max(0.99).nullable(),
  /** Minimum number of decisions. */
  minDecisions: z.number().int().min(10).max(200),
});
export type EarnedSetting = z.infer<typeof earnedSettingSchema>;

/** Off by default. */
export const DEFAULT_EARNED: EarnedSetting = { line: null, minDecisions: 30 };

/** The statistics of one combination of agent, tool and kind of recipient. */
export const earnedRowSchema = z.object({
  id: idSchema,
  agent: z.string(),
  agentTitle: z.string(),
  tool: z.string(),
  toolTitle: z.string(),
  recipients: earnedKindSchema,
  /** Of the newest 200 decisions: how many were approved unchanged, and how many there were. */
  unchanged: z.number().int(),
  decided: z.number().int(),
  /** 95% confidence bound of the true share, from 0 to 1. */
  lowerBound: z.number(),
  since: timeSchema,
  state: z.enum(["collecting", "proposed", "in_force", "declined", "taken_back"]),
  stateAt: timeSchema,
  /** Why it was declined or revoked. */
  because: z.string().nullable(),
  /** Why no rule is proposed although the statistics allow it; null if nothing prevents it. */
  heldBack: z.enum(["autonomy", "tool", "rules"]).nullable(),
  /** Decisions needed before it may be proposed again. */
  restsFor: z.number().int(),
  /** The newest proposal. */
  approvalId: idSchema.nullable(),
  /** Of the newest 20 sampled calls under the rule: how many were approved unchanged, and how many there were. */
  samples: z.object({ unchanged: z.number().int(), decided: z.number().int() }),
  /** IDs of the newest approvals counted. */
  examples: z.array(idSchema),
});
export type EarnedRow = z.infer<typeof earnedRowSchema>;

/** Formats 0.9169 as `91.6%`, rounded down. */
export function shareWords(share: number): string {
  return `${Math.floor(share * 1000) / 10}%`;
}

/** Every member may read earned rules; only admins may revoke them. */
export const earnedEndpoints = {
  list: endpoint({
    method: "GET",
    path: "/api/policy/earned",
    output: z.object({ items: z.array(earnedRowSchema) }),
  }),
  /** Removes a rule from the policy at once. Idempotent. Throws `not_found`. */
  takeBack: endpoint({
    method: "POST",
    path: "/api/policy/earned/:id/take-back",
    output: okSchema,
    access: "admin",
  }),
};
