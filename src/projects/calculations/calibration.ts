/** Learns how far estimates are off, by kind of work, from actual hours. Pure. */
import { rounded, type TaskFact } from "./types.ts";

/** A kind of work and its correction factor. */
interface Calibration {
  readonly taskType: string;
  readonly averageEstimated: number;
  readonly averageActual: number;
  /** Shrunk towards 1 for small samples. */
  readonly factor: number;
  readonly samples: number;
}

/** With this many samples, the factor is halfway between their average and 1. */
const PRIOR_SAMPLES = 4;
/** Maximum factor, so that a few outliers don't dominate. */
const MOST = 4;

/** Finished work with an estimate and actual hours, by kind. */
export function calibrate(
  tasks: readonly (Pick<TaskFact, "status" | "estimatedHours" | "actualHours"> & {
    readonly type: string;
  })[],
): Calibration[] {
  const measured = tasks.flatMap(({ status, estimatedHours, actualHours, type }) =>
    status === "completed" && (estimatedHours ?? 0) > 0 && (actualHours ?? 0) > 0
      ? [{ type: type.trim().toLowerCase(), estimated: estimatedHours ?? 0, actual: actualHours ?? 0 }]
      : [],
  );
  return [...Map.groupBy(measured, ({ type }) => type)]
    .filter(([type]) => type !== "")
    .map(([taskType, some]) => {
      const samples = some.length;
      const estimated = some.reduce((sum, one) => sum + one.estimated, 0);
      const actual = some.reduce((sum, one) => sum + one.actual, 0);
      const drawn = (samples * (actual / estimated) + PRIOR_SAMPLES) / (samples + PRIOR_SAMPLES);
      return {
        taskType,
        averageEstimated: rounded(estimated / samples),
        averageActual: rounded(actual / samples),
        factor: Math.round(Math.min(MOST, Math.max(1 / MOST, drawn)) * 100) / 100,
        samples,
      };
    })
    .sort((one, other) => other.samples - one.samples || one.taskType.localeCompare(other.taskType));
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
