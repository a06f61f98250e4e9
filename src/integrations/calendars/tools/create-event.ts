import * as z from "zod";
import { eventCreate } from "../effects/event-create.ts";
import type { Resolution } from "../../../approvals/ports.ts";
import { derivedId } from "../../../kernel/ids.ts";
import { defineTool, retry } from "../../../agent/tools/define-tool.ts";
import {
  eventInput,
  eventLints,
  guestsOf,
  OUTLOOK_TELLS,
  ownerOf,
  tellingOf,
  written,
  wrongSpan,
} from "./event-input.ts";
import type { CalendarServices } from "./index.ts";

export const createEvent = defineTool({
  name: "create_event",
  title: "Add to the calendar",
  done: "Drafted a calendar event",
  description:
    "Drafts an event in a colleague's calendar: a showing, an inspection, an appointment. Nothing is added until a colleague has approved it. " +
    "Look first with list_events whether the time is free. Guests get the calendar's invitation unless tellGuests is false; somebody who only needs to " +
    "know the time is told by text or e-mail instead.",
  keywords: "appointment meeting schedule book invite showing calendar entry",
  input: z.strictObject({
    calendar: z.string().trim().min(1).max(200).describe("Name or address of whose calendar it is"),
    ...eventInput,
    meet: z.boolean().optional().describe("True for a video call, with its link"),
  }),
  effect: "external",
  egress: "provider",
  defaultMode: "ask",
  mayAllow: true,
  effects: [eventCreate.kind],
  summarize: ({ title, start }) => `Drafting “${title}” on ${written(start)}`,
  async resolve(input, services: CalendarServices, call): Promise<Resolution> {
    services.mustAllow("calendarWrite");
    const owner = ownerOf(services, input.calendar);
    if (typeof owner === "string") return retry(owner);
    const guests = guestsOf(input.guests);
    if (typeof guests === "string") return retry(guests);
    const span = { start: written(input.start), end: written(input.end) };
    const wrong = wrongSpan(span);
    if (wrong !== null) return retry(wrong);
    const tellGuests = tellingOf(services, guests, input.tellGuests);
    if (tellGuests === null) return retry(OUTLOOK_TELLS);
    const { lints, inContacts } = await eventLints(services, owner, { ...span, guests });
    const document = {
      connectionId: services.connectionId,
      calendar: owner.address,
      calendarName: owner.name,
      // Letters a to v and digits; derived from the call, so that a repeat creates no second event.
      eventId: (await derivedId("s", call.tenantId, call.conversationId, call.id)).replace("_", ""),
      timeZone: services.calendars.timeZone,
      title: input.title,
      ...span,
      place: input.place || null,
      notes: input.notes || null,
      guests,
      tellGuests,
      ...services.service,
      meet: input.meet === true ? ("yes" as const) : ("no" as const),
    };
    return {
      kind: "resolved",
      effects: [eventCreate.of(document)],
      observed: [],
      lints,
      inContacts,
      urgent: false,
    };
  },
});
