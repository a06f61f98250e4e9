/**
 * Pending vector work: passages to embed and vectors to delete. Processed in the background in batches, in any order, and safe to repeat.
 */
import type { ObjectSql } from "../../platform/db/object-sql.ts";
import type { SearchKind } from "../../platform/api/search.ts";
import { joinParts } from "./parts.ts";

/** Maximum characters embedded per passage, including context; models read no more. */
const TEXT_CHARS = 2_000;
/** Maximum stored characters per original one (parts.ts). */
const STORED_A_CHAR = 3;
const ABOUT_CHARS = 1_000;
/** Version of `toEmbed`. A change re-embeds everything. */
const WORDING = 2;

/** Upper bound of a passage's embedded characters. */
export function embeddedChars({
  text,
  context,
}: {
  readonly text: string;
  readonly context: string;
}): number {
  return Math.min(text.length, TEXT_CHARS) + Math.min(context.length, ABOUT_CHARS);
}

interface UnembeddedPassage {
  readonly row: number;
  /** The text, preceded by its context. */
  readonly text: string;
  readonly source: SearchKind;
  readonly at: number;
  readonly thread: string;
}

export interface VectorBatch {
  readonly passages: readonly UnembeddedPassage[];
  readonly gone: readonly number[];
}

/** A range of passage rows, and which should have a vector. */
interface VectorSpan {
  readonly rows: readonly number[];
  readonly written: ReadonlySet<number>;
  readonly unused: ReadonlySet<number>;
}

export class VectorWork {
  readonly #sql: ObjectSql;

  constructor(sql: ObjectSql) {
    this.#sql = sql;
  }

  /** Records that a passage was written or deleted. */
  note(row: number, gone: boolean): void {
    this.#sql.rows("insert or replace into vector_work (row, gone) values (?, ?)", row, gone ? 1 : 0);
  }

  /** The next batch; may be empty. */
  next(limit: number): VectorBatch {
    const rows = this.#sql.rows<{ row: number; gone: number }>(
      "select row, gone from vector_work order by gone desc, row desc limit ?",
      limit,
    );
    const written = rows.filter(({ gone }) => gone === 0).map(({ row }) => row);
    const passages = this.#sql.rows<{
      row: number;
      text: string;
      about: string;
      source: SearchKind;
      at_ms: number;
      thread: string | null;
      title: string;
      context: string;
    }>(
      `select p.row, substr(p.text, 1, ${STORED_A_CHAR * TEXT_CHARS}) as text, substr(p.about, 1, ${ABOUT_CHARS}) as about, p.context, p.source, p.at_ms, p.thread, i.title
       from passages p join items i on i.row = p.item where p.row in (select value from json_each(?))`,
      JSON.stringify(written),
    );
    const there = new Set(passages.map(({ row }) => row));
    return {
      passages: passages.map(({ row, source, at_ms: at, thread, ...words }) => ({
        row,
        text: toEmbed(
          {
            ...words,
            title: joinParts(words.title),
            text: joinParts(words.text).slice(0, TEXT_CHARS),
            context: joinParts(words.context),
          },
          thread !== null,
        ),
        source,
        at,
        thread: thread ?? "",
      })),
      gone: [
        ...rows.filter(({ gone }) => gone === 1).map(({ row }) => row),
        ...written.filter((row) => !there.has(row)),
      ],
    };
  }

  /** Marks a batch as done. Rows are never reused, so concurrent notes concern the same text. */
  done({ passages, gone }: VectorBatch): void {
    this.#sql.rows(
      "delete from vector_work where (gone = 0 and row in (select value from json_each(?))) or row in (select value from json_each(?))",
      JSON.stringify(passages.map(({ row }) => row)),
      JSON.stringify(gone),
    );
  }

  /** Number of pending passages. */
  waiting(): number {
    return this.#sql.rows<{ count: number }>("select count(*) as count from vector_work")[0]?.count ?? 0;
  }

  /** The tenant the vectors were made for; null if none. */
  tenant(): string | null {
    return (
      this.#sql.rows<{ tenant: string }>("select tenant from vector_model where one = 1")[0]?.tenant ?? null
    );
  }

  /** The next range of passage rows without pending work: those that should and those that shouldn't have a vector. Null at the end. */
  span(after: number, limit: number): VectorSpan | null {
    const [last] = this.#sql.rows<{ last: number }>("select last from passage_rows where one = 1");
    const end = Math.min(after + limit, last?.last ?? 0);
    if (end <= after) return null;
    const rows = Array.from({ length: end - after }, (_, at) => after + 1 + at);
    const within = (table: "passages" | "vector_work", column: string): Map<number, number> => {
      const sql = `select row, ${column} as it from ${table} where row > ? and row <= ?`;
      const found = this.#sql.rows<{ row: number; it: number }>(sql, after, end);
      return new Map(found.map(({ row, it }) => [row, it]));
    };
    const waits = within("vector_work", "1");
    const passages = within("passages", "trim(text) <> ''");
    return {
      rows,
      written: new Set(rows.filter((row) => passages.get(row) === 1 && !waits.has(row))),
      unused: new Set(rows.filter((row) => !passages.has(row) && !waits.has(row))),
    };
  }

  /** All passage rows, for deleting their vectors. */
  rows(after: number, limit: number): number[] {
    return this.#sql
      .rows<{ row: number }>("select row from passages where row > ? order by row limit ?", after, limit)
      .map(({ row }) => row);
  }

  /** Re-embeds everything if the model changed: vectors of different models can't be compared. */
  useModel(name: string, tenantId: string): void {
    const model = `${name} ${WORDING}`;
    const known = this.#sql.rows<{ model: string }>("select model from vector_model where one = 1")[0]?.model;
    if (known === model) return;
    this.#sql.transaction(() => {
      this.#sql.rows(
        "insert or replace into vector_model (one, model, tenant) values (1, ?, ?)",
        model,
        tenantId,
      );
      this.#sql.rows("insert or replace into vector_work (row, gone) select row, 0 from passages");
    });
  }
}

/**
 * A passage's embedding input. Turns start with the speaker and text, followed by the preceding turn, since leading words weigh most;
 * others start with their context. Dates are left to text search, because models don't distinguish them.
 */
function toEmbed(
  { title, text, about, context }: Readonly<Record<"title" | "text" | "about" | "context", string>>,
  isTurn: boolean,
): string {
  if (text.trim() === "") return "";
  const before = about === "" ? "" : context.slice(0, Math.max(0, context.indexOf(about)));
  const heading = about.split(" › ").slice(1).join(" › ");
  const [name = ""] = title.split(" ");
  const parts = isTurn ? [`${name}: ${text}`, before] : [title, heading, text];
  return parts.filter((part) => part.trim() !== "").join("\n");
}
