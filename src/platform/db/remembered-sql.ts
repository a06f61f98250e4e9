/**
 * Caches the rows of SELECTs until a statement writes to one of their tables. Requires that all writes use
 * the same `ObjectSql`, which holds for an object, the only owner of its database. A rollback, or a
 * statement that isn't a plain read or write, clears the cache.
 */
import type { ObjectSql, SqlValue } from "./object-sql.ts";

/** Larger results are not cached. */
const MAX_ROWS = 50;
/** Maximum cached results; beyond it, the cache is cleared. */
const MAX_ANSWERS = 100;

interface Answer {
  readonly tables: ReadonlySet<string>;
  readonly rows: readonly unknown[];
}

/** The tables a statement reads or writes; cached by SQL text. */
interface Plan {
  readonly kind: "read" | "write" | "other";
  readonly tables: ReadonlySet<string>;
}

const KINDS: readonly (readonly [Plan["kind"], RegExp])[] = [
  ["read", /^\s*(?:select|with)\b/i],
  ["write", /^\s*(?:insert|replace|update|delete)\b/i],
];
const TABLE = /\b(?:from|join|into|update)\s+"?(\w+)/gi;

/** `forget` clears the cache after changes from outside. */
interface RememberedSql extends ObjectSql {
  forget(): void;
}

export function rememberedSql(sql: ObjectSql): RememberedSql {
  const plans = new Map<string, Plan>();
  const answers = new Map<string, Answer>();

  const planOf = (statement: string): Plan => {
    const known = plans.get(statement);
    if (known !== undefined) return known;
    const kind = KINDS.find(([, begins]) => begins.test(statement))?.[0] ?? "other";
    const tables = new Set([...statement.matchAll(TABLE)].map(([, table = ""]) => table.toLowerCase()));
    const plan = { kind, tables };
    plans.set(statement, plan);
    return plan;
  };

  const forgetTables = ({ kind, tables }: Plan): void => {
    if (kind === "other") answers.clear();
    for (const [key, answer] of answers)
      if ([...tables].some((table) => answer.tables.has(table))) answers.delete(key);
  };

  const read = <Row>(plan: Plan, statement: string, bindings: readonly SqlValue[]): Row[] => {
    const key = JSON.stringify([statement, ...bindings]);
    const known = answers.get(key);
    if (known !== undefined) return [...known.rows] as Row[];
    const rows = sql.rows<Row>(statement, ...bindings);
    if (answers.size >= MAX_ANSWERS) answers.clear();
    if (rows.length <= MAX_ROWS) answers.set(key, { tables: plan.tables, rows: [...rows] });
    return rows;
  };

  return {
    rows<Row>(statement: string, ...bindings: readonly SqlValue[]): Row[] {
      const plan = planOf(statement);
      if (plan.kind === "read") return read<Row>(plan, statement, bindings);
      try {
        return sql.rows<Row>(statement, ...bindings);
      } finally {
        forgetTables(plan);
      }
    },
    transaction<Result>(work: () => Result): Result {
      try {
        return sql.transaction(work);
      } catch (error) {
        answers.clear();
        throw error;
      }
    },
    forget: () => answers.clear(),
  };
}
