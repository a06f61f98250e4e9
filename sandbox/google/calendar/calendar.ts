/** Google Calendar v3: one person's token, their company's calendars, requests and responses validated against the discovery document. */
import * as z from "zod";
import { json, parseBody, SandboxError } from "../../service.ts";
import { Answer, defineVendor, worldOf, type VendorCall } from "../../vendor/define-vendor.ts";
import { openDiscovery } from "../../vendor/discovery.ts";
import { TENANTS, type DemoTenant } from "../../world/company.ts";
import { companyEvents, type WorldEvent } from "../../world/calendar.ts";
import { findMailbox, type Grant } from "../accounts.ts";
import { errorAnswer, GoogleError } from "../errors.ts";
import { admitted } from "../sign-in.ts";
import { cancelEvent, insertEvent, patchEvent, type EventBody } from "./changes.ts";
import { eventJson, listEvents, type OpenCalendar } from "./events.ts";

type Entries = Record<string, WorldEvent[]>;

const world = worldOf<Entries>("calendar", (context) =>
  Object.fromEntries(
    TENANTS.map((tenant) => [
      tenant.id,
      context.world === "empty" ? [] : companyEvents(tenant, context.now()),
    ]),
  ),
);

/** Body of `POST /control/calendar`: a person creates an event. */
const plantInput = z.strictObject({
  owner: z.email(),
  title: z.string(),
  start: z.iso.datetime(),
  end: z.iso.datetime(),
  description: z.string().optional(),
  location: z.string().optional(),
  isPrivate: z.boolean().optional(),
});

function tenantOf(owner: string): DemoTenant {
  const found = findMailbox(owner);
  if (found === null) throw new SandboxError(400, "`owner` has no calendar in this world.");
  return found.tenant;
}

/** A calendar as the token's person sees it: their own or a colleague's; other calendars don't exist for them. */
function open({ context, state, caller: { sub }, path }: VendorCall<Entries, Grant>): OpenCalendar {
  if (sub === null) throw new GoogleError(404, "Not Found");
  const calendarId = path["calendarId"] ?? "";
  const owner = calendarId === "primary" ? sub : calendarId.toLowerCase();
  const [mine, theirs] = [findMailbox(sub), findMailbox(owner)];
  if (mine === null || theirs === null || mine.tenant.id !== theirs.tenant.id)
    throw new GoogleError(404, "Not Found");
  const { tenant } = theirs;
  const events = (state[tenant.id] ?? []).filter((event) => event.owner === owner);
  return { owner, timeZone: tenant.timeZone, events, isOwn: owner === sub, nowMs: context.now() };
}

/** Stores an event, replacing one with the same ID, and records the effect. */
function keep({ state, context, request, body }: VendorCall<Entries, Grant>, event: WorldEvent): void {
  const { id } = tenantOf(event.owner);
  const entries = state[id] ?? [];
  const isSame = (one: WorldEvent): boolean => one.id === event.id && one.owner === event.owner;
  state[id] = entries.some(isSame) ? entries.map((one) => (isSame(one) ? event : one)) : [...entries, event];
  const path = `/calendar/v3/calendars/${event.owner}/events/${event.id}`;
  context.recordEffect("calendar", request.method, path, body ?? null);
}

export const createCalendar = defineVendor<Entries, Grant>({
  name: "calendar",
  prefix: "/google/calendar",
  judge: () => openDiscovery("google-calendar-v3.discovery.json"),
  world,
  admit: admitted,
  operations: {
    "calendar.events.list": (call) => listEvents(open(call), call.query),
    "calendar.events.get"(call) {
      const calendar = open(call);
      const event = calendar.events.find(({ id }) => id === call.path["eventId"]);
      if (event === undefined) throw new GoogleError(404, "Not Found");
      return eventJson(calendar, event);
    },
    "calendar.events.insert"(call) {
      const calendar = open(call);
      const event = insertEvent(calendar, call.body as EventBody, () =>
        `made${calendar.events.length}xyz`.replaceAll(/[w-z]/g, "a"),
      );
      keep(call, event);
      return eventJson(calendar, event);
    },
    "calendar.events.patch"(call) {
      const calendar = open(call);
      const { eventId = "" } = call.path;
      const event = patchEvent(
        calendar,
        eventId,
        call.body as EventBody,
        call.request.headers.get("if-match"),
      );
      keep(call, event);
      return eventJson(calendar, event);
    },
    "calendar.events.delete"(call) {
      const { eventId = "" } = call.path;
      keep(call, cancelEvent(open(call), eventId, call.request.headers.get("if-match")));
      return new Answer(204, null);
    },
  },
  refuse: errorAnswer,
  more: (context) => ({
    control(request) {
      const { owner, start, end, ...entry } = parseBody(plantInput, request);
      const section = world(context);
      const entries = section.value[tenantOf(owner).id] ?? [];
      const id = `planted${entries.length}`;
      const times = { start: { ms: Date.parse(start) }, end: { ms: Date.parse(end) } };
      const given = Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined));
      section.value[tenantOf(owner).id] = [...entries, { title: entry.title, ...given, id, owner, ...times }];
      section.save();
      return json({ id });
    },
  }),
});
