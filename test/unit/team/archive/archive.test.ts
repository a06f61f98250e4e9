import { gunzipSync } from "node:zlib";
import { sql } from "drizzle-orm";
import { holds } from "../../../../src/team/archive/find.ts";
import { describe, expect, it } from "vitest";
import {
  archiveOld,
  eraseFromArchive,
  listMonths,
  monthFile,
  pageKey,
  searchArchive,
  checkArchive,
  verifyArchive,
} from "../../../../src/team/archive/index.ts";
import { headOf } from "../../../../src/team/archive/archive-old.ts";
import { packPage, sealedLine, unpackPage } from "../../../../src/team/archive/page.ts";
import { databasesOf, directory, routed } from "../../../../src/platform/db/databases.ts";
import { archivePages } from "../../../../src/team/tables/archive.ts";
import { dbFor } from "../../../../src/platform/db/index.ts";
import { askToMove, moveOn } from "../../../../src/platform/db/move.ts";
import { sha256Hex } from "../../../../src/kernel/hash.ts";
import type { AppError } from "../../../../src/kernel/errors.ts";
import { silentLogger } from "../../../../src/kernel/log.ts";
import { findRunTrace } from "../../../../src/agent/runs/index.ts";
import { nodeD1 } from "../../../support/node-d1.ts";
import { NOW_MS, oldWorld, OTHER, smallWorld, TEAM, textOf, world } from "./harness.ts";

const holding =
  (words: readonly string[]) =>
  (row: object): boolean =>
    words.some((word) => word !== "" && holds(row as never, word));

const A = ["a1", "a2", "a3", "a4", "a5", "a6"];
const B = ["b1", "b2", "b3", "b4", "b5"];
const RUNS = ["r1", "r2", "r3", "r4", "r5", "r6"];
const EVENTS = ["e1", "e2", "e3", "e4", "e5"];

const idsOf = (rows: readonly Record<string, unknown>[]): unknown[] => rows.map(({ id }) => id);

/** Audit entries that aren't the archive's own. */
const ownAudit = async (made: ReturnType<typeof world>): Promise<string[]> =>
  (await made.ids("audit")).filter((id) => !id.startsWith("archive-"));

/** All is in the archive once and no longer in its table, and what is not due is where it was. */
async function isArchived(made: Awaited<ReturnType<typeof oldWorld>>): Promise<void> {
  expect(idsOf(await made.archived("audit"))).toEqual([...A, ...B]);
  expect(idsOf(await made.archived("runs"))).toEqual(RUNS);
  expect(idsOf(await made.archived("events"))).toEqual(EVENTS);
  expect(await ownAudit(made)).toEqual(["now"]);
  expect(await made.ids("events")).toEqual(["new", "unseen"]);
  expect(await made.ids("run_traces", "run_id")).toEqual(["open", "young"]);
  expect(await made.ids("runs")).toEqual(["open", ...RUNS, "young"]);
  expect((await made.verify()).findings).toEqual([]);
}

