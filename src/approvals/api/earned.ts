/** Earned autonomy on the wire: how often people approve unchanged, by agent × tool × kind of recipients, and the rules that follow. */
import * as z from "zod";
import { idSchema, okSchema, timeSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";
import { earnedKindSchema } from "./policy-rules.ts";

/** One in so many calls that an earned rule lets through still asks. */
export const SAMPLE_EVERY = 10;
/** After a proposal was declined or a rule taken back, so many further decisions come before the next proposal. */
export const REST_DECISIONS = 50;

/** When Steward proposes a rule. */
export const earnedSettingSchema = z.object({
  /** What the lower bound of the share approved unchanged must reach, as a share of 1; null: nothing is proposed. */
  line: z.number().min(0.8).max(0.99).nullable(),
  /** Never before so many decisions. */
  minDecisions: z.number().int().min(10).max(200),
});
export type EarnedSetting = z.infer<typeof earnedSettingSchema>;

/** Off until an admin turns it on. */
export const DEFAULT_EARNED: EarnedSetting = { line: null, minDecisions: 30 };

/** What a combination of agent, tool and kind of recipients has come to. */
export const earnedRowSchema = z.object({
  id: idSchema,
  agent: z.string(),
  agentTitle: z.string(),
  tool: z.string(),
  toolTitle: z.string(),
  recipients: earnedKindSchema,
  /** Of the newest 200 decisions: approved unchanged, and all. */
  unchanged: z.number().int(),
  decided: z.number().int(),
  /** 95 % sure that the true share is at least this; a share of 1. */
  lowerBound: z.number(),
  since: timeSchema,
  state: z.enum(["collecting", "proposed", "in_force", "declined", "taken_back"]),
  stateAt: timeSchema,
  /** Why it was declined or taken back. */
  because: z.string().nullable(),
  /** Why nothing is proposed although the line is reached; null where nothing holds it back. */
  heldBack: z.enum(["autonomy", "tool", "rules"]).nullable(),
  /** Decisions still to come before it may be proposed again. */
  restsFor: z.number().int(),
  /** The newest proposal. */
  approvalId: idSchema.nullable(),
  /** Of the newest 20 calls that asked although the rule is in force: approved unchanged, and all. */
  samples: z.object({ unchanged: z.number().int(), decided: z.number().int() }),
  /** Ids of the newest approvals that count. */
  examples: z.array(idSchema),
});
export type EarnedRow = z.infer<typeof earnedRowSchema>;

/** `91.7%` of 0.9169: never rounded up. */
export function shareWords(share: number): string {
  return `${Math.floor(share * 1000) / 10}%`;
}

/** Earned rules, read by all, taken back by admins. */
export const earnedEndpoints = {
  list: endpoint({
    method: "GET",
    path: "/api/policy/earned",
    output: z.object({ items: z.array(earnedRowSchema) }),
  }),
  /** Takes a rule out of the policy at once. A repeat changes nothing. 404 `not_found`. */
  takeBack: endpoint({
    method: "POST",
    path: "/api/policy/earned/:id/take-back",
    output: okSchema,
    access: "admin",
  }),
};
