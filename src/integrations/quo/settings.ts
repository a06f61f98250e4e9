/** The open settings of a Quo connection: whose phone system it is and which lines may send to whom. */
import * as z from "zod";
import { E164_PATTERN } from "../../kernel/e164.ts";

const quoLineSchema = z.object({
  /** Quo's id of the line, `PN…`. */
  phoneNumberId: z.string().regex(/^PN/),
  /** E.164. */
  number: z.string().regex(E164_PATTERN),
  label: z.string().min(1),
  /** External lines face everybody outside the company, internal ones only its own people. */
  audience: z.enum(["external", "internal"]),
});

export const quoSettingsSchema = z.object({
  /** Contacts of this company are the team's own people. */
  ownCompany: z.string().min(1),
  lines: z.array(quoLineSchema).min(1),
});
export type QuoSettings = z.infer<typeof quoSettingsSchema>;
