/**
 * Passages of everything that is indexed, for questions in whole sentences: any of a question's telling words counts, the rarer the more, words that
 * stand around a passage (its title, its day, what was said before it) count less than its own, and a turn gains by what surrounds it in its dialogue.
 * Weights as measured on public question sets: previous turn and day beside the text, neighbors at a third.
 */
import type { ObjectSql } from "../db/object-sql.ts";
import type { FoundPassage, RetrieveQuery, SearchItem } from "../protocol/search-items.ts";
import type { SearchKind } from "../protocol/search.ts";
import { matchExpression, plainText, questionWords } from "./match.ts";
import { isTurn, passagesOf } from "./passages.ts";
import { VectorWork } from "./vector-work.ts";

/** Weights of a passage's own words and of those around it. */
const RANK = "1.0, 0.8";
/** What a turn gains by the turn before and the one behind it. */
const NEIGHBOR = 0.3;
/** Passages ranked by their words, of which the answer is made. */
const CANDIDATES = 200;
/** A word of more passages than this says little and takes long. */
const COMMON = 6_000;
/** Characters of the turn before that count for a turn. */
const BEFORE_CHARS = 160;
const CONTEXT_CHARS = 1_200;

interface PassageRow {
  readonly row: number;
  readonly text: string;
  readonly context: string;
}

interface Candidate {
  readonly row: number;
  readonly item: number;
  readonly thread: string | null;
  readonly at_ms: number;
  readonly score: number;
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
}

/** Passages that lie near a question in meaning, and how much that counts beside words. */
export interface NearPassages {
  readonly found: readonly { readonly row: number; readonly score: number }[];
  readonly share: number;
}

const NOTHING_NEAR: NearPassages = { found: [], share: 0 };

/** The passages of one tenant's index. */
export class PassageIndex {
  readonly #sql: ObjectSql;
  /** What is to be embedded. */
  readonly vectors: VectorWork;

  constructor(sql: ObjectSql) {
    this.#sql = sql;
    this.vectors = new VectorWork(sql);
  }

