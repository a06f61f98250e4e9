/** Google by signing in, through the Worker's own routes: what a browser does, what is shown of it, and background work that isn't allowed. */
import { beforeEach, describe, expect, it } from "vitest";
import { runMailCheck } from "../../../src/app/mail.ts";
import { connections, dbFor } from "../../../src/db/index.ts";
import { request, signIn } from "../../support/http-worker.ts";
import { control, freshWorld, testEnv } from "../../support/worker.ts";

const ORIGIN = testEnv.APP_URL;
const TENANT = "tenant_alder";
const DANA = "dana@alderfinch.example";

beforeEach(async () => {
  await freshWorld();
  await control("google-accounts", { end: true });
});

let cookie: string;
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
  const { pathname, search } = new URL(back.headers.get("location") ?? "");
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
      lacks: ["sending e-mail", "reading the calendar"],
    });
  });

  it("has its e-mail read where that is allowed, and checks rest in words where it isn't", async () => {
    await signedIn(null);
    expect(await runMailCheck(testEnv, TENANT, "general")).toMatchObject({
      summary: expect.stringMatching(/^(Nothing new|\d+ new)/),
    });
    await signedIn("calendar");
    await control("google-accounts", { end: true });
    await signedIn(null, "gmail.readonly");
    expect(await runMailCheck(testEnv, TENANT, "general")).toEqual({
      summary:
        "E-mail isn’t read: an admin has to allow reading e-mail under Settings → Connections → Google.",
    });
  });
});
