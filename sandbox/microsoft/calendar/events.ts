/**
 * Events (microsoft-graph-docs-contrib: api-reference/v1.0/resources/event.md, api/user-post-events.md, event-update.md, event-cancel.md,
 * calendar-list-calendarview.md, read 2026-11-30).
 */
import * as z from "zod";
import { stableId } from "../../world/contacts.ts";
import { Answer } from "../../vendor/define-vendor.ts";
import type { GraphCall, GraphHandler } from "../calls.ts";
import { errorOf, GraphError } from "../errors.ts";
import { pageOf, readOrder, selected, sorted } from "../odata.ts";
import { guidOf, microsoftPerson, nameOf } from "../people.ts";
import {
  BLANK,
  calendarId,
  calendarOf,
  CALENDARS,
  calendarWorld,
  eventId,
  eventOf,
  hash,
  type CalendarKind,
  type StoredEvent,
} from "./store.ts";
import { msOf, timeJson } from "./zones.ts";

const EVENT = "Microsoft.OutlookServices.Event";
const DAY_MS = 86_400_000;

const timeInput = z.object({ dateTime: z.string(), timeZone: z.string().nullish() });
const eventInput = z.object({
  subject: z.string().nullish(),
  body: z.object({ contentType: z.string().nullish(), content: z.string().nullish() }).nullish(),
  start: timeInput.optional(),
  end: timeInput.optional(),
  isAllDay: z.boolean().nullish(),
  location: z.object({ displayName: z.string().nullish() }).nullish(),
  attendees: z
    .array(
      z.object({
        emailAddress: z.object({ address: z.string(), name: z.string().nullish() }),
        type: z.string().nullish(),
      }),
    )
    .nullish(),
  sensitivity: z.string().nullish(),
  showAs: z.string().nullish(),
  importance: z.string().nullish(),
  categories: z.array(z.string()).nullish(),
  isOnlineMeeting: z.boolean().nullish(),
  transactionId: z.string().nullish(),
});
type EventInput = z.infer<typeof eventInput>;

function contextOf({ base, caller }: GraphCall, of: string): string {
  return `${base}/$metadata#users('${guidOf("person", caller.address)}')/${of}`;
}

function eventsOf({ context }: GraphCall): StoredEvent[] {
  return calendarWorld(context).value.events;
}

/** An event as its owner sees it. */
export function eventJson({ prefer }: GraphCall, event: StoredEvent) {
  const id = eventId(event, prefer.isImmutable);
  const changeKey = hash(id, String(event.version)).slice(0, 24);
  const person = (address: string, name: string) => ({ emailAddress: { name, address } });
  const organizer = microsoftPerson(event.organizer);
  const at = (ms: number) =>
    event.isAllDay
      ? { ...timeJson(ms, event.timeZone), timeZone: prefer.timeZone ?? "UTC" }
      : timeJson(ms, prefer.timeZone);
  const none = { response: "none", time: "0001-01-01T00:00:00Z" };
  const isOrganizer = event.owner === event.organizer;
  return {
    "@odata.etag": `W/"${changeKey}"`,
    id,
    createdDateTime: new Date(event.createdMs).toISOString(),
    lastModifiedDateTime: new Date(event.modifiedMs).toISOString(),
    changeKey,
    categories: event.categories,
    transactionId: event.transactionId,
    originalStartTimeZone: event.timeZone,
    originalEndTimeZone: event.timeZone,
    iCalUId: `040000008200E00074C5B7101A82E008${event.uid.toUpperCase()}`,
    reminderMinutesBeforeStart: 15,
    isReminderOn: true,
    hasAttachments: false,
    subject: event.subject,
    bodyPreview: asText(event.body).content.trim().slice(0, 255),
    importance: event.importance,
    sensitivity: event.sensitivity,
    isAllDay: event.isAllDay,
    isCancelled: false,
    isOrganizer,
    responseRequested: true,
    seriesMasterId: event.series === null ? null : hash(event.owner, event.series).slice(0, 60),
    showAs: event.showAs,
    type: event.series === null ? "singleInstance" : "occurrence",
    webLink: `https://outlook.office365.com/owa/?itemid=${encodeURIComponent(id)}&exvsurl=1&path=/calendar/item`,
    onlineMeetingUrl: null,
    isOnlineMeeting: event.hasMeeting,
    onlineMeetingProvider: event.hasMeeting ? "teamsForBusiness" : "unknown",
    allowNewTimeProposals: true,
    isDraft: false,
    hideAttendees: false,
    recurrence: null,
    responseStatus: isOrganizer ? { ...none, response: "organizer" } : { ...none, response: "notResponded" },
    body: prefer.bodyType === "text" ? asText(event.body) : event.body,
    start: at(event.startMs),
    end: at(event.endMs),
    location: { displayName: event.location, locationType: "default" },
    locations: event.location === "" ? [] : [{ displayName: event.location, locationType: "default" }],
    attendees: event.attendees.map(({ address, name, type, response = "none" }) => ({
      type,
      status: { ...none, response },
      ...person(address, name),
    })),
    organizer: person(event.organizer, organizer === null ? event.organizer : nameOf(organizer)),
    onlineMeeting: event.hasMeeting
      ? { joinUrl: `https://teams.microsoft.com/l/meetup-join/19%3ameeting_${event.uid}%40thread.v2/0` }
      : null,
  };
}

