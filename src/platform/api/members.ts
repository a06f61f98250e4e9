/** Members of a team, and those who may become one. */
import * as z from "zod";
import { E164_PATTERN } from "../../kernel/e164.ts";
import { timeSchema } from "./common.ts";

export const roleSchema = z.enum(["admin", "member"]);
export type Role = z.infer<typeof roleSchema>;

/** E.164. */
export const phoneSchema = z.string().regex(E164_PATTERN);

export const teamMemberSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: roleSchema,
  /** The person's own number; null if none is set. */
  phone: phoneSchema.nullable(),
  /** When a text from it verified it as theirs: since then texts to it go to a colleague. Null before. */
  phoneVerifiedAt: timeSchema.nullable(),
  lastSeenAt: timeSchema.nullable(),
});
export type TeamMember = z.infer<typeof teamMemberSchema>;

/** A person waiting to be admitted. */
export const joinRequestSchema = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  createdAt: timeSchema,
});
export type JoinRequest = z.infer<typeof joinRequestSchema>;

/** A verification code for a phone number, visible only to the person who requested it. */
export const phoneCodeSchema = z.object({
  /** Six digits. */
  code: z.string().regex(/^\d{6}$/),
  number: phoneSchema,
  /** The team's line the code must be texted to. */
  line: z.object({ label: z.string(), number: phoneSchema }),
  expiresAt: timeSchema,
});
export type PhoneCodeView = z.infer<typeof phoneCodeSchema>;

export const inviteSchema = z.object({
  id: z.string(),
  role: roleSchema,
  /** The only address that may use it; null if anyone with the link may. */
  email: z.string().nullable(),
  createdBy: z.string(),
  createdAt: timeSchema,
  expiresAt: timeSchema,
});
export type Invite = z.infer<typeof inviteSchema>;
