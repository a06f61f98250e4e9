import { beforeEach, describe, expect, it } from "vitest";
import { DEFAULT_POLICY } from "../../../../src/team/api/policy.ts";
import { meSchema, type Me } from "../../../../src/team/api/team.ts";
import { cookieOf, errorCode, request, signIn } from "../../../support/http-worker.ts";
import { freshWorld, testEnv, tokenFor } from "../../../support/worker.ts";

beforeEach(freshWorld);

const ORIGIN = { origin: "http://localhost:8787" };

async function exchange(email: string): Promise<Response> {
  return request("/api/session", {
    method: "POST",
    headers: { authorization: `Bearer ${await tokenFor(email)}` },
  });
}

/** Sets how people at the team's domain join. */
async function allowJoining(tenantId: string, joinByDomain: "off" | "ask" | "open"): Promise<void> {
  const policy = JSON.stringify({ ...DEFAULT_POLICY, joinByDomain });
  await testEnv.DB.prepare(
    `insert into settings (tenant_id, version, policy, updated_by, updated_at) values (?1, 1, ?2, 'test', '2026-11-01T00:00:00.000Z')
     on conflict (tenant_id) do update set policy = ?2, version = version + 1`,
  )
    .bind(tenantId, policy)
    .run();
}

async function count(sql: string, ...params: unknown[]): Promise<number> {
  const row = await testEnv.DB.prepare(`select count(*) as n from ${sql}`)
    .bind(...params)
    .first<{ n: number }>();
  return row?.n ?? -1;
}

