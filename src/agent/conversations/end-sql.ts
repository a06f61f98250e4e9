/** A run's end as columns of the tables of turns and sub-runs. */
import type { SqlValue } from "../../platform/db/object-sql.ts";
import type { Json } from "../../kernel/hash.ts";
import type { RunEnd, RunFailureCode, SettledReason } from "../runs/index.ts";

/** The columns as SQLite returns them. */
export interface EndSqlRow {
  stop_reason: string | null;
  error_code: string | null;
  error_message: string | null;
  output: string | null;
}

/** The end of a run that has one. */
export function endOfRow(row: EndSqlRow): RunEnd {
  const reason = (row.stop_reason ?? "failed") as RunEnd["reason"];
  if (reason === "failed") {
    const code = (row.error_code ?? "internal") as RunFailureCode;
    return { reason, error: { code, message: row.error_message ?? "" } };
  }
  if (reason === "end_turn" && row.output !== null) {
    return { reason, error: null, output: JSON.parse(row.output) as Json };
  }
  return { reason, error: null } satisfies { reason: SettledReason; error: null };
}

/** In the order of the columns above; all null for a run that has not ended. */
export function endValues(end: RunEnd | null): SqlValue[] {
  const output = end?.reason === "end_turn" ? end.output : undefined;
  return [
    end?.reason ?? null,
    end?.error?.code ?? null,
    end?.error?.message ?? null,
    output === undefined ? null : JSON.stringify(output),
  ];
}
