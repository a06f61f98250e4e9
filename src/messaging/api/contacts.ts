/** Contacts: the directory, and everything exchanged with a person. */
import * as z from "zod";
import { pageOf, pageQuerySchema, timeSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";
import { textMediaSchema } from "./text-media.ts";

/** When and how a person was last in touch. */
export const lastTouchSchema = z.object({
  at: timeSchema,
  kind: z.enum(["text", "call", "email"]),
  direction: z.enum(["incoming", "outgoing"]),
});
export type LastTouch = z.infer<typeof lastTouchSchema>;

export const contactLineSchema = z.object({
  id: z.string(),
  name: z.string(),
  company: z.string().nullable(),
  /** Relation to the team, such as "Tenant". */
  role: z.string().nullable(),
  /** Home or workplace, such as "12 Birch St #4B". */
  place: z.string().nullable(),
  /** First phone number, formatted for display. */
  phone: z.string().nullable(),
  email: z.string().nullable(),
  /** A member of the team. */
  internal: z.boolean(),
  /** Null if nothing is on record, and in responses to `brief`. */
  last: lastTouchSchema.nullable(),
});
export type ContactLine = z.infer<typeof contactLineSchema>;

const sharerSchema = z.object({ id: z.string(), name: z.string() });

/** A person, looked up by contact ID, phone number or e-mail address. */
export const personSchema = z.object({
  /** Null for a number or address without a contact. */
  id: z.string().nullable(),
  name: z.string(),
  company: z.string().nullable(),
  role: z.string().nullable(),
  place: z.string().nullable(),
  internal: z.boolean(),
  /** One of the team's own contacts, which its people change here. */
  own: z.boolean(),
  notes: z.string(),
  numbers: z.array(
    z.object({
      label: z.string(),
      number: z.string(),
      shown: z.string(),
      /** The number texted STOP. */
      optedOut: z.boolean(),
      /** Whether any text or call with this number is on record. */
      isKnown: z.boolean(),
      sharedWith: z.array(sharerSchema),
    }),
  ),
  emails: z.array(z.object({ address: z.string(), sharedWith: z.array(sharerSchema) })),
  /** Other contacts that share the requested number or address. */
  others: z.array(sharerSchema),
  /** Drafts to this person that await a decision. */
  drafts: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      words: z.string(),
      urgent: z.boolean(),
      createdAt: timeSchema,
    }),
  ),
});
export type Person = z.infer<typeof personSchema>;

/** One exchange between the person and the team. */
export const timelineItemSchema = z.object({
  id: z.string(),
  kind: z.enum(["text", "call", "email"]),
  at: timeSchema,
  direction: z.enum(["incoming", "outgoing"]),
  /** The subject of an e-mail. */
  title: z.string().nullable(),
  /** Excerpt from the beginning. */
  words: z.string(),
  /** Photos and files of a text. */
  media: z.array(textMediaSchema).optional(),
  /** The person's number or address. */
  with: z.string(),
  /** App path of the full item. */
  url: z.string(),
});
export type TimelineItem = z.infer<typeof timelineItemSchema>;

export const contactEndpoints = {
  list: endpoint({
    method: "GET",
    path: "/api/contacts",
    query: pageQuerySchema.extend({
      q: z.string().max(200).optional(),
      /** `1`: omit when each contact was last in touch. */
      brief: z.enum(["0", "1"]).optional(),
    }),
    output: pageOf(contactLineSchema).extend({
      /** Progress of the contact sync with the phone system. */
      sync: z.object({
        state: z.enum(["not_connected", "reading", "done"]),
        read: z.number().int(),
        problem: z.string().nullable(),
      }),
    }),
  }),
  get: endpoint({ method: "GET", path: "/api/contacts/:id", output: personSchema }),
  timeline: endpoint({
    method: "GET",
    path: "/api/contacts/:id/timeline",
    query: pageQuerySchema.extend({ kind: z.enum(["text", "call", "email"]).optional() }),
    /** Newest first. */
    output: pageOf(timelineItemSchema),
  }),
};
