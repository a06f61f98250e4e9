/**
 * Trigram index of files: finds files that may contain given characters anywhere in a word. Results may be false positives, which the
 * caller checks; there are no false negatives.
 */
import type { ObjectSql } from "../../platform/db/object-sql.ts";
import { foldWords } from "../../kernel/fold-words.ts";
import { parted } from "./parts.ts";
import type { FileWordsQuery, FoundFiles } from "../../platform/api/search-items.ts";

const GRAM = 3;
/** Maximum trigrams per word: more barely narrow the result. */
const GRAMS_A_WORD = 12;
/** Maximum trigrams for a one or two character prefix: with more, half of all files would match. */
const MOST_BEGINNINGS = 200;
/** Appended to a text so that its last characters start trigrams too. */
const END = "\n".repeat(GRAM - 1);

/** The trigram index of one tenant's files. */
export class FileGrams {
  readonly #sql: ObjectSql;

  constructor(sql: ObjectSql) {
    this.#sql = sql;
  }

  /** Indexes a file's text under its item's row. `isCut` means the text is truncated. */
  put(row: number, text: string, isCut: boolean): void {
    this.#sql.rows("insert into file_grams (rowid, text) values (?, ?)", row, foldWords(text) + END);
    if (isCut) this.#sql.rows("insert or ignore into file_cuts (row) values (?)", row);
    this.#count(1);
  }

  drop(row: number): void {
    this.#sql.rows("delete from file_grams where rowid = ?", row);
    this.#sql.rows("delete from file_cuts where row = ?", row);
    this.#count(-1);
  }

  #count(by: 1 | -1): void {
    this.#sql.rows("update file_count set there = there + ?", by);
  }

  /** Files indexed before trigrams existed need a rebuild. */
  isBehind(): boolean {
    return this.#sql.rows("select 1 from files_behind").length > 0;
  }

  /** Files that may contain all words, plus truncated ones; null if the words don't narrow the result. */
  find({ words, folder, limit }: FileWordsQuery): FoundFiles | null {
    const parts = words.map((word) => this.#expression(word)).filter((part) => part !== null);
    if (parts.length === 0) return null;
    const known = this.#sql.rows<{ there: number }>("select there from file_count")[0]?.there ?? 0;
    const rows = this.#sql.rows<{ id: string }>(
      `select id from items where row in (select rowid from file_grams where file_grams match ? union all select row from file_cuts)
         and gone = 0 and (? = '' or (title >= ? and title < ?)) order by title limit ?`,
      parts.join(" AND "),
      folder,
      `${parted(folder)}/`,
      `${parted(folder)}0`,
      limit,
    );
    return { ids: rows.map(({ id }) => id), known };
  }

  /** The FTS5 expression for a word; null if it has none. */
  #expression(word: string): string | null {
    const characters = Array.from(word);
    if (characters.length < GRAM) return this.#beginning(word);
    const grams = new Set(
      characters.slice(0, 1 - GRAM).map((_, at) => characters.slice(at, at + GRAM).join("")),
    );
    return [...grams].slice(0, GRAMS_A_WORD).map(quoted).join(" AND ");
  }

  #beginning(characters: string): string | null {
    const terms = this.#sql.rows<{ term: string }>(
      "select term from file_terms where term >= ? and term < ? limit ?",
      characters,
      `${characters}\u{10ffff}`,
      MOST_BEGINNINGS + 1,
    );
    if (terms.length > MOST_BEGINNINGS) return null;
    // No file contains such a prefix: match nothing, by noncharacters.
    if (terms.length === 0) return quoted("\u{10fffe}".repeat(GRAM));
    return `(${terms.map(({ term }) => quoted(term)).join(" OR ")})`;
  }
}

function quoted(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}