describe("signing in", () => {
  it("runs in workerd", () => {
    expect(navigator.userAgent).toBe("Cloudflare-Workers");
  });

  it("exchanges a member's token for a session of ours that opens the API", async () => {
    const answer = await exchange("dana@alderfinch.example");
    expect(answer.status).toBe(200);
    const me = meSchema.parse(await answer.json());
    expect(me).toMatchObject({
      user: { name: "Dana Whitfield" },
      tenant: { id: "tenant_alder" },
      role: "admin",
    });
    const again = await request("/api/me", { headers: { cookie: cookieOf(answer) } });
    expect(await again.json()).toEqual(me);
  });

  it("keeps no secret a copy of the table could use", async () => {
    const cookie = await signIn("dana@alderfinch.example");
    const secret = cookie.split("=")[1] ?? "";
    const rows = await testEnv.DB.prepare("select * from sessions").all();
    expect(rows.results).toHaveLength(1);
    expect(JSON.stringify(rows.results)).not.toContain(secret);
    const hash = (rows.results[0] as { secret_hash: string }).secret_hash;
    expect((await request("/api/me", { headers: { cookie: `steward_session=${hash}` } })).status).toBe(401);
  });

  it("takes the cookie the provider's page leaves, from our own page alone", async () => {
    const cookie = `__session=${await tokenFor("marcus@alderfinch.example")}`;
    const foreign = await request("/api/session", {
      method: "POST",
      headers: { cookie, origin: "https://evil.example" },
    });
    expect(foreign.status).toBe(403);
    expect(await count("sessions")).toBe(0);
    const ours = await request("/api/session", { method: "POST", headers: { cookie, ...ORIGIN } });
    expect(ours.status).toBe(200);
  });

  it("refuses a stranger and says the domain", async () => {
    const answer = await exchange("sam@stranger.example");
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({
      error: { code: "stranger", details: { domain: "stranger.example" } },
    });
    expect(await count("sessions")).toBe(0);
    expect(await count("users where email like '%stranger%'")).toBe(0);
  });

  it("makes a member of somebody at a claimed domain on the first sign-in, once, where admins opened it", async () => {
    await allowJoining("tenant_alder", "open");
    const answers = await Promise.all(
      ["nina.new@alderfinch.example", "Nina.New+phone@alderfinch.example"].map(exchange),
    );
    const people = await Promise.all(answers.map((answer) => answer.json<Me>()));
    expect(people[0]).toMatchObject({ tenant: { id: "tenant_alder" }, role: "member" });
    expect(people[1]?.user.id).toBe(people[0]?.user.id);
    expect(await count("users where email = 'nina.new@alderfinch.example'")).toBe(1);
    expect(await count("audit where action = 'member.joined'")).toBe(1);
  });

  it("does not believe a domain that was claimed and not verified", async () => {
    await testEnv.DB.prepare(
      "update tenant_domains set verified_at = null where tenant_id = 'tenant_alder'",
    ).run();
    await allowJoining("tenant_alder", "open");
    expect((await exchange("nina@alderfinch.example")).status).toBe(403);
    expect((await exchange("dana@alderfinch.example")).status).toBe(200);
  });

  it("never admits by a public mail provider's domain, even if a row claims it", async () => {
    await testEnv.DB.prepare(
      "insert into tenant_domains (domain, tenant_id, verified_at) values ('gmail.com', 'tenant_alder', '2026-01-01T00:00:00.000Z')",
    ).run();
    await allowJoining("tenant_alder", "open");
    expect((await exchange("anybody@gmail.com")).status).toBe(403);
  });

  it("does not let a removed member back in by the domain", async () => {
    const cookie = await signIn("marcus@alderfinch.example");
    const token = await tokenFor("marcus@alderfinch.example");
    await testEnv.DB.prepare(
      "update users set removed_at = '2026-11-01T00:00:00.000Z' where email like 'marcus%'",
    ).run();
    expect((await request("/api/me", { headers: { cookie } })).status).toBe(401);
    const bearer = { authorization: `Bearer ${token}` };
    expect((await request("/api/me", { headers: bearer })).status).toBe(403);
    const answer = await exchange("marcus@alderfinch.example");
    expect(answer.status).toBe(403);
    expect(await errorCode(answer)).toBe("stranger");
  });

  it("knows a person by their sub-addresses: in, out and by an invite", async () => {
    const dana = await exchange("dana+phone@alderfinch.example");
    expect((await dana.json<Me>()).user.email).toBe("dana@alderfinch.example");
    await testEnv.DB.prepare(
      "update users set removed_at = '2026-11-01T00:00:00.000Z' where email like 'marcus%'",
    ).run();
    for (const joinByDomain of ["open", "ask"] as const) {
      await allowJoining("tenant_alder", joinByDomain);
      for (const email of ["marcus+x@alderfinch.example", "MARCUS+Y@alderfinch.example"]) {
        const answer = await exchange(email);
        expect(answer.status).toBe(403);
        expect(await answer.text()).toContain("Your access to this team was removed.");
      }
    }
    expect(await count("join_requests")).toBe(0);
    expect(await count("users where email like 'marcus%'")).toBe(1);
    // Nobody's sub-address: another name, another domain.
    expect((await exchange("dan+a@alderfinch.example")).status).toBe(403);
    expect((await exchange("dana+phone@alderfinch.example.evil.example")).status).toBe(403);
  });

  it("says where to sign in, and needs no sign-in for that nor for health", async () => {
    const place = await (await request("/api/sign-in")).json();
    expect(place).toMatchObject({
      provider: "clerk",
      url: expect.stringContaining("/identity/sign-in?redirect_url=") as string,
    });
    expect(await (await request("/api/health")).json()).toEqual({ status: "ok" });
  });
});

describe("signing in behind Cloudflare Access", () => {
  const AUDIENCE = "aud-tag-4711";
  const vars = {
    CLERK_ISSUER: "",
    CLERK_SIGN_IN_URL: "",
    ACCESS_TEAM_URL: `${testEnv.TEST_SANDBOX_URL}/identity/access`,
    ACCESS_AUD: AUDIENCE,
  };
  const assertion = async (audience: string): Promise<string> => {
    const answer = await fetch(`${testEnv.TEST_SANDBOX_URL}/identity/token`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "dana@alderfinch.example", provider: "access", audience }),
    });
    return (await answer.json<{ token: string }>()).token;
  };
  const exchangeAssertion = (token: string, headers: Record<string, string>) =>
    request(
      "/api/session",
      { method: "POST", headers: { "cf-access-jwt-assertion": token, ...headers } },
      vars,
    );

  it("exchanges what Access puts in front of the app, for this application only", async () => {
    const answer = await exchangeAssertion(await assertion(AUDIENCE), ORIGIN);
    expect(answer.status).toBe(200);
    expect(meSchema.parse(await answer.json()).signOutUrl).toBe(
      `${vars.ACCESS_TEAM_URL}/cdn-cgi/access/logout`,
    );
    expect((await exchangeAssertion(await assertion("another-application"), ORIGIN)).status).toBe(401);
  });

  it("is no way in for another site, and no way in where Access is not configured", async () => {
    const token = await assertion(AUDIENCE);
    expect((await exchangeAssertion(token, { origin: "https://evil.example" })).status).toBe(403);
    expect((await exchangeAssertion(token, {})).status).toBe(403);
    const plain = await request("/api/session", {
      method: "POST",
      headers: { "cf-access-jwt-assertion": token, ...ORIGIN },
    });
    expect(plain.status).toBe(401);
  });
});

