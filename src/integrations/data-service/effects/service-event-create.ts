/** Creates an event in a calendar of a team's own service. The contract has no undo. */
import * as z from "zod";
import { actAs } from "../write.ts";
import { momentOf } from "../../../kernel/local-time.ts";
import { emailAddressSchema } from "../../../messaging/api/email-document.ts";
import { callNote, GUESTS, whenOf } from "../../calendars/effects/calendar-fields.ts";
import { defineEffect } from "../../../approvals/effects/define-effect.ts";
import { foundMade, linkOf, mustServe, SERVICE_PLACE_LAYOUT, servicePlaceSchema } from "./service-fields.ts";
import { DAY_MS } from "../../../kernel/clock.ts";

const timeSchema = z.string().regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/);
const documentSchema = z.strictObject({
  ...servicePlaceSchema.shape,
  title: z.string().min(1).max(300),
  /** In `timeZone`, like `end`. */
  start: timeSchema,
  end: timeSchema,
  /** IANA name. */
  timeZone: z.string(),
  location: z.string().max(500).nullable(),
  description: z.string().max(4000).nullable(),
  attendees: z.array(emailAddressSchema).max(GUESTS),
  /** Adds a video call link. */
  meet: z.enum(["yes", "no"]),
});

export const serviceEventCreate = defineEffect({
  kind: "service_event.create",
  vendor: "data-service",
  document: documentSchema,
  words: {
    name: "Calendar event",
    plural: "calendar events",
    verb: "add",
    done: "Added",
    irreversible: "It can only be deleted in your service.",
  },
  says: (document) => ({
    title: `Calendar event “${document.title}”`,
    target: `${document.user}, ${whenOf(document)}`,
    ask: `Add “${document.title}” to the calendar of ${document.user} at ${document.service}, ${whenOf(document)}?`,
    sent: `Added to the calendar of ${document.user}: ${document.title}, ${whenOf(document)}`,
  }),
  layout: [
    { path: "/title", label: "Title", role: "subject" },
    { path: "/start", label: "From", role: "detail", format: "local_time" },
    { path: "/end", label: "To", role: "detail", format: "local_time" },
    { path: "/location", label: "Place", role: "detail" },
    { path: "/attendees/*", label: "Guests", role: "recipient" },
    { path: "/meet", label: "Video call", role: "detail" },
    { path: "/description", label: "Notes", role: "body" },
    ...SERVICE_PLACE_LAYOUT,
    { path: "/timeZone", label: "Time zone", role: "id" },
  ],
  // The service decides whether to notify guests.
  audience: ({ attendees }) => (attendees.length > 0 ? "outside" : "team"),
  recipients: ({ attendees }) => attendees,
  recovery: "look_up",
  async perform(document, account, idempotencyKey) {
    const { user, title, description, location, attendees, meet } = document;
    mustServe(account, user);
    const body = {
      title,
      description: description ?? "",
      ...spanOf(document),
      attendees: attendees.map((email) => ({ email })),
      location,
      create_meet_link: meet === "yes",
    };
    const { id, url, meet_link: call } = await actAs(account, "event", { user, body, idempotencyKey });
    return { providerId: id, ...linkOf(url), ...callNote(call) };
  },
  lookUp(document, account, options) {
    const { user, title } = document;
    const { start, end } = spanOf(document);
    // Days are in the service's zone, so one is added on either side.
    const day = (at: string, days: number): string =>
      new Date(Date.parse(at) + days * DAY_MS).toISOString().slice(0, 10);
    const asked = {
      user,
      query: { start_date: day(start, -1), end_date: day(end, 1) },
      isSame: (one: { readonly title: string; readonly start: string; readonly end: string }) =>
        one.title === title &&
        Date.parse(one.start) === Date.parse(start) &&
        Date.parse(one.end) === Date.parse(end),
      madeAt: (one: { readonly updated_at?: string | null | undefined }) => one.updated_at,
      noteOf: (one: { readonly meet_link?: string | null | undefined }) => callNote(one.meet_link),
    };
    return foundMade(account, "event", asked, options);
  },
});

function spanOf({ start, end, timeZone }: z.output<typeof documentSchema>) {
  const iso = (time: string): string => new Date(momentOf(time, timeZone)).toISOString();
  return { start: iso(start), end: iso(end) };
}
