/** Rows written straight into the tables, for tests that are about what reads them. */
import { DEFAULT_POLICY } from "../../src/team/api/policy.ts";
import { testEnv } from "./worker.ts";

const AT = "2026-11-20T10:00:00.000Z";

/** Inserts one row of a tenant; keys are column names. */
export async function insertRow(
  table: string,
  tenantId: string,
  row: Record<string, unknown>,
): Promise<void> {
  const full = { ...row, tenant_id: tenantId };
  const names = Object.keys(full);
  await testEnv.DB.prepare(
    `insert into ${table} (${names.join(", ")}) values (${names.map(() => "?").join(", ")})`,
  )
    .bind(...Object.values(full))
    .run();
}

/** An approval that waits for a decision. Columns it does not name and the table demands are filled by their type. */
export async function waitingApproval(row: Record<string, unknown>): Promise<Record<string, unknown>> {
  const known: Record<string, unknown> = {
    conversation_title: "A chat",
    turn_id: "turn_1",
    run_id: "run_1",
    tool: "send_message",
    title: "Text message",
    target: "Maria",
    status: "pending",
    proposed_arguments: "{}",
    final_arguments: "{}",
    proposed_effects: "[]",
    effect_hash: "h",
    lints: "[]",
    evidence: "[]",
    preconditions: "[]",
    rule: "external.default",
    expires_at: "2099-01-01T00:00:00.000Z",
    created_at: AT,
    updated_at: AT,
    ...row,
  };
  const columns = await testEnv.DB.prepare(
    "select name, type, \"notnull\" as needed from pragma_table_info('approvals')",
  ).all<{ name: string; type: string; needed: number }>();
  for (const { name, type, needed } of columns.results) {
    if (needed === 1 && name !== "tenant_id") known[name] ??= type.toLowerCase() === "integer" ? 0 : AT;
  }
  return known;
}

/** Lets a team's texts gather for as long as a test lasts: no run starts unless the test waits for it. What is approved goes out at once. */
export async function quietTexts(tenantId: string): Promise<void> {
  const sms = {
    ...DEFAULT_POLICY.sms,
    startRunsOnLines: null,
    debounceSeconds: 120,
    debounceMaxSeconds: 600,
  };
  await insertRow("settings", tenantId, {
    version: 1,
    policy: JSON.stringify({ ...DEFAULT_POLICY, sms, holdSeconds: 0 }),
    updated_by: "test",
    updated_at: "2026-11-21T15:00:00.000Z",
  });
}

/** Lets a team's approved texts and e-mails go out at once: what waits ten seconds is tested where it is the point. */
export async function sendAtOnce(tenantId: string): Promise<void> {
  await insertRow("settings", tenantId, {
    version: 1,
    policy: JSON.stringify({ ...DEFAULT_POLICY, holdSeconds: 0 }),
    updated_by: "test",
    updated_at: AT,
  });
}
