/** A row of a table, for tests on plain SQLite: what it must hold and no one names is filled by its type. */
export async function insertInto(
  d1: D1Database,
  table: string,
  tenantId: string,
  given: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { results } = await d1
    .prepare(
      `select name, type, "notnull" as needed, dflt_value as preset from pragma_table_info('${table}')`,
    )
    .all<{ name: string; type: string; needed: number; preset: unknown }>();
  const full: Record<string, unknown> = { tenant_id: tenantId };
  for (const { name, type, needed, preset } of results)
    if (needed === 1 && preset === null) full[name] ??= type.toLowerCase() === "integer" ? 0 : "[]";
  const known = { ...full, ...given };
  const names = Object.keys(known).map((name) => `"${name}"`);
  await d1
    .prepare(`insert into ${table} (${names.join(", ")}) values (${names.map(() => "?").join(", ")})`)
    .bind(...Object.values(known))
    .run();
}
