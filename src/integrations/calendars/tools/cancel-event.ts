import * as z from "zod";
import { storedFields } from "../effects/calendar-fields.ts";
import { eventCancel } from "../effects/event-cancel.ts";
import type { Resolution } from "../../../approvals/ports.ts";
import { defineTool, retry } from "../../../agent/tools/define-tool.ts";
import { entryOf, eventInput, OUTLOOK_TELLS, tellingOf } from "./event-input.ts";
import type { CalendarServices } from "./index.ts";

export const cancelEvent = defineTool({
  name: "cancel_event",
  title: "Cancel an event",
  done: "Drafted a cancellation",
  description:
    "Drafts taking an event out of a colleague's calendar, by its id from list_events. Its guests are told unless tellGuests is false. " +
    "Nothing is canceled until a colleague has approved it.",
  keywords: "delete remove call off appointment meeting calendar entry",
  input: z.strictObject({
    calendar: z.string().trim().min(1).max(200).describe("Name or address of whose calendar it is in"),
    eventId: z.string().trim().min(1).max(1024).describe("Id of the event, from list_events"),
    tellGuests: eventInput.tellGuests,
  }),
  effect: "external",
  egress: "provider",
  defaultMode: "ask",
  mayAllow: true,
  effects: [eventCancel.kind],
  summarize: () => "Drafting a cancellation",
  async resolve(input, services: CalendarServices): Promise<Resolution> {
    services.mustAllow("calendarWrite");
    const entry = await entryOf(services, input);
    if (typeof entry === "string") return retry(entry);
    const { owner, event } = entry;
    const { timeZone } = services.calendars;
    const { title, start, end, guests } = storedFields(event, timeZone);
    const tellGuests = tellingOf(services, guests, input.tellGuests);
    if (tellGuests === null) return retry(OUTLOOK_TELLS);
    const document = {
      connectionId: services.connectionId,
      calendar: owner.address,
      calendarName: owner.name,
      eventId: event.id,
      timeZone,
      title,
      start,
      end,
      guests,
      tellGuests,
      ...services.service,
      etag: event.etag,
    };
    const contacts = guests.length === 0 ? null : await services.contactAddresses(guests);
    const inContacts = guests.filter((address) => contacts?.includes(address) === true);
    return {
      kind: "resolved",
      effects: [eventCancel.of(document)],
      observed: [],
      lints: [],
      inContacts,
      urgent: false,
    };
  },
});
