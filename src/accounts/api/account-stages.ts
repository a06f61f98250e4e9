/** Stages of an account, in a team's own words, and when an account of each is followed up. */
import * as z from "zod";

const name = z.string().trim().min(1).max(60);

/** How an account is written to: an e-mail, a text, or a call for which a script is written. */
export const followupChannelSchema = z.enum(["email", "call_script", "sms"]);
export type FollowupChannel = z.infer<typeof followupChannelSchema>;

/** A stage's rule: after so many days without contact, by these ways, the best first. */
export const stageRuleSchema = z.object({
  stage: name,
  /** Other words for it. */
  aliases: z.array(name).max(10).default([]),
  /** Null where nothing is to be followed up. */
  days: z.number().int().min(1).max(365).nullable(),
  channels: z.array(followupChannelSchema).max(3),
  purpose: z.string().trim().max(200),
});
export type StageRule = z.infer<typeof stageRuleSchema>;

/** A team's stages in their order. */
export const stageRulesSchema = z
  .array(stageRuleSchema)
  .min(1)
  .max(30)
  .refine((rules) => {
    const words = rules.flatMap(({ stage, aliases }) => [stage, ...aliases]).map((one) => one.toLowerCase());
    return new Set(words).size === words.length;
  }, "Each stage and each other word for one stands once.")
  .refine(
    (rules) => rules.every(({ days, channels }) => days === null || channels.length > 0),
    "A stage that is followed up needs a way to.",
  );

/** Follow-ups of one morning. */
export const MORNING_DRAFTS = { least: 1, most: 20 } as const;
export const DEFAULT_MORNING_DRAFTS = 5;
export const morningDraftsSchema = z.number().int().min(MORNING_DRAFTS.least).max(MORNING_DRAFTS.most);

/** Accounts of a stage are counted to here. */
export const MOST_COUNTED = 100;

/** The stages with the accounts of each, at most `MOST_COUNTED`. `version` is the policy's, of which they are a part. */
export const stageSettingsSchema = z.object({
  stages: z.array(stageRuleSchema.extend({ accounts: z.number().int() })),
  /** Most follow-ups that are drafted in a morning. */
  morningDrafts: morningDraftsSchema,
  version: z.number().int(),
});
export type StageSettings = z.infer<typeof stageSettingsSchema>;

const EMAIL = ["email"] as const;
const CALL = ["call_script", "email"] as const;
const never = (stage: string): StageRule => ({ stage, aliases: [], days: null, channels: [], purpose: "" });

/** What a team begins with (seed 003). */
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
