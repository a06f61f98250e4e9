/** Live updates of texts and e-mails to open pages. */
import type { TenantContext } from "../platform/context.ts";
import type { Consumer } from "../platform/events/index.ts";

/** The record type whose pages an event invalidates, by prefix of the event type. */
const RECORDS = {
  "texts.": "texts",
  "threads.": "texts",
  "mail.": "mails",
  "mail.thread.": "texts",
} as const;

/** Notifies open pages of new or changed records, batching several into one message. */
export function feedConsumer(ctx: TenantContext): Consumer {
  return {
    name: "feed",
    takes: ["texts.", "threads.", "mail."],
    async take(events) {
      const found = Object.entries(RECORDS).filter(([beginning]) =>
        events.some(({ type }) => type.startsWith(beginning)),
      );
      const records = [...new Set(found.map(([, one]) => one))];
      await ctx.publish({ type: "records.changed", records });
    },
  };
}
