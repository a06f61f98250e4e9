/**
 * The search index of one tenant in SQLite: full text by stem and prefix, ranked by BM25. Derived data: every write carries the time its
 * record was read, and an older reading changes nothing, so writes may be repeated, reordered and concurrent.
 */
import type { ObjectSql, SqlValue } from "../../platform/db/object-sql.ts";
import type { SearchResult, SearchKind, SearchPage, SearchStatus } from "../../platform/api/search.ts";
import { notHidden } from "./hidden.ts";
import {
  MARKS,
  matchExpression,
  indexText,
  plainForms,
  questionWords,
  rangesOf,
  snippetOf,
} from "./match.ts";
import { FileGrams } from "./file-grams.ts";
import { PassageIndex } from "./passage-index.ts";
import { splitWords } from "./parts.ts";
import type { SearchItem, SearchQuery, SearchRef } from "../../platform/api/search-items.ts";
import { pause } from "../../kernel/time-limit.ts";

const TEXT_CHARS = 100_000;
const TITLE_CHARS = 300;
const KEYWORD_CHARS = 1000;
/** Deepest result that can be paged to. */
const DEEPEST = 1000;
/** Words in more items than this are common: ranking them is slow and pointless, so newest come first. */
const COMMON = 3000;
/** Full-text tables, and pages merged per step. */
const FULL_TEXT = ["stems", "words", "passage_stems", "file_grams"] as const;
const MERGED = 100;
/** Items written in one transaction, in which no search is answered. */
const ITEMS_AT_ONCE = 20;
const FILE = "file";
/** Weights of title, text and keywords. */
const RANK = "2.0, 1.0, 1.5";

interface ItemRow {
  readonly row: number;
  readonly source: string;
  readonly version: number;
  readonly gone: number;
  readonly title: string;
  readonly text: string;
  readonly keywords: string;
}

interface Found {
  readonly row: number;
  readonly score: number;
  readonly at_ms: number;
  readonly table: "stems" | "words";
  readonly expression: string;
}

interface HitRow {
  readonly row: number;
  readonly source: SearchKind;
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly at_ms: number;
  readonly url: string;
  readonly thread: string | null;
  readonly meta: string;
}

function hitOf(found: HitRow): SearchResult {
  const title = rangesOf(found.title);
  const marked = rangesOf(found.text);
  const snippet = snippetOf(marked.text, marked.ranges);
  return {
    source: found.source,
    id: found.id,
    title: title.text,
    titleRanges: title.ranges,
    snippet: snippet.text,
    snippetRanges: snippet.ranges,
    at: new Date(found.at_ms).toISOString(),
    url: found.url,
    thread: found.thread,
    meta: JSON.parse(found.meta) as SearchResult["meta"],
  };
}

interface Match {
  readonly query: SearchQuery;
  readonly from: number;
  /** Ranked by relevance; else newest first. */
  readonly isRanked: boolean;
}

export class SearchIndex {
  readonly #sql: ObjectSql;
  /** Avoids a write per word. */
  #isUntidy = false;
  /** For natural-language questions. */
  readonly passages: PassageIndex;
  /** For characters in files. */
  readonly files: FileGrams;

  constructor(sql: ObjectSql) {
    this.#sql = sql;
    this.passages = new PassageIndex(sql);
    this.files = new FileGrams(sql);
  }

