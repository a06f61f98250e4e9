/**
 * Passage index for natural-language questions: any significant word may match, weighted by rarity. Context words (title, day, preceding
 * text) count less than the passage's own, and a dialogue turn gains from its neighbors (ranking.ts).
 */
import type { ObjectSql } from "../../platform/db/object-sql.ts";
import type { FoundPassage, RetrieveQuery, SearchItem, Turn } from "../../platform/api/search-items.ts";
import type { SearchKind } from "../../platform/api/search.ts";
import { notHidden } from "./hidden.ts";
import { indexText, matchExpression, plainText, questionWords } from "./match.ts";
import { splitWords, joinParts } from "./parts.ts";
import { isTurn, passagesOf } from "./passages.ts";
import {
  coverageOf,
  fitOf,
  fused,
  nearnessOf,
  NEIGHBORS,
  weightOf,
  fitByPerson,
  type Candidate,
  type NearPassages,
} from "./ranking.ts";
import { VectorWork } from "./vector-work.ts";

/** Weights of a passage's own words and its context. */
const RANK = "1.0, 0.8";
/** Candidate passages by text match. */
const CANDIDATES = 200;
/** The best candidates, which are examined further. */
const LOOKED_AT = 100;
/** Messages further apart than this belong to different sessions. */
const SESSION_GAP_MS = 24 * 3_600_000;
/** A word in more passages than this is insignificant and slow. */
const COMMON = 6_000;
/** Characters of the previous turn used as context. */
const BEFORE_CHARS = 160;
const CONTEXT_CHARS = 1_200;
/** Maximum words per question. */
const MAX_PIECES = 24;

interface PassageRow {
  readonly row: number;
  readonly text: string;
  readonly context: string;
}

interface ShownRow {
  readonly row: number;
  readonly text: string;
  readonly context: string;
  readonly source: SearchKind;
  readonly id: string;
  readonly title: string;
  readonly at_ms: number;
  readonly url: string;
  readonly thread: string | null;
  readonly summary: string | null;
  readonly shelf: string | null;
}

interface TurnRow {
  readonly row: number;
  readonly source: SearchKind;
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly at_ms: number;
  readonly shelf: string | null;
  readonly direction: string | null;
}

/** A question's significant words and their weights. */
interface Telling {
  readonly words: readonly string[];
  readonly weights: readonly number[];
}

const NOTHING_NEAR: NearPassages = { found: [], share: 0 };

export class PassageIndex {
  readonly #sql: ObjectSql;
  /** Pending embeddings. */
  readonly vectors: VectorWork;

  constructor(sql: ObjectSql) {
    this.#sql = sql;
    this.vectors = new VectorWork(sql);
  }

