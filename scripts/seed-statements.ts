/** The rows a demo deployment starts with: tenants, their verified domains, people and sealed connections. Pure: it returns SQL and parameters. */

/** A team as a deployment starts with it. */
interface Company {
  readonly id: string;
  readonly name: string;
  readonly domain: string;
  readonly timeZone: string;
  readonly people: readonly {
    readonly id: string;
    readonly firstName: string;
    readonly lastName: string;
    readonly email: string;
    readonly role: "admin" | "member";
    /** Their own number (E.164): by it and by their address they count as colleagues. */
    readonly mobile?: string;
  }[];
  readonly quo: {
    readonly connectionId: string;
    readonly apiKey: string;
    /** Secrets its webhooks may be signed with; several while one is being replaced. */
    readonly webhookSecrets: readonly string[];
    readonly lines: readonly object[];
  };
  /** Left out where no Gmail is connected. */
  readonly google?: {
    readonly connectionId: string;
    /** The key file of the service account, as Google gives it (JSON). */
    readonly serviceAccount: string;
    /** The only mailboxes it may act for. */
    readonly mailboxes: readonly {
      readonly address: string;
      readonly name: string;
      readonly watched: boolean;
      /** Whether the agent may look at the person's calendar. */
      readonly calendar?: boolean;
    }[];
  };
}

/** Seals a credential for the field of a connection. */
type Seal = (
  scope: { readonly tenantId: string; readonly connectionId: string; readonly field: string },
  secret: string,
) => Promise<string>;

/** One statement with its parameters. */
export interface SeedStatement {
  readonly sql: string;
  readonly params: readonly (string | number | null)[];
}

/** Statements that write the companies. Rows that are there already stay as they are, but for the keys and webhook secrets of connections: those rotate. */
export async function seedStatements(
  companies: readonly Company[],
  seal: Seal,
  nowMs: number,
): Promise<SeedStatement[]> {
  const now = new Date(nowMs).toISOString();
  const statements: SeedStatement[] = [];
  for (const company of companies) {
    statements.push(
      {
        sql: "INSERT OR IGNORE INTO tenants (id, name, time_zone, created_at) VALUES (?, ?, ?, ?)",
        params: [company.id, company.name, company.timeZone, now],
      },
      {
        sql: "INSERT OR IGNORE INTO tenant_domains (domain, tenant_id, verified_at) VALUES (?, ?, ?)",
        params: [company.domain, company.id, now],
      },
    );
    for (const person of company.people) {
      statements.push({
        sql: "INSERT OR IGNORE INTO users (id, tenant_id, email, name, role, phone, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
        params: [
          person.id,
          company.id,
          person.email,
          `${person.firstName} ${person.lastName}`,
          person.role,
          person.mobile ?? null,
          now,
        ],
      });
    }
    const { connectionId, apiKey, webhookSecrets, lines } = company.quo;
    const sealedSecrets =
      webhookSecrets.length === 0
        ? null
        : await seal(
            { tenantId: company.id, connectionId, field: "webhookSecrets" },
            JSON.stringify(webhookSecrets),
          );
    statements.push({
      sql: "INSERT INTO connections (id, tenant_id, vendor, label, credentials, settings, created_at) VALUES (?, ?, 'quo', 'Quo', ?, ?, ?) ON CONFLICT (id) DO UPDATE SET credentials = excluded.credentials WHERE connections.tenant_id = excluded.tenant_id",
      params: [
        connectionId,
        company.id,
        await seal({ tenantId: company.id, connectionId, field: "apiKey" }, apiKey),
        JSON.stringify({ ownCompany: company.name, lines }),
        now,
      ],
    });
    if (sealedSecrets !== null) {
      statements.push({
        sql: "UPDATE connections SET webhook_secrets = ? WHERE id = ? AND tenant_id = ?",
        params: [sealedSecrets, connectionId, company.id],
      });
    }
    if (company.google !== undefined) {
      statements.push(await googleStatement(company.id, company.google, seal, now));
    }
  }
  return statements;
}

/** Connects a Gmail. A repeat replaces the key, since a service account's keys rotate; what the team has set since stays. */
export async function googleStatement(
  tenantId: string,
  { connectionId, serviceAccount, mailboxes }: NonNullable<Company["google"]>,
  seal: Seal,
  now: string,
): Promise<SeedStatement> {
  const settings = {
    mailboxes: mailboxes.map(({ address, name }) => ({ address, name })),
    watched: mailboxes.filter(({ watched }) => watched).map(({ address }) => address),
    calendars: mailboxes.filter(({ calendar }) => calendar === true).map(({ address }) => address),
  };
  return {
    sql:
      "INSERT INTO connections (id, tenant_id, vendor, label, credentials, settings, created_at) VALUES (?, ?, 'google', 'Google Workspace', ?, ?, ?) " +
      "ON CONFLICT (id) DO UPDATE SET credentials = excluded.credentials, settings = json_patch(connections.settings, json_object('mailboxes', json_extract(excluded.settings, '$.mailboxes'))) WHERE connections.tenant_id = excluded.tenant_id",
    params: [
      connectionId,
      tenantId,
      await seal({ tenantId, connectionId, field: "serviceAccount" }, serviceAccount),
      JSON.stringify(settings),
      now,
    ],
  };
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
