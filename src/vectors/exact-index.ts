/**
 * Vectors in an object's own SQLite, all compared with what is looked for: exact, and quick enough for the passages of a team. It answers as Vectorize
 * does: an upsert replaces whole, what is written shows a while later and in the order it was written, filters come before `topK`. Values are kept
 * as bytes with a scale, a quarter of their size; cosines change by less than a hundredth.
 */
import { migrateObject, type ObjectSql } from "../db/object-sql.ts";
import type { VectorQuery, VectorRecord } from "./ports.ts";

const STEPS: readonly (readonly string[])[] = [
  [
    "create table vectors (id text primary key, vector text not null, scale real not null, source text not null, at integer not null, thread text not null)",
    `create table pending (
       seq integer primary key autoincrement, id text not null, vector text, scale real, source text, at integer, thread text, due_ms integer not null)`,
  ],
];

/** Bounds of Vectorize ("Limits", read 2026-11-21). */
const BOUNDS = { topK: 100, idBytes: 64, dimensions: 1_536, batch: 1_000 } as const;

interface Row {
  readonly id: string;
  readonly vector: string;
  readonly scale: number;
  readonly source: string;
  readonly at: number;
  readonly thread: string;
}

/** What was found, and how near it is. */
interface Scored {
  readonly id: string;
  readonly score: number;
}

interface PendingRow {
  readonly seq: number;
  readonly id: string;
  readonly vector: string | null;
  readonly scale: number | null;
  readonly source: string | null;
  readonly at: number | null;
  readonly thread: string | null;
}

/** What is compared, kept in memory: dropped with the object and read again. */
class Loaded {
  readonly dimensions: number;
  readonly ids: string[] = [];
  readonly sources: string[] = [];
  readonly ats: number[] = [];
  readonly threads: string[] = [];
  readonly scales: number[] = [];
  readonly #places = new Map<string, number>();
  #bytes: Int8Array;

  constructor(dimensions: number) {
    this.dimensions = dimensions;
    this.#bytes = new Int8Array(dimensions * 256);
  }

