/** For tests inside workerd: migrated tables, the demo's two tenants, and the sandbox's address. */
import { applyD1Migrations, listDurableObjectIds, reset, runInDurableObject } from "cloudflare:test";
import { env as bindings } from "cloudflare:workers";
import type { Env } from "../../src/platform/env.ts";
import { sealCredential } from "../../src/connections/index.ts";
import { TENANTS } from "../../sandbox/world/company.ts";
import { seedStatements } from "../../scripts/seed-statements.ts";

/** The Worker's bindings plus what the configuration adds for tests. */
export const testEnv = bindings as unknown as Env & {
  readonly TEST_MIGRATIONS: Parameters<typeof applyD1Migrations>[1];
  readonly TEST_SANDBOX_URL: string;
};

/** For `vi.waitFor`: long enough for a machine that is busy with other tests; nothing waits for it where all is well. */
export const PATIENCE = { timeout: 45_000, interval: 20 } as const;

/** A clean world: all storage emptied, tables made, tenants, people and connections of the demo written. */
export async function freshWorld(): Promise<void> {
  await emptyStorage();
  await applyD1Migrations(testEnv.DB, testEnv.TEST_MIGRATIONS);
  const rows = await seedStatements(
    await Promise.all(TENANTS.map(withServiceAccount)),
    (scope, secret) => sealCredential(testEnv.MASTER_KEYS, scope, secret),
    Date.now(),
  );
  await testEnv.DB.batch(rows.map(({ sql, params }) => testEnv.DB.prepare(sql).bind(...params)));
}

/** What is not in memory keeps what it holds: all of it is brought there first, and emptied again where the database still stands. */
async function emptyStorage(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) {
    await Promise.all([wakeObjects(), testEnv.FILES.head("-"), testEnv.DB.prepare("select 1").run()]);
    await reset();
    const left = await testEnv.DB.prepare(
      "select name from sqlite_master where name = 'd1_migrations'",
    ).first();
    if (left === null) return;
  }
  throw new Error("the database keeps what it held");
}

async function wakeObjects(): Promise<void> {
  const { CONVERSATIONS, TENANTS, SEARCH } = testEnv as unknown as Record<string, DurableObjectNamespace>;
  for (const namespace of [CONVERSATIONS, TENANTS, SEARCH]) {
    if (namespace === undefined) throw new Error("a namespace is missing");
    const ids = await listDurableObjectIds(namespace);
    await Promise.all(ids.map((id) => runInDurableObject(namespace.get(id), () => {})));
  }
}

/** A demo company with its service account, whose key the sandbox has made. */
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

/** A provider token for an e-mail address, from the sandbox's identity. */
export async function tokenFor(email: string): Promise<string> {
  const answer = await fetch(`${testEnv.TEST_SANDBOX_URL}/identity/token`, {
    method: "POST",
    body: JSON.stringify({ email }),
    headers: { "content-type": "application/json" },
  });
  const { token } = (await answer.json()) as { token: string };
  return token;
}