  /** Writes items, skipping those older than the stored version. Returns the number written. */
  put(items: readonly SearchItem[], nowMs: number): number {
    return this.#sql.transaction(() => {
      let written = 0;
      for (const item of items) if (this.#write(item, item.version ?? nowMs, false)) written++;
      return written;
    });
  }

  /** The same for many, a few at a time: searches are answered in between. What is put meanwhile is newer and stays. */
  async putInTurns(items: readonly SearchItem[], nowMs: number): Promise<number> {
    let written = 0;
    for (let at = 0; at < items.length; at += ITEMS_AT_ONCE) {
      if (at > 0) await pause(0);
      written += this.put(items.slice(at, at + ITEMS_AT_ONCE), nowMs);
    }
    return written;
  }

  /** Deletes items. */
  drop(refs: readonly SearchRef[], nowMs: number): void {
    this.#sql.transaction(() => {
      for (const { source, id, version } of refs) {
        const stone = { source, id, title: "", text: "", at: "1970-01-01T00:00:00.000Z", url: "" };
        this.#write(stone, version ?? nowMs, true);
      }
    });
  }

  /**
   * Deletes items of some sources that haven't been written since a time, i.e. after a full rewrite. Bounded by `limit`; returns whether
   * all are done.
   */
  dropOlderThan(sources: readonly SearchKind[], versionMs: number, limit: number): boolean {
    return this.#sql.transaction(() => {
      const old = this.#sql.rows<ItemRow>(
        "select row, source, version, gone, title, text, keywords from items where version < ? and source in (select value from json_each(?)) limit ?",
        versionMs,
        JSON.stringify(sources),
        limit,
      );
      for (const row of old) {
        this.#unlist(row);
        this.#sql.rows("delete from items where row = ?", row.row);
      }
      return old.length < limit;
    });
  }

  /** Items with all of the words or, if there are none, some of them. */
  query(query: SearchQuery): SearchPage {
    const words = questionWords(query.q);
    const { isSome, from } = readCursor(query.cursor);
    if (words.length === 0) return { items: [], nextCursor: null, matched: "all" };
    let matched: SearchPage["matched"] = isSome ? "some" : "all";
    const some = splitWords(words);
    let found = this.#find(query, matched === "some" ? some : words, matched, from);
    if (found.length === 0 && from === 0 && some.length > 1) {
      matched = "some";
      found = this.#find(query, some, matched, from);
    }
    const next = from + query.limit;
    return {
      items: this.#hits(found.slice(from, next)),
      nextCursor: found.length > next && next < DEEPEST ? `${matched}:${next}` : null,
      matched,
    };
  }

  /** A page of entries in row order and its last row; null at the end. */
  page(after: number, limit: number): { readonly refs: SearchRef[]; readonly last: number | null } {
    const rows = this.#sql.rows<{ row: number; gone: number; source: SearchKind; id: string }>(
      "select row, gone, source, id from items where row > ? order by row limit ?",
      after,
      limit,
    );
    const refs = rows.filter(({ gone }) => gone === 0).map(({ source, id }) => ({ source, id }));
    return { refs, last: rows.at(-1)?.row ?? null };
  }

  /** Whether an item is stored, in any version. */
  knows({ source, id }: SearchRef): boolean {
    const there = "select 1 from items where source = ? and id = ? and gone = 0";
    return this.#sql.rows(there, source, id).length > 0;
  }

  /** Whether an item is stored in its current form with its passages. */
  has(item: SearchItem): boolean {
    const [known] = this.#sql.rows<Record<string, SqlValue>>(
      `select row, ${STORED.join(", ")} from items where source = ? and id = ? and gone = 0`,
      item.source,
      item.id,
    );
    if (known === undefined) return false;
    const values = storedOf(item);
    return (
      STORED.every((name) => known[name] === values[name]) && this.passages.has(Number(known["row"]), item)
    );
  }

  counts(): Pick<SearchStatus, "items" | "bySource"> {
    const rows = this.#sql.rows<{ source: SearchKind; count: number }>(
      "select source, count(*) as count from items where gone = 0 group by source order by source",
    );
    const bySource = Object.fromEntries(rows.map(({ source, count }) => [source, count]));
    return { items: rows.reduce((sum, { count }) => sum + count, 0), bySource };
  }

  #find(query: SearchQuery, words: readonly string[], matched: SearchPage["matched"], from: number): Found[] {
    const rare = words.filter((word) => !this.#isCommon("stems", matchExpression([word], "AND", false)));
    // A common word alone wouldn't find anything relevant.
    const asked = matched === "some" && rare.length > 0 ? rare : words;
    const joint = matched === "all" ? "AND" : "OR";
    const isRanked = rare.length === asked.length;
    const stems = this.#match("stems", matchExpression(asked, joint, false), { query, from, isRanked });
    const typed = query.typing === true ? this.#typed(asked, joint, { query, from, isRanked }) : [];
    const best = new Map<number, Found>();
    for (const found of [...typed, ...stems]) {
      const known = best.get(found.row);
      if (known === undefined || found.score < known.score) best.set(found.row, found);
    }
    return [...best.values()].sort(
      (left, right) => left.score - right.score || right.at_ms - left.at_ms || left.row - right.row,
    );
  }

  /** Matches while the last word may be incomplete. */
  #typed(words: readonly string[], joint: "AND" | "OR", match: Match): Found[] {
    const isRanked =
      match.isRanked && !this.#isCommon("words", matchExpression(words.slice(-1), "AND", true));
    return this.#match("words", matchExpression(words, joint, true), { ...match, isRanked });
  }

  #isCommon(table: Found["table"], expression: string): boolean {
    const [row] = this.#sql.rows<{ count: number }>(
      `select count(*) as count from (select 1 from ${table} where ${table} match ? limit ?)`,
      expression,
      COMMON + 1,
    );
    return (row?.count ?? 0) > COMMON;
  }

  #match(table: Found["table"], expression: string, { query, from, isRanked }: Match): Found[] {
    const { sources, thread } = query;
    const visible = notHidden("i.row", query);
    const matching = `from ${table} join items i on i.row = ${table}.rowid
       where ${table} match ? and i.at_ms >= ? and i.at_ms < ?
         and (? is null or i.source in (select value from json_each(?))) and (? is null or i.thread = ?)${visible.sql}`;
    const rows = this.#sql.rows<{ row: number; score: number; at_ms: number }>(
      isRanked
        ? `select i.row as row, bm25(${table}, ${RANK}) as score, i.at_ms as at_ms ${matching} order by score, i.at_ms desc limit ?`
        : `select * from (select i.row as row, 0 as score, i.at_ms as at_ms ${matching} order by ${table}.rowid desc limit ${COMMON}) order by at_ms desc, row limit ?`,
      expression,
      query.from === undefined ? -8.64e15 : Date.parse(query.from),
      query.to === undefined ? 8.64e15 : Date.parse(query.to),
      sources === undefined ? null : 1,
      JSON.stringify(sources ?? []),
      thread === undefined ? null : 1,
      thread ?? "",
      ...visible.values,
      from + query.limit + 1,
    );
    return rows.map((row) => ({ ...row, table, expression }));
  }

  /** Fetches the page's snippets with each query run once: seeking one row of a common word costs as much as scanning its neighbors. */
  #hits(page: readonly Found[]): SearchResult[] {
    const groups = Map.groupBy(page, ({ table, expression }) => `${table} ${expression}`);
    const hits = new Map([...groups.values()].flatMap((group) => this.#hitsOf(group)));
    return page.flatMap(({ row }) => hits.get(row) ?? []);
  }

  /** The plus keeps the row filter out of FTS5, which accepts any row for `rowid = ?` beside a match (SQLite 3.53). */
  #hitsOf(group: readonly Found[]): [number, SearchResult][] {
    const [first] = group;
    if (first === undefined) return [];
    const { table, expression } = first;
    const numbers = group.map(({ row }) => row);
    const rows = this.#sql.rows<HitRow>(
      `select i.row, i.source, i.id, highlight(${table}, 0, ?, ?) as title, highlight(${table}, 1, ?, ?) as text,
              i.at_ms, i.url, i.thread, i.meta
       from ${table} join items i on i.row = ${table}.rowid
       where ${table} match ? and ${table}.rowid between ? and ? and +${table}.rowid in (select value from json_each(?))`,
      MARKS.open,
      MARKS.close,
      MARKS.open,
      MARKS.close,
      expression,
      Math.min(...numbers),
      Math.max(...numbers),
      JSON.stringify(numbers),
    );
    return rows.map((row) => [row.row, hitOf(row)]);
  }

  #write(given: SearchItem, version: number, gone: boolean): boolean {
    const forms = plainForms(`${given.title} ${given.text}`);
    const item = forms === "" ? given : { ...given, keywords: `${given.keywords ?? ""} ${forms}`.trim() };
    const [known] = this.#sql.rows<ItemRow>(
      "select row, source, version, gone, title, text, keywords from items where source = ? and id = ?",
      item.source,
      item.id,
    );
    if (known !== undefined && known.version > version) return false;
    if (known !== undefined) this.#unlist(known);
    const stored = storedOf(item);
    const values = [version, gone ? 1 : 0, ...STORED.map((name) => stored[name])];
    const row = this.#keep(known?.row, item, values);
    if (!gone) {
      this.#list({ ...stored, row });
      if (item.source === FILE) this.files.put(row, item.text, item.isCut === true);
      this.passages.put(row, item, stored.at_ms);
    }
    return true;
  }

  /** No `returning` and no upsert: both make SQLite open a statement savepoint, which makes FTS5 flush word by word. */
  #keep(known: number | undefined, { source, id }: SearchRef, values: readonly SqlValue[]): number {
    if (known === undefined)
      this.#sql.rows(
        "insert into items (source, id, version, gone, title, text, keywords, at_ms, url, thread, shelf, meta) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        source,
        id,
        ...values,
      );
    else
      this.#sql.rows(
        "update items set version = ?, gone = ?, title = ?, text = ?, keywords = ?, at_ms = ?, url = ?, thread = ?, shelf = ?, meta = ? where row = ?",
        ...values,
        known,
      );
    return known ?? this.#sql.rows<{ row: number }>("select last_insert_rowid() as row")[0]?.row ?? 0;
  }

  #list({ row, title, text, keywords }: Omit<ItemRow, "source" | "version" | "gone">): void {
    for (const table of ["stems", "words"]) {
      this.#sql.rows(
        `insert into ${table} (rowid, title, text, keywords) values (?, ?, ?, ?)`,
        row,
        title,
        text,
        keywords,
      );
    }
  }

  /**
   * Purges deleted words from the full-text tables, which FTS5 drops only when merging (SQLite, "FTS5", 6.9 merge). One step; returns
   * where to continue, or null at the end.
   */
  tidy(after: string | null): string | null {
    const at = FULL_TEXT.findIndex((table) => table === after);
    if (at === -1) {
      this.#isUntidy = false;
      if (this.#sql.rows("delete from untidy returning one").length === 0) return null;
      return this.#merge(FULL_TEXT[0], -MERGED) ? FULL_TEXT[0] : null;
    }
    const table = FULL_TEXT[at];
    if (table !== undefined && this.#merge(table, MERGED)) return table;
    const following = FULL_TEXT[at + 1];
    if (following === undefined) return null;
    this.#merge(following, -MERGED);
    return following;
  }

  /** Returns whether there was anything to merge. */
  #merge(table: (typeof FULL_TEXT)[number], pages: number): boolean {
    const shape = (): unknown =>
      this.#sql.rows<{ shape: string }>(`select hex(block) as shape from ${table}_data where id = 10`)[0]
        ?.shape;
    const before = shape();
    this.#sql.rows(`insert into ${table} (${table}, rank) values ('merge', ?)`, pages);
    return shape() !== before;
  }

  /** FTS5 can delete a row of an external content table only if given the exact indexed text. */
  #unlist({ row, source, gone, title, text, keywords }: ItemRow): void {
    if (gone === 1) return;
    if (!this.#isUntidy) this.#sql.rows("insert or ignore into untidy values (1)");
    this.#isUntidy = true;
    this.passages.drop(row);
    if (source === FILE) this.files.drop(row);
    for (const table of ["stems", "words"]) {
      this.#sql.rows(
        `insert into ${table} (${table}, rowid, title, text, keywords) values ('delete', ?, ?, ?, ?)`,
        row,
        title,
        text,
        keywords,
      );
    }
  }
}

/** An item's columns besides name and version, in write order. */
const STORED = ["title", "text", "keywords", "at_ms", "url", "thread", "shelf", "meta"] as const;

function storedOf(item: SearchItem) {
  const atMs = Date.parse(item.at);
  return {
    title: indexText(item.title, TITLE_CHARS),
    text: indexText(item.text, TEXT_CHARS),
    keywords: indexText(item.keywords ?? "", KEYWORD_CHARS),
    at_ms: Number.isNaN(atMs) ? 0 : atMs,
    url: item.url,
    thread: item.thread ?? null,
    shelf: item.shelf ?? null,
    meta: metaOf(item),
  };
}

/** The summary is displayed with the item. */
function metaOf({ meta, summary }: SearchItem): string {
  return JSON.stringify(summary === undefined ? (meta ?? {}) : { ...meta, summary });
}

/** The start of a page; an invalid cursor means the first page. */
function readCursor(cursor = ""): { isSome: boolean; from: number } {
  const [, matched, from] = /^(all|some):(\d{1,4})$/.exec(cursor) ?? [];
  return { isSome: matched === "some", from: Math.min(DEEPEST, Number(from ?? "0")) };
}
