/** Search over everything a team has: what is indexed, what a question is, what is found. */
import * as z from "zod";
import { jsonSchema, pageOf, pageQuerySchema, timeSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";

/** What can be found. */
export const searchSourceSchema = z.enum([
  "sms",
  "call",
  "email",
  "file",
  "conversation",
  "note",
  "document",
  "event",
  "issue",
  "account",
  "project",
  "task",
  "comment",
]);
export type SearchKind = z.infer<typeof searchSourceSchema>;

/** Half-open ranges of characters (UTF-16 units) to be marked. Never markup: words from outside are shown as text. */
const rangesSchema = z.array(z.tuple([z.number().int().min(0), z.number().int().min(0)]));

/** One thing found. */
export const searchResultSchema = z.object({
  source: searchSourceSchema,
  id: z.string(),
  title: z.string(),
  titleRanges: rangesSchema,
  /** The words around what was found; the whole text where it is short. */
  snippet: z.string(),
  snippetRanges: rangesSchema,
  at: timeSchema,
  /** Path in the app. */
  url: z.string(),
  /** The conversation or thread it belongs to; null where there is none. */
  thread: z.string().nullable(),
  meta: z.record(z.string(), jsonSchema),
});
export type SearchResult = z.infer<typeof searchResultSchema>;

/** A page of hits, best first. */
export const searchPageSchema = pageOf(searchResultSchema).extend({
  /** Whether each hit holds all of the words, or (nothing does) some of them. */
  matched: z.enum(["all", "some"]),
});
export type SearchPage = z.infer<typeof searchPageSchema>;

/** Days that a search's own words were taken for: both whole days of the team's zone, both counted. */
export const saidDaysSchema = z.object({ words: z.string(), from: z.iso.date(), to: z.iso.date() });

/** A time, or a day in the team's zone. */
const momentSchema = z.union([timeSchema, z.iso.date()]);

/** What holding the index against the records came to in one night; what differed was repaired. */
const searchCheckSchema = z.object({
  at: timeSchema,
  /** Whether all was looked at; else the next night goes on. The figures are of the nights together. */
  isWhole: z.boolean(),
  looked: z.number().int(),
  /** On record and not in the index, or otherwise there, and in the index without being on record. */
  missing: z.number().int(),
  outdated: z.number().int(),
  orphaned: z.number().int(),
  /** Passages without their vector, and vectors without a passage. */
  vectors: z.number().int(),
});
export type SearchCheck = z.infer<typeof searchCheckSchema>;

/** What is indexed, and how far a rebuild has got. */
/** Why search finds words alone: the operator turned meaning off, or the deployment has no embedding model. */
export const meaningOffSchema = z.enum(["turned_off", "no_model"]);
export type MeaningOff = z.infer<typeof meaningOffSchema>;

export const searchStatusSchema = z.object({
  items: z.number().int(),
  bySource: z.record(z.string(), z.number().int()),
  /** Set while the index is being rebuilt from the records. */
  rebuild: z
    .object({ startedAt: timeSchema, done: z.number().int(), problem: z.string().nullable() })
    .nullable(),
  /** What holding the index against the records came to last. Objects of one release before don't say. */
  check: searchCheckSchema.nullable().optional(),
  /** Null while search finds by meaning too. Objects of one release before don't say. */
  meaningOff: meaningOffSchema.nullable().optional(),
});
export type SearchStatus = z.infer<typeof searchStatusSchema>;

/** Endpoints of search. */
export const searchEndpoints = {
  search: endpoint({
    method: "GET",
    path: "/api/search",
    query: pageQuerySchema.extend({
      q: z.string().max(400),
      /** Sources with commas; all where left out. */
      sources: z.string().max(100).optional(),
      from: momentSchema.optional(),
      /** A day counts whole. */
      to: momentSchema.optional(),
      thread: z.string().max(200).optional(),
      /** `1` while somebody is still typing: the last word may be unfinished. */
      typing: z.enum(["0", "1"]).optional(),
      /** `1` to find by meaning where nothing holds all of the words: what lies near stands on the first page, before what holds some. */
      meaning: z.enum(["0", "1"]).optional(),
      /** `1` to take words such as "last week" for the days they say; `from` and `to` go before them. */
      days: z.enum(["0", "1"]).optional(),
    }),
    /** `said` is there where words were taken for days. */
    output: searchPageSchema.extend({ said: saidDaysSchema.optional() }),
  }),
  status: endpoint({ method: "GET", path: "/api/search/status", output: searchStatusSchema }),
  rebuild: endpoint({
    method: "POST",
    path: "/api/search/rebuild",
    output: searchStatusSchema,
    access: "admin",
  }),
};
