/** For tests inside workerd: migrated tables, the demo's two tenants, and the sandbox's address. */
import { applyD1Migrations, listDurableObjectIds, reset, runInDurableObject } from "cloudflare:test";
import { env as bindings } from "cloudflare:workers";
import { contextOf } from "../../src/platform/context.ts";
import type { Env } from "../../src/platform/env.ts";
import { openTexting } from "../../src/integrations/open.ts";
import { sealCredential } from "../../src/integrations/connections/index.ts";
import { TENANTS } from "../../sandbox/world/company.ts";
import { seedStatements } from "../../scripts/seed-statements.ts";

/** The Worker's bindings plus what the configuration adds for tests. */
export const testEnv = bindings as unknown as Env & {
  readonly TEST_MIGRATIONS: Parameters<typeof applyD1Migrations>[1];
  readonly TEST_SANDBOX_URL: string;
  /** A second database, without tables until a test makes them. */
  readonly OTHER_DB: D1Database;
};

/** For `vi.waitFor`: as long as a test may take, since nothing waits for it where all is well. Effects are waited for by `eventually` (clock.ts). */
export const TIMEOUT = { timeout: 110_000, interval: 40 } as const;

/** A clean world: all storage emptied, tables made, tenants, people and connections of the demo written. */
export async function freshWorld(): Promise<void> {
  await emptyWorld();
  if (contacts === null) {
    contacts = await readContacts();
    // Without the events that reading them has left.
    await emptyWorld();
  }
  const soon = new Date(Date.now() + CONTACTS_STAY_MS).toISOString();
  await testEnv.DB.batch([
    ...contacts.map(({ sql, json }) => testEnv.DB.prepare(sql).bind(json)),
    // They were read when the first test began, which may be longer ago than they hold.
    testEnv.DB.prepare("update contact_syncs set due_at = ? where due_at is not null").bind(soon),
  ]);
}

/** The same before anything of it was read. */
async function emptyWorld(): Promise<void> {
  await emptyStorage();
  const tables = await (schema ??= migratedSchema());
  const rows = await seedStatements(
    await (companies ??= Promise.all(TENANTS.map(withServiceAccount))),
    (scope, secret) => sealCredential(testEnv.MASTER_KEYS, scope, secret),
    Date.now(),
  );
  await testEnv.DB.batch([
    testEnv.DB.prepare(tables),
    ...rows.map(({ sql, params }) => testEnv.DB.prepare(sql).bind(...params)),
  ]);
}

/** The contacts of a clean world are not read again before. */
const CONTACTS_STAY_MS = 10 * 60_000;

let contacts: readonly TableCopy[] | null = null;

/** The contacts of both companies as the product keeps them once it has read them, which takes longer than most tests. */
async function readContacts(): Promise<readonly TableCopy[]> {
  for (const { id } of TENANTS)
    await (await openTexting(contextOf(testEnv).tenant(id))).contacts.named("nobody");
  const tables = ["contacts", "contact_keys", "contact_words", "contact_syncs"];
  return Promise.all(
    tables.map(async (table) => {
      const { results } = await testEnv.DB.prepare(`select * from ${table}`).all<Record<string, unknown>>();
      return copyOf(table, results);
    }),
  );
}

/** What writes the rows of a table, all in one statement. */
interface TableCopy {
  readonly sql: string;
  readonly json: string;
}

function copyOf(table: string, rows: readonly Record<string, unknown>[]): TableCopy {
  const columns = Object.keys(rows[0] ?? {});
  const values = columns.map((column) => `json_extract(value, '$.${column}')`);
  return {
    sql: `insert into ${table} (${columns.join(", ")}) select ${values.join(", ")} from json_each(?)`,
    json: JSON.stringify(rows),
  };
}

/** Makes the tables in the second database. For one test: no clean world empties it. */
export async function freshOtherDatabase(): Promise<void> {
  await testEnv.OTHER_DB.prepare(await (schema ??= migratedSchema())).run();
}

let schema: Promise<string> | null = null;
let companies: Promise<Awaited<ReturnType<typeof withServiceAccount>>[]> | null = null;

/**
 * What makes the tables as they are after all migrations, which run once: they take several times as long. Sent as one statement, which takes half the
 * time of as many as there are tables and indexes. Leaves the database empty.
 */
async function migratedSchema(): Promise<string> {
  await applyD1Migrations(testEnv.DB, testEnv.TEST_MIGRATIONS);
  const { results } = await testEnv.DB.prepare(
    "select sql from sqlite_master where sql is not null and name not like '\\_cf\\_%' escape '\\' and name <> 'd1_migrations' and name not like 'sqlite\\_%' escape '\\' order by rowid",
  ).all<{ sql: string }>();
  await emptyStorage();
  return results.map(({ sql }) => sql).join(";\n");
}

/** What is not in memory keeps what it holds: all of it is brought there first, and emptied again where the database still stands. */
async function emptyStorage(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) {
    await Promise.all([wakeObjects(), testEnv.FILES.head("-"), testEnv.DB.prepare("select 1").run()]);
    await reset();
    const left = await testEnv.DB.prepare("select name from sqlite_master where name = 'tenants'").first();
    if (left === null) return;
  }
  throw new Error("the database keeps what it held");
}

async function wakeObjects(): Promise<void> {
  const { CONVERSATIONS, TENANTS, SEARCH, VECTOR_INDEX } = testEnv as unknown as Record<
    string,
    DurableObjectNamespace
  >;
  for (const namespace of [CONVERSATIONS, TENANTS, SEARCH, VECTOR_INDEX]) {
    if (namespace === undefined) throw new Error("a namespace is missing");
    const ids = await listDurableObjectIds(namespace);
    await Promise.all(ids.map((id) => runInDurableObject(namespace.get(id), () => {})));
  }
}

/** A demo company with its service account, whose key the sandbox has made once. */
async function withServiceAccount(tenant: (typeof TENANTS)[number]) {
  const { connectionId, mailboxes } = tenant.google;
  const account = await control(`google/service-account?connection=${connectionId}`);
  return { ...tenant, google: { connectionId, mailboxes, serviceAccount: JSON.stringify(account) } };
}

/** Calls the sandbox's control API. */
export async function control(path: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(`${testEnv.TEST_SANDBOX_URL}/control/${path}`, {
    method: body === undefined ? "GET" : "POST",
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  });
  return answer.json();
}

/** How long a token is handed out again; it is good for longer. */
const TOKEN_KEPT_MS = 20_000;
const tokens = new Map<string, { readonly token: string; readonly at: number }>();

/** A provider token for an e-mail address, from the sandbox's identity. */
export async function tokenFor(email: string): Promise<string> {
  const kept = tokens.get(email);
  // Either way: a test may have set the clock back.
  if (kept !== undefined && Math.abs(Date.now() - kept.at) < TOKEN_KEPT_MS) return kept.token;
  const answer = await fetch(`${testEnv.TEST_SANDBOX_URL}/identity/token`, {
    method: "POST",
    body: JSON.stringify({ email }),
    headers: { "content-type": "application/json" },
  });
  const { token } = (await answer.json()) as { token: string };
  tokens.set(email, { token, at: Date.now() });
  return token;
}
