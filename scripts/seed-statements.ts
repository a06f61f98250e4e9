/** The rows a demo deployment starts with: tenants, their verified domains, people and sealed connections. Pure: it returns SQL and parameters. */

interface SeedWorld {
  readonly tenants: readonly { readonly id: string; readonly name: string; readonly domain: string; readonly timeZone: string }[];
  readonly people: readonly { readonly tenantId: string; readonly name: string; readonly email: string; readonly role: "admin" | "member" }[];
  readonly connections: readonly {
    readonly id: string;
    readonly tenantId: string;
    readonly vendor: string;
    readonly label: string;
    readonly apiKey: string;
    readonly settings: Readonly<Record<string, unknown>>;
  }[];
  readonly seal: (
    scope: { readonly tenantId: string; readonly connectionId: string; readonly field: string },
    secret: string,
  ) => Promise<string>;
  readonly nowMs: number;
}

/** One statement with its parameters. */
export interface SeedStatement {
  readonly sql: string;
  readonly params: readonly (string | number | null)[];
}

/** Statements that write the world; each leaves rows that are there already as they are. */
export async function seedStatements(world: SeedWorld): Promise<SeedStatement[]> {
  const now = new Date(world.nowMs).toISOString();
  const statements: SeedStatement[] = [];
  for (const tenant of world.tenants) {
    statements.push(
      {
        sql: "INSERT OR IGNORE INTO tenants (id, name, time_zone, created_at) VALUES (?, ?, ?, ?)",
        params: [tenant.id, tenant.name, tenant.timeZone, now],
      },
      {
        sql: "INSERT OR IGNORE INTO tenant_domains (domain, tenant_id, verified_at) VALUES (?, ?, ?)",
        params: [tenant.domain, tenant.id, now],
      },
    );
  }
  for (const person of world.people) {
    statements.push({
      sql: "INSERT OR IGNORE INTO users (id, tenant_id, email, name, role, created_at) VALUES (?, ?, ?, ?, ?, ?)",
      params: [`user_${person.email.replace(/[^a-z0-9]+/g, "_")}`, person.tenantId, person.email, person.name, person.role, now],
    });
  }
  for (const connection of world.connections) {
    const scope = { tenantId: connection.tenantId, connectionId: connection.id, field: "apiKey" };
    statements.push({
      sql: "INSERT OR IGNORE INTO connections (id, tenant_id, vendor, label, credentials, settings, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
      params: [
        connection.id,
        connection.tenantId,
        connection.vendor,
        connection.label,
        await world.seal(scope, connection.apiKey),
        JSON.stringify(connection.settings),
        now,
      ],
    });
  }
  return statements;
}

/** The statements as a script for a command line that takes no parameters. */
export function seedScript(statements: readonly SeedStatement[]): string {
  const literal = (value: string | number | null): string =>
    value === null ? "NULL" : typeof value === "number" ? String(value) : `'${value.replaceAll("'", "''")}'`;
  return statements
    .map(({ sql, params }) => {
      let next = 0;
      return `${sql.replace(/\?/g, () => literal(params[next++] ?? null))};`;
    })
    .join("\n");
}