  /** Whether there are things without any passage: an index from before there were passages. */
  isBehind(): boolean {
    const [row] = this.#sql.rows<{ behind: number }>(
      "select exists (select 1 from items where gone = 0) and not exists (select 1 from passages) as behind",
    );
    return row?.behind === 1;
  }

  /** Writes a thing's passages in the place of those it had. */
  put(itemRow: number, item: SearchItem, atMs: number): void {
    const turn = isTurn(item);
    const thread = turn ? (item.thread ?? null) : null;
    const before = thread === null ? "" : this.#before(thread, atMs, itemRow);
    for (const [ordinal, { text, context }] of passagesOf(item).entries()) {
      const [row] = this.#sql.rows<PassageRow>(
        "insert into passages (row, item, ordinal, source, thread, at_ms, text, about, context) values (?, ?, ?, ?, ?, ?, ?, ?, ?) returning row, text, context",
        this.#newRow(),
        itemRow,
        ordinal,
        item.source,
        thread,
        atMs,
        plainText(text, Number.MAX_SAFE_INTEGER),
        plainText(context, 1_000),
        contextOf(before, context, item.keywords),
      );
      if (row === undefined) continue;
      this.#list(row);
      this.vectors.note(row.row, false);
    }
    if (thread !== null) this.#tellNext(thread, atMs, itemRow, lastWords(item.text));
  }

  /** Takes a thing's passages out. */
  drop(itemRow: number): void {
    const rows = this.#sql.rows<PassageRow>(
      "select row, text, context from passages where item = ?",
      itemRow,
    );
    for (const row of rows) {
      this.#unlist(row);
      this.vectors.note(row.row, true);
    }
    this.#sql.rows("delete from passages where item = ?", itemRow);
  }

  /** The passages that answer a question best, of each thing the best one: by its words, and by what is near it in meaning where that is known. */
  retrieve(query: RetrieveQuery, near: NearPassages = NOTHING_NEAR): FoundPassage[] {
    const asked = questionWords(query.question);
    const words = this.#telling(asked.length > 0 ? asked : questionWords(query.about ?? ""));
    const byWords = words.length === 0 ? [] : normalized(this.#match(words, query));
    const ranked = fused(byWords, normalized(this.#near(near, query)), near.share);
    const best = new Map<number, Candidate>();
    for (const candidate of this.#withNeighbors(ranked, query)) {
      const known = best.get(candidate.item);
      if (known === undefined || candidate.score > known.score) best.set(candidate.item, candidate);
    }
    const found = [...best.values()]
      .sort((left, right) => right.score - left.score || right.at_ms - left.at_ms)
      .slice(0, query.limit);
    return this.#shown(found);
  }

  /** What lies near a question, as far as it is still there and what is asked for. */
  #near({ found }: NearPassages, query: RetrieveQuery): Candidate[] {
    if (found.length === 0) return [];
    const scores = new Map(found.map(({ row, score }) => [row, score]));
    const about = questionWords(query.about ?? "");
    const isNamed =
      about.length === 0 ? "" : "and p.row in (select rowid from passage_stems where passage_stems match ?)";
    return this.#sql
      .rows<Candidate & Record<string, never>>(
        `select p.row as row, p.item as item, p.thread as thread, p.at_ms as at_ms, 0 as score from passages p
         where p.row in (select value from json_each(?)) and p.at_ms >= ? and p.at_ms < ?
           and (? is null or p.source in (select value from json_each(?))) and (? is null or p.thread = ?) ${isNamed}`,
        JSON.stringify([...scores.keys()]),
        query.from === undefined ? -8.64e15 : Date.parse(query.from),
        query.to === undefined ? 8.64e15 : Date.parse(query.to),
        query.sources === undefined ? null : 1,
        JSON.stringify(query.sources ?? []),
        query.thread === undefined ? null : 1,
        query.thread ?? "",
        ...(about.length === 0 ? [] : [matchExpression(about, "AND", false)]),
      )
      .map((candidate) => ({ ...candidate, score: scores.get(candidate.row) ?? 0 }));
  }

  #newRow(): number {
    return (
      this.#sql.rows<{ last: number }>(
        "update passage_rows set last = last + 1 where one = 1 returning last",
      )[0]?.last ?? 0
    );
  }

  /** A question's words without those that most passages hold, unless it has no others. */
  #telling(words: readonly string[]): readonly string[] {
    const rare = words.filter((word) => {
      const [row] = this.#sql.rows<{ count: number }>(
        "select count(*) as count from (select 1 from passage_stems where passage_stems match ? limit ?)",
        matchExpression([word], "AND", false),
        COMMON + 1,
      );
      return (row?.count ?? 0) <= COMMON;
    });
    return rare.length > 0 ? rare : words;
  }

  #match(words: readonly string[], query: RetrieveQuery): Candidate[] {
    const { from, to, sources, thread } = query;
    const about = questionWords(query.about ?? "");
    const named = about.length === 0 ? [] : [matchExpression(about, "AND", false)];
    return this.#sql.rows<Candidate & Record<string, never>>(
      `select p.row as row, p.item as item, p.thread as thread, p.at_ms as at_ms, -bm25(passage_stems, ${RANK}) as score
       from passage_stems join passages p on p.row = passage_stems.rowid
       where passage_stems match ? and p.at_ms >= ? and p.at_ms < ?
         and (? is null or p.source in (select value from json_each(?))) and (? is null or p.thread = ?)
       order by score desc, p.at_ms desc limit ${CANDIDATES}`,
      [`(${matchExpression(words, "OR", false)})`, ...named].join(" AND "),
      from === undefined ? -8.64e15 : Date.parse(from),
      to === undefined ? 8.64e15 : Date.parse(to),
      sources === undefined ? null : 1,
      JSON.stringify(sources ?? []),
      thread === undefined ? null : 1,
      thread ?? "",
    );
  }

  /** A turn gains by its neighbors, and one that holds none of the words may be found by them. */
  #withNeighbors(ranked: readonly Candidate[], { from, to }: RetrieveQuery): Candidate[] {
    const all = new Map(ranked.map((candidate) => [candidate.row, { ...candidate }]));
    for (const candidate of ranked) {
      if (candidate.thread === null || candidate.score === 0) continue;
      for (const near of this.#around(candidate)) {
        const known = all.get(near.row) ?? { ...near, score: 0 };
        all.set(near.row, { ...known, score: known.score + NEIGHBOR * candidate.score });
      }
    }
    const since = from === undefined ? -8.64e15 : Date.parse(from);
    const until = to === undefined ? 8.64e15 : Date.parse(to);
    return [...all.values()].filter(({ at_ms: at }) => at >= since && at < until);
  }

  #around({ row, thread, at_ms: at }: Candidate): Omit<Candidate, "score">[] {
    const columns = "row, item, thread, at_ms";
    return [
      ...this.#sql.rows<Candidate & Record<string, never>>(
        `select ${columns} from passages where thread = ? and (at_ms, row) < (?, ?) order by at_ms desc, row desc limit 1`,
        thread,
        at,
        row,
      ),
      ...this.#sql.rows<Candidate & Record<string, never>>(
        `select ${columns} from passages where thread = ? and (at_ms, row) > (?, ?) order by at_ms, row limit 1`,
        thread,
        at,
        row,
      ),
    ];
  }

  #shown(found: readonly Candidate[]): FoundPassage[] {
    const rows = this.#sql.rows<ShownRow & Record<string, never>>(
      `select p.row, p.text, p.about as context, i.source, i.id, i.title, i.at_ms, i.url, i.thread
       from passages p join items i on i.row = p.item where p.row in (select value from json_each(?))`,
      JSON.stringify(found.map(({ row }) => row)),
    );
    const byRow = new Map(rows.map((row) => [row.row, row]));
    return found.flatMap(({ row, score }) => {
      const shown = byRow.get(row);
      if (shown === undefined) return [];
      const { source, id, title, url, thread, text, context, at_ms: at } = shown;
      return [{ source, id, title, url, thread, text, context, at: new Date(at).toISOString(), score }];
    });
  }

  /** The end of what was said before, in the same dialogue. */
  #before(thread: string, atMs: number, itemRow: number): string {
    const [row] = this.#sql.rows<{ text: string }>(
      "select text from passages where thread = ? and at_ms <= ? and item <> ? order by at_ms desc, row desc limit 1",
      thread,
      atMs,
      itemRow,
    );
    return lastWords(row?.text ?? "");
  }

  /** What comes after a turn has it before it from now on. */
  #tellNext(thread: string, atMs: number, itemRow: number, before: string): void {
    const [next] = this.#sql.rows<PassageRow & { readonly about: string; readonly keywords: string }>(
      `select p.row, p.text, p.about, p.context, i.keywords from passages p join items i on i.row = p.item
       where p.thread = ? and p.at_ms > ? and p.item <> ? order by p.at_ms, p.row limit 1`,
      thread,
      atMs,
      itemRow,
    );
    if (next === undefined) return;
    const context = contextOf(before, next.about, next.keywords);
    if (context === next.context) return;
    this.#unlist(next);
    this.#sql.rows("update passages set context = ? where row = ?", context, next.row);
    this.#list({ ...next, context });
  }

  #list({ row, text, context }: PassageRow): void {
    this.#sql.rows("insert into passage_stems (rowid, text, context) values (?, ?, ?)", row, text, context);
  }

  /** FTS5 forgets a row of outside content only when told the very words it was listed with. */
  #unlist({ row, text, context }: PassageRow): void {
    this.#sql.rows(
      "insert into passage_stems (passage_stems, rowid, text, context) values ('delete', ?, ?, ?)",
      row,
      text,
      context,
    );
  }
}

