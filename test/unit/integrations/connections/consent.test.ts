/** Connecting by consent: against a real authorisation server of the sandbox, whose access ends and whose refresh tokens are used up. */
import { beforeEach, describe, expect, it } from "vitest";
import { CLICKUP_CONSENT, clickUpConsents } from "../../../../sandbox/clickup/consent.ts";
import { createClickUp } from "../../../../sandbox/clickup/clickup.ts";
import { SPACES } from "../../../../sandbox/clickup/store.ts";
import type { SandboxContext, SandboxService } from "../../../../sandbox/service.ts";
import { createConsentServer } from "../../../../sandbox/vendor/consent-server.ts";
import { connections, consents, dbFor, type TenantDb } from "../../../../src/platform/db/index.ts";
import { connect } from "../../../../src/integrations/connect.ts";
import { connectionView } from "../../../../src/integrations/connection-views.ts";
import {
  disconnect,
  testConnection,
  type ConnectionPagesDeps,
} from "../../../../src/integrations/manage-connections.ts";
import type { ConnectionAlert } from "../../../../src/integrations/oauth/access.ts";
import { finishConsent, startConsent } from "../../../../src/integrations/oauth/consent.ts";
import { openAccount } from "../../../../src/integrations/open-account.ts";
import { readMembers } from "../../../../src/integrations/clickup/read.ts";
import { IntegrationError } from "../../../../src/kernel/errors.ts";
import { readOnlyHttp, type OutsideHttp } from "../../../../src/kernel/outside-http.ts";
import { nodeD1 } from "../../../support/node-d1.ts";
import { httpTo, SANDBOX_URL } from "../../../support/sandbox-http.ts";
import { NOW, quoWorld } from "../quo/quo-world.ts";
import { turns } from "../../../support/event-loop.ts";
import { consentOver, pagesWith } from "./acme.ts";

const DANA = { userId: "user_dana", sessionId: "s1" };
const TEAM = {
  name: "Acme Homes",
  sessionId: "s1",
  by: { kind: "user", id: "user_dana", name: "Dana Whitfield" },
} as const;
const SPACE = SPACES[0]?.id ?? "";
const HOUR_MS = 3_600_000;
const APP_URL = "http://localhost:8787";

let d1: D1Database;
let db: TenantDb;
let deps: ConnectionPagesDeps;
let server: SandboxService;
let context: SandboxContext;
let nowMs: number;
let alerts: ConnectionAlert[];
let http: OutsideHttp;
/** Exchanges so far. */
let exchanges: URLSearchParams[];
/** What happens to an exchange in place of its answer, once. */
let mishap: "lost" | "unsent" | null;

beforeEach(() => {
  nowMs = NOW;
  alerts = [];
  exchanges = [];
  mishap = null;
  d1 = nodeD1();
  db = dbFor(d1, "tenant_acme");
  const base = quoWorld().context;
  context = { ...base, appUrl: APP_URL, now: () => nowMs };
  server = createConsentServer({ ...CLICKUP_CONSENT, accessSeconds: 3600 }, clickUpConsents)(context);
  const world = httpTo([server, createClickUp(context)]);
  http = async (request) => {
    if (!request.url.endsWith("/oauth/token")) return world(request);
    exchanges.push(new URLSearchParams(String(request.body)));
    const happens = mishap;
    mishap = null;
    if (happens === "unsent") throw unanswered();
    // As long as an answer takes: others come meanwhile.
    await turns(20);
    const answer = await world(request);
    if (happens === "lost") throw unanswered();
    return answer;
  };
  deps = depsOf(db);
});

function unanswered(): IntegrationError {
  return new IntegrationError("clickup", "no answer", { outcome: "unknown", unreached: true });
}

function depsOf(of: TenantDb): ConnectionPagesDeps {
  return pagesWith({
    db: of,
    http,
    clock: { now: () => nowMs },
    consent: consentOver({ clickup: CLICKUP_CONSENT.app }, http, alerts),
    appUrl: APP_URL,
  });
}