  put({ id, vector, scale, source, at, thread }: Row): void {
    const bytes = bytesOf(vector);
    if (bytes.length !== this.dimensions) return;
    const place = this.#places.get(id) ?? this.ids.length;
    if (place === this.ids.length) {
      const room = this.#bytes.length;
      if ((place + 1) * this.dimensions > room) {
        const larger = new Int8Array(room * 2);
        larger.set(this.#bytes);
        this.#bytes = larger;
      }
    }
    this.#places.set(id, place);
    this.ids[place] = id;
    this.sources[place] = source;
    this.ats[place] = at;
    this.threads[place] = thread;
    this.scales[place] = scale;
    this.#bytes.set(bytes, place * this.dimensions);
  }

  /** The last one takes its place. */
  drop(id: string): void {
    const place = this.#places.get(id);
    if (place === undefined) return;
    const last = this.ids.length - 1;
    const moved = this.ids[last] ?? id;
    this.#bytes.copyWithin(place * this.dimensions, last * this.dimensions, (last + 1) * this.dimensions);
    for (const column of [this.ids, this.sources, this.ats, this.threads, this.scales] as unknown[][]) {
      column[place] = column[last];
      column.pop();
    }
    this.#places.set(moved, place);
    this.#places.delete(id);
  }

  /** Whether what is at a place is asked for. */
  filter({ sources, from, to, thread }: Omit<VectorQuery, "values" | "topK">): (place: number) => boolean {
    const wanted = sources === undefined ? null : new Set<string>(sources);
    const [since, until] = [from ?? -Infinity, to ?? Infinity];
    return (place) => {
      const at = this.ats[place] ?? 0;
      const isInTime = at >= since && at < until;
      const isOfThread = thread === undefined || this.threads[place] === thread;
      return isInTime && isOfThread && wanted?.has(this.sources[place] ?? "") !== false;
    };
  }

  dot(place: number, values: Float32Array): number {
    const from = place * this.dimensions;
    let sum = 0;
    for (let at = 0; at < this.dimensions; at++) sum += (this.#bytes[from + at] ?? 0) * (values[at] ?? 0);
    return sum * (this.scales[place] ?? 0);
  }
}

/** One tenant's vectors. */
export class ExactIndex {
  readonly #sql: ObjectSql;
  readonly #delayMs: number;
  #loaded: Loaded | null = null;

  /** `delayMs`: how long what is written is not found. */
  constructor(sql: ObjectSql, delayMs: number) {
    this.#sql = sql;
    this.#delayMs = delayMs;
    migrateObject(sql, STEPS);
  }

  /** Writes vectors of one length. Throws RangeError for what Vectorize would refuse. */
  upsert(records: readonly VectorRecord[], nowMs: number): void {
    if (records.length > BOUNDS.batch) throw new RangeError(`at most ${BOUNDS.batch} vectors at once`);
    for (const { id, values } of records)
      if (id.length > BOUNDS.idBytes || values.length > BOUNDS.dimensions)
        throw new RangeError("an id or a vector is too long");
    this.#sql.transaction(() => {
      for (const { id, values, source, at, thread } of records) {
        const { vector, scale } = packed(values);
        this.#sql.rows(
          "insert into pending (id, vector, scale, source, at, thread, due_ms) values (?, ?, ?, ?, ?, ?, ?)",
          id,
          vector,
          scale,
          source,
          at,
          thread,
          nowMs + this.#delayMs,
        );
      }
    });
  }

  remove(ids: readonly string[], nowMs: number): void {
    this.#sql.rows(
      "insert into pending (id, due_ms) select value, ? from json_each(?)",
      nowMs + this.#delayMs,
      JSON.stringify(ids),
    );
  }

  /** The nearest, nearest first. Throws RangeError for more than Vectorize gives. */
  query({ values, topK, ...asked }: VectorQuery, nowMs: number): Scored[] {
    if (topK > BOUNDS.topK) throw new RangeError(`at most ${BOUNDS.topK}`);
    this.#settle(nowMs);
    const loaded = this.#load(values.length);
    const isAsked = loaded.filter(asked);
    const best: Scored[] = [];
    for (const [place, id] of loaded.ids.entries()) {
      if (!isAsked(place)) continue;
      const score = loaded.dot(place, values);
      if (best.length === topK && score <= (best.at(-1)?.score ?? 0)) continue;
      best.splice(placeIn(best, score), 0, { id, score });
      if (best.length > topK) best.pop();
    }
    return best;
  }

  /** What was written long enough ago shows from now on. */
  #settle(nowMs: number): void {
    const due = this.#sql.rows<PendingRow & Record<string, never>>(
      "select seq, id, vector, scale, source, at, thread from pending where due_ms <= ? order by seq",
      nowMs,
    );
    const last = due.at(-1);
    if (last === undefined) return;
    this.#sql.transaction(() => {
      for (const { id, vector, scale, source, at, thread } of due) {
        if (vector === null) this.#sql.rows("delete from vectors where id = ?", id);
        else
          this.#sql.rows(
            "insert or replace into vectors (id, vector, scale, source, at, thread) values (?, ?, ?, ?, ?, ?)",
            id,
            vector,
            scale,
            source,
            at,
            thread,
          );
      }
      this.#sql.rows("delete from pending where seq <= ? and due_ms <= ?", last.seq, nowMs);
    });
    for (const { id, vector, scale, source, at, thread } of due) {
      if (vector === null) this.#loaded?.drop(id);
      else
        this.#loaded?.put({
          id,
          vector,
          scale: scale ?? 0,
          source: source ?? "",
          at: at ?? 0,
          thread: thread ?? "",
        });
    }
  }

  #load(dimensions: number): Loaded {
    if (this.#loaded?.dimensions === dimensions) return this.#loaded;
    const loaded = new Loaded(dimensions);
    for (const row of this.#sql.rows<Row & Record<string, never>>("select * from vectors")) loaded.put(row);
    this.#loaded = loaded;
    return loaded;
  }
}

/** Where a score belongs among better and worse ones. */
function placeIn(best: readonly { readonly score: number }[], score: number): number {
  let [low, high] = [0, best.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((best[middle]?.score ?? 0) >= score) low = middle + 1;
    else high = middle;
  }
  return low;
}

function packed(values: Float32Array): { readonly vector: string; readonly scale: number } {
  let most = 0;
  for (const value of values) most = Math.max(most, Math.abs(value));
  const scale = most / 127;
  let text = "";
  for (const value of values)
    text += String.fromCharCode((scale === 0 ? 0 : Math.round(value / scale)) & 0xff);
  return { vector: btoa(text), scale };
}

function bytesOf(vector: string): Int8Array {
  const text = atob(vector);
  const bytes = new Int8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = (text.charCodeAt(at) << 24) >> 24;
  return bytes;
}