  /** Whether the index predates passages, item sources or split scripts. */
  isBehind(): boolean {
    const [row] = this.#sql.rows<{ behind: number }>(
      "select (exists (select 1 from items where gone = 0) and not exists (select 1 from passages)) or exists (select 1 from unshelved) or exists (select 1 from unparted) as behind",
    );
    return row?.behind === 1;
  }

  /** Replaces an item's passages. */
  put(itemRow: number, item: SearchItem, atMs: number): void {
    const turn = isTurn(item);
    const thread = turn ? (item.thread ?? null) : null;
    const before = thread === null ? "" : this.#before(thread, atMs, itemRow);
    for (const [ordinal, { text, context }] of passagesOf(item).entries()) {
      const passage = {
        row: this.#newRow(),
        text: indexText(text, Number.MAX_SAFE_INTEGER),
        context: contextOf(before, context, item.keywords),
      };
      this.#sql.rows(
        "insert into passages (row, item, ordinal, source, thread, at_ms, text, about, context) values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        passage.row,
        itemRow,
        ordinal,
        item.source,
        thread,
        atMs,
        passage.text,
        plainText(context, 1_000),
        passage.context,
      );
      this.#sql.rows("update passage_count set there = there + 1 where one = 1");
      this.#list(passage);
      this.vectors.note(passage.row, false);
    }
    if (thread !== null) this.#tellNext(thread, atMs, itemRow, lastWords(item.text));
  }

  /** Whether the item has all its passages. */
  has(itemRow: number, item: SearchItem): boolean {
    const [row] = this.#sql.rows<{ count: number }>(
      "select count(*) as count from passages where item = ?",
      itemRow,
    );
    return row?.count === passagesOf(item).length;
  }

  /** Deletes an item's passages. */
  drop(itemRow: number): void {
    const rows = this.#sql.rows<PassageRow>(
      "select row, text, context from passages where item = ?",
      itemRow,
    );
    for (const row of rows) {
      this.#unlist(row);
      this.vectors.note(row.row, true);
    }
    this.#sql.rows("update passage_count set there = there - ? where one = 1", rows.length);
    this.#sql.rows("delete from passages where item = ?", itemRow);
  }

  /** The best passages for a question, one per item: by words, and by vector similarity where available. */
  retrieve(query: RetrieveQuery, near: NearPassages = NOTHING_NEAR): FoundPassage[] {
    const asked = questionWords(query.question);
    const { words, weights } = this.#telling(
      splitWords(asked.length > 0 ? asked : questionWords(query.about ?? "")).slice(0, MAX_PIECES),
    );
    const byWords = words.length === 0 ? this.#newest(query) : this.#match(words, query);
    const byMeaning = this.#near(near, query);
    const coverage = coverageOf(byWords, weights);
    const answered = words.length === 0 && byWords.length > 0 ? 1 : Math.max(coverage, nearnessOf(byMeaning));
    const ranked = this.#fitting(fused(byWords, byMeaning, near.share, coverage), query);
    const best = new Map<number, Candidate>();
    for (const candidate of this.#withNeighbors(ranked, query)) {
      const known = best.get(candidate.item);
      if (known === undefined || candidate.score > known.score) best.set(candidate.item, candidate);
    }
    const found = [...best.values()].sort(byScore).slice(0, query.limit);
    const shown = this.#shown(found, answered);
    if (query.withTurns !== true) return shown.map(({ passage }) => passage);
    const turnsOf = this.#turns(found, query);
    return shown.map(({ row, passage }) => ({ ...passage, turns: turnsOf(row) }));
  }

  /** Best first, boosted by speaker and content type. */
  #fitting(candidates: readonly Candidate[], { question, people = [] }: RetrieveQuery): Candidate[] {
    const fit = fitOf(question);
    const whose = fitByPerson(people);
    const best = candidates.toSorted(byScore);
    const looked = best.slice(0, LOOKED_AT);
    const rows = this.#sql.rows<{
      row: number;
      title: string;
      text: string;
      keywords: string;
      thread: string | null;
    }>(
      "select p.row, i.title, p.text, i.keywords, i.thread from passages p join items i on i.row = p.item where p.row in (select value from json_each(?))",
      JSON.stringify(looked.map(({ row }) => row)),
    );
    const fits = new Map(rows.map((row) => [row.row, row]));
    return best.map((one) => {
      const { thread = null, ...stored } = fits.get(one.row) ?? { title: "", text: "", keywords: "" };
      const title = joinParts(stored.title);
      const text = joinParts(stored.text);
      const keywords = joinParts(stored.keywords);
      const fitting = fit({ title, text, isTurn: one.thread !== null });
      return { ...one, score: one.score * fitting * whose({ title, text, keywords, thread }) };
    });
  }

  /** Vector neighbors that still exist and match the filters. */
  #near({ found }: NearPassages, query: RetrieveQuery): Candidate[] {
    if (found.length === 0) return [];
    const scores = new Map(found.map(({ row, score }) => [row, score]));
    const about = questionWords(query.about ?? "");
    const visible = notHidden("p.item", query);
    const isNamed =
      about.length === 0 ? "" : "and p.row in (select rowid from passage_stems where passage_stems match ?)";
    return this.#sql
      .rows<Candidate & Record<string, never>>(
        `select p.row as row, p.item as item, p.thread as thread, p.at_ms as at_ms, 0 as score from passages p
         where p.row in (select value from json_each(?)) and p.at_ms >= ? and p.at_ms < ?
           and (? is null or p.source in (select value from json_each(?))) and (? is null or p.thread = ?) ${isNamed}${visible.sql}`,
        JSON.stringify([...scores.keys()]),
        query.from === undefined ? -8.64e15 : Date.parse(query.from),
        query.to === undefined ? 8.64e15 : Date.parse(query.to),
        query.sources === undefined ? null : 1,
        JSON.stringify(query.sources ?? []),
        query.thread === undefined ? null : 1,
        query.thread ?? "",
        ...(about.length === 0 ? [] : [matchExpression(about, "AND", false)]),
        ...visible.values,
      )
      .map((candidate) => ({ ...candidate, score: scores.get(candidate.row) ?? 0 }));
  }

  /** Two statements, because `returning` would make FTS5 flush (search-index.ts). */
  #newRow(): number {
    this.#sql.rows("update passage_rows set last = last + 1 where one = 1");
    return this.#sql.rows<{ last: number }>("select last from passage_rows where one = 1")[0]?.last ?? 0;
  }

  /** Drops words that most passages contain, unless the question has no others. */
  #telling(words: readonly string[]): Telling {
    const [rows] = this.#sql.rows<{ there: number }>("select there from passage_count where one = 1");
    const counted = words.map((word) => {
      const [row] = this.#sql.rows<{ count: number }>(
        "select count(*) as count from (select 1 from passage_stems where passage_stems match ? limit ?)",
        matchExpression([word], "AND", false),
        COMMON + 1,
      );
      return { word, count: row?.count ?? 0 };
    });
    const rare = counted.filter(({ count }) => count <= COMMON);
    const telling = rare.length > 0 ? rare : counted;
    return {
      words: telling.map(({ word }) => word),
      weights: telling.map(({ count }) => weightOf(count, rows?.there ?? 0)),
    };
  }

  #match(words: readonly string[], query: RetrieveQuery): Candidate[] {
    const { from, to, sources, thread } = query;
    const visible = notHidden("p.item", query);
    const about = questionWords(query.about ?? "");
    const named = about.length === 0 ? [] : [matchExpression(about, "AND", false)];
    return this.#sql.rows<Candidate & Record<string, never>>(
      `select p.row as row, p.item as item, p.thread as thread, p.at_ms as at_ms, -bm25(passage_stems, ${RANK}) as score
       from passage_stems join passages p on p.row = passage_stems.rowid
       where passage_stems match ? and p.at_ms >= ? and p.at_ms < ?
         and (? is null or p.source in (select value from json_each(?))) and (? is null or p.thread = ?)${visible.sql}
       order by score desc, p.at_ms desc limit ${CANDIDATES}`,
      [`(${matchExpression(words, "OR", false)})`, ...named].join(" AND "),
      from === undefined ? -8.64e15 : Date.parse(from),
      to === undefined ? 8.64e15 : Date.parse(to),
      sources === undefined ? null : 1,
      JSON.stringify(sources ?? []),
      thread === undefined ? null : 1,
      thread ?? "",
      ...visible.values,
    );
  }

  /** The contents of a time span, for a question that gives only a time. */
  #newest(query: RetrieveQuery): Candidate[] {
    const { from, to, sources } = query;
    if (from === undefined) return [];
    const visible = notHidden("item", query);
    return this.#sql.rows<Candidate & Record<string, never>>(
      `select row, item, thread, at_ms, 1 as score from passages
       where at_ms >= ? and at_ms < ? and (? is null or source in (select value from json_each(?)))${visible.sql} order by at_ms desc limit ${LOOKED_AT}`,
      Date.parse(from),
      to === undefined ? 8.64e15 : Date.parse(to),
      sources === undefined ? null : 1,
      JSON.stringify(sources ?? []),
      ...visible.values,
    );
  }

  /** A turn gains from its neighbors; one that contains none of the words may be found through them. */
  #withNeighbors(ranked: readonly Candidate[], query: RetrieveQuery): Candidate[] {
    const { from, to } = query;
    const all = new Map(ranked.map((candidate) => [candidate.row, { ...candidate }]));
    for (const candidate of ranked.slice(0, LOOKED_AT)) {
      if (candidate.thread === null || candidate.score === 0) continue;
      for (const { near, share } of this.#around(candidate, query)) {
        const known = all.get(near.row) ?? { ...near, score: 0 };
        all.set(near.row, { ...known, score: known.score + share * candidate.score });
      }
    }
    const since = from === undefined ? -8.64e15 : Date.parse(from);
    const until = to === undefined ? 8.64e15 : Date.parse(to);
    return [...all.values()].filter(({ at_ms: at }) => at >= since && at < until);
  }

  /** A turn's neighbors within the same session, and their share of its score. */
  #around(one: Candidate, query: RetrieveQuery): { near: Omit<Candidate, "score">; share: number }[] {
    return this.#sides(one, query, NEIGHBORS.length).flatMap((side) =>
      side.map((near, index) => ({ near, share: NEIGHBORS[index] ?? 0 })),
    );
  }

  /** The turns of the kinds asked for before and after one within the same session, nearest first. */
  #sides({ row, thread, at_ms: at }: Candidate, query: RetrieveQuery, most: number): readonly Candidate[][] {
    const visible = notHidden("item", query);
    const beside = (side: string, order: string, untilMs: number): Candidate[] =>
      this.#sql.rows<Candidate & Record<string, never>>(
        `select row, item, thread, at_ms from passages where thread = ? and (at_ms, row) ${side}
         and (? is null or source in (select value from json_each(?)))${visible.sql} order by ${order} limit ${most}`,
        thread,
        at,
        row,
        untilMs,
        query.sources === undefined ? null : 1,
        JSON.stringify(query.sources ?? []),
        ...visible.values,
      );
    return [
      beside("< (?, ?) and at_ms >= ?", "at_ms desc, row desc", at - SESSION_GAP_MS),
      beside("> (?, ?) and at_ms <= ?", "at_ms, row", at + SESSION_GAP_MS),
    ];
  }

  /**
   * Items found by summary are quoted from their beginning, since quotes are the item's own words; an account is quoted by its full line.
   */
  #shown(
    found: readonly Candidate[],
    answered: number,
  ): { readonly row: number; readonly passage: FoundPassage }[] {
    const rows = this.#sql.rows<ShownRow & Record<string, never>>(
      `select p.row, q.text, q.about as context, i.source, i.id, i.title, i.at_ms, i.url, i.thread, i.shelf, i.meta ->> '$.summary' as summary
       from passages p join items i on i.row = p.item
       left join passages b on b.item = p.item and b.ordinal = 1 and (i.source = 'account' or p.ordinal = 0 and i.meta ->> '$.summary' is not null)
       join passages q on q.row = coalesce(b.row, p.row)
       where p.row in (select value from json_each(?))`,
      JSON.stringify(found.map(({ row }) => row)),
    );
    const byRow = new Map(rows.map((row) => [row.row, row]));
    return found.flatMap(({ row, score }) => {
      const shown = byRow.get(row);
      if (shown === undefined) return [];
      const { source, id, title, url, thread, shelf, text, context, summary, at_ms: at } = shown;
      const passage = {
        source,
        id,
        title: joinParts(title),
        url,
        thread,
        shelf,
        text: joinParts(text),
        context,
        summary,
      };
      return [{ row, passage: { ...passage, at: new Date(at).toISOString(), score, answered } }];
    });
  }

  /** Turns with their neighbors. The index shows what its asker may see of the kinds asked for. */
  #turns(found: readonly Candidate[], query: RetrieveQuery): (row: number) => readonly Turn[] {
    const beside = new Map(
      found
        .filter(({ thread }) => thread !== null)
        .map((one) => [
          one.row,
          this.#sides(one, query, 1)
            .flat()
            .map(({ row }) => row),
        ]),
    );
    const rows = this.#sql.rows<TurnRow & Record<string, never>>(
      `select p.row, i.source, i.id, i.title, p.text, p.at_ms, i.shelf, i.meta ->> '$.direction' as direction
       from passages p join items i on i.row = p.item where p.row in (select value from json_each(?))`,
      JSON.stringify([...beside].flat(2)),
    );
    const turns = new Map(rows.map((row) => [row.row, row]));
    return (row) => {
      const own = turns.get(row);
      if (own === undefined) return [];
      const said = [row, ...(beside.get(row) ?? [])].flatMap((one) => turns.get(one) ?? []);
      // Who may read a passage may read what has its audience.
      return said
        .filter(({ shelf }) => shelf === own.shelf)
        .map(turnOf)
        .toSorted(bySaid);
    };
  }

  /** The end of the preceding turn in the same dialogue. */
  #before(thread: string, atMs: number, itemRow: number): string {
    const [row] = this.#sql.rows<{ text: string }>(
      "select text from passages where thread = ? and at_ms <= ? and at_ms >= ? and item <> ? order by at_ms desc, row desc limit 1",
      thread,
      atMs,
      atMs - SESSION_GAP_MS,
      itemRow,
    );
    return lastWords(row?.text ?? "");
  }

  /** Updates the context of the following turn. */
  #tellNext(thread: string, atMs: number, itemRow: number, before: string): void {
    const [next] = this.#sql.rows<PassageRow & { readonly about: string; readonly keywords: string }>(
      `select p.row, p.text, p.about, p.context, i.keywords from passages p join items i on i.row = p.item
       where p.thread = ? and p.at_ms > ? and p.at_ms <= ? and p.item <> ? order by p.at_ms, p.row limit 1`,
      thread,
      atMs,
      atMs + SESSION_GAP_MS,
      itemRow,
    );
    if (next === undefined) return;
    const context = contextOf(before, next.about, joinParts(next.keywords));
    if (context === next.context) return;
    this.#unlist(next);
    this.#sql.rows("update passages set context = ? where row = ?", context, next.row);
    this.#list({ ...next, context });
    this.vectors.note(next.row, false);
  }

  #list({ row, text, context }: PassageRow): void {
    this.#sql.rows("insert into passage_stems (rowid, text, context) values (?, ?, ?)", row, text, context);
  }

  /** FTS5 can delete a row of an external content table only if given the exact indexed text. */
  #unlist({ row, text, context }: PassageRow): void {
    this.#sql.rows(
      "insert into passage_stems (passage_stems, rowid, text, context) values ('delete', ?, ?, ?)",
      row,
      text,
      context,
    );
  }
}

function turnOf({ row, source, id, title, text, at_ms: at, direction }: TurnRow): Turn {
  const isOurs = direction === "outgoing";
  return {
    row,
    source,
    id,
    title: joinParts(title),
    text: joinParts(text),
    at: new Date(at).toISOString(),
    isOurs,
  };
}

/** In the order in which turns were said. */
export function bySaid(one: Pick<Turn, "at" | "row">, other: Pick<Turn, "at" | "row">): number {
  return one.at === other.at ? one.row - other.row : one.at < other.at ? -1 : 1;
}

/** A passage's context: preceding text, place, and keywords. */
function contextOf(before: string, about: string, keywords = ""): string {
  return indexText([before, about, keywords].filter((part) => part !== "").join("\n"), CONTEXT_CHARS);
}

function lastWords(text: string): string {
  return plainText(joinParts(text).trim(), Number.MAX_SAFE_INTEGER).slice(-BEFORE_CHARS);
}

function byScore(left: Candidate, right: Candidate): number {
  return right.score - left.score || right.at_ms - left.at_ms;
}