/** What a browser does at the vendor: the page, then a button. */
async function decide(url: string, person: string | null): Promise<URLSearchParams> {
  const at = new URL(url);
  const ask = (method: string, body: string) =>
    server.handle({
      method,
      url: at,
      path: at.pathname.slice(server.prefix.length),
      headers: new Headers(),
      body: Buffer.from(body),
      signal: new AbortController().signal,
    });
  const page = await ask("GET", "");
  expect(await page.text()).toMatch(/Allow Steward/);
  const form = new URLSearchParams(at.searchParams);
  form.set("allow", person ?? "");
  const back = await ask("POST", form.toString());
  const location = new URL(back.headers.get("location") ?? "");
  expect(location.origin + location.pathname).toBe(`${APP_URL}/api/connections/clickup/callback`);
  return location.searchParams;
}

const [PERSON = { id: "", name: "" }, OTHER = { id: "", name: "" }] = CLICKUP_CONSENT.people;

async function granted(person = PERSON.id): Promise<string> {
  const { url } = await startConsent(deps, "clickup", DANA);
  const outcome = await finishConsent(deps, "clickup", await decide(url, person), DANA);
  return outcome.kind === "granted" ? outcome.consentId : expect.unreachable(outcome.kind);
}

async function connected(): Promise<void> {
  const consent = await granted();
  const chosen = { spaces: { [SPACE]: "yes" } };
  const { connection } = await connect(deps, "clickup", { typed: null, consent, chosen }, TEAM);
  expect(connection).toMatchObject({ connected: true, consentedBy: PERSON.name, problem: null });
}

/** What a tool does: it may only read, and the access it gets works. */
async function use(given = deps): Promise<void> {
  const account = await openAccount({ ...given, http: readOnlyHttp(given.http) }, "clickup");
  if (account === null) throw new Error("not connected");
  expect((await readMembers(account)).length).toBeGreaterThan(0);
}

const refreshes = () => exchanges.filter((form) => form.get("grant_type") === "refresh_token");

