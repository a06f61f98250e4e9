/** A team with old records, an archive in memory, and processes that can be killed at any call of either. */
import { archiveOld, verifyArchive, type PageRow } from "../../../../src/team/archive/index.ts";
import { type ArchiveStore } from "../../../../src/platform/archive-store.ts";
import { archivePages } from "../../../../src/team/tables/archive.ts";
import { dbFor } from "../../../../src/platform/db/index.ts";
import { sha256Hex } from "../../../../src/kernel/hash.ts";
import { systemIds } from "../../../../src/kernel/ids.ts";
import { insertInto } from "../../../support/insert-into.ts";
import { Killed, lifeUntil, type Kill } from "../../../support/killed.ts";
import { nodeD1 } from "../../../support/node-d1.ts";

export const TEAM = "tenant_alder";
export const OTHER = "tenant_harbor";
export const NOW_MS = Date.parse("2026-11-23T03:00:00.000Z");

export type Objects = Map<string, Uint8Array<ArrayBuffer>>;

/** The store of one team, in memory, with R2's answers. */
export function memoryStore(objects: Objects): ArchiveStore {
  const copy = (bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> => bytes.slice();
  return {
    async get(key) {
      const bytes = objects.get(key);
      return bytes === undefined ? null : { bytes: copy(bytes), etag: await sha256Hex(bytes) };
    },
    create(key, bytes) {
      if (objects.has(key)) return Promise.resolve(false);
      objects.set(key, copy(bytes));
      return Promise.resolve(true);
    },
    async replace(key, bytes, etag) {
      const there = objects.get(key);
      if (there === undefined || (await sha256Hex(there)) !== etag) return false;
      objects.set(key, copy(bytes));
      return true;
    },
  };
}

/** One line of an object, as it is read with nothing but gunzip. */
export async function textOf(bytes: Uint8Array<ArrayBuffer>): Promise<string[]> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return (await new Response(stream).text()).trimEnd().split("\n");
}

export function world() {
  const d1 = nodeD1();
  const objects: Objects = new Map();
  let seq = 0;
  const limits = { pages: 40, lines: 4, chars: 2_000_000 };
  const deps = {
    db: dbFor(d1, TEAM),
    clock: { now: () => NOW_MS },
    ids: systemIds,
    store: memoryStore(objects),
    limits,
  };
  const pages = (): Promise<PageRow[]> =>
    deps.db.rows(archivePages).orderBy(archivePages.kind, archivePages.page).limit(1_000);
  return {
    d1,
    objects,
    deps,
    pages,
    /** One night. A killed one answers false. */
    async night(kill?: Kill): Promise<boolean> {
      const life = lifeUntil(kill ?? { calls: Infinity, when: "after" });
      const mine = {
        ...deps,
        db: dbFor(life.database(d1), TEAM),
        store: life.object(deps.store, ["get", "create", "replace"]),
      };
      try {
        await archiveOld(mine);
        return true;
      } catch (error) {
        if (error instanceof Killed || (error as Error).cause instanceof Killed) return false;
        throw error;
      }
    },
    verify: async (known: readonly string[] = []) =>
      verifyArchive(TEAM, await pages(), async (key) => (await deps.store.get(key))?.bytes ?? null, known),
    /** The rows of a kind in the archive, by id. */
    async archived(kind: string): Promise<Record<string, unknown>[]> {
      const keys = [...objects.keys()].filter((key) => key.startsWith(`${kind}/`)).toSorted();
      const lines = await Promise.all(keys.map((key) => textOf(objects.get(key) ?? new Uint8Array())));
      return lines.flatMap(([, ...rest]) =>
        rest.flatMap((line) => {
          const { row } = JSON.parse(line) as { row?: Record<string, unknown> };
          return row === undefined ? [] : [row];
        }),
      );
    },
    async ids(table: string, column = "id"): Promise<string[]> {
      const { results } = await d1
        .prepare(`select ${column} as id from ${table} where tenant_id = ? order by 1`)
        .bind(TEAM)
        .all<{ id: string }>();
      return results.map(({ id }) => id);
    },
    audit: (id: string, at: string, more: Record<string, unknown> = {}, team = TEAM) =>
      insertInto(d1, "audit", team, {
        id,
        at,
        actor_kind: "user",
        actor_id: "user_dana",
        actor_name: "Dana Whitfield",
        action: "approval.approved",
        sentence: `Dana approved ${id}`,
        changes: JSON.stringify([{ label: "Hold", from: null, to: "30" }]),
        ...more,
      }),
    async run(id: string, at: string, steps: number, more: Record<string, unknown> = {}) {
      const run = { id, day: at.slice(0, 10), started_at: at, finished_at: at, trigger: "sms", ...more };
      await insertInto(d1, "runs", TEAM, { output: null, status: "finished", mode: "propose", ...run });
      const some = Array.from({ length: steps }, (_, position) => ({
        position,
        kind: "tool",
        name: "find_contact",
        status: "done",
        at,
        durationMs: 0,
        detail: { tool: "find_contact", note: `step ${position} of ${id}` },
      }));
      await insertInto(d1, "run_traces", TEAM, { run_id: id, part: 0, at, steps: JSON.stringify(some) });
    },
    event: (id: string, at: string, open = 0) =>
      insertInto(d1, "events", TEAM, {
        id,
        at,
        open,
        seq: ++seq,
        type: "texts.text.arrived",
        actor_kind: "system",
        payload: JSON.stringify({ ids: [id] }),
      }),
  };
}

/** Eleven audit entries of two months, six runs and five events that are due, and some of each that are not. */
export async function oldWorld() {
  const made = world();
  const two = (count: number): string => String(count).padStart(2, "0");
  for (let day = 1; day <= 6; day++) await made.audit(`a${day}`, `2025-09-${two(day)}T10:00:00.000Z`);
  for (let id = 1; id <= 5; id++) await made.audit(`b${id}`, "2025-10-31T23:59:59.999Z");
  await made.audit("now", "2025-11-01T00:00:00.000Z");
  await made.audit("theirs", "2025-09-01T10:00:00.000Z", {}, OTHER);
  for (let day = 1; day <= 6; day++) await made.run(`r${day}`, `2026-04-${two(day)}T10:00:00.000Z`, 3);
  await made.run("open", "2026-04-03T11:00:00.000Z", 2, { finished_at: null, status: "running" });
  await made.run("young", "2026-05-01T00:00:00.000Z", 2);
  for (let day = 1; day <= 5; day++) await made.event(`e${day}`, `2026-07-${two(day)}T10:00:00.000Z`);
  await made.event("unseen", "2026-07-02T11:00:00.000Z", 1);
  await made.event("new", "2026-08-01T00:00:00.000Z");
  return made;
}

/** Three pages of audit entries, one of which is full, and one each of runs and events. */
export async function smallWorld() {
  const made = world();
  made.deps.limits.lines = 2;
  for (const id of ["a1", "a2", "a3"]) await made.audit(id, "2025-09-01T10:00:00.000Z");
  await made.audit("b1", "2025-10-31T23:59:59.999Z");
  await made.run("r1", "2026-04-01T10:00:00.000Z", 2);
  await made.event("e1", "2026-07-01T10:00:00.000Z");
  return made;
}