/** Exchange ends lines as mail does. */
function asText({ contentType, content }: StoredEvent["body"]) {
  const text = contentType === "text" ? content : content.replace(/<[^>]*>/g, "");
  return { contentType: "text", content: `${text.replace(/\r?\n/g, "\r\n")}${text === "" ? "" : "\r\n"}` };
}

/** `GET /me/calendars` */
export const listCalendars: GraphHandler = (call) => {
  const person = microsoftPerson(call.caller.address);
  const value = (Object.keys(CALENDARS) as CalendarKind[]).map((kind) => {
    const { name, isDefault, canEdit } = CALENDARS[kind];
    return {
      id: calendarId(call.caller.address, kind),
      name,
      color: "auto",
      hexColor: "",
      isDefaultCalendar: isDefault,
      changeKey: hash(call.caller.address, kind).slice(0, 24),
      canShare: canEdit,
      canViewPrivateItems: true,
      canEdit,
      allowedOnlineMeetingProviders: ["teamsForBusiness"],
      defaultOnlineMeetingProvider: "teamsForBusiness",
      isTallyingResponses: canEdit,
      isRemovable: !isDefault,
      owner: { name: person === null ? "" : nameOf(person), address: call.caller.address },
    };
  });
  const { page, links } = pageOf(call, value);
  return {
    "@odata.context": contextOf(call, "calendars"),
    ...links,
    value: page.map((item) => selected(item, call.query["$select"], "Microsoft.OutlookServices.Calendar")),
  };
};

/** `GET /me/calendarView` and `GET /me/calendars/{id}/calendarView`: events that touch the period. */
export const listView: GraphHandler = (call) => {
  const { query, path, caller } = call;
  const kind = calendarOf(caller.address, path["calendarId"]);
  const [from, to] = [query["startDateTime"], query["endDateTime"]].map((given) => {
    if (typeof given !== "string")
      throw new GraphError(
        400,
        "ErrorInvalidParameter",
        "This request requires a time window specified by the query string parameters StartDateTime and EndDateTime.",
      );
    return msOf({ dateTime: given, timeZone: "UTC" });
  }) as [number, number];
  if (to < from)
    throw new GraphError(400, "ErrorInvalidParameter", "The EndDateTime must be after the StartDateTime.");
  const within = eventsOf(call)
    .filter(({ owner, calendar }) => owner === caller.address && calendar === kind)
    .filter(({ startMs, endMs }) => endMs > from && startMs < to)
    .toSorted((left, right) => left.startMs - right.startMs)
    .map((event) => eventJson(call, event));
  const { page, links } = pageOf(
    call,
    sorted(within, (item) => item, readOrder(query["$orderby"])),
  );
  return {
    "@odata.context": contextOf(call, "calendarView"),
    ...links,
    value: page.map((item) => selected(item, query["$select"], EVENT)),
  };
};

