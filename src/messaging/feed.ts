/** The live feed of texts and e-mails to a team's open pages. */
import type { TenantContext } from "../platform/context.ts";
import type { Consumer } from "../platform/events/index.ts";

/** Which records' pages an event outdates, by the beginning of its type. */
const RECORDS = { "texts.": "texts", "threads.": "texts", "mail.": "mails" } as const;

/** Tells open pages that records came or changed: several at once as one. */
export function feedConsumer(ctx: TenantContext): Consumer {
  return {
    name: "feed",
    takes: Object.keys(RECORDS),
    async take(events) {
      const found = Object.entries(RECORDS).filter(([beginning]) =>
        events.some(({ type }) => type.startsWith(beginning)),
      );
      const records = [...new Set(found.map(([, one]) => one))];
      await ctx.publish({ type: "records.changed", records });
    },
  };
}
