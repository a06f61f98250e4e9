/** Google by signing in, through the Worker's own routes: what a browser does, what is shown of it, and background work that isn't allowed. */
import { testContext } from "../../../support/context.ts";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { runMailCheck } from "../../../../src/messaging/open-mail.ts";
import { connections, dbFor } from "../../../../src/platform/db/index.ts";
import { systemLogger } from "../../../../src/platform/logger.ts";
import { request, signIn } from "../../../support/http-worker.ts";
import { control, freshWorld, testEnv } from "../../../support/worker.ts";

const ORIGIN = testEnv.APP_URL;
const TENANT = "tenant_alder";
const DANA = "dana@alderfinch.example";

beforeEach(async () => {
  await freshWorld();
  await control("google-accounts", { end: true });
});

let cookie: string;
/** States and codes that went through the browser. */
let seen: string[];
beforeEach(() => void (seen = []));
async function dana(path: string, method = "GET", body?: unknown): Promise<Response> {
  return request(path, {
    method,
    redirect: "manual",
    headers: { cookie, origin: ORIGIN, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** To Google and back, allowing all that is asked but this. */
async function signedIn(allow: string | null, without = "none"): Promise<unknown> {
  const started = await dana("/api/connections/google/consent", "POST", { allow });
  const { url } = await started.json<{ url: string }>();
  const page = await (await fetch(url)).text();
  const form = new URLSearchParams(new URL(url).searchParams);
  form.set("account", DANA);
  form.set("decision", "continue");
  for (const [, scope = ""] of page.matchAll(/name="allow" value="([^"]+)"/g))
    if (!scope.endsWith(`/${without}`)) form.append("allow", scope);
  const back = await fetch(url.split("?")[0] ?? "", { method: "POST", body: form, redirect: "manual" });
  const { pathname, search, searchParams } = new URL(back.headers.get("location") ?? "");
  for (const name of ["state", "code"]) seen.push(searchParams.get(name) ?? "");
  const landed = await dana(`${pathname}${search}`);
  const consent = new URL(landed.headers.get("location") ?? "", ORIGIN).searchParams.get("consent");
  const kept = await dana("/api/connections/google", "PUT", { typed: null, consent, chosen: {} });
  expect(kept.status).toBe(200);
  return kept.json();
}

describe("a team that signs in to Google", () => {
  beforeEach(async () => {
    cookie = await signIn(DANA);
    expect((await dana("/api/connections/google/consent", "POST", { allow: null })).status).toBe(400);
    expect((await dana("/api/connections/google", "DELETE")).status).toBe(200);
  });

  it("sees whose account it is and what is allowed, and never a token", async () => {
    await signedIn(null);
    const answers = await Promise.all(
      ["/api/connections", "/api/mail", "/api/audit"].map(async (path) => (await dana(path)).text()),
    );
    const shown = answers.join();
    expect(shown).toContain(`"consentedBy":"${DANA}"`);
    expect(shown).not.toMatch(/ya29\.|1\/\/0|4\/0|GOCSPX/);
    const rows = await dbFor(testEnv.DB, TENANT).rows(connections);
    expect(JSON.stringify(rows)).not.toMatch(/ya29\.|1\/\/0/);
    const mail = await (await dana("/api/mail")).json<{ connection: unknown }>();
    expect(mail.connection).toMatchObject({
      serviceAccount: null,
      mailboxes: [{ address: DANA }],
      lacks: ["reading the calendar"],
    });
  });

  it("leaves no token, code or secret in the log: connecting, renewing, a made-up code, access that was taken back, and disconnecting", async () => {
    const lines: string[] = [];
    for (const level of ["debug", "info", "log", "warn", "error"] as const) {
      vi.spyOn(console, level).mockImplementation((...said) => void lines.push(said.join(" ")));
    }
    // What is logged is seen here.
    systemLogger.warn("consent.begins", { tenantId: TENANT });
    expect(lines.join()).toContain("consent.begins");
    await signedIn(null);
    await control("google-accounts", { endAccess: true });
    expect(await runMailCheck(testContext(TENANT), "general")).toMatchObject({ summary: expect.any(String) });
    const { renewals } = (await control("google-accounts", {})) as { renewals: number };
    expect(renewals).toBeGreaterThan(0);
    const started = await dana("/api/connections/google/consent", "POST", { allow: "send" });
    const state = new URL((await started.json<{ url: string }>()).url).searchParams.get("state") ?? "";
    const madeUp = "4/0made-up-code-that-nobody-gave";
    const back = `/api/connections/google/callback?${new URLSearchParams({ state, code: madeUp, iss: "x" }).toString()}`;
    expect((await dana(back)).headers.get("location")).not.toContain("granted");
    await control("google-accounts", { end: true });
    await runMailCheck(testContext(TENANT), "general").catch(() => null);
    expect((await dana("/api/connections/google/test", "POST")).status).toBe(200);
    expect((await dana("/api/connections/google", "DELETE")).status).toBe(200);
    const log = lines.join("\n");
    const secrets = [...seen, state, madeUp];
    expect(secrets.every((secret) => secret.length > 15)).toBe(true);
    for (const secret of secrets) {
      expect(log).not.toContain(secret);
      expect(log).not.toContain(encodeURIComponent(secret));
    }
    expect(log).not.toMatch(/ya29\.|1\/\/0|4\/0|GOCSPX|code_verifier|refresh_token/);
  });

  it("has its e-mail read where that is allowed, and checks rest in words where it isn't", async () => {
    await signedIn(null);
    expect(await runMailCheck(testContext(TENANT), "general")).toMatchObject({
      summary: expect.stringMatching(/^(Nothing new|\d+ new)/),
    });
    await signedIn("calendar");
    await control("google-accounts", { end: true });
    await signedIn(null, "gmail.readonly");
    expect(await runMailCheck(testContext(TENANT), "general")).toEqual({
      summary:
        "E-mail isn’t read: an admin has to allow reading e-mail under Settings → Connections → Google.",
    });
  });
});
