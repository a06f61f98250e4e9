/** A run's figures as columns of the tables of turns and sub-runs. */
import type { SqlValue } from "../../platform/db/object-sql.ts";
import type { RunFigures } from "../runs/index.ts";

/** The columns as SQLite returns them. */
export interface FiguresSqlRow {
  model: string;
  model_calls: number;
  tool_calls: number;
  usage: string;
  cost_micro_usd: number;
  open_reserve_micro_usd: number;
  fallbacks: number;
}

export function figuresOfRow(row: FiguresSqlRow): RunFigures {
  return {
    model: row.model,
    modelCalls: row.model_calls,
    toolCalls: row.tool_calls,
    usage: JSON.parse(row.usage) as RunFigures["usage"],
    costMicroUsd: row.cost_micro_usd,
    fallbacks: row.fallbacks,
  };
}

/** Assignments of an UPDATE; its bindings are `figureValues`. */
export const SET_FIGURES =
  "model = ?, model_calls = ?, tool_calls = ?, usage = ?, cost_micro_usd = ?, fallbacks = ?, open_reserve_micro_usd = ?";

export function figureValues(figures: RunFigures, openReserveMicroUsd: number): SqlValue[] {
  return [
    figures.model,
    figures.modelCalls,
    figures.toolCalls,
    JSON.stringify(figures.usage),
    figures.costMicroUsd,
    figures.fallbacks,
    openReserveMicroUsd,
  ];
}
