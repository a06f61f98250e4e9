/**
 * A vector index in an object's own SQLite. All sketches (sketch.ts) are held in memory and scanned; the best candidates are compared
 * exactly with vectors read from disk, so memory use is a sixth of the vectors' size. Behaves like Vectorize: upserts replace, writes
 * become visible later and in order, and filters apply before `topK`. Values are quantized to bytes with a scale, a quarter of the size;
 * cosines change by less than 0.01.
 */
import { migrateObject, type ObjectSql } from "../../platform/db/object-sql.ts";
import { toBase64 } from "../../kernel/base64.ts";
import { Best } from "./best.ts";
import { LoadedSketches } from "./loaded-sketches.ts";
import type { VectorQuery, VectorRecord } from "../../platform/api/vectors.ts";
import { productsOf, sketchOf } from "./sketch.ts";
import type { SketchRow } from "./loaded-sketches.ts";

const STEPS: readonly (readonly string[])[] = [
  [
    "create table vectors (id text primary key, vector text not null, scale real not null, source text not null, at integer not null, thread text not null)",
    `create table pending (
       seq integer primary key autoincrement, id text not null, vector text, scale real, source text, at integer, thread text, due_ms integer not null)`,
  ],
  // Derived from `vectors` and stored separately, so that loading sketches reads no vectors. Rows are never reused.
  [
    `create table sketches (
       row integer primary key autoincrement, id text not null unique, dimensions integer not null, bits text not null, gain real not null,
       source text not null, at integer not null, thread text not null)`,
  ],
];

/** Vectorize's limits ("Limits", read 2026-11-21). */
const BOUNDS = { topK: 100, idBytes: 64, dimensions: 1_536, batch: 1_000 } as const;
/** Candidates compared exactly: among 15,000 sentences they include 99.98 % of the hundred nearest (use-lite-512). */
const COMPARED = 2_000;
/** Rows per read. */
const PAGE = 1_000;

interface Scored {
  readonly id: string;
  readonly score: number;
}

interface VectorRow {
  readonly id: string;
  readonly vector: string;
  readonly scale: number;
  readonly source: string;
  readonly at: number;
  readonly thread: string;
}

interface SketchedRow extends Omit<SketchRow, "bits"> {
  readonly bits: string;
}

interface PendingRow extends Pick<VectorRow, "id"> {
  readonly seq: number;
  readonly vector: string | null;
  readonly scale: number | null;
  readonly source: string | null;
  readonly at: number | null;
  readonly thread: string | null;
}

export class SketchIndex {
  readonly #sql: ObjectSql;
  readonly #delayMs: number;
  #loaded: LoadedSketches | null = null;

  /** `delayMs`: how long writes stay invisible. */
  constructor(sql: ObjectSql, delayMs: number) {
    this.#sql = sql;
    this.#delayMs = delayMs;
    migrateObject(sql, STEPS);
    this.#sketchAll();
  }

  /** All vectors must have the same dimension. Throws RangeError for input Vectorize would reject. */
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

  /** Which of these IDs have a vector, visible or not yet. */
  there(ids: readonly string[]): string[] {
    return this.#sql
      .rows<{ id: string }>(
        `with asked as (select value as id from json_each(?)) select id from asked where id in (select id from vectors)
         or id in (select id from pending where vector is not null)`,
        JSON.stringify(ids),
      )
      .map(({ id }) => id);
  }