/** `GET /me/events/{id}` */
export const getEvent: GraphHandler = (call) => {
  const event = eventOf(call.context, call.caller.address, call.path["eventId"] ?? "");
  return {
    "@odata.context": contextOf(call, "events/$entity"),
    ...selected(eventJson(call, event), call.query["$select"], EVENT),
  };
};

/** Throws GraphError 400. */
function readInput(body: unknown): EventInput {
  const parsed = eventInput.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new GraphError(400, "ErrorInvalidRequest", "The event is malformed.");
}

/** The changed fields; guests who were asked `before` keep their answers. Throws GraphError 400. */
function fieldsOf(input: EventInput, before?: StoredEvent): Partial<StoredEvent> {
  const { body, location, attendees, isOnlineMeeting, sensitivity, showAs, importance, categories } = input;
  const given = {
    ...timesOf(input),
    sensitivity,
    showAs,
    importance,
    categories,
    subject: input.subject ?? (input.subject === null ? "" : undefined),
    isAllDay: input.isAllDay,
    hasMeeting: isOnlineMeeting,
    location: location === null ? "" : location?.displayName,
    body: body && { contentType: body.contentType?.toLowerCase() ?? "html", content: body.content ?? "" },
    attendees: attendees?.map(({ emailAddress: { address, name }, type }) => ({
      ...before?.attendees.find((one) => one.address === address.toLowerCase()),
      address: address.toLowerCase(),
      name: name ?? address,
      type: type ?? "required",
    })),
  };
  const set = Object.entries(given).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(set) as Partial<StoredEvent>;
}

function timesOf({ start, end }: EventInput) {
  const ms = (time: z.infer<typeof timeInput> | undefined): number | undefined =>
    time && msOf({ dateTime: time.dateTime, timeZone: time.timeZone ?? "UTC" });
  return { startMs: ms(start), endMs: ms(end), timeZone: start && (start.timeZone ?? "UTC") };
}

function checked(event: StoredEvent): StoredEvent {
  if (event.endMs < event.startMs)
    throw new GraphError(400, "ErrorPropertyValidationFailure", "At least one property failed validation.");
  const midnight = (ms: number): boolean => timeJson(ms, event.timeZone).dateTime.includes("T00:00:00");
  if (event.isAllDay && !(midnight(event.startMs) && midnight(event.endMs)))
    throw new GraphError(
      400,
      "ErrorPropertyValidationFailure",
      "The Event.Start property for an all-day event needs to be set to midnight.",
    );
  if (event.isAllDay && event.endMs - event.startMs < DAY_MS - 3_600_000)
    throw new GraphError(
      400,
      "ErrorPropertyValidationFailure",
      "The duration of an event marked as All day must be at least 24 hours.",
    );
  return event;
}

/** Keeps the copies of attendees who are at Microsoft in step with the organizer's event. */
function invite(call: GraphCall, event: StoredEvent): void {
  const state = calendarWorld(call.context).value;
  const invited = event.attendees.filter(
    ({ address }) => address !== event.organizer && microsoftPerson(address) !== null,
  );
  state.events = [
    ...state.events.filter(({ uid, owner }) => uid !== event.uid || owner === event.organizer),
    ...invited.map(({ address }) => ({
      ...event,
      owner: address,
      calendar: "own" as const,
      showAs: "tentative",
      transactionId: null,
      key: stableId("copy", event.uid, address),
    })),
  ];
}

function record(call: GraphCall, event: StoredEvent): void {
  calendarWorld(call.context).save();
  const { owner, subject, startMs, endMs, location, attendees } = event;
  call.context.recordEffect("microsoft", call.request.method, call.request.path, {
    request: call.body ?? null,
    event: {
      owner,
      subject,
      start: new Date(startMs).toISOString(),
      end: new Date(endMs).toISOString(),
      location,
      attendees: attendees.map(({ address }) => address),
    },
  });
}

