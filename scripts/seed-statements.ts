/** Initial rows of a demo deployment: tenants, verified domains, people and sealed connections. Pure: returns SQL and parameters. */

/** A team's initial data. */
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
    /** Mobile number (E.164), by which, like their address, they are recognized as colleagues. */
    readonly mobile?: string;
  }[];
  /** Absent if an admin connects it in Settings. */
  readonly quo?: {
    readonly connectionId: string;
    readonly apiKey: string;
    /** Accepted webhook secrets; several during a rotation. */
    readonly webhookSecrets: readonly string[];
    readonly lines: readonly object[];
  };
  /** Absent if Gmail isn't connected. */
  readonly google?: {
    readonly connectionId: string;
    /** Google's service account key file (JSON). */
    readonly serviceAccount: string;
    /** The only mailboxes it may impersonate. */
    readonly mailboxes: readonly {
      readonly address: string;
      readonly name: string;
      readonly watched: boolean;
      /** Whether the agent may read the person's calendar. */
      readonly calendar?: boolean;
      /** Colleagues can write to Steward there. */
      readonly answers?: true;
    }[];
  };
  /** Whether the team starts with initial files and a checklist. */
  readonly isNew?: true;
  /** Absent if Slack isn't connected. */
  readonly slack?: {
    readonly connectionId: string;
    readonly token: string;
    /** The signing secret for Slack's requests. */
    readonly signingSecret: string;
    readonly settings: object;
  };
  /** Absent if ClickUp isn't connected; settings name the workspace and spaces. */
  readonly clickup?: KeyConnection;
  /** Absent if GitHub isn't connected; settings name the repositories. */
  readonly githubTeam?: KeyConnection;
  /** Absent if Jira isn't connected; settings name the site, account and projects. */
  readonly jira?: KeyConnection;
}

/** A connection with only a token. */
export interface KeyConnection {
  readonly connectionId: string;
  readonly token: string;
  readonly settings: object;
}

/** Token-only vendors by property of a company. */
const KEY_VENDORS = {
  clickup: { vendor: "clickup", label: "ClickUp" },
  githubTeam: { vendor: "github_team", label: "GitHub" },
  jira: { vendor: "jira", label: "Jira" },
} as const;
export type KeyVendor = keyof typeof KEY_VENDORS;

/** Seals a credential for a connection's field. */
type Seal = (
  scope: { readonly tenantId: string; readonly connectionId: string; readonly field: string },
  secret: string,
) => Promise<string>;

export interface SeedStatement {
  readonly sql: string;
  readonly params: readonly (string | number | null)[];
}

/** Existing rows stay unchanged, except for connections' keys and webhook secrets, which rotate. */
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
    if (company.isNew === true)
      statements.push({
        sql: "INSERT OR IGNORE INTO first_steps (tenant_id) VALUES (?)",
        params: [company.id],
      });
    for (const person of company.people) {
      statements.push({
        sql: "INSERT OR IGNORE INTO users (id, tenant_id, email, name, role, phone, phone_verified_at, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        params: [
          person.id,
          company.id,
          person.email,
          `${person.firstName} ${person.lastName}`,
          person.role,
          person.mobile ?? null,
          person.mobile === undefined ? null : now,
          now,
        ],
      });
    }
    if (company.quo !== undefined) statements.push(...(await quoStatements(company, company.quo, seal, now)));
    if (company.google !== undefined) {
      statements.push(await googleStatement(company.id, company.google, seal, now));
    }
    if (company.slack !== undefined) {
      statements.push(await slackStatement(company.id, company.slack, seal, now));
    }
    statements.push(...(await keyStatements(company.id, company, seal, now)));
  }
  return statements;
}

