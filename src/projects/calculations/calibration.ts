/** Learns how far estimates are off, by kind of work, from actual hours. Pure. */
import { rounded, type TaskFact } from "./types.ts";

/** A kind of work, a member or a tag, and its correction factor. */
export interface Calibration {
  readonly of: string;
  readonly averageEstimated: number;
  readonly averageActual: number;
  /** Shrunk towards 1 for small samples. */
  readonly factor: number;
  readonly samples: number;
}

type Measured = Pick<TaskFact, "status" | "estimatedHours" | "actualHours" | "type" | "assignees" | "tagIds">;

/** With this many samples, the factor is halfway between their average and 1. */
const PRIOR_SAMPLES = 4;
/** Maximum factor, so that a few outliers don't dominate. */
const MOST = 4;

/** Finished work with an estimate and actual hours, by what each task is counted under: its kind by default. */
export function calibrate(
  tasks: readonly Measured[],
  under: (task: Measured) => readonly string[] = ({ type }) => [type ?? ""],
): Calibration[] {
  const measured = tasks.flatMap((task) => {
    const { status, estimatedHours: estimated, actualHours: actual } = task;
    if (status !== "completed" || !estimated || !actual) return [];
    return under(task).map((of) => ({ of, estimated, actual }));
  });
  return [...Map.groupBy(measured, ({ of }) => of)]
    .filter(([of]) => of !== "")
    .map(([of, some]) => {
      const samples = some.length;
      const estimated = some.reduce((sum, one) => sum + one.estimated, 0);
      const actual = some.reduce((sum, one) => sum + one.actual, 0);
      const drawn = (samples * (actual / estimated) + PRIOR_SAMPLES) / (samples + PRIOR_SAMPLES);
      return {
        of,
        averageEstimated: rounded(estimated / samples),
        averageActual: rounded(actual / samples),
        factor: Math.round(Math.min(MOST, Math.max(1 / MOST, drawn)) * 100) / 100,
        samples,
      };
    })
    .sort((one, other) => other.samples - one.samples || one.of.localeCompare(other.of));
}

/**
 * Estimate accuracy from 0 to 1: the smaller of estimate and actual divided by the larger, averaged. Null
 * without samples.
 */
export function estimationAccuracy(
  tasks: readonly Pick<TaskFact, "status" | "estimatedHours" | "actualHours">[],
): number | null {
  const shares = tasks.flatMap(({ status, estimatedHours, actualHours }) =>
    status === "completed" && (estimatedHours ?? 0) > 0 && (actualHours ?? 0) > 0
      ? [Math.min(estimatedHours ?? 0, actualHours ?? 0) / Math.max(estimatedHours ?? 0, actualHours ?? 0)]
      : [],
  );
  if (shares.length === 0) return null;
  return Math.round((shares.reduce((sum, share) => sum + share, 0) / shares.length) * 100) / 100;
}

/** An estimate corrected by the factor, rounded to half hours. */
export function calibrated(hours: number, factor: number): number {
  return Math.max(0.5, Math.round(hours * factor * 2) / 2);
}
