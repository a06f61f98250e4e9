import * as z from "zod";

/** A setting's old and new value, as text; null if there is none. */
export const auditChangeSchema = z.object({
  label: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
});
export type AuditChange = z.infer<typeof auditChangeSchema>;
