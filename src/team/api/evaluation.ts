/** The record of evaluation: what each golden set measured of this release's agents, over time. It is written by `npm run eval -- --record` and goes with a deployment as its file `/evaluation.json`, which a page reads. */
import * as z from "zod";

const digestsSchema = z.record(z.string(), z.string());

/** A figure of a set on a day. */
export const evaluationResultSchema = z.strictObject({
  /** The figure's name: its set's, by itself for a model's, or with what was measured. */
  set: z.string(),
  mode: z.enum(["code", "live"]),
  /** The day it was measured, as `2026-11-28`. */
  at: z.iso.date(),
  /** Which model answered; null where none was asked. */
  model: z.string().nullable(),
  /** A digest of the instructions of each agent that the figure depends on; empty where it depends on none. */
  prompts: digestsSchema,
  right: z.number().int(),
  cases: z.number().int(),
  value: z.number(),
  /** What must be reached at least, in the same unit as the value. */
  line: z.number(),
  unit: z.enum(["share", "seconds", "tau", "recall", "points"]),
});
export type EvaluationResult = z.infer<typeof evaluationResultSchema>;

/** A set in words. */
export const evaluationSetSchema = z.strictObject({
  set: z.string(),
  title: z.string(),
  /** Whose work it measures, as people know it. */
  group: z.string(),
  /** Agents whose words decide it; empty where no model is asked. */
  agents: z.array(z.string()),
  /** Goes on from “A case is right when”. */
  right: z.string(),
  /** Figures of code that are named otherwise than the set. */
  figures: z.array(z.string()),
});
export type EvaluationSet = z.infer<typeof evaluationSetSchema>;

/** All of it. Of a set and mode, the newest result stands last. */
export const evaluationRecordSchema = z.strictObject({
  sets: z.array(evaluationSetSchema),
  /** Digests of the instructions as they are now. */
  prompts: digestsSchema,
  results: z.array(evaluationResultSchema),
});
export type EvaluationRecord = z.infer<typeof evaluationRecordSchema>;

/** Whether a figure is one of the set's. */
export function isFigureOf({ set, figures }: EvaluationSet, name: string): boolean {
  return name === set || name.startsWith(`${set}, `) || figures.includes(name);
}
