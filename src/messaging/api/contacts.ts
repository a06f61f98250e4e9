/** People: the directory of contacts, and everything with one of them. */
import * as z from "zod";
import { pageOf, pageQuerySchema, timeSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";
import { textMediaSchema } from "./text-media.ts";

/** When somebody was last in touch, and how. */
export const lastTouchSchema = z.object({
  at: timeSchema,
  kind: z.enum(["text", "call", "email"]),
  direction: z.enum(["incoming", "outgoing"]),
});
export type LastTouch = z.infer<typeof lastTouchSchema>;

/** A line of the directory. */
export const contactLineSchema = z.object({
  id: z.string(),
  name: z.string(),
  company: z.string().nullable(),
  /** What they are to the team, such as "Tenant". */
  role: z.string().nullable(),
  /** Where they live or work, such as "12 Birch St #4B". */
  place: z.string().nullable(),
  /** The first of their numbers, as people read it. */
  phone: z.string().nullable(),
  email: z.string().nullable(),
  /** One of the team's own people. */
  internal: z.boolean(),
  /** Null where nothing is on record, and in answers to `brief`. */
  last: lastTouchSchema.nullable(),
});
export type ContactLine = z.infer<typeof contactLineSchema>;

const sharerSchema = z.object({ id: z.string(), name: z.string() });

/** Somebody, found by a contact's id, a number or an e-mail address. */
export const personSchema = z.object({
  /** Null for a number or address that is not in the contacts. */
  id: z.string().nullable(),
  name: z.string(),
  company: z.string().nullable(),
  role: z.string().nullable(),
  place: z.string().nullable(),
  internal: z.boolean(),
  numbers: z.array(
    z.object({
      label: z.string(),
      number: z.string(),
      shown: z.string(),
      /** Texted STOP. */
      optedOut: z.boolean(),
      /** Whether any text or call with it is on record. */
      isKnown: z.boolean(),
      sharedWith: z.array(sharerSchema),
    }),
  ),
  emails: z.array(z.object({ address: z.string(), sharedWith: z.array(sharerSchema) })),
  /** Others the number or address that was asked for belongs to as well. */
  others: z.array(sharerSchema),
  /** Drafts to them that wait for a decision. */
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

/** Something between them and the team. */
export const timelineItemSchema = z.object({
  id: z.string(),
  kind: z.enum(["text", "call", "email"]),
  at: timeSchema,
  direction: z.enum(["incoming", "outgoing"]),
  /** An e-mail's subject. */
  title: z.string().nullable(),
  /** Its beginning. */
  words: z.string(),
  /** Photos and files of a text. */
  media: z.array(textMediaSchema).optional(),
  /** The number or address it was with. */
  with: z.string(),
  /** Path in the app that shows it whole. */
  url: z.string(),
});
export type TimelineItem = z.infer<typeof timelineItemSchema>;

/** Endpoints of people. */
export const contactEndpoints = {
  list: endpoint({
    method: "GET",
    path: "/api/contacts",
    query: pageQuerySchema.extend({
      q: z.string().max(200).optional(),
      /** `1`: without when they were last in touch. */
      brief: z.enum(["0", "1"]).optional(),
    }),
    output: pageOf(contactLineSchema).extend({
      /** How far the phone system's contacts have been read. */
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
