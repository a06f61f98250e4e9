/**
 * What our code relies on in D1, as one test that runs on D1 in workerd (`test/worker/platform/db`) and on its stand-in in Node (`test/unit/platform/db`): where both
 * pass, what a use case does to its records is the same in both.
 */
import { eq, getTableColumns, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { columnName } from "../../src/platform/db/casing.ts";
import { byIds, dbFor, systemDb, users, type TenantDb } from "../../src/platform/db/index.ts";
import { approvals } from "../../src/approvals/tables/approvals.ts";
import { schedules } from "../../src/agent/tables/schedules.ts";
import { workspaceFiles } from "../../src/workspace/tables/workspace.ts";

const ALDER = "tenant_alder";
const HARBOR = "tenant_harbor";
const AT = "2026-11-21T15:00:00.000Z";

const file = (id: string, more: Partial<typeof workspaceFiles.$inferInsert> = {}) => ({
  id,
  path: `areas/${id}.md`,
  pathKey: `areas/${id}.md`,
  folder: "areas",
  etag: `${id}-1`,
  version: 1,
  sha256: "00",
  sizeBytes: 7,
  author: { kind: "user", id: "user_demo_dana", name: "Dana “D” Whitfield 🏠" } as const,
  createdAt: AT,
  updatedAt: AT,
  ...more,
});

/** All an error says, its causes included: the driver wraps what the database said. */
const saidBy = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "nothing went wrong",
    (error: unknown) => {
      const said: string[] = [];
      for (let one = error; one instanceof Error; one = one.cause) said.push(one.message);
      return said.join("\n");
    },
  );

