import * as z from "zod";
import { serviceEventCreate } from "../effects/service-event-create.ts";
import type { Resolution } from "../../../approvals/ports.ts";
import { momentOf } from "../../../kernel/local-time.ts";
import { guestsOf, written, wrongSpan } from "../../calendars/tools/event-input.ts";
import { defineTool, retry } from "../../../agent/tools/define-tool.ts";
import { lintRecipients } from "../../../messaging/addresses/index.ts";
import type { ServiceServices } from "./index.ts";
import { placeOf, userField } from "./place.ts";

const timeField = z
  .string()
  .trim()
  .regex(/^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}$/, "must be like 2026-11-24 10:00");

export const createServiceEvent = defineTool({
  name: "create_service_event",
  title: "Add to your data service’s calendar",
  done: "Drafted a calendar event",
  description:
    "Drafts an event in a calendar of the team's own data service, such as a boiler inspection; nothing is added until a colleague has approved it. " +
    "For Google calendars use create_event.",
  keywords: "data service own system appointment meeting schedule book calendar entry visit",
  input: z.strictObject({
    user: userField,
    title: z.string().trim().min(1).max(300).describe("What stands in the calendar"),
    start: timeField.describe("2026-11-24 10:00 in the team's time zone"),
    end: timeField.describe("Like start"),
    location: z.string().trim().max(500).optional().describe("Where; an address"),
    description: z.string().trim().max(4000).optional().describe("Notes. Guests read them too"),
    attendees: z
      .string()
      .trim()
      .max(1000)
      .optional()
      .describe("E-mail addresses, separated by commas; only addresses you have read or were given"),
    meet: z.boolean().optional().describe("True for a video call with a link"),
  }),
  effect: "external",
  egress: "provider",
  defaultMode: "ask",
  mayAllow: true,
  effects: [serviceEventCreate.kind],
  summarize: ({ title, start }) => `Drafting “${title}” on ${written(start)}`,
  async resolve(input, services: ServiceServices): Promise<Resolution> {
    const place = placeOf(services, input.user);
    if (typeof place === "string") return retry(place);
    const attendees = guestsOf(input.attendees);
    if (typeof attendees === "string") return retry(attendees);
    const { timeZone, now } = services;
    const span = { start: written(input.start), end: written(input.end) };
    const wrong = wrongSpan(span);
    if (wrong !== null) return retry(wrong);
    const contacts = attendees.length === 0 ? null : await services.contactAddresses(attendees);
    const known = { inThread: [], contacts, ownDomains: [] };
    const isPast = momentOf(span.start, timeZone) < now() - 60_000;
    const effect = serviceEventCreate.of({
      ...place,
      title: input.title,
      ...span,
      timeZone,
      location: input.location || null,
      description: input.description || null,
      attendees,
      meet: input.meet === true ? "yes" : "no",
    });
    return {
      kind: "resolved",
      effects: [effect],
      observed: [],
      lints: [
        ...(isPast
          ? [{ code: "past", level: "warning" as const, message: "This is in the past.", path: "/start" }]
          : []),
        ...lintRecipients({ to: attendees, cc: [] }, known).map((lint) => ({
          ...lint,
          path: lint.path?.replace("/to/", "/attendees/") ?? null,
        })),
      ],
      inContacts: attendees.filter((address) => contacts?.includes(address) === true),
      urgent: false,
    };
  },
});
