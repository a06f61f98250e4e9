/** Hours of a day. */
import * as z from "zod";

/** Hours of the day in the tenant's time zone, `22:00`; if `to` is before `from`, they span midnight. */
export const hoursSchema = z.object({
  from: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
  to: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
});
export type Hours = z.infer<typeof hoursSchema>;
