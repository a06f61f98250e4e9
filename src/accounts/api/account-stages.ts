/** Account stages, in a team's own words, and their follow-up rules. */
import * as z from "zod";
import { detailFieldsSchema } from "./account-fields.ts";

const name = z.string().trim().min(1).max(60);

/** Follow-up channel: e-mail, text, or a call with a script. */
export const followupChannelSchema = z.enum(["email", "call_script", "sms"]);
export type FollowupChannel = z.infer<typeof followupChannelSchema>;

/** Follow-up rule of a stage: days without contact, and channels in order of preference. */
export const stageRuleSchema = z.object({
  stage: name,
  /** Other names of the stage. */
  aliases: z.array(name).max(10).default([]),
  /** Null for no follow-ups. */
  days: z.number().int().min(1).max(365).nullable(),
  channels: z.array(followupChannelSchema).max(3),
  purpose: z.string().trim().max(200),
});
export type StageRule = z.infer<typeof stageRuleSchema>;

/** A team's stages in order. */
export const stageRulesSchema = z
  .array(stageRuleSchema)
  .min(1)
  .max(30)
  .refine((rules) => {
    const words = rules.flatMap(({ stage, aliases }) => [stage, ...aliases]).map((one) => one.toLowerCase());
    return new Set(words).size === words.length;
  }, "Each stage and each other word for one must be unique.")
  .refine(
    (rules) => rules.every(({ days, channels }) => days === null || channels.length > 0),
    "A stage with follow-ups needs a channel.",
  );

/** Follow-ups drafted per morning. */
export const MORNING_DRAFTS = { least: 1, most: 20 } as const;
export const DEFAULT_MORNING_DRAFTS = 5;
export const morningDraftsSchema = z.number().int().min(MORNING_DRAFTS.least).max(MORNING_DRAFTS.most);

/** Accounts per stage are counted up to this number. */
export const MOST_COUNTED = 100;

/**
 * The stages with their account counts, up to `MOST_COUNTED`. `version` is that of the policy, which contains
 * them.
 */
export const stageSettingsSchema = z.object({
  stages: z.array(stageRuleSchema.extend({ accounts: z.number().int() })),
  /** Maximum follow-ups drafted per morning. */
  morningDrafts: morningDraftsSchema,
  /** The team's own fields of accounts. */
  fields: detailFieldsSchema,
  version: z.number().int(),
});
export type StageSettings = z.infer<typeof stageSettingsSchema>;

const EMAIL = ["email"] as const;
const CALL = ["call_script", "email"] as const;
const never = (stage: string): StageRule => ({ stage, aliases: [], days: null, channels: [], purpose: "" });

/** Default stages (seed 003). */
export const DEFAULT_STAGES: StageRule[] = [
  {
    stage: "New Lead",
    aliases: ["Lead"],
    days: 2,
    channels: [...EMAIL],
    purpose: "documents, qualification",
  },
  { stage: "Intake", aliases: [], days: 2, channels: [...EMAIL], purpose: "documents, qualification" },
  {
    stage: "Application Received",
    aliases: ["Application"],
    days: 3,
    channels: ["email", "call_script"],
    purpose: "form complete, corrections",
  },
  {
    stage: "Submission",
    aliases: ["Submitted"],
    days: 5,
    channels: [...EMAIL],
    purpose: "the underwriter's state, questions",
  },
  { stage: "Quote Pitched", aliases: [], days: 2, channels: [...CALL], purpose: "decision, competitors" },
  { stage: "Quoted", aliases: ["Quote"], days: 2, channels: [...CALL], purpose: "decision, competitors" },
  never("Bound"),
  never("Closed Won"),
  never("Closed Lost"),
];
