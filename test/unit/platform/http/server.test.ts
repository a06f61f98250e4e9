import { Hono } from "hono";
import { describe, expect, it, vi } from "vitest";
import { contentSecurityPolicy } from "../../../../src/platform/http/middleware/security-headers.ts";
import { contextOf } from "../../../../src/platform/context.ts";
import type { Env } from "../../../../src/platform/env.ts";
import type { HttpContext, HttpEnv } from "../../../../src/platform/http/context.ts";
import { setSessionCookie } from "../../../../src/platform/http/cookies.ts";
import { bareD1, nodeD1 } from "../../../support/node-d1.ts";
import { AppError, IntegrationError } from "../../../../src/kernel/errors.ts";
import { errorBodySchema } from "../../../../src/platform/api/common.ts";
import { asPerson, COMPLETE_VARS, SECRETS, testApp } from "../../../support/node-app.ts";

async function errorOf(answer: Response) {
  return errorBodySchema.parse(await answer.json()).error;
}

/** The cookies that a page sets with this configuration. */
async function cookiesOf(appUrl: string, set: (c: HttpContext) => void): Promise<string[]> {
  const deployment = contextOf({ ...COMPLETE_VARS, APP_URL: appUrl, DB: nodeD1() } as unknown as Env);
  const app = new Hono<HttpEnv>().get("/", (c) => {
    c.set("deployment", deployment);
    set(c);
    return c.text("");
  });
  return (await app.request("/")).headers.getSetCookie();
}

describe("the session cookie", () => {
  it("is host-bound, secure and out of scripts' reach on https", async () => {
    expect(await cookiesOf("https://app.example.com", (c) => setSessionCookie(c, SECRETS.admin))).toEqual([
      `__Host-steward=${SECRETS.admin}; Max-Age=5184000; Path=/; HttpOnly; Secure; SameSite=Lax`,
    ]);
  });

  it("has a plain name on http localhost, where browsers take no secure one", async () => {
    expect(await cookiesOf("http://localhost:8787", (c) => setSessionCookie(c, SECRETS.admin))).toEqual([
      `steward_session=${SECRETS.admin}; Max-Age=5184000; Path=/; HttpOnly; SameSite=Lax`,
    ]);
  });

  it("is needed: nothing, rubbish and another scheme are 401", async () => {
    const app = testApp();
    for (const headers of [
      {},
      { cookie: "steward_session=rubbish" },
      { cookie: `steward_session=${"z".repeat(43)}` },
      { cookie: `__Host-steward=${SECRETS.admin}` },
      { authorization: "Basic ZGFuYTp4" },
      { authorization: "Approval token" },
    ]) {
      const answer = await app.request("/api/me", { headers: headers as Record<string, string> });
      expect(answer.status).toBe(401);
      expect((await errorOf(answer)).code).toBe("unauthenticated");
    }
    expect((await app.request("/api/me", { headers: asPerson(SECRETS.member) })).status).toBe(200);
  });
});

describe("every answer", () => {
  it("carries the security headers, errors and pages included", async () => {
    const page = new Response("<!doctype html>", { headers: { "content-type": "text/html" } });
    const app = testApp({ bindings: { ASSETS: { fetch: () => Promise.resolve(page.clone()) } } });
    for (const path of ["/api/health", "/api/nothing", "/api/me", "/", "/approvals/x"]) {
      const { headers } = await app.request(path);
      expect(headers.get("content-security-policy")).toBe(contentSecurityPolicy("http://localhost:8787"));
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
      expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
      expect(headers.get("permissions-policy")).toContain("camera=()");
      expect(headers.get("strict-transport-security")).toBeNull();
      expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    }
    expect((await app.request("/api/health")).headers.get("cache-control")).toBe("no-store");
  });

  it("demands https for the future where the app is served over it", async () => {
    const app = testApp({ vars: { APP_URL: "https://app.example.com" } });
    const { headers } = await app.request("/api/health");
    expect(headers.get("strict-transport-security")).toContain("max-age=");
    expect(headers.get("content-security-policy")).toContain("connect-src 'self' wss://app.example.com;");
  });

  it("allows no inline script, no foreign host and no frame by its policy", () => {
    const policy = contentSecurityPolicy("https://app.example.com");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe-eval|https:(?!\/\/app)|\*/);
    expect(policy).toMatch(/script-src 'self'(;|$)/);
  });
});