/** What stands around a passage: what was said before, where it stands, and the words it is found by. */
function contextOf(before: string, about: string, keywords = ""): string {
  return plainText([before, about, keywords].filter((part) => part !== "").join("\n"), CONTEXT_CHARS);
}

function lastWords(text: string): string {
  return plainText(text.trim(), Number.MAX_SAFE_INTEGER).slice(-BEFORE_CHARS);
}

/** Both rankings as one: a convex sum of their scores. Where one found nothing, the other stands alone. */
function fused(byWords: readonly Candidate[], near: readonly Candidate[], share: number): Candidate[] {
  if (near.length === 0) return [...byWords];
  const all = new Map(byWords.map((one) => [one.row, { ...one, score: one.score * (1 - share) }]));
  for (const one of near) {
    const known = all.get(one.row)?.score ?? 0;
    all.set(one.row, { ...one, score: known + one.score * share });
  }
  return [...all.values()];
}

/** Scores from 0 to 1: the best is 1, the last one found 0. */
function normalized(candidates: readonly Candidate[]): Candidate[] {
  const scores = candidates.map(({ score }) => score);
  const [most, least] = [Math.max(...scores), Math.min(...scores)];
  const span = most - least;
  return candidates.map((one) => ({ ...one, score: span === 0 ? 1 : (one.score - least) / span }));
}
