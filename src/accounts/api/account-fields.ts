/** Fields that a team adds to its accounts, such as a renewal date or a premium. */
import * as z from "zod";

/** `money` is in the team's currency; `date` is a day without a time; `person` is a name, usually a colleague's. */
export const detailKindSchema = z.enum(["text", "money", "number", "date", "person"]);
export type FieldKind = z.infer<typeof detailKindSchema>;

export const detailFieldSchema = z.object({
  /** A colon separates it from the value in `state.md`. */
  name: z
    .string()
    .trim()
    .min(1)
    .max(40)
    .regex(/^[^:\n\r→]*$/, "A field’s name has no colon."),
  kind: detailKindSchema,
});
export type TeamField = z.infer<typeof detailFieldSchema>;

/** A team's fields in order. */
export const detailFieldsSchema = z
  .array(detailFieldSchema)
  .max(20)
  .refine(
    (fields) => new Set(fields.map(({ name }) => name.toLowerCase())).size === fields.length,
    "Each field’s name must be unique.",
  );

/** What an insurance agency usually keeps of a customer. */
export const INSURANCE_FIELDS: readonly TeamField[] = [
  { name: "Renewal date", kind: "date" },
  { name: "Premium", kind: "money" },
  { name: "Carrier", kind: "text" },
  { name: "Policy number", kind: "text" },
  { name: "Owner", kind: "person" },
];