  /** Nearest first. Throws RangeError above Vectorize's limits. */
  query({ values, topK, ...asked }: VectorQuery, nowMs: number): Scored[] {
    if (topK > BOUNDS.topK) throw new RangeError(`at most ${BOUNDS.topK}`);
    this.#settle(nowMs);
    const likely = new Best(COMPARED);
    this.#load(values.length).scan(productsOf(values), asked, likely);
    return this.#compared(
      values,
      likely.sorted().map(({ value }) => value),
    ).slice(0, topK);
  }

  #compared(values: Float32Array, rows: readonly number[]): Scored[] {
    return this.#sql
      .rows<Pick<VectorRow, "id" | "vector" | "scale"> & Record<string, never>>(
        "select s.id, v.vector, v.scale from sketches s join vectors v on v.id = s.id where s.row in (select value from json_each(?))",
        JSON.stringify(rows),
      )
      .map(({ id, vector, scale }) => ({ id, score: scale * product(vector, values) }))
      .sort((left, right) => right.score - left.score);
  }

  /** Makes writes visible whose delay has passed. */
  #settle(nowMs: number): void {
    for (let due = this.#due(nowMs); due.length > 0; due = this.#due(nowMs))
      this.#sql.transaction(() => {
        for (const { id, vector, scale, source, at, thread } of due)
          if (vector === null) this.#remove(id);
          else
            this.#write({
              id,
              vector,
              scale: scale ?? 0,
              source: source ?? "",
              at: at ?? 0,
              thread: thread ?? "",
            });
        this.#sql.rows("delete from pending where seq <= ? and due_ms <= ?", due.at(-1)?.seq ?? 0, nowMs);
      });
    if (this.#loaded?.isSparse === true) this.#loaded = null;
  }

  #due(nowMs: number): (PendingRow & Record<string, never>)[] {
    return this.#sql.rows(
      `select seq, id, vector, scale, source, at, thread from pending where due_ms <= ? order by seq limit ${PAGE}`,
      nowMs,
    );
  }

  #write(one: VectorRow): void {
    const { id, vector, scale, source, at, thread } = one;
    this.#sql.rows(
      "insert or replace into vectors (id, vector, scale, source, at, thread) values (?, ?, ?, ?, ?, ?)",
      id,
      vector,
      scale,
      source,
      at,
      thread,
    );
    this.#sketch(one);
  }

  #sketch({ id, vector, source, at, thread }: VectorRow): void {
    const values = bytesOf(vector);
    const { bits, gain } = sketchOf(values);
    this.#forget(id);
    const [written] = this.#sql.rows<{ row: number }>(
      "insert into sketches (id, dimensions, bits, gain, source, at, thread) values (?, ?, ?, ?, ?, ?, ?) returning row",
      id,
      values.length,
      toBase64(bits),
      gain,
      source,
      at,
      thread,
    );
    if (written !== undefined && this.#loaded?.dimensions === values.length)
      this.#loaded.put({ row: written.row, bits, gain, source, at, thread });
  }

  #remove(id: string): void {
    this.#sql.rows("delete from vectors where id = ?", id);
    this.#forget(id);
  }

  #forget(id: string): void {
    const [gone] = this.#sql.rows<{ row: number }>("delete from sketches where id = ? returning row", id);
    if (gone !== undefined) this.#loaded?.drop(gone.row);
  }

  /** Sketches vectors stored before sketches existed. */
  #sketchAll(): void {
    const page = (): VectorRow[] =>
      this.#sql.rows<VectorRow & Record<string, never>>(
        `select * from vectors where id not in (select id from sketches) limit ${PAGE}`,
      );
    for (let rows = page(); rows.length > 0; rows = page())
      this.#sql.transaction(() => rows.forEach((row) => this.#sketch(row)));
  }

  #load(dimensions: number): LoadedSketches {
    if (this.#loaded?.dimensions === dimensions) return this.#loaded;
    const loaded = new LoadedSketches(dimensions);
    const page = (after: number): SketchedRow[] =>
      this.#sql.rows<SketchedRow & Record<string, never>>(
        `select row, bits, gain, source, at, thread from sketches where row > ? and dimensions = ? order by row limit ${PAGE}`,
        after,
        dimensions,
      );
    for (let rows = page(0); rows.length > 0; rows = page(rows.at(-1)?.row ?? 0))
      for (const { bits, ...row } of rows) loaded.put({ ...row, bits: new Uint8Array(bytesOf(bits).buffer) });
    this.#loaded = loaded;
    return loaded;
  }
}

function product(vector: string, values: Float32Array): number {
  const text = atob(vector);
  let sum = 0;
  for (let at = 0; at < values.length; at++)
    sum += ((text.charCodeAt(at) << 24) >> 24) * (values[at] as number);
  return sum;
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