describe("archiving", () => {
  it("moves what is old by month and page, keeps runs without their steps, what is open and what is another team's", async () => {
    const made = await oldWorld();
    await made.night();
    await isArchived(made);
    expect([...made.objects.keys()].toSorted()).toEqual([
      "audit/2025-09/00000001.ndjson.gz",
      "audit/2025-09/00000002.ndjson.gz",
      "audit/2025-10/00000003.ndjson.gz",
      "audit/2025-10/00000004.ndjson.gz",
      "events/2026-07/00000001.ndjson.gz",
      "events/2026-07/00000002.ndjson.gz",
      "runs/2026-04/00000001.ndjson.gz",
      "runs/2026-04/00000002.ndjson.gz",
    ]);
    const { results } = await made.d1.prepare("select id from audit where tenant_id = ?").bind(OTHER).all();
    expect(results).toEqual([{ id: "theirs" }]);
    const [run] = await made.archived("runs");
    expect(run).toMatchObject({ id: "r1", trigger: "sms", mode: "propose" });
    expect(run?.["steps"]).toEqual(
      [0, 1, 2].map((position) =>
        expect.objectContaining({
          position,
          name: "find_contact",
          detail: { tool: "find_contact", note: `step ${position} of r1` },
        }),
      ),
    );
    const before = new Map(made.objects);
    await made.night();
    expect(made.objects).toEqual(before);
  });

  it("goes on after a kill at any call, with no gap and no line twice", async () => {
    // Killed before a call is killed after the one before.
    let kills = 0;
    for (let calls = 1; ; calls++) {
      const made = await smallWorld();
      if (await made.night({ calls, when: "after" })) break;
      kills += 1;
      await made.night();
      const archived = await Promise.all(["audit", "runs", "events"].map((kind) => made.archived(kind)));
      expect(idsOf(archived.flat())).toEqual(["a1", "a2", "a3", "b1", "r1", "e1"]);
      const left = await Promise.all([ownAudit(made), made.ids("run_traces", "run_id"), made.ids("events")]);
      expect(left.flat()).toEqual([]);
      expect((await made.verify()).findings).toEqual([]);
    }
    expect(kills).toBeGreaterThan(40);
  });

  it("goes on when every life ends after a dozen calls, and when two work at once", async () => {
    const made = await oldWorld();
    let lives = 0;
    while (!(await made.night({ calls: 12, when: lives % 2 === 0 ? "before" : "after" }))) lives += 1;
    expect(lives).toBeGreaterThan(3);
    await isArchived(made);
    const both = await oldWorld();
    await Promise.all([both.night(), both.night(), both.night()]);
    await both.night();
    await isArchived(both);
  });

  it("takes an entry that appears late into a page of its own", async () => {
    const made = await oldWorld();
    await made.night();
    await made.audit("late", "2025-09-03T00:00:00.000Z");
    await made.night();
    expect(new Set(idsOf(await made.archived("audit")))).toEqual(new Set([...A, ...B, "late"]));
    expect([...made.objects.keys()]).toContain("audit/2025-09/00000005.ndjson.gz");
    expect((await made.verify()).findings).toEqual([]);
  });

  it("deletes nothing where the page is not what was written", async () => {
    // Killed when the first page was noted, and before its rows left.
    let made = await oldWorld();
    for (let calls = 1; !(await made.pages()).some(({ state }) => state === "written"); calls++) {
      made = await oldWorld();
      await made.night({ calls, when: "after" });
    }
    const [key = ""] = [...made.objects.keys()];
    made.objects.set(key, new Uint8Array([1, 2, 3]));
    await expect(made.night()).rejects.toThrow("it cannot be unpacked");
    made.objects.delete(key);
    await expect(made.night()).rejects.toThrow("it is missing");
    expect(await ownAudit(made)).toHaveLength(12);
  });

  it("rests while its team moves to another database, and goes on there", async () => {
    const made = await oldWorld();
    const bindings = { DB: made.d1, DB_2: nodeD1() };
    await made.d1
      .prepare("insert into tenants (id, name, time_zone, created_at) values (?, '', 'UTC', '')")
      .bind(TEAM)
      .run();
    let nowMs = NOW_MS;
    const clock = { now: () => nowMs };
    const databases = databasesOf(bindings);
    const db = dbFor(routed(databases, directory(made.d1, clock), TEAM), TEAM);
    const aPage = { ...made.deps, db, limits: { ...made.deps.limits, pages: 1 } };
    for (const { sql, params } of askToMove(TEAM, "DB_2", new Date(nowMs).toISOString()))
      await made.d1
        .prepare(sql)
        .bind(...params)
        .run();
    const answers: unknown[] = [];
    for (let step = 0; step < 8; step++) {
      answers.push(await archiveOld(aPage).catch((error: Error) => (error.cause as AppError).code));
      await moveOn({ databases, clock, logger: silentLogger }, TEAM, Infinity);
      nowMs += 20_000;
    }
    expect(answers).toContain("unavailable");
    await archiveOld({ ...aPage, limits: { ...aPage.limits, pages: 40 } });
    const archived = await Promise.all(["audit", "runs", "events"].map((kind) => made.archived(kind)));
    expect(idsOf(archived.flat())).toEqual([...A, ...B, ...RUNS, ...EVENTS]);
    const { results } = await bindings.DB_2.prepare(
      "select id from audit where id not like 'archive-%' union select id from events order by id",
    ).all();
    expect(results.map(({ id }) => id)).toEqual(["new", "now", "unseen"]);
    const pages = await db.rows(archivePages).orderBy(archivePages.kind, archivePages.page).limit(1_000);
    const get = async (key: string) => (await made.deps.store.get(key))?.bytes ?? null;
    expect(await verifyArchive(TEAM, pages, get)).toMatchObject({ findings: [], pages: 8, lines: 22 });
  });

  it("leaves runs that say where their steps are", async () => {
    const made = await oldWorld();
    const monthOf = async (id: string) => {
      const trace = await findRunTrace(made.deps.db, null, id);
      return [trace?.steps.length, trace?.archivedIn];
    };
    expect(await monthOf("r6")).toEqual([3, null]);
    await made.night();
    expect(await monthOf("r6")).toEqual([0, "2026-04"]);
    expect(await monthOf("open")).toEqual([2, null]);
    expect(await monthOf("young")).toEqual([2, null]);
  });

  it("writes no more than a night's pages", async () => {
    const made = await oldWorld();
    made.deps.limits.pages = 3;
    await made.night();
    expect(made.objects.size).toBe(3);
    await made.night();
    await made.night();
    await isArchived(made);
  });
});

