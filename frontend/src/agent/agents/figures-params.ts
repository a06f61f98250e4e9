import { FIGURE_DAYS } from "../../../../src/team/api/metrics.ts";

export type FigureDays = "1" | "7" | "30";

/** Search parameters of the figures page. */
export interface FiguresParams {
  readonly days?: FigureDays | undefined;
}

export function figuresParams({ days }: Record<string, unknown>): FiguresParams {
  const known = FIGURE_DAYS.some((one) => String(one) === String(days));
  return { days: known ? (String(days) as FigureDays) : undefined };
}
