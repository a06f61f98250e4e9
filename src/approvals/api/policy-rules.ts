/** Rules of a team's policy on the wire: rows of agent × tool × recipients × bounds on arguments × hours, each with what happens then. */
import * as z from "zod";

/** Modes a tool can be in for this tenant, and what a rule can decide. */
export const toolModeSchema = z.enum(["ask", "allow", "deny", "shadow"]);
export type ToolMode = z.infer<typeof toolModeSchema>;

/**
 * Who a call reaches: a member of the team, whoever is answered in this conversation, somebody in the contacts, somebody new, or no one at all. A member
 * counts by the e-mail address they sign in with and the number an admin set for them, never by what contacts or a call's arguments say.
 */
export const recipientClassSchema = z.enum(["colleague", "conversation", "contact", "new", "no_one"]);
export type RecipientClass = z.infer<typeof recipientClassSchema>;

/** Kinds for which a rule can be earned: never somebody new. */
export const earnedKindSchema = recipientClassSchema.exclude(["new"]);
export type EarnedKind = z.infer<typeof earnedKindSchema>;

/** A JSON pointer (RFC 6901) into the arguments. */
const fieldSchema = z
  .string()
  .max(200)
  .regex(/^\/[^/]/);

/** What an argument must be. Texts are measured in characters, lists by their entries; words are compared without regard to case. */
export const policyBoundSchema = z.discriminatedUnion("is", [
  z.object({
    field: fieldSchema,
    is: z.enum(["at_most", "at_least"]),
    value: z.number().min(-1e12).max(1e12),
  }),
  z.object({
    field: fieldSchema,
    is: z.enum(["equals", "contains"]),
    value: z.string().trim().min(1).max(200),
  }),
  z.object({
    field: fieldSchema,
    is: z.literal("one_of"),
    value: z.array(z.string().trim().min(1).max(200)).min(1).max(50),
  }),
]);
export type PolicyBound = z.infer<typeof policyBoundSchema>;

const timeOfDaySchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** Hours in the tenant's zone. `from` equal to `to` is the whole day; `to` before `from` runs over midnight and belongs to the day it began on. */
export const ruleHoursSchema = z.object({
  from: timeOfDaySchema,
  to: timeOfDaySchema,
  /** 1 is Monday, 7 is Sunday; null for every day. */
  days: z.array(z.number().int().min(1).max(7)).min(1).max(7).nullable(),
});
export type RuleHours = z.infer<typeof ruleHoursSchema>;

/** One rule. Null stands for any. */
export const policyRuleSchema = z.object({
  id: z
    .string()
    .min(1)
    .max(60)
    .regex(/^[\w-]+$/),
  agent: z.string().min(1).max(100).nullable(),
  tool: z.string().min(1).max(100).nullable(),
  recipients: z.array(recipientClassSchema).min(1).max(5).nullable(),
  bounds: z.array(policyBoundSchema).max(10),
  hours: ruleHoursSchema.nullable(),
  decision: toolModeSchema,
  /** Steward proposed it by what people decided, and takes it back by itself; never set by hand. */
  origin: z.literal("earned").optional(),
});
export type PolicyRule = z.infer<typeof policyRuleSchema>;

/** A team's rules in their order: the first that fits decides. */
export const policyRulesSchema = z
  .array(policyRuleSchema)
  .max(50)
  .refine(
    (rules) => new Set(rules.map(({ id }) => id)).size === rules.length,
    "Each rule needs an id of its own.",
  );

/** An argument of a tool that rules can bound. */
export const boundFieldSchema = z.object({
  field: z.string(),
  label: z.string(),
  kind: z.enum(["text", "number", "choice", "boolean", "list"]),
  choices: z.array(z.string()).optional(),
});
export type BoundField = z.infer<typeof boundFieldSchema>;