describe("the proof of an archive", () => {
  it("finds a flipped byte anywhere", async () => {
    const made = world();
    await made.audit("a1", "2025-09-01T10:00:00.000Z");
    await made.night();
    const key = "audit/2025-09/00000001.ndjson.gz";
    const whole = made.objects.get(key) ?? new Uint8Array();
    for (let place = 0; place < whole.length; place++) {
      const flipped = whole.slice();
      flipped[place] = (flipped[place] ?? 0) ^ 1;
      made.objects.set(key, flipped);
      expect((await made.verify()).findings, `byte ${place}`).toMatchObject([{ kind: "audit", page: 1 }]);
    }
  });

  it("finds a line that was removed, changed, or said to be erased, whatever was done to hide it in the file", async () => {
    const made = await oldWorld();
    await made.night();
    const key = "audit/2025-09/00000001.ndjson.gz";
    const lines = await textOf(made.objects.get(key) ?? new Uint8Array());
    const written = async (changed: readonly string[]): Promise<string> => {
      const stream = new Blob([`${changed.join("\n")}\n`])
        .stream()
        .pipeThrough(new CompressionStream("gzip"));
      made.objects.set(key, new Uint8Array(await new Response(stream).arrayBuffer()));
      const { findings } = await made.verify();
      expect(findings).toHaveLength(1);
      return findings[0]?.problem ?? "";
    };
    const { at, what, seal } = JSON.parse(lines[2] ?? "") as Record<string, string>;
    const erased = JSON.stringify({ at, erasedAt: "2026-11-23T00:00:00.000Z", seal, what });
    expect(await written(lines.toSpliced(2, 1))).toBe("it has 3 lines instead of 4");
    expect(await written(lines.with(2, lines[1] ?? ""))).toBe("its lines are not those that were written");
    expect(await written(lines.with(2, (lines[2] ?? "").replace("approved a2", "rejected a2")))).toBe(
      "line 2 was changed",
    );
    expect(await written(lines.with(2, erased))).toBe("1 lines are erased instead of 0");
    expect(await written([lines[0] ?? "", ...lines.slice(1).toReversed()])).toBe(
      "its lines are not those that were written",
    );
    expect(await written(lines.with(0, (lines[0] ?? "").replace(TEAM, OTHER)))).toBe(
      "another page is in its place",
    );
  });

  it("finds a page that was removed, put in another's place, taken from another team, or cut off the end", async () => {
    const made = await oldWorld();
    await made.night();
    const first = "audit/2025-09/00000001.ndjson.gz";
    const second = "audit/2025-09/00000002.ndjson.gz";
    const [one, two] = [made.objects.get(first), made.objects.get(second)];
    if (one === undefined || two === undefined) throw new Error("two pages are needed");
    made.objects.delete(second);
    expect((await made.verify()).findings).toEqual([{ kind: "audit", page: 2, problem: "it is missing" }]);
    made.objects.set(first, two).set(second, one);
    expect((await made.verify()).findings).toEqual(
      [1, 2].map((page) => ({ kind: "audit", page, problem: "another page is in its place" })),
    );
    made.objects.set(first, one).set(second, two);
    const broken = async (key: string) => {
      if (key === second) throw new Error("the bucket does not answer");
      return (await made.deps.store.get(key))?.bytes ?? null;
    };
    expect((await verifyArchive(TEAM, await made.pages(), broken)).findings).toEqual([
      { kind: "audit", page: 2, problem: "it can't be fetched" },
    ]);

    const rows = await made.pages();
    const get = async (key: string) => (await made.deps.store.get(key))?.bytes ?? null;
    const without = (page: number) => rows.filter((row) => row.kind !== "audit" || row.page !== page);
    expect((await verifyArchive(OTHER, rows, get)).findings).toHaveLength(rows.length);
    expect((await verifyArchive(TEAM, without(2), get)).findings).toContainEqual({
      kind: "audit",
      page: 3,
      problem: "a page before it is missing",
    });
    // Without its row, the last page is missed by whoever kept its hash.
    const { heads } = await made.verify();
    expect((await verifyArchive(TEAM, without(4), get)).findings).toEqual([]);
    expect((await verifyArchive(TEAM, without(4), get, heads)).findings).toEqual([
      { kind: "audit", page: 4, problem: "it is not the page that was known" },
    ]);
    expect((await made.verify(heads)).findings).toEqual([]);
  });
});