/** `fresh` gives a database with its tables and the demo's two companies. */
export function d1Contract(fresh: () => Promise<D1Database>): void {
  let d1: D1Database;
  let db: TenantDb;
  beforeEach(async () => {
    d1 = await fresh();
    db = dbFor(d1, ALDER);
  });
  const rows = async (statement: string, ...values: unknown[]): Promise<unknown[]> =>
    (
      await d1
        .prepare(statement)
        .bind(...values)
        .all()
    ).results;
  const paths = async (): Promise<string[]> =>
    (await db.rows(workspaceFiles).orderBy(workspaceFiles.id)).map(({ id }) => id);

  describe("D1: values", () => {
    it("come back as they were written: text of any script, whole numbers, fractions, nothing, JSON", async () => {
      await db.insert(workspaceFiles, file("a", { sizeBytes: 2 ** 53 - 1, source: null }));
      expect(await db.find(workspaceFiles, eq(workspaceFiles.id, "a"))).toEqual({
        ...file("a", { sizeBytes: 2 ** 53 - 1 }),
        tenantId: ALDER,
        source: null,
        deletedAt: null,
        deletionId: null,
      });
      expect(
        await rows(
          "select ? as text, ? as whole, ? as part, ? as none, ? as yes, ? as no",
          "é漢\u0000b",
          -3,
          0.25,
          null,
          true,
          false,
        ),
      ).toEqual([{ text: "é漢\u0000b", whole: -3, part: 0.25, none: null, yes: 1, no: 0 }]);
    });

    it("that are none are refused", async () => {
      expect(await saidBy(Promise.resolve().then(() => rows("select ?", undefined)))).toContain(
        "D1_TYPE_ERROR",
      );
    });

    it("of one name in two columns keep their places in a raw answer", async () => {
      const statement = d1.prepare("select 1 as same, 2 as same").bind();
      expect(await statement.raw()).toEqual([[1, 2]]);
      expect(await d1.prepare("select 7 as seven").first("seven")).toBe(7);
      expect(await d1.prepare("select 7 as seven where 0").first()).toBeNull();
    });
  });

  describe("D1: a batch", () => {
    it("is one transaction: what fails takes back all before it", async () => {
      await db.insert(workspaceFiles, file("a"));
      const said = await saidBy(
        db.batch([
          db.insert(workspaceFiles, file("b")),
          db.update(workspaceFiles, { etag: "a-2" }, eq(workspaceFiles.id, "a")),
          db.insert(workspaceFiles, file("c", { id: "a" })),
        ]),
      );
      expect(said).toMatch(/UNIQUE constraint failed: workspace_files\.id/);
      expect(await paths()).toEqual(["a"]);
      expect(await db.find(workspaceFiles, eq(workspaceFiles.id, "a"))).toMatchObject({ etag: "a-1" });
      // And nothing of it is still open.
      await db.batch([db.insert(workspaceFiles, file("d"))]);
      expect(await paths()).toEqual(["a", "d"]);
    });

    it("answers each statement in its place, and each sees what those before it did", async () => {
      const [inserted, found, updated, left] = await db.batch([
        db.insert(workspaceFiles, file("a")).returning({ id: workspaceFiles.id }),
        db.rows(workspaceFiles, eq(workspaceFiles.id, "a")),
        db
          .update(workspaceFiles, { version: sql`${workspaceFiles.version} + 1` }, eq(workspaceFiles.id, "a"))
          .returning({ version: workspaceFiles.version }),
        db.rows(workspaceFiles, sql`${workspaceFiles.id} = 'a' and ${workspaceFiles.version} = 1`),
      ]);
      expect(inserted).toEqual([{ id: "a" }]);
      expect(found).toMatchObject([{ id: "a", author: { name: "Dana “D” Whitfield 🏠" } }]);
      expect(updated).toEqual([{ version: 2 }]);
      expect(left).toEqual([]);
    });

    it("writes follow-up rows only where the compare-and-set before them won, and one of many at once wins", async () => {
      await db.insert(workspaceFiles, file("a"));
      const move = (index: number) =>
        db.batch([
          db
            .update(
              workspaceFiles,
              { etag: `by-${index}` },
              sql`${workspaceFiles.id} = 'a' and ${workspaceFiles.etag} = 'a-1'`,
            )
            .returning({ etag: workspaceFiles.etag }),
          db.insertIf(
            workspaceFiles,
            file(`follow-${index}`),
            workspaceFiles,
            sql`${workspaceFiles.id} = 'a' and ${workspaceFiles.etag} = ${`by-${index}`}`,
          ),
        ]);
      const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => move(index)));
      const winners = answers.flatMap(([won]) => won as { etag: string }[]);
      expect(winners).toHaveLength(1);
      expect(await paths()).toEqual(["a", winners[0]?.etag.replace("by-", "follow-")]);
    });
  });

  describe("D1: returning", () => {
    it("names the rows that were written, and none that a conflict left as they were", async () => {
      const insert = () =>
        db.insert(workspaceFiles, file("a")).onConflictDoNothing().returning({ id: workspaceFiles.id });
      expect(await insert()).toEqual([{ id: "a" }]);
      expect(await insert()).toEqual([]);
      const removed = await db
        .remove(workspaceFiles, eq(workspaceFiles.id, "a"))
        .returning({ id: workspaceFiles.id, path: workspaceFiles.path });
      expect(removed).toEqual([{ id: "a", path: "areas/a.md" }]);
    });

    it("counts the rows that changed where nothing is returned", async () => {
      const { meta } = await d1.prepare("update users set name = 'X' where tenant_id = ?").bind(ALDER).run();
      expect(meta.changes).toBe((await db.rows(users)).length);
      const none = await d1.prepare("update users set name = 'X' where id = 'nobody'").run();
      expect(none.meta.changes).toBe(0);
    });

    it("takes what an upsert says, only where its condition holds", async () => {
      const seen = (at: string) =>
        rows(
          "insert into clock_jobs (name, last_seen_at, duration_ms) values ('a', ?1, 1) on conflict (name) do update set last_seen_at = excluded.last_seen_at where excluded.last_seen_at > last_seen_at returning last_seen_at as at",
          at,
        );
      expect(await seen("2")).toEqual([{ at: "2" }]);
      expect(await seen("3")).toEqual([{ at: "3" }]);
      expect(await seen("1")).toEqual([]);
    });
  });

  describe("D1: constraints", () => {
    it("hold for live rows where an index is partial, and name the columns that are not null", async () => {
      await db.insert(workspaceFiles, file("a"));
      const same = { path: "areas/a.md", pathKey: "areas/a.md" };
      expect(await saidBy(db.insert(workspaceFiles, file("b", same)).then(() => null))).toContain(
        "UNIQUE constraint failed: workspace_files.tenant_id, workspace_files.path_key",
      );
      await db.update(workspaceFiles, { deletedAt: AT }, eq(workspaceFiles.id, "a"));
      await db.insert(workspaceFiles, file("b", same));
      expect(await paths()).toEqual(["a", "b"]);
      expect(await saidBy(rows("insert into users (id) values ('u')"))).toContain(
        "NOT NULL constraint failed: users.",
      );
    });
  });

  describe("D1: a tenant’s view", () => {
    it("sees and changes nothing of another", async () => {
      const theirs = dbFor(d1, HARBOR);
      await theirs.insert(workspaceFiles, file("theirs"));
      expect(await paths()).toEqual([]);
      await db.update(workspaceFiles, { etag: "stolen" }, eq(workspaceFiles.id, "theirs"));
      await db.remove(workspaceFiles, eq(workspaceFiles.id, "theirs"));
      expect(await theirs.find(workspaceFiles, eq(workspaceFiles.id, "theirs"))).toMatchObject({
        etag: "theirs-1",
      });
      expect((await systemDb(d1).findTenant(HARBOR))?.id).toBe(HARBOR);
    });
  });

  describe("D1: JSON", () => {
    it("holds a list of any length in one parameter", async () => {
      await db.batch(Array.from({ length: 30 }, (_, index) => db.insert(workspaceFiles, file(`f${index}`))));
      const wanted = Array.from({ length: 5000 }, (_, index) => `f${index * 10}`);
      const found = await db.rows(workspaceFiles, byIds(workspaceFiles.id, wanted));
      expect(found.map(({ id }) => id).toSorted()).toEqual(["f0", "f10", "f20"]);
      await db.remove(workspaceFiles, byIds(workspaceFiles.id, wanted));
      expect(await paths()).toHaveLength(27);
    });

    it("is read, patched and set inside a statement", async () => {
      expect(
        await rows(
          `select json_extract(?1, '$.a.b') as one, ?1 ->> '$.list[1]' as two, json_patch(?1, '{"a":null}') as three,
                  json_set(?1, '$.c', json('true')) as four, json_array_length(?1, '$.list') as five,
                  json_group_array(value) as six from json_each(?1, '$.list')`,
          '{"a":{"b":"x"},"list":[1,"zwei"]}',
        ),
      ).toEqual([
        {
          one: "x",
          two: "zwei",
          three: '{"list":[1,"zwei"]}',
          four: '{"a":{"b":"x"},"list":[1,"zwei"],"c":true}',
          five: 2,
          six: '[1,"zwei"]',
        },
      ]);
    });
  });

  describe("D1: words and times", () => {
    it("are compared byte by byte, folded as ASCII alone, and counted in characters", async () => {
      expect(
        await rows(
          `select 'a' < 'B' as binary, lower('ÄB') as low, length('é🏠') as characters, instr('abc', 'c') as place,
                  substr('🏠bc', 2) as rest, 'ABC' like 'a_c' as alike, glob('a*', 'Abc') as strict, trim('  x ') as trimmed,
                  replace('aXa', 'a', 'b') as replaced, '10' = 10 as mixed, coalesce(null, 2) as second, 7 / 2 as halved`,
        ),
      ).toEqual([
        {
          binary: 0,
          low: "Äb",
          characters: 2,
          place: 3,
          rest: "bc",
          alike: 1,
          strict: 0,
          trimmed: "x",
          replaced: "bXb",
          mixed: 0,
          second: 2,
          halved: 3,
        },
      ]);
      expect(
        await rows(
          "select strftime('%Y-%m-%dT%H:%M:%fZ', ?, '-90 minutes') as earlier, julianday(?) as day",
          AT,
          AT,
        ),
      ).toEqual([{ earlier: "2026-11-21T13:30:00.000Z", day: 2461366.125 }]);
    });

    it("come in the order that is asked for, nothing first, and in pages", async () => {
      for (const [id, dueAt] of [
        ["late", "2026-12-01T00:00:00.000Z"],
        ["never", null],
        ["soon", AT],
      ] as const)
        await db.insert(schedules, {
          id,
          kind: "agent",
          title: id,
          instruction: "",
          cadence: { type: "once", at: AT },
          status: "active",
          nextAt: dueAt,
          dueAt,
        });
      const page = async (limit: number, offset: number): Promise<string[]> =>
        (await db.rows(schedules).orderBy(schedules.dueAt).limit(limit).offset(offset)).map(({ id }) => id);
      expect(await page(2, 0)).toEqual(["never", "soon"]);
      expect(await page(2, 2)).toEqual(["late"]);
      const [counted] = await db.pick({ n: sql<number>`count(*)` }, schedules);
      expect(counted).toEqual({ n: 3 });
    });
  });

  describe("D1: limits", () => {
    const marks = (count: number): string => Array.from({ length: count }, () => "?").join();
    const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

    it("are 100 parameters in a statement", async () => {
      expect(await rows(`select 1 as one where 99 in (${marks(100)})`, ...numbers(100))).toEqual([
        { one: 1 },
      ]);
      expect(await saidBy(rows(`select 1 where 99 in (${marks(101)})`, ...numbers(101)))).toContain(
        "too many SQL variables",
      );
      const many = Array.from({ length: 20 }, (_, index) => file(`many-${index}`));
      expect(await saidBy(db.insert(workspaceFiles, many).then(() => null))).toContain(
        "too many SQL variables",
      );
    });

    it("are 50 bytes of a pattern, five parts of a union and 100 KB of a statement", async () => {
      const like = (pattern: string) => rows("select 'x' like ? as found", pattern);
      expect(await like(`${"é".repeat(24)}%`)).toEqual([{ found: 0 }]);
      expect(await saidBy(like(`${"é".repeat(25)}%`))).toContain("LIKE or GLOB pattern too complex");
      const union = (parts: number): string =>
        numbers(parts)
          .map((n) => `select ${n} as n`)
          .join(" union all ");
      expect(await rows(union(5))).toHaveLength(5);
      expect(await saidBy(rows(union(6)))).toContain("too many terms in compound SELECT");
      expect(await saidBy(rows(`select '${"x".repeat(100_001)}'`))).toMatch(/too (?:big|long)/);
    });
  });

  describe("D1: tables", () => {
    it("are those of the migrations, with the columns the code knows", async () => {
      const columns = await rows("select name from pragma_table_info('approvals') order by name");
      const known = Object.values(getTableColumns(approvals)).map(columnName).toSorted();
      expect(columns.map((row) => (row as { name: string }).name)).toEqual(known);
    });
  });
}