describe("signing in at the vendor", () => {
  it("connects: the code is exchanged once with its verifier, whose account it is is known, and nothing secret is stored open", async () => {
    await connected();
    const [exchange] = exchanges;
    expect(exchange?.get("code_verifier")).toMatch(/^[\w-]{43,128}$/);
    const [row] = await db.rows(connections);
    expect(row?.grant).toEqual({ account: { id: PERSON.id, name: PERSON.name }, scopes: [] });
    const stored = JSON.stringify([row, await db.rows(consents)]);
    const [grant] = clickUpConsents(context).value.grants;
    const secrets = [grant?.access, grant?.refresh, exchange?.get("code_verifier"), exchange?.get("code")];
    for (const secret of secrets) {
      expect(secret).toMatch(/^[\w-]{30,}$/);
      expect(stored).not.toContain(secret);
    }
    expect(await db.rows(consents)).toEqual([]);
    await use();
  });

  it("says that somebody denied it, and keeps nothing", async () => {
    const { url } = await startConsent(deps, "clickup", DANA);
    const params = await decide(url, null);
    expect(await finishConsent(deps, "clickup", params, DANA)).toEqual({ kind: "denied" });
    expect(await db.rows(connections)).toEqual([]);
    expect(await db.rows(consents)).toEqual([]);
  });

  it("takes a callback once", async () => {
    const { url } = await startConsent(deps, "clickup", DANA);
    const params = await decide(url, PERSON.id);
    expect(await finishConsent(deps, "clickup", params, DANA)).toMatchObject({ kind: "granted" });
    expect(await finishConsent(deps, "clickup", params, DANA)).toEqual({ kind: "expired" });
    expect(exchanges).toHaveLength(1);
  });

  it("takes no callback without its state, with another's, in another session, for another team, or too late", async () => {
    const { url } = await startConsent(deps, "clickup", DANA);
    const params = await decide(url, PERSON.id);
    const { url: second } = await startConsent(deps, "clickup", { userId: "user_lena", sessionId: "s2" });
    const foreign = new URLSearchParams(params);
    foreign.set("state", new URL(second).searchParams.get("state") ?? "");
    const none = new URLSearchParams(params);
    none.delete("state");
    const other = depsOf(dbFor(d1, "tenant_other"));
    const tries = [
      () => finishConsent(deps, "clickup", none, DANA),
      () => finishConsent(deps, "clickup", foreign, DANA),
      () => finishConsent(deps, "clickup", params, { ...DANA, sessionId: "s9" }),
      () => finishConsent(deps, "clickup", params, { ...DANA, userId: "user_lena" }),
      () => finishConsent(other, "clickup", params, DANA),
    ];
    for (const attempt of tries) expect(await attempt()).toEqual({ kind: "expired" });
    nowMs += 10 * 60_000 + 1;
    expect(await finishConsent(deps, "clickup", params, DANA)).toEqual({ kind: "expired" });
    expect(exchanges).toEqual([]);
  });

  it("takes no code of another consent: the verifier doesn't fit", async () => {
    const stolen = await decide((await startConsent(deps, "clickup", DANA)).url, OTHER.id);
    const mine = await decide((await startConsent(deps, "clickup", DANA)).url, PERSON.id);
    mine.set("code", stolen.get("code") ?? "");
    expect(await finishConsent(deps, "clickup", mine, DANA)).toEqual({ kind: "refused" });
    expect(await db.rows(connections)).toEqual([]);
  });

  it("says that the vendor is away, and the code isn't sent again", async () => {
    mishap = "unsent";
    const { url } = await startConsent(deps, "clickup", DANA);
    const params = await decide(url, PERSON.id);
    expect(await finishConsent(deps, "clickup", params, DANA)).toEqual({ kind: "unreachable" });
    expect(await finishConsent(deps, "clickup", params, DANA)).toEqual({ kind: "expired" });
  });

  it("isn't offered where the deployment isn't registered, nor where a vendor has none", async () => {
    const without = { ...deps, consent: { ...deps.consent, clients: {} } };
    expect(await connectionView(without, "clickup")).toMatchObject({ consent: false, key: { fields: [{}] } });
    expect(await connectionView(deps, "clickup")).toMatchObject({ consent: true });
    for (const [given, vendor] of [
      [without, "clickup"],
      [deps, "quo"],
      [deps, "nothing"],
    ] as const)
      await expect(startConsent(given, vendor, DANA)).rejects.toMatchObject({ code: "not_found" });
  });

  it("lets nobody else choose with what somebody came back with", async () => {
    const consent = await granted();
    const approach = { typed: null, consent, chosen: { spaces: { [SPACE]: "yes" } } };
    const others = { ...TEAM, sessionId: "s9" };
    await expect(connect(deps, "clickup", approach, others)).rejects.toMatchObject({
      code: "invalid_request",
    });
    const lena = { ...TEAM, by: { ...TEAM.by, id: "user_lena" } };
    await expect(connect(deps, "clickup", approach, lena)).rejects.toMatchObject({ code: "invalid_request" });
    nowMs += HOUR_MS;
    await expect(connect(deps, "clickup", approach, TEAM)).rejects.toMatchObject({
      message: "That sign-in has expired. Sign in to ClickUp again.",
    });
  });

  it("replaces a key, changes spaces without signing in again, and is replaced by a key", async () => {
    await connected();
    const { question } = await connect(deps, "clickup", { typed: null, consent: null, chosen: {} }, TEAM);
    expect(question).toMatchObject({ name: "spaces" });
    await disconnect(deps, "clickup", TEAM.by);
    expect(await db.rows(connections)).toMatchObject([{ credentials: "", grant: null }]);
  });
});

