import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { choiceIn, optsOut } from "../../../src/connections/index.ts";

const text = (id: string, words: string, at: string, direction: "incoming" | "outgoing" = "incoming") => ({
  id,
  direction,
  from: "+14125550142",
  to: "+14125550100",
  text: words,
  at,
});

describe("a contact's word on being texted", () => {
  it.each([
    ["STOP", true],
    [" Stop.\n", true],
    ["opt-out!", true],
    ["STOPALL", true],
    ["UNSTOP", false],
    ["Start", false],
    ["stop by at nine", null],
    ["please start the heater", null],
    ["", null],
  ])("of %j is %s", (words, optedOut) => {
    expect(optsOut(words)).toBe(optedOut);
  });

  it("is the newest by the provider's time, whatever order texts come in; of two at once, the one that ends", () => {
    const stop = text("AC2", "STOP", "2026-11-20T10:00:00.000Z");
    const start = text("AC1", "START", "2026-11-20T09:00:00Z");
    expect(choiceIn([stop, start])).toEqual({ optedOut: true, at: "2026-11-20T10:00:00.000Z" });
    expect(choiceIn([start, stop])?.optedOut).toBe(true);
    expect(choiceIn([stop, { ...start, at: "2026-11-20T10:00:00Z" }])?.optedOut).toBe(true);
    expect(choiceIn([text("AC3", "STOP", stop.at, "outgoing"), start])?.optedOut).toBe(false);
    expect(choiceIn([text("AC4", "hello", stop.at)])).toBeNull();
  });

  it("is read out of texts that were on record before it was a fact of its own", () => {
    const folder = join(import.meta.dirname, "../../../migrations");
    const sql = (name: string): string => readFileSync(join(folder, name), "utf8");
    const all = readdirSync(folder)
      .filter((name) => name.endsWith(".sql"))
      .toSorted();
    const mine = all.findIndex((name) => name.endsWith("_opt_outs.sql"));
    const db = new DatabaseSync(":memory:");
    for (const name of all.slice(0, mine)) db.exec(sql(name));
    const insert = db.prepare(
      "insert into texts (tenant_id, id, connection_id, direction, line_number, contact_number, text, attachments, at, fingerprint, received_at, state, attempts) " +
        "values (?, ?, 'c', ?, '+14125550100', ?, ?, 0, ?, ?, '2026-11-21', 'recorded', 0)",
    );
    const rows = [
      ["tenant_a", "incoming", "+1", "Stop.\n", "2026-11-20T10:00:00.000Z"],
      ["tenant_a", "incoming", "+1", "START", "2026-11-20T09:00:00.000Z"],
      ["tenant_a", "incoming", "+1", "please stop the leak", "2026-11-20T11:00:00.000Z"],
      ["tenant_a", "outgoing", "+2", "STOP", "2026-11-20T10:00:00.000Z"],
      ["tenant_a", "incoming", "+3", "opt-out", "2026-11-20T10:00:00.000Z"],
      ["tenant_a", "incoming", "+3", "Unstop!", "2026-11-20T10:00:01.000Z"],
      ["tenant_b", "incoming", "+3", "quit", "2026-11-20T10:00:00.000Z"],
    ] as const;
    for (const [index, [tenant, direction, number, words, at]] of rows.entries())
      insert.run(tenant, `AC${index}`, direction, number, words, at, `f${index}`);
    db.exec(sql(all[mine] ?? ""));
    const kept = db.prepare("select * from opt_outs order by tenant_id, number").all();
    expect(kept.map((row) => Object.values(row))).toEqual([
      ["tenant_a", "+1", 1, "2026-11-20T10:00:00.000Z"],
      ["tenant_a", "+3", 0, "2026-11-20T10:00:01.000Z"],
      ["tenant_b", "+3", 1, "2026-11-20T10:00:00.000Z"],
    ]);
    db.close();
  });
});
