/** Writes to the calendars of a connection, whichever vendor keeps them. Each write is sent exactly once. */
import type { EventFields, EventPlace, SomeFields, StoredEvent } from "../../connections/index.ts";
import * as google from "../../google/write.ts";
import * as microsoft from "../../microsoft/write.ts";
import type { MailAccount } from "../../open-mailboxes.ts";

interface CalendarWriter {
  /** Creates an event, with a video call if wanted. A repeat is the same event. Links are null if the vendor doesn't say. */
  create(
    place: EventPlace,
    fields: EventFields,
    hasCall: boolean,
  ): Promise<{ readonly id: string; readonly link: string | null; readonly callLink: string | null }>;
  /** Changes fields of an event, whose guests are `attendees`; with `etag`, only that version (412 otherwise). */
  change(
    place: EventPlace,
    fields: SomeFields,
    event: Pick<StoredEvent, "attendees"> & { readonly etag: string | null },
  ): Promise<void>;
  /** Deletes an event. Idempotent. */
  remove(place: EventPlace, etag: string | null): Promise<void>;
}

export function calendarWriter(account: MailAccount): CalendarWriter {
  if ("graph" in account)
    return {
      create: (...event) => microsoft.createEvent(account, ...event),
      change: (...event) => microsoft.changeEvent(account, ...event),
      remove: (...event) => microsoft.deleteEvent(account, ...event),
    };
  return {
    create: (...event) => google.createEvent(account, ...event),
    change: (...event) => google.changeEvent(account, ...event),
    remove: (...event) => google.deleteEvent(account, ...event),
  };
}
