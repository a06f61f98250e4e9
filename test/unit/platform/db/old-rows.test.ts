import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, describe, expect, it } from "vitest";

const FOLDER = join(import.meta.dirname, "../../../../migrations");

let db: DatabaseSync;
afterEach(() => db.close());

/** A database as it was before a migration; the answer runs that one. */
function before(migration: string): () => void {
  db = new DatabaseSync(":memory:");
  const names = readdirSync(FOLDER)
    .filter((name) => name.endsWith(".sql"))
    .toSorted();
  const run = (name: string): void => db.exec(readFileSync(join(FOLDER, name), "utf8"));
  for (const name of names) {
    if (name === `${migration}.sql`) return () => run(name);
    run(name);
  }
  throw new Error(`There is no migration ${migration}.`);
}

/** Inserts a row; columns it does not name and the table demands are filled by their type. */
function insert(table: string, row: Record<string, string | number | null>): void {
  const columns = db
    .prepare(`select name, type, "notnull" as needed from pragma_table_info('${table}')`)
    .all();
  const full = { ...row };
  for (const { name, type, needed } of columns)
    if (needed === 1) full[String(name)] ??= String(type).toLowerCase() === "integer" ? 0 : "{}";
  const names = Object.keys(full);
  db.prepare(`insert into ${table} (${names.join()}) values (${names.map(() => "?").join()})`).run(
    ...Object.values(full),
  );
}

const valuesOf = (sql: string): unknown[][] =>
  db
    .prepare(sql)
    .all()
    .map((row) => Object.values(row));

describe("rows that were there before a migration", () => {
  it("of texts tell who has opted out, by the provider's time", () => {
    const migrate = before("0014_opt_outs");
    const texts = [
      ["tenant_a", "incoming", "+1", "Stop.\n", "10:00:00.000Z"],
      ["tenant_a", "incoming", "+1", "START", "09:00:00.000Z"],
      ["tenant_a", "incoming", "+1", "please stop the leak", "11:00:00.000Z"],
      ["tenant_a", "outgoing", "+2", "STOP", "10:00:00.000Z"],
      ["tenant_a", "incoming", "+3", "opt-out", "10:00:00.000Z"],
      ["tenant_a", "incoming", "+3", "Unstop!", "10:00:01.000Z"],
      ["tenant_b", "incoming", "+3", "quit", "10:00:00.000Z"],
    ] as const;
    for (const [index, [tenant_id, direction, contact_number, text, at]] of texts.entries())
      insert("texts", {
        tenant_id,
        id: `AC${index}`,
        fingerprint: `f${index}`,
        direction,
        contact_number,
        text,
        at,
      });
    migrate();
    expect(valuesOf("select * from opt_outs order by tenant_id, number")).toEqual([
      ["tenant_a", "+1", 1, "10:00:00.000Z"],
      ["tenant_a", "+3", 0, "10:00:01.000Z"],
      ["tenant_b", "+3", 1, "10:00:00.000Z"],
    ]);
  });

  it("of texts are the threads of the inbox, of which only the newest ask for anything", () => {
    const migrate = before("0028_text_threads");
    const old = "2020-01-01T10:00:00.000Z";
    const now = new Date().toISOString();
    const texts = [
      ["incoming", "+14125550142", "Hello", old, "handed"],
      ["incoming", "+14125550142", "Hello?", now, "handed"],
      ["incoming", "+14125550143", "Thanks", old, "handed"],
      ["outgoing", "+14125550144", "On our way", now, "recorded"],
      ["incoming", "22395", "Your code", now, "recorded"],
    ] as const;
    for (const [index, [direction, contact_number, text, at, state]] of texts.entries())
      insert("texts", {
        tenant_id: "tenant_a",
        id: `AC${index}`,
        fingerprint: `f${index}`,
        line_number: "+14125550100",
        direction,
        contact_number,
        text,
        at,
        state,
      });
    migrate();
    expect(
      valuesOf(
        "select number, status, last_words, last_incoming_at, waits_since from text_threads order by number",
      ),
    ).toEqual([
      ["+14125550142", "open", "Hello?", now, now],
      ["+14125550143", "done", "Thanks", old, null],
      ["+14125550144", "done", "On our way", null, null],
    ]);
  });

  it("of uses of skills go with the file whose version was read, wherever it is now", () => {
    const migrate = before("0015_skill_uses_follow");
    insert("workspace_versions", { tenant_id: "tenant_a", id: "v1", file_id: "file_1", version: 1 });
    insert("workspace_versions", { tenant_id: "tenant_b", id: "v2", file_id: "file_2", version: 1 });
    const use = (run_id: string, skill_id: string, etag: string) =>
      insert("skill_uses", { tenant_id: "tenant_a", run_id, skill_id, etag });
    use("run_1", "rent-total", "v1");
    use("run_1", "money/rent-total", "v1");
    use("run_2", "rent-total", "v1");
    use("run_3", "gone", "v2");
    migrate();
    expect(valuesOf("select run_id, skill_id from skill_uses order by run_id")).toEqual([
      ["run_1", "file_1"],
      ["run_2", "file_1"],
      ["run_3", "gone"],
    ]);
  });

  it("of a run's steps stand together in their order, two hundred to a row", () => {
    const migrate = before("0042_steps_in_parts");
    for (const position of [200, 2, 0, 1])
      insert("run_steps", {
        tenant_id: "tenant_a",
        id: `run_1.${position}`,
        run_id: "run_1",
        position,
        kind: "hook",
        name: "rate",
        at: `10:00:0${position % 10}.000Z`,
        detail: '{"tool":"read_file"}',
      });
    insert("run_steps", { tenant_id: "tenant_b", id: "run_2.0", run_id: "run_2", name: "other" });
    migrate();
    const rows = valuesOf("select run_id, part, at, steps from run_traces order by run_id, part");
    const [first, second, other] = rows.map(([run, part, at, steps]) => ({
      row: [run, part, at],
      steps: JSON.parse(String(steps)) as { position: number; name: string; detail: unknown }[],
    }));
    expect(first?.row).toEqual(["run_1", 0, "10:00:02.000Z"]);
    expect(first?.steps.map(({ position }) => position)).toEqual([0, 1, 2]);
    expect(first?.steps[0]).toMatchObject({
      kind: "hook",
      name: "rate",
      durationMs: 0,
      detail: { tool: "read_file" },
    });
    expect(second?.steps.map(({ position }) => position)).toEqual([200]);
    expect(other?.steps.map(({ name }) => name)).toEqual(["other"]);
  });
});
