/**
 * Which files may hold some characters, wherever in a word they stand: every three characters that follow each other are a term of their own. What is
 * found may hold them elsewhere or not in a row, and is looked at by whoever asks; what holds them is always found.
 */
import type { ObjectSql } from "../../platform/db/object-sql.ts";
import { foldWords } from "../../kernel/fold-words.ts";
import { parted } from "./parts.ts";
import type { FileWordsQuery, FoundFiles } from "../api/search-items.ts";

const GRAM = 3;
/** Terms a word is looked up by: more of them narrow little further. */
const GRAMS_A_WORD = 12;
/** Terms that one or two characters may begin: of more, half of all files would be found. */
const MOST_BEGINNINGS = 200;
/** Behind a text, so that its last characters begin terms too. */
const END = "\n".repeat(GRAM - 1);

/** The files of one tenant's index, by the characters in them. */
export class FileGrams {
  readonly #sql: ObjectSql;

  constructor(sql: ObjectSql) {
    this.#sql = sql;
  }

  /** Lists a file's text under the row of its item. `isCut`: there is more of it, which is not known here. */
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

  /** Files listed before there were terms are listed by a rebuild. */
  isBehind(): boolean {
    return this.#sql.rows("select 1 from files_behind").length > 0;
  }

  /** Files that may hold all of the words, and those of which only a part is known; null where the words narrow nothing. */
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

  /** What FTS5 is asked for a word; null where it says nothing. */
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
    // Nothing in any file begins so: neither does anything with three noncharacters.
    if (terms.length === 0) return quoted("\u{10fffe}".repeat(GRAM));
    return `(${terms.map(({ term }) => quoted(term)).join(" OR ")})`;
  }
}

function quoted(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}