it("an archive is proven each night; admins are told once of what isn't as written, and that it is right again", async () => {
  const made = await oldWorld();
  await made.night();
  const told = new Set<string>();
  let settled = 0;
  const check = () =>
    checkArchive({
      db: made.deps.db,
      store: made.deps.store,
      clock: made.deps.clock,
      tell: async ({ once, body }) => void told.add(`${once} ${body}`),
      settle: async () => void settled++,
    });
  expect(await check()).toEqual({ summary: "8 pages of the archive checked." });
  expect(settled).toBe(1);
  const key = "audit/2025-09/00000002.ndjson.gz";
  const page = made.objects.get(key) ?? expect.fail("no page");
  made.objects.delete(key);
  for (const _ of [1, 2])
    expect(await check()).toEqual({ summary: "8 pages of the archive checked. 1 not as written." });
  expect([...told]).toEqual([expect.stringContaining("audit, page 2: it is missing. Nothing was changed.")]);
  expect(settled).toBe(1);
  made.objects.set(key, page);
  await check();
  expect(settled).toBe(2);
});

it("an archive of more pages than a night proves is proven on from where the night before stopped", async () => {
  const made = await oldWorld();
  await made.night();
  let nowMs = Date.now();
  const read: string[][] = [];
  const told: string[] = [];
  let settled = 0;
  const night = async (): Promise<string> => {
    const keys: string[] = [];
    read.push(keys);
    nowMs += 86_400_000;
    const { summary } = await checkArchive({
      db: made.deps.db,
      store: { ...made.deps.store, get: (key) => (keys.push(key), made.deps.store.get(key)) },
      clock: { now: () => nowMs },
      most: 3,
      tell: async ({ body }) => void told.push(body),
      settle: async () => void settled++,
    });
    return summary;
  };
  for (let at = 0; at < 3; at++) await night();
  expect(new Set(read.flat()).size).toBe(8);
  expect(read.map(({ length }) => length)).toEqual([3, 3, 3]);
  expect([told, settled]).toEqual([[], 3]);
  // A page is missing that another night proved: it is told of until its own turn finds it again.
  const key = read[1]?.[1] ?? expect.fail("no page");
  const page = made.objects.get(key) ?? expect.fail("no page");
  made.objects.delete(key);
  for (let at = 0; at < 4; at++) await night();
  expect(told.length).toBeGreaterThan(1);
  expect(await night()).toContain("not as written");
  made.objects.set(key, page);
  settled = 0;
  for (let at = 0; at < 4 && settled === 0; at++) await night();
  expect(settled).toBe(1);
});

