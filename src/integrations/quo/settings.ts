/** The non-secret settings of a Quo connection: the owning company, and which lines may text whom. */
import * as z from "zod";
import { E164_PATTERN } from "../../kernel/e164.ts";

const quoLineSchema = z.object({
  /** Quo's line ID, `PN…`. */
  phoneNumberId: z.string().regex(/^PN/),
  /** E.164. */
  number: z.string().regex(E164_PATTERN),
  label: z.string().min(1),
  /** External lines are for outside contacts, internal ones for the company's own people. */
  audience: z.enum(["external", "internal"]),
});

export const quoSettingsSchema = z.object({
  /** Contacts of this company are internal. */
  ownCompany: z.string().min(1),
  lines: z.array(quoLineSchema).min(1),
});
export type QuoSettings = z.infer<typeof quoSettingsSchema>;
