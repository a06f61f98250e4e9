import * as z from "zod";
import { storedFields, type EventDraft } from "../effects/calendar-fields.ts";
import { eventUpdate } from "../effects/event-update.ts";
import type { Resolution } from "../../../approvals/ports.ts";
import { defineTool, retry } from "../../../agent/tools/define-tool.ts";
import {
  entryOf,
  eventInput,
  eventLints,
  guestsOf,
  OUTLOOK_TELLS,
  tellingOf,
  written,
  wrongSpan,
} from "./event-input.ts";
import type { CalendarServices } from "./index.ts";

const { title, start, end, place, notes, guests, tellGuests } = eventInput;

export const updateEvent = defineTool({
  name: "update_event",
  title: "Change an event",
  done: "Drafted a change of an event",
  description:
    "Drafts a change of an event that stands in a colleague's calendar, by its id from list_events: another time, place, title, notes or guests. " +
    "Give only what changes; guests are the whole list. Nothing is changed until a colleague has approved it.",
  keywords: "move reschedule postpone appointment meeting calendar entry",
  input: z.strictObject({
    calendar: z.string().trim().min(1).max(200).describe("Name or address of whose calendar it is in"),
    eventId: z.string().trim().min(1).max(1024).describe("Id of the event, from list_events"),
    title: title.optional(),
    start: start.optional(),
    end: end.optional(),
    place,
    notes,
    guests,
    tellGuests,
  }),
  effect: "external",
  egress: "provider",
  defaultMode: "ask",
  mayAllow: true,
  effects: [eventUpdate.kind],
  summarize: () => "Drafting a change of an event",
  async resolve(input, services: CalendarServices): Promise<Resolution> {
    services.mustAllow("calendarWrite");
    const entry = await entryOf(services, input);
    if (typeof entry === "string") return retry(entry);
    const { owner, event } = entry;
    if (event.organizer !== undefined)
      return retry(`${event.organizer} organizes that event, so it can't be changed here.`);
    const { timeZone } = services.calendars;
    const before = storedFields(event, timeZone);
    const after = changedBy(input, before);
    if (typeof after === "string") return retry(after);
    const changed = changedNames(before, after);
    if (changed.length === 0) return { kind: "failed", message: "The event stands like this already." };
    // The notes contain the meeting's link, and removing it ends the meeting (learn.microsoft.com/graph/api/event-update, read 2026-11-30).
    if (services.service.service !== undefined && event.callLink !== null && changed.includes("notes"))
      return retry("The notes of a Teams meeting can only be changed in Outlook.");
    const told = [...new Set([...before.guests, ...after.guests])];
    const tellGuests = tellingOf(services, told, input.tellGuests);
    if (tellGuests === null) return retry(OUTLOOK_TELLS);
    const { lints, inContacts } = await eventLints(services, owner, { ...after, ownId: event.id });
    const document = {
      connectionId: services.connectionId,
      calendar: owner.address,
      calendarName: owner.name,
      eventId: event.id,
      timeZone,
      title: before.title,
      changes: only(after, changed),
      before: only(before, changed),
      tellGuests,
      ...(services.service.service === undefined ? {} : { ...services.service, guests: told }),
      etag: event.etag,
    };
    const shown = lints.map((lint) => ({ ...lint, path: pathIn(lint.path, changed) }));
    return {
      kind: "resolved",
      effects: [eventUpdate.of(document)],
      observed: [],
      lints: shown,
      inContacts,
      urgent: false,
    };
  },
});

type Asked = { readonly [Name in keyof EventDraft]?: string | undefined };

/** The requested fields; a string is an error for the model. */
function changedBy(asked: Asked, before: EventDraft): EventDraft | string {
  const people = guestsOf(asked.guests);
  if (typeof people === "string") return people;
  const { start: from, end: to } = asked;
  const after: EventDraft = {
    title: asked.title ?? before.title,
    start: from === undefined ? before.start : written(from),
    end: to === undefined ? before.end : written(to),
    place: asked.place === undefined ? before.place : asked.place || null,
    notes: asked.notes === undefined ? before.notes : asked.notes || null,
    guests: asked.guests === undefined ? before.guests : people,
  };
  return wrongSpan(after) ?? after;
}

type Name = keyof EventDraft;

/** Start and end count as changed together. */
function changedNames(before: EventDraft, after: EventDraft): Name[] {
  const differs = (name: Name): boolean => JSON.stringify(before[name]) !== JSON.stringify(after[name]);
  const isMoved = differs("start") || differs("end");
  return (Object.keys(after) as Name[]).filter((name) =>
    name === "start" || name === "end" ? isMoved : differs(name),
  );
}

function only(fields: EventDraft, names: readonly Name[]): Partial<EventDraft> {
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}

/** Keeps a warning's path only if it points at a changed field. */
function pathIn(path: string | null, changed: readonly Name[]): string | null {
  const name = path?.split("/")[1] ?? "";
  return changed.includes(name as Name) ? `/changes${path}` : null;
}