describe("erasing a person", () => {
  it("takes the rows that name them out of the archive, and leaves it provable", async () => {
    const made = world();
    await made.audit("x1", "2025-09-01T10:00:00.000Z", { sentence: "Dana texted Maria Gomez" });
    await made.audit("x2", "2025-09-02T10:00:00.000Z");
    await made.audit("thread:+14125550123:done", "2025-09-03T10:00:00.000Z");
    await made.run("r1", "2026-04-01T10:00:00.000Z", 1, { preview: "maria gomez asks for a plumber" });
    await made.night();
    const { heads } = await made.verify();
    const words = ["Maria Gomez", "+14125550123", ""];
    expect(await eraseFromArchive(made.deps, holding(words), null)).toEqual({ lines: 3, next: null });
    const all = (await Promise.all([...made.objects.values()].map(textOf))).flat().join("\n");
    expect(all).not.toMatch(/maria|4125550123/i);
    expect(all).toContain("Dana approved x2");
    expect(all).toContain('"at":"2025-09-03T10:00:00.000Z"');
    expect(await made.verify(heads)).toMatchObject({ findings: [], lines: 4, erased: 3 });
    expect(await eraseFromArchive(made.deps, holding(words), null)).toEqual({ lines: 0, next: null });
    await made.audit("x3", "2025-09-05T10:00:00.000Z");
    await made.night();
    expect((await made.verify(heads)).findings).toEqual([]);
  });

  it("reaches what is on its way into the archive, wherever its writer was killed or still is", async () => {
    for (let calls = 1; ; calls++) {
      const made = world();
      await made.audit("x1", "2025-09-01T10:00:00.000Z", { sentence: "Dana texted Maria Gomez" });
      const isOver = await made.night({ calls, when: "after" });
      await made.d1.prepare("delete from audit where sentence like '%Maria%'").run();
      await eraseFromArchive(made.deps, holding(["Maria Gomez"]), null);
      await made.night();
      const all = (await Promise.all([...made.objects.values()].map(textOf))).flat().join("\n");
      expect(all).not.toContain("Maria");
      expect((await made.verify()).findings).toEqual([]);
      if (isOver) break;
    }
    const made = world();
    await made.audit("x1", "2025-09-01T10:00:00.000Z", { sentence: "Dana texted Maria Gomez" });
    const { store } = made.deps;
    // The writer has read her row and is about to write the page when she is erased.
    const slow = {
      ...store,
      async create(...page: Parameters<typeof store.create>) {
        await made.d1.prepare("delete from audit where sentence like '%Maria%'").run();
        await eraseFromArchive(made.deps, holding(["Maria Gomez"]), null);
        return store.create(...page);
      },
    };
    await archiveOld({ ...made.deps, store: slow });
    const all = (await Promise.all([...made.objects.values()].map(textOf))).flat().join("\n");
    expect(all).not.toContain("Maria");
    expect((await made.verify()).findings).toEqual([]);
  });

  it("goes on page by page, and finishes what was cut off before it was noted", async () => {
    const made = world();
    for (let entry = 0; entry < 120; entry++)
      await made.audit(`x${String(entry).padStart(3, "0")}`, "2025-09-01T10:00:00.000Z");
    made.deps.limits.lines = 4;
    await made.night();
    const first = await eraseFromArchive(made.deps, holding(["Dana Whitfield"]), null);
    expect(first).toEqual({ lines: 100, next: { kind: "audit", page: 25 } });
    expect(await eraseFromArchive(made.deps, holding(["Dana Whitfield"]), first.next)).toEqual({
      lines: 20,
      next: null,
    });
    await made.d1.prepare("update archive_pages set digest = 'old', erased = 0 where page = 3").run();
    expect((await made.verify()).findings).toHaveLength(1);
    await eraseFromArchive(made.deps, holding(["Dana Whitfield"]), null);
    expect((await made.verify()).findings).toEqual([]);
  });
});

