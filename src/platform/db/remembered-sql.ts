/**
 * SQL that asks nothing twice: the rows of a SELECT are kept until a statement writes to one of its tables. Every write to those tables must come
 * through the same `ObjectSql`; that is so for an object, which alone has its database. What is rolled back, and what is no plain read or write of
 * rows, forgets everything.
 */
import type { ObjectSql, SqlValue } from "./object-sql.ts";

/** Answers with more rows than this are not kept. */
const MAX_ROWS = 50;
/** Kept answers; at one more, all are forgotten. */
const MAX_ANSWERS = 100;

interface Answer {
  readonly tables: ReadonlySet<string>;
  readonly rows: readonly unknown[];
}

/** What is done with which tables; learned once for each text of a statement. */
interface Plan {
  readonly kind: "read" | "write" | "other";
  readonly tables: ReadonlySet<string>;
}

const KINDS: readonly (readonly [Plan["kind"], RegExp])[] = [
  ["read", /^\s*(?:select|with)\b/i],
  ["write", /^\s*(?:insert|replace|update|delete)\b/i],
];
const TABLE = /\b(?:from|join|into|update)\s+"?(\w+)/gi;

/** An object's SQL that remembers; `forget` is for what changes the database from outside it. */
interface RememberedSql extends ObjectSql {
  forget(): void;
}

/** Wraps an object's SQL. */
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
