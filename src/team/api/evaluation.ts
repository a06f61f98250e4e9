/**
 * The evaluation record: results of each golden set for this release's agents, over time. Written by `npm run
 * eval -- --record` and deployed as the file `/evaluation.json`, which a page reads.
 */
import * as z from "zod";

const digestsSchema = z.record(z.string(), z.string());

/** A metric of a set on a day. */
export const evaluationResultSchema = z.strictObject({
  /** The metric's name: its set's for a model, else with what was measured. */
  set: z.string(),
  mode: z.enum(["code", "live"]),
  /** Date of measurement, such as `2026-11-28`. */
  at: z.iso.date(),
  /** The model used; null if none. */
  model: z.string().nullable(),
  /** Digests of the instructions of each agent the metric depends on; empty if it depends on none. */
  prompts: digestsSchema,
  right: z.number().int(),
  cases: z.number().int(),
  value: z.number(),
  /** The required minimum, in the unit of the value. */
  line: z.number(),
  unit: z.enum(["share", "seconds", "tau", "recall", "points"]),
});
export type EvaluationResult = z.infer<typeof evaluationResultSchema>;

/** Description of a set. */
export const evaluationSetSchema = z.strictObject({
  set: z.string(),
  title: z.string(),
  /** Display name of the agents it measures. */
  group: z.string(),
  /** Agents whose output determines it; empty if no model is used. */
  agents: z.array(z.string()),
  /** Completes the sentence “A case is right when”. */
  right: z.string(),
  /** Names of code-only metrics that differ from the set's. */
  figures: z.array(z.string()),
});
export type EvaluationSet = z.infer<typeof evaluationSetSchema>;

/** Of each set and mode, the newest result is last. */
export const evaluationRecordSchema = z.strictObject({
  sets: z.array(evaluationSetSchema),
  /** Digests of the current instructions. */
  prompts: digestsSchema,
  results: z.array(evaluationResultSchema),
});
export type EvaluationRecord = z.infer<typeof evaluationRecordSchema>;

/** Whether a metric belongs to the set. */
export function isFigureOf({ set, figures }: EvaluationSet, name: string): boolean {
  return name === set || name.startsWith(`${set}, `) || figures.includes(name);
}