describe("the archive", () => {
  it("is searched by month, words, person and id", async () => {
    const made = await oldWorld();
    await made.audit("card:b7:sent", "2025-10-02T10:00:00.000Z", {
      actor_name: "Marcus Lee",
      actor_id: "user_marcus",
      sentence: "Marcus sent “Thursday at 9”",
    });
    await made.night();
    const rows = await made.pages();
    const get = async (key: string) => (await made.deps.store.get(key))?.bytes ?? null;
    const found = async (wanted: Parameters<typeof searchArchive>[2]) => {
      const damaged: number[] = [];
      const ids: unknown[] = [];
      for await (const { line } of searchArchive(rows, get, wanted, ({ page }) => damaged.push(page)))
        ids.push(line.row?.["id"]);
      return { ids, damaged };
    };
    expect((await found({ text: "thursday AT 9" })).ids).toEqual(["card:b7:sent"]);
    expect((await found({ person: "marcus" })).ids).toEqual(["card:b7:sent"]);
    expect((await found({ id: "b7" })).ids).toEqual(["card:b7:sent"]);
    expect((await found({ id: "r2.1" })).ids).toEqual(["r2"]);
    expect((await found({ month: "2025-09" })).ids).toEqual(A);
    expect((await found({ month: "2025-09", text: "thursday" })).ids).toEqual([]);
    made.objects.delete("audit/2025-09/00000001.ndjson.gz");
    expect(await found({ kind: "audit", text: "a5" })).toEqual({ ids: ["a5"], damaged: [1] });
  });

  it("is listed a year at a time, and a month is one file", async () => {
    const made = await oldWorld();
    await made.audit("oldest", "2024-02-01T00:00:00.000Z");
    await made.night();
    const first = await listMonths(made.deps.db, undefined);
    expect(first.items.map(({ month, kind, lines }) => [month, kind, lines])).toEqual([
      ["2026-07", "events", 5],
      ["2026-04", "runs", 6],
      ["2025-10", "audit", 5],
      ["2025-09", "audit", 6],
    ]);
    expect(first.nextCursor).toBe("2025-08");
    const next = await listMonths(made.deps.db, first.nextCursor ?? undefined);
    expect(next).toMatchObject({ items: [{ month: "2024-02", lines: 1 }], nextCursor: null });

    const file = await monthFile(made.deps, "audit", "2025-09");
    const bytes = new Uint8Array(await new Response(file).arrayBuffer());
    expect(bytes.length).toBe(first.items.at(-1)?.sizeBytes);
    const lines = gunzipSync(bytes).toString().trimEnd().split("\n");
    expect(lines.flatMap((line) => (JSON.parse(line) as { row?: { id: string } }).row?.id ?? [])).toEqual(A);
    await expect(monthFile(made.deps, "audit", "2026-07")).rejects.toMatchObject({ code: "not_found" });
    made.objects.delete(pageKey({ kind: "audit", month: "2025-09", page: 2 }));
    await expect(
      monthFile(made.deps, "audit", "2025-09").then(async (broken) => new Response(broken).arrayBuffer()),
    ).rejects.toThrow("it is missing");
  });

  it("seals each page in the audit, and builds nothing on one that was rewritten with its row", async () => {
    const made = await oldWorld();
    await made.night();
    const seals = (await made.ids("audit", "subject_id")).filter((id) => /^audit:\d+:/.test(id));
    expect(seals).toEqual(
      (await made.pages()).flatMap((row) => (row.kind === "audit" ? [`audit:${row.page}:${row.hash}`] : [])),
    );
    // A whole new page, with a row that knows its hashes: the archive alone would be proven by itself.
    const [last] = (await made.pages()).filter(({ kind }) => kind === "audit").slice(-1);
    if (last === undefined) throw new Error("no page");
    const line = await sealedLine(
      {
        at: "2025-10-31T23:59:59.999Z",
        what: "approval.rejected",
        row: { id: "b5", at: "2025-10-31T23:59:59.999Z" },
      },
      "salt",
    );
    const bytes = await packPage({ head: headOf(TEAM, last), lines: [line] });
    const { hash } = await unpackPage(bytes);
    made.objects.set(pageKey(last), bytes);
    const forged = { hash, digest: await sha256Hex(bytes), lines: 1, sizeBytes: bytes.length };
    await made.deps.db.update(archivePages, forged, sql`kind = 'audit' and page = ${last.page}`);
    expect((await made.verify()).findings).toEqual([]);
    expect((await made.verify(seals)).findings).toEqual([
      { kind: "audit", page: last.page, problem: "it is not the page that was known" },
    ]);
    await expect(
      monthFile(made.deps, "audit", "2025-10").then(async (file) => new Response(file).text()),
    ).rejects.toThrow("sealed");
    await expect(eraseFromArchive(made.deps, holding(["b5"]), null)).rejects.toThrow("sealed");
    await made.audit("late", "2025-10-31T12:00:00.000Z");
    await expect(archiveOld(made.deps)).rejects.toThrow("sealed");
    expect(await ownAudit(made)).toContain("late");
  });

  it("begins each month where whole months are kept", async () => {
    const made = world();
    await made.audit("x", "2025-11-30T23:59:59.999Z");
    for (const [now, left] of [
      [NOW_MS, 1],
      [Date.parse("2026-11-30T23:59:59Z"), 1],
      [Date.parse("2026-12-01T00:00:00Z"), 0],
    ] as const) {
      made.deps.clock.now = () => now;
      await made.night();
      expect(await ownAudit(made)).toHaveLength(left);
    }
  });
});
