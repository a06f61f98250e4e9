/** The web server as a function in this process: real records on Node's SQLite, two signed-in people, and no other bindings but those a test gives. */
import { createApp } from "../../src/platform/http/server.ts";
import { sha256Hex } from "../../src/kernel/hash.ts";
import { silentLogger } from "../../src/kernel/log.ts";
import { contextOf } from "../../src/platform/context.ts";
import type { Env } from "../../src/platform/env.ts";
import { nodeD1 } from "./node-d1.ts";

/** Variables of a complete configuration; tests change what they are about. */
export const COMPLETE_VARS: Readonly<Record<string, string>> = {
  STEWARD_VERSION: "9.9.9",
  APP_URL: "http://localhost:8787",
  ANTHROPIC_BASE_URL: "https://api.anthropic.com",
  ANTHROPIC_API_KEY: "sk-canary-1f9d",
  AGENT_MODEL: "claude-sonnet-5-5",
  CHEAP_MODEL: "claude-haiku-5-5",
  HEAVY_MODEL: "claude-opus-5-5",
  CLERK_ISSUER: "https://clerk.example.com",
  CLERK_SIGN_IN_URL: "https://accounts.example.com/sign-in",
  CLERK_AUTHORIZED_PARTIES: "",
  ACCESS_TEAM_URL: "",
  ACCESS_AUD: "",
  VAPID_PUBLIC_KEY: "public",
  VAPID_PRIVATE_KEY: "private",
  MASTER_KEYS: `k1:${"A".repeat(43)}=`,
};

/** Live sessions of Dana the admin and Marcus the member. */
export const SECRETS = { admin: "a".repeat(43), member: "b".repeat(43) };

const NOW = "2026-11-21T12:00:00.000Z";

/** One team, its two members and their sessions. */
async function signedIn(d1: D1Database): Promise<void> {
  const people = [
    ["dana", "admin", SECRETS.admin],
    ["marcus", "member", SECRETS.member],
  ] as const;
  const rows = await Promise.all(
    people.map(async ([id, role, secret]) => [
      d1
        .prepare("insert into users (id, tenant_id, email, name, role, created_at) values (?, ?, ?, ?, ?, ?)")
        .bind(id, "tenant_alder", `${id}@alderfinch.example`, `${id} Ĺ`, role, NOW),
      d1
        .prepare(
          "insert into sessions (id, tenant_id, user_id, secret_hash, device, created_at, last_seen_at, expires_at) values (?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(
          `session_${id}`,
          "tenant_alder",
          id,
          await sha256Hex(secret),
          "a browser",
          NOW,
          NOW,
          "2026-12-01T00:00:00.000Z",
        ),
    ]),
  );
  await d1.batch([
    d1
      .prepare("insert into tenants (id, name, time_zone, created_at) values (?, ?, ?, ?)")
      .bind("tenant_alder", "Alder", "America/New_York", NOW),
    ...rows.flat(),
  ]);
}

/** Bindings that count nothing and hold nothing. */
const NO_LIMIT = { limit: () => Promise.resolve({ success: true }) };
const BARE = {
  PUBLIC_REQUESTS: NO_LIMIT,
  ENTRY_REQUESTS: NO_LIMIT,
  MCP_REQUESTS: NO_LIMIT,
  ASSETS: { fetch: () => Promise.resolve(new Response("no assets", { status: 404 })) },
};

/** The server with these variables and bindings. `log` collects the errors that were logged. `records`: a database other than one with two people signed in. */
export function testApp({
  vars = {},
  bindings = {},
  log,
  records,
}: {
  readonly vars?: Readonly<Record<string, unknown>>;
  readonly bindings?: Readonly<Record<string, unknown>>;
  readonly log?: string[];
  readonly records?: D1Database;
} = {}) {
  const d1 = records ?? nodeD1();
  const env = { ...BARE, ...COMPLETE_VARS, ...vars, ...bindings, DB: d1 } as unknown as Env;
  const now = Date.parse(NOW);
  let made = 0;
  const given = {
    clock: { now: () => now },
    ids: { newId: () => `00000000-0000-7000-8000-${String(++made).padStart(12, "0")}` },
    log: {
      ...silentLogger,
      error: (event: string, fields?: unknown) => void log?.push(JSON.stringify([event, fields])),
    },
  };
  const app = createApp((own) => contextOf(own, given));
  let ready: Promise<void> | null = null;
  return {
    /** Every route by method and address; those of middleware have the method ALL. */
    routes: app.routes,
    records: d1,
    request: async (path: string, init?: RequestInit): Promise<Response> => {
      await (ready ??= records === undefined ? signedIn(d1) : Promise.resolve());
      return app.request(`http://localhost:8787${path}`, init, env);
    },
  };
}

/** Headers of a page of ours with a session. */
export function asPerson(secret: string, more: Record<string, string> = {}): Record<string, string> {
  return { cookie: `steward_session=${secret}`, origin: "http://localhost:8787", ...more };
}
