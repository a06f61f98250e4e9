/** Shapes every endpoint shares. */
import * as z from "zod";

// Must run before the first schema. Without it, zod tests whether it may use `eval`; neither Workers nor our pages
// allow that, and the test alone violates a page's CSP.
z.config({ jitless: true });

export const jsonSchema = z.json();
/** ISO 8601 time with zone, as everywhere on the wire. */
export const timeSchema = z.iso.datetime({ offset: true });
/** An id of ours or of a client: short, printable, no white space. */
export const idSchema = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[A-Za-z0-9_:+.@-]+$/);

/** The only error format. */
export const errorBodySchema = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    requestId: z.string(),
    details: z.record(z.string(), z.unknown()).optional(),
  }),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;

/** The query parameters of every list. */
export const pageQuerySchema = z.object({
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(200).optional(),
});

/** A page of a list; `nextCursor` is null at the end. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() });
}

/** A response without content. */
export const okSchema = z.object({ ok: z.literal(true) });