describe("access that ends", () => {
  beforeEach(connected);

  it("is used as it is while it is fresh", async () => {
    await use();
    expect(refreshes()).toEqual([]);
  });

  it("is renewed once for twenty calls at the same time, and all of them work", async () => {
    nowMs += HOUR_MS + 1;
    await Promise.all(Array.from({ length: 20 }, () => use()));
    expect(refreshes()).toHaveLength(1);
    await use();
    expect(refreshes()).toHaveLength(1);
  });

  it("is renewed before it ends, and nobody waits for it", async () => {
    nowMs += HOUR_MS - 60_000;
    await Promise.all(Array.from({ length: 5 }, () => use()));
    expect(refreshes()).toHaveLength(1);
  });

  it("never uses a refresh token twice over many renewals", async () => {
    for (let round = 0; round < 5; round++) {
      nowMs += HOUR_MS + 1;
      await Promise.all([use(), use(), use()]);
    }
    const used = refreshes().map((form) => form.get("refresh_token"));
    expect(new Set(used).size).toBe(5);
    expect(used).toHaveLength(5);
  });

  it("is renewed after a request that never left", async () => {
    nowMs += HOUR_MS + 1;
    mishap = "unsent";
    await expect(use()).rejects.toThrow(IntegrationError);
    nowMs += 5_001;
    await use();
    expect(alerts).toEqual([]);
  });

  it("says so where the answer was lost and the vendor takes the used token no more: once to the admins, and on the page", async () => {
    nowMs += HOUR_MS + 1;
    mishap = "lost";
    await expect(use()).rejects.toThrow(IntegrationError);
    nowMs += 5_001;
    const gone = { code: "not_configured", message: /access to ClickUp has ended.*Settings → Connections/ };
    for (let call = 0; call < 3; call++)
      await expect(use()).rejects.toMatchObject({ ...gone, message: expect.stringMatching(gone.message) });
    expect(refreshes()).toHaveLength(2);
    expect(alerts.map(({ title }) => title)).toEqual(["ClickUp needs to be connected again"]);
    expect(await connectionView(deps, "clickup")).toMatchObject({
      problem: {
        message: "Steward’s access to ClickUp has ended.",
        advice: expect.stringMatching(/^Sign in/),
      },
    });
    await connected();
    await use();
    expect(await connectionView(deps, "clickup")).toMatchObject({ problem: null });
  });

  it("keeps what was renewed although the database fails at first", async () => {
    nowMs += HOUR_MS + 1;
    let failures = 2;
    const failing = {
      ...db,
      update: ((table: never, set: Record<string, unknown>, where: never) => {
        if ("credentials" in set && failures-- > 0) throw new Error("the database is away");
        return db.update(table, set as never, where);
      }) as TenantDb["update"],
    };
    await use({ ...deps, db: failing });
    await use();
    expect(refreshes()).toHaveLength(1);
  });

  it("is renewed by another where whoever held the lease died", async () => {
    nowMs += HOUR_MS + 1;
    const [row] = await db.rows(connections);
    await d1
      .prepare("UPDATE connections SET lease_id = 'dead', lease_until = ? WHERE id = ?")
      .bind(new Date(nowMs - 1).toISOString(), row?.id)
      .run();
    await use();
    expect(refreshes()).toHaveLength(1);
  });
});

describe("a connection that is refused at work", () => {
  it("is noted on the page and told once, without anybody testing it", async () => {
    await connected();
    nowMs += 10 * 60_000;
    await server.control?.({
      method: "POST",
      url: new URL(SANDBOX_URL),
      path: "",
      headers: new Headers(),
      body: Buffer.from(JSON.stringify({ end: true })),
      signal: new AbortController().signal,
    });
    await expect(use()).rejects.toMatchObject({ status: 401 });
    await expect(use()).rejects.toMatchObject({ status: 401 });
    expect(await connectionView(deps, "clickup")).toMatchObject({
      problem: { message: expect.stringContaining("didn’t accept") },
    });
    expect(alerts).toHaveLength(1);
    expect(await testConnection(deps, "clickup")).toMatchObject({ problem: expect.anything() });
  });

  it("isn't, where only one thing is refused", async () => {
    await connected();
    nowMs += 10 * 60_000;
    const forbidden: OutsideHttp = async (request) =>
      request.url.includes("/v2/task/") ? { status: 403, headers: new Headers(), text: "{}" } : http(request);
    const account = await openAccount({ ...deps, http: forbidden }, "clickup");
    await expect(account?.client({ method: "GET", path: "/v2/task/1" })).rejects.toMatchObject({
      status: 403,
    });
    expect(await connectionView(deps, "clickup")).toMatchObject({ problem: null });
    expect(alerts).toEqual([]);
  });
});
