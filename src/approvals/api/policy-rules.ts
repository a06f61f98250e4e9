/**
 * Wire format of a team's policy rules. A rule combines agent, tool, recipients, argument bounds and hours
 * with a mode.
 */
import * as z from "zod";

/** Modes that a tool can have and a rule can set. */
export const toolModeSchema = z.enum(["ask", "allow", "deny", "shadow"]);
export type ToolMode = z.infer<typeof toolModeSchema>;

/**
 * Whom a call reaches: a member, the person this conversation is with, a contact, someone new, or no one.
 * Members are recognized by their sign-in address and the number an admin set, never by contacts or
 * arguments.
 */
export const recipientClassSchema = z.enum(["colleague", "conversation", "contact", "new", "no_one"]);
export type RecipientClass = z.infer<typeof recipientClassSchema>;

/** Recipients for which a rule can be earned; never new ones. */
export const earnedKindSchema = recipientClassSchema.exclude(["new"]);
export type EarnedKind = z.infer<typeof earnedKindSchema>;

/** A JSON pointer (RFC 6901) into the arguments. */
const fieldSchema = z
  .string()
  .max(200)
  .regex(/^\/[^/]/);

/**
 * Bounds on an argument. Texts are measured in characters and lists in items; words are compared
 * case-insensitively.
 */
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

/**
 * Hours in the tenant's zone. If `from` equals `to`, the whole day; if `to` is before `from`, the window
 * spans midnight and belongs to the day on which it starts.
 */
export const ruleHoursSchema = z.object({
  from: timeOfDaySchema,
  to: timeOfDaySchema,
  /** 1 is Monday, 7 is Sunday; null for every day. */
  days: z.array(z.number().int().min(1).max(7)).min(1).max(7).nullable(),
});
export type RuleHours = z.infer<typeof ruleHoursSchema>;

/** A rule. Null fields match anything. */
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
  /** Proposed by Steward, which also revokes it automatically; never set by hand. */
  origin: z.literal("earned").optional(),
});
export type PolicyRule = z.infer<typeof policyRuleSchema>;

/** A team's rules in order; the first match applies. */
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
