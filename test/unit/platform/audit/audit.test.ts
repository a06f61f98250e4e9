import { beforeEach, describe, expect, it } from "vitest";
import { changesBetween, auditStatement, listAudit, STEWARD } from "../../../../src/platform/audit/index.ts";
import { dbFor, type TenantDb } from "../../../../src/platform/db/index.ts";
import { updatePolicy } from "../../../../src/approvals/policy/index.ts";
import { DEFAULT_POLICY } from "../../../../src/team/api/policy.ts";
import { auditCsv } from "../../../../frontend/src/team/settings/audit-csv.ts";
import { nodeD1 } from "../../../support/node-d1.ts";

const NOW = Date.parse("2026-11-22T12:00:00Z");
const DANA = { kind: "user", id: "user_dana", name: "Dana" } as const;
let d1: D1Database;
let db: TenantDb;
beforeEach(() => {
  d1 = nodeD1();
  db = dbFor(d1, "tenant_alder");
});

describe("the audit log", () => {
  it("holds old and new values of a changed policy", async () => {
    const policy = { ...DEFAULT_POLICY, holdSeconds: 30, tools: { send_text: "allow" as const } };
    await updatePolicy(db, { policy, version: 0, by: DANA, nowMs: NOW });
    const [row] = await listAudit(db, { limit: 5 });
    expect(row).toMatchObject({ area: "policy", sentence: "Dana changed the policy" });
    expect(row?.changes).toContainEqual({
      label: "Hold seconds",
      from: String(DEFAULT_POLICY.holdSeconds),
      to: "30",
    });
    expect(row?.changes).toContainEqual({ label: "Tools, send text", from: null, to: "allow" });
    expect(row?.changes).toHaveLength(2);
  });

  it("is filtered by person, area and time, by an index", async () => {
    const entry = (id: string, action: string, actor: typeof DANA | typeof STEWARD, nowMs: number) =>
      auditStatement(db, { id, actor, action, subject: { kind: "x", id }, sentence: id }, nowMs);
    await db.batch([
      entry("a", "policy.changed", DANA, NOW),
      entry("b", "approval.asked", STEWARD, NOW + 1),
      entry("c", "approval.approved", DANA, NOW + 2),
    ]);
    const ids = async (query: object) => (await listAudit(db, { limit: 9, ...query })).map(({ id }) => id);
    expect(await ids({ area: "approval" })).toEqual(["c", "b"]);
    expect(await ids({ actor: DANA.id })).toEqual(["c", "a"]);
    expect(await ids({ actor: DANA.id, area: "approval" })).toEqual(["c"]);
    expect(await ids({ from: new Date(NOW + 2).toISOString() })).toEqual(["c"]);
    const plan = await d1
      .prepare(
        "explain query plan select * from audit where tenant_id = ? and area = ? order by at desc, id desc",
      )
      .bind("tenant_alder", "approval")
      .all<{ detail: string }>();
    expect(plan.results[0]?.detail).toContain("audit_area");
  });

  it("tells long and many changes shortly", () => {
    const many = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`key${at}`, "x".repeat(500)]));
    const told = changesBetween({}, many);
    expect(told).toHaveLength(9);
    expect(told.at(-1)?.label).toBe("and 4 more");
    expect(JSON.stringify(told).length).toBeLessThan(1200);
  });

  it("is exported with every change on a line, and nothing a spreadsheet would run", () => {
    const csv = auditCsv([
      {
        id: "a",
        at: "2026-11-22T12:00:00.000Z",
        actor: DANA,
        action: "policy.changed",
        subject: { kind: "policy", id: "p" },
        sentence: '=HYPERLINK("https://evil.example")',
        changes: [
          { label: "Hold seconds", from: "0", to: "10" },
          { label: "Role", from: null, to: "admin, or so" },
        ],
      },
    ]);
    const [head, first, second] = csv.replace("\uFEFF", "").split("\n");
    expect(head).toBe("Time,Who,Area,What happened,Setting,Old value,New value");
    expect(first).toBe(
      `2026-11-22T12:00:00.000Z,Dana,Policy,"'=HYPERLINK(""https://evil.example"")",Hold seconds,0,10`,
    );
    expect(second).toContain('"admin, or so"');
  });
});