describe("an error", () => {
  const failing = (error: unknown) => {
    const log: string[] = [];
    const getByName = (): never => {
      throw error;
    };
    const app = testApp({ log, bindings: { TENANTS: { getByName } } });
    return {
      log,
      told: async () => (await app.records.prepare("select * from notifications").all()).results,
      ask: () => app.request("/api/usage", { headers: asPerson(SECRETS.member) }),
    };
  };

  it("that no one foresaw says nothing of its cause but is logged and told to the admins", async () => {
    const { ask, log, told } = failing(new Error("canary-4711 secret cause"));
    const answer = await ask();
    expect(answer.status).toBe(500);
    const text = await answer.clone().text();
    expect(text).not.toContain("canary-4711");
    const { code, requestId } = await errorOf(answer);
    expect(code).toBe("internal");
    expect(answer.headers.get("x-request-id")).toBe(requestId);
    expect(log).toHaveLength(1);
    expect(log[0]).toContain(requestId);
    await vi.waitFor(async () => expect(await told()).toHaveLength(1));
    expect(await told()).toMatchObject([{ tenant_id: "tenant_alder", kind: "alert" }]);
    expect(JSON.stringify(await told())).toContain(requestId);
    expect(JSON.stringify(await told())).not.toContain("canary-4711");
  });

  it("of ours goes out with its code, status and details, and alarms no one", async () => {
    const { ask, told } = failing(
      new AppError("changed", "Somebody was faster.", { details: { version: 3 } }),
    );
    const answer = await ask();
    expect(answer.status).toBe(409);
    expect(await errorOf(answer)).toMatchObject({
      code: "changed",
      message: "Somebody was faster.",
      details: { version: 3 },
    });
    expect(await told()).toEqual([]);
  });

  it("of ours that comes back from an object as a plain error keeps its code", async () => {
    const remote = Object.assign(new Error("That thing doesn't exist."), {
      name: "AppError",
      code: "not_found",
      remote: true,
    });
    const answer = await failing(remote).ask();
    expect(answer.status).toBe(404);
  });

  it("with an invented code is internal", async () => {
    const remote = Object.assign(new Error("x"), { name: "AppError", code: "toString" });
    expect((await failing(remote).ask()).status).toBe(500);
  });

  it("of an outside service says so without its words", async () => {
    const answer = await failing(new IntegrationError("quo", "quo says canary-4712")).ask();
    expect(answer.status).toBe(502);
    const text = await answer.clone().text();
    expect(text).not.toContain("canary-4712");
    expect((await errorOf(answer)).code).toBe("upstream_failed");
  });

  it("of configuration names the variable and no value", async () => {
    const answer = await testApp({
      vars: { MASTER_KEYS: "secret-canary-4713", APP_URL: "http://example.com" },
    }).request("/api/health");
    expect(answer.status).toBe(503);
    const text = await answer.clone().text();
    expect(text).not.toContain("secret-canary-4713");
    expect((await errorOf(answer)).details).toEqual({ variables: ["APP_URL", "MASTER_KEYS"] });
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("of a deployment that isn't set up is a page that says what is missing", async () => {
    const browser = { headers: { accept: "text/html,*/*" } };
    const bare = await testApp({ vars: { MASTER_KEYS: "" } }).request("/", browser);
    expect([bare.status, bare.headers.get("content-type")]).toEqual([503, "text/plain; charset=UTF-8"]);
    expect(await bare.text()).toContain("MASTER_KEYS is not set");
    const empty = testApp({ records: bareD1() });
    const answer = await empty.request("/api/me", { headers: asPerson(SECRETS.member) });
    expect(answer.status).toBe(503);
    expect((await errorOf(answer)).message).toContain("wrangler d1 migrations apply DB --remote");
  });

  it("of an unknown address is JSON, and of a known one with the wrong method says which it takes", async () => {
    const app = testApp();
    for (const path of ["/api", "/api/", "/api/nothing", "/api/conversations/a/b/c", "/webhooks/x"]) {
      const answer = await app.request(path);
      expect(answer.status, path).toBe(404);
      expect((await errorOf(answer)).code).toBe("not_found");
    }
    const answer = await app.request("/api/session", {
      method: "PUT",
      headers: { origin: "http://localhost:8787" },
    });
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe("DELETE, POST");
    expect((await errorOf(answer)).code).toBe("method_not_allowed");
  });
});

describe("a request body", () => {
  const post = (body: BodyInit, headers: Record<string, string> = {}) =>
    testApp().request("/api/conversations", {
      method: "POST",
      body,
      headers: asPerson(SECRETS.member, headers),
      duplex: "half",
    } as RequestInit);

  it.each([
    ["empty", ""],
    ["cut off", '{"id":'],
    ["not JSON", "<xml/>"],
    ["not UTF-8", new Uint8Array([0x22, 0xff, 0xfe, 0x22])],
    ["nested 33 deep", "[".repeat(33) + "]".repeat(33)],
    ["nested a hundred thousand deep", "[".repeat(100_000)],
  ])("that is %s is refused as invalid JSON", async (_name, body) => {
    const answer = await post(body);
    expect(answer.status).toBe(400);
    expect((await errorOf(answer)).code).toBe("invalid_json");
  });

  it("that announces too much is refused unread", async () => {
    const answer = await post("{}", { "content-length": "104857600" });
    expect(answer.status).toBe(413);
    expect(await errorOf(answer)).toMatchObject({ code: "too_large", details: { maxBytes: 262_144 } });
  });

  it("that streams on without end is cut off soon after the limit", async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536).fill(0x20));
      },
    });
    const answer = await post(endless);
    expect(answer.status).toBe(413);
    expect(sent).toBeLessThan(1_000_000);
  });

  it("that breaks the contract is refused with where and why", async () => {
    const answer = await post(JSON.stringify({ id: "not-a-uuid" }));
    expect(answer.status).toBe(400);
    const { code, details } = await errorOf(answer);
    expect(code).toBe("invalid_request");
    expect(details).toMatchObject({ issues: [{ path: "id" }] });
  });

  it("is told apart from a bad query", async () => {
    for (const query of ["limit=0", "limit=201", "limit=x", "source=fax", `cursor=${"x".repeat(501)}`]) {
      const answer = await testApp().request(`/api/conversations?${query}`, {
        headers: asPerson(SECRETS.member),
      });
      expect(answer.status, query).toBe(400);
    }
  });
});

