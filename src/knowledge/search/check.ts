/**
 * Nightly consistency check between index and records: orphaned, outdated and missing items, and vectors. It runs page by page up to a
 * nightly limit, resumes the next night, and repairs differences as it finds them.
 */
import type { ObjectSql } from "../../platform/db/object-sql.ts";
import { isoTime } from "../../kernel/clock.ts";
import { searchSourceSchema, type SearchCheck, type SearchKind } from "../../platform/api/search.ts";
import type { VectorStore } from "../vectors/index.ts";
import type { SearchIndex } from "./search-index.ts";
import type { SearchSources } from "../../platform/search-sources.ts";

/** Items or passage rows per page. */
const PAGE = 100;
/** Limit per night. */
const A_NIGHT = 20_000;
const KINDS: readonly SearchKind[] = searchSourceSchema.options;

type Found = Pick<SearchCheck, "looked" | "missing" | "outdated" | "orphaned" | "vectors">;

interface Checking extends Found {
  readonly tenantId: string;
  /** Current phase: vectors, then index, then records by kind, then leftovers of deleted words. */
  readonly phase: "vectors" | "index" | SearchKind | "traces";
  /** Next page; null at the start. */
  readonly after: string | null;
  /** Remaining items for tonight. */
  readonly left: number;
}

const NOTHING: Found = { looked: 0, missing: 0, outdated: 0, orphaned: 0, vectors: 0 };

/** `vectors` is null if the deployment has none. */
interface CheckParts {
  readonly index: SearchIndex;
  readonly check: CheckState;
  readonly sources: SearchSources;
  readonly vectors: VectorStore | null;
  readonly now: () => number;
}

/** The single stored check. */
export class CheckState {
  readonly #sql: ObjectSql;

  constructor(sql: ObjectSql) {
    this.#sql = sql;
  }

  /** The check in progress, or null. */
  get(): Checking | null {
    return this.#read<Checking>("state");
  }

  /** The last night's result; null before the first. */
  last(): SearchCheck | null {
    return this.#read<SearchCheck>("report");
  }

  /** Starts a check, or resumes an unfinished one. */
  begin(tenantId: string): void {
    const state = this.get() ?? { ...NOTHING, tenantId, phase: "vectors", after: null };
    this.keep({ ...state, left: A_NIGHT });
  }

  keep(state: Checking): void {
    this.#write(state, this.last());
  }

  /** Ends a night; after a complete check, the next starts over. */
  end(state: Checking, isWhole: boolean, nowMs: number): void {
    const { looked, missing, outdated, orphaned, vectors } = state;
    const report = { at: isoTime(nowMs), isWhole, looked, missing, outdated, orphaned, vectors };
    this.#write(isWhole ? null : state, report);
  }

  #read<Kept>(column: "state" | "report"): Kept | null {
    const [row] = this.#sql.rows<{ kept: string | null }>(`select ${column} as kept from checks`);
    const kept = row?.kept ?? null;
    return kept === null ? null : (JSON.parse(kept) as Kept);
  }

  #write(state: Checking | null, report: SearchCheck | null): void {
    const text = (kept: object | null): string | null => (kept === null ? null : JSON.stringify(kept));
    this.#sql.rows(
      "insert or replace into checks (one, state, report) values (1, ?, ?)",
      text(state),
      text(report),
    );
  }
}

/** Processes one page; false if nothing is left for tonight. Throws if records or vectors can't be read. */
export async function stepCheck(parts: CheckParts): Promise<boolean> {
  const { check, now } = parts;
  const state = check.get();
  if (state === null || state.left <= 0) return false;
  const { next, found } = await PAGES[pageOf(state)](parts, state);
  const sum = (name: keyof Found): number => state[name] + (found[name] ?? 0);
  const counted = {
    ...state,
    looked: sum("looked"),
    missing: sum("missing"),
    outdated: sum("outdated"),
    orphaned: sum("orphaned"),
    vectors: sum("vectors"),
    left: state.left - Math.max(1, found.looked ?? 0),
  };
  const phase = next === null ? following(state.phase) : state.phase;
  if (phase === null) check.end(counted, true, now());
  else if (counted.left <= 0) check.end({ ...counted, phase, after: next }, false, now());
  else check.keep({ ...counted, phase, after: next });
  return phase !== null && counted.left > 0;
}

function pageOf({ phase }: Checking): keyof typeof PAGES {
  return phase === "vectors" || phase === "index" || phase === "traces" ? phase : "records";
}

function following(phase: Checking["phase"]): Checking["phase"] | null {
  if (phase === "vectors") return "index";
  if (phase === "index") return KINDS[0] ?? null;
  return phase === "traces" ? null : (KINDS[KINDS.indexOf(phase) + 1] ?? "traces");
}

interface Looked {
  readonly next: string | null;
  readonly found: Partial<Found>;
}

type Look = (parts: CheckParts, state: Checking) => Promise<Looked>;

/** Reembeds passages without a vector and deletes vectors without a passage. */
const lookAtVectors: Look = async ({ index, vectors }, { after }) => {
  const work = index.passages.vectors;
  const page = work.span(Number(after ?? 0), PAGE);
  if (vectors === null || page === null) return { next: null, found: {} };
  const there = new Set(await vectors.there(page.rows.map(String)));
  const lacking = page.rows.filter((row) => page.written.has(row) && !there.has(String(row)));
  const orphans = page.rows.filter((row) => page.unused.has(row) && there.has(String(row)));
  for (const row of lacking) work.note(row, false);
  for (const row of orphans) work.note(row, true);
  return {
    next: String(page.rows.at(-1)),
    found: { looked: page.rows.length, vectors: lacking.length + orphans.length },
  };
};

/** Removes items missing from the records and rewrites outdated ones. */
const lookAtIndex: Look = async ({ index, sources, now }, { after }) => {
  const { refs, last } = index.page(Number(after ?? 0), PAGE);
  let outdated = 0;
  let orphaned = 0;
  for (const kind of KINDS) {
    const ids = refs.filter(({ source }) => source === kind).map(({ id }) => id);
    const version = now();
    const items = ids.length === 0 ? undefined : await sources[kind]?.load(ids);
    if (items === undefined) continue;
    const there = new Set(items.map(({ id }) => id));
    const gone = ids.filter((id) => !there.has(id)).map((id) => ({ source: kind, id, version }));
    const other = items.filter((item) => !index.has(item)).map((item) => ({ ...item, version }));
    index.drop(gone, version);
    outdated += await index.putInTurns(other, version);
    orphaned += gone.length;
  }
  return { next: last === null ? null : String(last), found: { looked: refs.length, outdated, orphaned } };
};

/** Adds items missing from the index. */
const lookAtRecords: Look = async ({ index, sources, now }, { phase, after }) => {
  const kind = KINDS.find((one) => one === phase);
  const source = kind === undefined ? undefined : sources[kind];
  if (source === undefined) return { next: null, found: {} };
  const version = now();
  const { items, next } = await source.page(after, PAGE);
  const lacking = items.filter((item) => !index.knows(item)).map((item) => ({ ...item, version }));
  return { next, found: { looked: items.length, missing: await index.putInTurns(lacking, version) } };
};

/** Purges words of deleted items from the full-text index. */
const tidy: Look = ({ index }, { after }) => Promise.resolve({ next: index.tidy(after), found: {} });

const PAGES = { vectors: lookAtVectors, index: lookAtIndex, records: lookAtRecords, traces: tidy } as const;