/** A repeat replaces the key, and the webhook secrets if given. */
async function quoStatements(
  company: Pick<Company, "id" | "name">,
  { connectionId, apiKey, webhookSecrets, lines }: NonNullable<Company["quo"]>,
  seal: Seal,
  now: string,
): Promise<SeedStatement[]> {
  const statements: SeedStatement[] = [];
  const sealedSecrets =
    webhookSecrets.length === 0
      ? null
      : await seal(
          { tenantId: company.id, connectionId, field: "webhookSecrets" },
          JSON.stringify(webhookSecrets),
        );
  statements.push({
    sql: "INSERT INTO connections (id, tenant_id, vendor, label, credentials, settings, created_at) VALUES (?, ?, 'quo', 'Quo', ?, ?, ?) ON CONFLICT (id) DO UPDATE SET credentials = excluded.credentials, disabled_at = NULL, problem = NULL, grant = NULL, lease_id = NULL, lease_until = NULL WHERE connections.tenant_id = excluded.tenant_id",
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
  return statements;
}

/** A repeat replaces the key (service account keys rotate) and keeps the team's settings. */
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
    answersAt: mailboxes.find(({ answers }) => answers)?.address,
  };
  return {
    sql:
      "INSERT INTO connections (id, tenant_id, vendor, label, credentials, settings, created_at) VALUES (?, ?, 'google', 'Google Workspace', ?, ?, ?) " +
      "ON CONFLICT (id) DO UPDATE SET credentials = excluded.credentials, settings = json_patch(connections.settings, json_object('mailboxes', json_extract(excluded.settings, '$.mailboxes'))), disabled_at = NULL, problem = NULL, grant = NULL, lease_id = NULL, lease_until = NULL WHERE connections.tenant_id = excluded.tenant_id",
    params: [
      connectionId,
      tenantId,
      await seal({ tenantId, connectionId, field: "serviceAccount" }, serviceAccount),
      JSON.stringify(settings),
      now,
    ],
  };
}

/** A repeat replaces token and settings. */
export async function keyStatements(
  tenantId: string,
  connected: { readonly [Vendor in KeyVendor]?: KeyConnection },
  seal: Seal,
  now: string,
): Promise<SeedStatement[]> {
  const vendors = Object.keys(KEY_VENDORS) as KeyVendor[];
  const given = vendors.flatMap((name) => {
    const connection = connected[name];
    return connection === undefined ? [] : [{ ...KEY_VENDORS[name], ...connection }];
  });
  return Promise.all(
    given.map(async ({ vendor, label, connectionId, token, settings }) => ({
      sql:
        "INSERT INTO connections (id, tenant_id, vendor, label, credentials, settings, created_at) VALUES (?, ?, ?, ?, ?, ?, ?) " +
        "ON CONFLICT (id) DO UPDATE SET credentials = excluded.credentials, settings = excluded.settings, disabled_at = NULL, problem = NULL, grant = NULL, lease_id = NULL, lease_until = NULL WHERE connections.tenant_id = excluded.tenant_id",
      params: [
        connectionId,
        tenantId,
        vendor,
        label,
        await seal({ tenantId, connectionId, field: "token" }, token),
        JSON.stringify(settings),
        now,
      ],
    })),
  );
}

/** A repeat replaces the token and signing secret. */
async function slackStatement(
  tenantId: string,
  { connectionId, token, signingSecret, settings }: NonNullable<Company["slack"]>,
  seal: Seal,
  now: string,
): Promise<SeedStatement> {
  const scope = { tenantId, connectionId };
  return {
    sql:
      "INSERT INTO connections (id, tenant_id, vendor, label, credentials, webhook_secrets, settings, created_at) VALUES (?, ?, 'slack', 'Slack', ?, ?, ?, ?) " +
      "ON CONFLICT (id) DO UPDATE SET credentials = excluded.credentials, webhook_secrets = excluded.webhook_secrets, settings = excluded.settings, disabled_at = NULL, problem = NULL, grant = NULL, lease_id = NULL, lease_until = NULL WHERE connections.tenant_id = excluded.tenant_id",
    params: [
      connectionId,
      tenantId,
      await seal({ ...scope, field: "token" }, token),
      await seal({ ...scope, field: "webhookSecrets" }, JSON.stringify([signingSecret])),
      JSON.stringify(settings),
      now,
    ],
  };
}

/** A SQL script for command lines that take no parameters. */
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