describe("a file", () => {
  const html = () => new Response("<!doctype html>", { headers: { "content-type": "text/html" } });
  const app = testApp({
    bindings: {
      ASSETS: {
        fetch: (request: Request) =>
          Promise.resolve(
            new URL(request.url).pathname === "/assets/app-1a2b.js"
              ? new Response("js", { headers: { "content-type": "text/javascript", etag: '"x"' } })
              : html(),
          ),
      },
    },
  });

  it("with a hash in its name is kept for ever", async () => {
    const answer = await app.request("/assets/app-1a2b.js");
    expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  });

  it("that does not exist is 404 and never the page", async () => {
    for (const path of [
      "/assets/old-9f.js",
      "/assets/",
      "/assets/no-extension",
      "/favicon.png",
      "/robots.txt",
    ]) {
      const answer = await app.request(path);
      expect(answer.status, path).toBe(404);
      expect(answer.headers.get("cache-control")).toBe("no-store");
    }
  });

  it("is not needed for the app's own addresses: they get the page, fetched again each time", async () => {
    for (const path of [
      "/",
      "/approvals",
      "/conversations/sms:+14125550142",
      "/workspace/MEMORY.md",
      "/index.html",
    ]) {
      const answer = await app.request(path);
      expect(answer.status, path).toBe(200);
      expect(answer.headers.get("cache-control")).toBe("no-cache");
    }
    expect((await app.request("/", { method: "POST" })).status).toBe(405);
  });
});

describe("an address that decides", () => {
  it.each(["decision", "undo", "resolve", "withdraw", "compensate"])(
    "does nothing by GET or HEAD: …/%s",
    async (verb) => {
      for (const method of ["GET", "HEAD"]) {
        const answer = await testApp().request(`/api/approvals/approval_1/${verb}?decision=approve`, {
          method,
          headers: asPerson(SECRETS.admin),
        });
        expect(answer.status).toBe(405);
        expect(answer.headers.get("allow")).toBe("POST");
      }
    },
  );
});

describe("settings of the team", () => {
  it("are an admin's to change", async () => {
    const answer = await testApp().request("/api/policy", {
      method: "PUT",
      headers: asPerson(SECRETS.member),
      body: "{}",
    });
    expect(answer.status).toBe(403);
    expect((await errorOf(answer)).code).toBe("forbidden");
  });
});

describe("whom to tell of a hole", () => {
  const read = (vars: Record<string, string>) => testApp({ vars }).request("/.well-known/security.txt");

  it("is whom the deployment names, for half a year", async () => {
    const answer = await read({ SECURITY_CONTACT: "mailto:security@alderfinch.example" });
    expect(answer.headers.get("content-type")).toMatch(/^text\/plain/);
    expect(await answer.text()).toBe(
      "Contact: mailto:security@alderfinch.example\nExpires: 2027-05-20T12:00:00.000Z\nCanonical: http://localhost:8787/.well-known/security.txt\n",
    );
  });

  it("is no one where it names none, and no one invented", async () => {
    expect((await read({})).status).toBe(404);
    expect((await read({ SECURITY_CONTACT: "" })).status).toBe(404);
    expect((await read({ SECURITY_CONTACT: "security" })).status).toBe(503);
  });
});