describe("a session", () => {
  it("ends with signing out, for the browser and for whoever copied the cookie", async () => {
    const cookie = await signIn("dana@alderfinch.example");
    const out = await request("/api/session", { method: "DELETE", headers: { cookie, ...ORIGIN } });
    expect(out.status).toBe(200);
    expect(out.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^steward_session=; Max-Age=0/) as string,
      expect.stringMatching(/^__session=; Max-Age=0/) as string,
    ]);
    expect((await request("/api/me", { headers: { cookie } })).status).toBe(401);
  });

  it("ends when it expires", async () => {
    const cookie = await signIn("dana@alderfinch.example");
    await testEnv.DB.prepare("update sessions set expires_at = '2020-01-01T00:00:00.000Z'").run();
    expect((await request("/api/me", { headers: { cookie } })).status).toBe(401);
  });

  it("is one's own to end, and anybody's of the team for an admin", async () => {
    const dana = await signIn("dana@alderfinch.example");
    const marcus = await signIn("marcus@alderfinch.example");
    const listed = await request("/api/sessions", { headers: { cookie: marcus } });
    const { items } = await listed.json<{ items: { id: string; current: boolean; userName: string }[] }>();
    expect(items).toHaveLength(2);
    const own = items.find((item) => item.current)?.id ?? "";
    const foreign = items.find((item) => !item.current)?.id ?? "";

    const end = (id: string, cookie: string) =>
      request(`/api/sessions/${id}`, { method: "DELETE", headers: { cookie, ...ORIGIN } });
    expect(await errorCode(await end(foreign, marcus))).toBe("forbidden");
    expect((await request("/api/me", { headers: { cookie: dana } })).status).toBe(200);
    expect((await end(own, dana)).status).toBe(200);
    expect((await request("/api/me", { headers: { cookie: marcus } })).status).toBe(401);
    expect(await count("audit where action = 'session.revoked'")).toBe(1);
  });

  it("of another team does not exist", async () => {
    await signIn("ruth@harborlight.example");
    const dana = await signIn("dana@alderfinch.example");
    const row = await testEnv.DB.prepare("select id from sessions where tenant_id = 'tenant_harbor'").first<{
      id: string;
    }>();
    const answer = await request(`/api/sessions/${row?.id}`, {
      method: "DELETE",
      headers: { cookie: dana, ...ORIGIN },
    });
    expect(await errorCode(answer)).toBe("not_found");
    expect(await count("sessions where tenant_id = 'tenant_harbor' and revoked_at is null")).toBe(1);
  });
});

describe("a script with a provider's token", () => {
  it("acts as the member, without a session and without an origin", async () => {
    const headers = { authorization: `Bearer ${await tokenFor("priya@alderfinch.example")}` };
    const me = await request("/api/me", { headers });
    expect(await me.json()).toMatchObject({ user: { name: "Priya Raman" }, role: "member" });
    expect(await count("sessions")).toBe(0);
    const policy = await request("/api/policy", { method: "PUT", headers, body: "{}" });
    expect(await errorCode(policy)).toBe("forbidden");
  });

  it("is refused as a stranger, with a broken token, and with another scheme", async () => {
    const stranger = await request("/api/me", {
      headers: { authorization: `Bearer ${await tokenFor("sam@stranger.example")}` },
    });
    expect(stranger.status).toBe(403);
    const token = await tokenFor("dana@alderfinch.example");
    for (const authorization of [
      `Bearer ${token.slice(0, -4)}AAAA`,
      `Basic ${token}`,
      "Bearer",
      `Bearer ${token} x`,
    ]) {
      expect((await request("/api/me", { headers: { authorization } })).status).toBe(401);
    }
  });
});