/** `POST /me/events` and `POST /me/calendars/{id}/events`. A repeat with the same `transactionId` and content creates nothing. */
export const createEvent: GraphHandler = (call) => {
  const { context, caller, path, body } = call;
  const calendar = calendarOf(caller.address, path["calendarId"]);
  if (!CALENDARS[calendar].canEdit) throw errorOf(403);
  const input = readInput(body);
  if (input.start === undefined || input.end === undefined)
    throw new GraphError(400, "ErrorInvalidRequest", "Start and end of the event are required.");
  const answer = (event: StoredEvent) =>
    new Answer(201, { "@odata.context": contextOf(call, "events/$entity"), ...eventJson(call, event) });
  const created = JSON.stringify(body);
  const transactionId = input.transactionId ?? null;
  const before = eventsOf(call).find(
    (one) => one.owner === caller.address && transactionId !== null && one.transactionId === transactionId,
  );
  if (before?.created === created) return answer(before);
  if (before !== undefined)
    throw new GraphError(
      409,
      "ErrorDuplicateTransactionId",
      "Your request can't be completed. The TransactionId specified in the request has already been used to create a different event.",
    );
  const state = calendarWorld(context).value;
  state.made += 1;
  const nowMs = context.now();
  const event = checked({
    ...BLANK,
    key: stableId("event", caller.address, String(state.made), String(nowMs)),
    uid: stableId("uid", caller.address, String(state.made), String(nowMs)),
    owner: caller.address,
    organizer: caller.address,
    calendar,
    transactionId,
    created,
    createdMs: nowMs,
    modifiedMs: nowMs,
    ...fieldsOf(input),
  });
  state.events.push(event);
  invite(call, event);
  record(call, event);
  return answer(event);
};

/** `PATCH /me/events/{id}`. Throws GraphError 412 if `If-Match` is outdated. */
export const updateEvent: GraphHandler = (call) => {
  const event = eventOf(call.context, call.caller.address, call.path["eventId"] ?? "");
  mayEdit(call, event);
  const changed = checked({ ...event, ...fieldsOf(readInput(call.body), event) });
  Object.assign(event, changed, { modifiedMs: call.context.now(), version: event.version + 1 });
  invite(call, event);
  record(call, event);
  return { "@odata.context": contextOf(call, "events/$entity"), ...eventJson(call, event) };
};

function mayEdit(call: GraphCall, event: StoredEvent): void {
  if (!CALENDARS[event.calendar].canEdit || event.owner !== event.organizer) throw errorOf(403);
  const wanted = call.request.headers.get("if-match");
  if (wanted !== null && wanted !== "*" && wanted !== eventJson(call, event)["@odata.etag"])
    throw new GraphError(
      412,
      "ErrorIrresolvableConflict",
      "The send or update operation could not be performed because the change key passed in the request does not match the current change key for the item.",
    );
}

/** The event and its attendees' copies go; an attendee removes only their own. */
function removed(call: GraphCall, event: StoredEvent): void {
  const state = calendarWorld(call.context).value;
  const isOrganizer = event.owner === event.organizer;
  state.events = state.events.filter((one) => (isOrganizer ? one.uid !== event.uid : one !== event));
  record(call, event);
}

/** `DELETE /me/events/{id}` */
export const deleteEvent: GraphHandler = (call) => {
  const event = eventOf(call.context, call.caller.address, call.path["eventId"] ?? "");
  if (!CALENDARS[event.calendar].canEdit) throw errorOf(403);
  removed(call, event);
  return new Answer(204, null);
};

/** `POST /me/events/{id}/cancel`: only the organizer may. */
export const cancelEvent: GraphHandler = (call) => {
  const event = eventOf(call.context, call.caller.address, call.path["eventId"] ?? "");
  if (event.owner !== event.organizer)
    throw new GraphError(
      400,
      "ErrorInvalidRequest",
      "Your request can't be completed. You need to be an organizer to cancel a meeting.",
    );
  removed(call, event);
  return new Answer(202, null);
};
