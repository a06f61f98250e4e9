/** Shapes every endpoint shares. */
import * as z from "zod";

// Stands before the first schema: each asks at its making whether it may compile itself with `eval`, which neither Workers nor our pages allow,
// and a page's asking alone is a violation of its policy.
z.config({ jitless: true });

/** Any JSON value. */
export const jsonSchema = z.json();
/** ISO 8601 time with zone, as everywhere on the wire. */
export const timeSchema = z.iso.datetime({ offset: true });
/** An id of ours or of a client: short, printable, no white space. */
export const idSchema = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[A-Za-z0-9_:+.@-]+$/);

/** The one error shape. */
export const errorBodySchema = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    requestId: z.string(),
    details: z.record(z.string(), z.unknown()).optional(),
  }),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;

/** Query of every list. */
export const pageQuerySchema = z.object({
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(200).optional(),
});

/** A page of a list; `nextCursor` is null at the end. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() });
}

/** An answer that says nothing but yes. */
export const okSchema = z.object({ ok: z.literal(true) });
