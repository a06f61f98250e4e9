/** What a search finds and how its index stands. */
import * as z from "zod";
import { jsonSchema, pageOf, timeSchema } from "./common.ts";

/** Searchable kinds. */
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

/** Half-open ranges of UTF-16 units to highlight. Never markup, since external text is displayed literally. */
const rangesSchema = z.array(z.tuple([z.number().int().min(0), z.number().int().min(0)]));

export const searchResultSchema = z.object({
  source: searchSourceSchema,
  id: z.string(),
  title: z.string(),
  titleRanges: rangesSchema,
  /** Text around the match, or all of it if short. */
  snippet: z.string(),
  snippetRanges: rangesSchema,
  at: timeSchema,
  /** App path. */
  url: z.string(),
  /** Its conversation or thread, or null. */
  thread: z.string().nullable(),
  meta: z.record(z.string(), jsonSchema),
});
export type SearchResult = z.infer<typeof searchResultSchema>;

/** A result page, best first. */
export const searchPageSchema = pageOf(searchResultSchema).extend({
  /** Whether results contain all of the words or, if none does, some of them. */
  matched: z.enum(["all", "some"]),
});
export type SearchPage = z.infer<typeof searchPageSchema>;

/** Results of one night's consistency check against the records; differences were repaired. */
const searchCheckSchema = z.object({
  at: timeSchema,
  /** False if the check continues the next night; the figures accumulate. */
  isWhole: z.boolean(),
  looked: z.number().int(),
  /** Missing, outdated and orphaned index entries. */
  missing: z.number().int(),
  outdated: z.number().int(),
  orphaned: z.number().int(),
  /** Passages without a vector, and vectors without a passage. */
  vectors: z.number().int(),
});
export type SearchCheck = z.infer<typeof searchCheckSchema>;

/** Why semantic search is off: disabled by the operator, or no embedding model. */
export const meaningOffSchema = z.enum(["turned_off", "no_model"]);
export type MeaningOff = z.infer<typeof meaningOffSchema>;

/** Index size and rebuild progress. */
export const searchStatusSchema = z.object({
  items: z.number().int(),
  bySource: z.record(z.string(), z.number().int()),
  /** Set during a rebuild from the records. */
  rebuild: z
    .object({ startedAt: timeSchema, done: z.number().int(), problem: z.string().nullable() })
    .nullable(),
  /** The last check. Optional: objects of the previous release don't report it. */
  check: searchCheckSchema.nullable().optional(),
  /** Null while semantic search is on. Optional: objects of the previous release don't report it. */
  meaningOff: meaningOffSchema.nullable().optional(),
});
export type SearchStatus = z.infer<typeof searchStatusSchema>;
