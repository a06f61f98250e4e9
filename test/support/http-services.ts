/** Services for the web server as a function, without bindings: signed-in people from a list, objects that record what reaches them. */
import type { HttpServices } from "../../src/features/http-services.ts";
import { createApp } from "../../src/features/server.ts";
import { silentLogger } from "../../src/kernel/log.ts";
import { parseConfig } from "../../src/platform/config.ts";
import type { Env } from "../../src/platform/env.ts";

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

/** A live session of every secret that is 43 times the same letter: `a` is Dana the admin, `b` Marcus the member. */
export const SECRETS = { admin: "a".repeat(43), member: "b".repeat(43) };

/** The server with these variables and overrides. `log` collects what was logged. */
export function testApp(
  options: { vars?: Record<string, string>; services?: Partial<HttpServices>; log?: string[] } = {},
) {
  const now = Date.parse("2026-11-21T12:00:00.000Z");
  const clock = { now: () => now };
  const logger = {
    ...silentLogger,
    error: (event: string, fields?: unknown) => void options.log?.push(JSON.stringify([event, fields])),
  };
  const make = (): HttpServices => {
    const config = parseConfig({ ...COMPLETE_VARS, ...options.vars });
    const person = (id: string, role: "admin" | "member") => ({
      session: {
        id: `session_${id}`,
        expiresAt: "2026-12-01T00:00:00.000Z",
        lastSeenAt: "2026-11-21T11:59:00.000Z",
      },
      user: { id, email: `${id}@alderfinch.example`, name: `${id} Ĺ`, role, lastSeenAt: null },
      tenant: { id: "tenant_alder", name: "Alder", timeZone: "America/New_York" },
    });
    let found = 0;
    const refuse = (what: string) => () => Promise.reject(new Error(`${what} is not part of this test`));
    const base = {
      config,
      clock,
      logger,
      ids: { newId: () => `00000000-0000-7000-8000-${String(++found).padStart(12, "0")}` },
      db: () => ({ tenantId: "tenant_alder" }),
      mayAsk: () => Promise.resolve(true),
      auth: {
        clock,
        ids: { newId: () => "id" },
        db: () => ({ batch: () => Promise.resolve([]) }),
        verify: refuse("verifying"),
        system: {
          isReachable: () => Promise.resolve(true),
          findSession: async (hash: string) => {
            const { sha256Hex } = await import("../../src/kernel/hash.ts");
            if (hash === (await sha256Hex(SECRETS.admin))) return person("dana", "admin");
            if (hash === (await sha256Hex(SECRETS.member))) return person("marcus", "member");
            return null;
          },
        },
      },
      conversation: refuse("a conversation's object"),
      tenant: refuse("the tenant's object"),
      operator: { waiting: () => Promise.resolve([]) },
      alertAdmins: () => Promise.resolve(),
      answerDelivery: (answer: () => Promise<void>) => answer(),
      assets: { fetch: () => Promise.resolve(new Response("no assets", { status: 404 })) },
    };
    return { ...base, ...options.services } as unknown as HttpServices;
  };
  const app = createApp(make);
  return {
    /** Every route by method and address; those of middleware have the method ALL. */
    routes: app.routes,
    request: (path: string, init?: RequestInit) =>
      Promise.resolve(app.request(`http://localhost:8787${path}`, init, {} as Env)),
  };
}

/** Headers of a page of ours with a session. */
export function asPerson(secret: string, more: Record<string, string> = {}): Record<string, string> {
  return { cookie: `steward_session=${secret}`, origin: "http://localhost:8787", ...more };
}
