/** Kinds of notifications, and their routing. */
import * as z from "zod";

/** A conversation's assignment by a rule. */
export const routedToSchema = z.object({
  userId: z.string(),
  name: z.string(),
  mode: z.enum(["first", "only"]),
  othersAfterMinutes: z.number().int(),
  /** The matched condition, in words. */
  because: z.string(),
  /** No one else is notified, even if the member has no device: a reminder they asked for. */
  personal: z.boolean().optional(),
});
export type RoutedTo = z.infer<typeof routedToSchema>;

/**
 * `deadline`: daily, what is due. `due`: about one late or stalled task. `rule`: from an automation rule of
 * the team's projects.
 */
export const NEWS_KINDS = [
  "assigned",
  "mentioned",
  "commented",
  "deadline",
  "due",
  "status",
  "ai",
  "rule",
] as const;
export type NewsKind = (typeof NEWS_KINDS)[number];
