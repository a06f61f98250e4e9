/** The audit log as a file for a spreadsheet. */
import { AUDIT_AREAS, type AuditRow } from "../../../../src/team/api/audit.ts";
import { type AuditChange } from "../../../../src/platform/api/audit-change.ts";
import { csvOf } from "../../components/csv.ts";

/** One line per change, or one if nothing was set. */
export function auditCsv(rows: readonly AuditRow[]): string {
  const none: AuditChange = { label: "", from: null, to: null };
  const lines = rows.flatMap(({ at, actor, action, sentence, changes }) =>
    (changes.length === 0 ? [none] : changes).map(({ label, from, to }) => [
      at,
      actor.name,
      areaWords(action),
      sentence,
      label,
      from ?? "",
      to ?? "",
    ]),
  );
  return csvOf([["Time", "Who", "Area", "What happened", "Setting", "Old value", "New value"], ...lines]);
}

export function areaWords(action: string): string {
  const area = action.slice(0, action.indexOf("."));
  return Object.entries(AUDIT_AREAS).find(([name]) => name === area)?.[1] ?? area;
}
