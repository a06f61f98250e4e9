/** Tokens as Clerk and Cloudflare Access issue them, verified as the product verifies them. */
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from "jose";
import { describe, expect, it } from "vitest";
import { APP_URL, useSandbox } from "./world.ts";

const sandbox = useSandbox();

type Json = Record<string, unknown>;
const issuer = (): string => `${sandbox.url}/identity`;
const tokenFor = async (wish: Json): Promise<string> => {
  const answer = await sandbox.post("/identity/token", wish);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { token: string }).token;
};
const verify = async (token: string, path = "/.well-known/jwks.json", options: Json = {}): Promise<Json> => {
  const keys = createRemoteJWKSet(new URL(issuer() + path));
  return (await jwtVerify(token, keys, { issuer: issuer(), algorithms: ["RS256"], ...options })).payload;
};

describe("a Clerk token", () => {
  it("verifies against the JWKS by key id and carries the session template's claims", async () => {
    const token = await tokenFor({ email: "dana@alderfinch.example" });
    const { keys } = (await sandbox.get("/identity/.well-known/jwks.json")) as { keys: Json[] };
    expect(decodeProtectedHeader(token).kid).toBe(keys[0]?.["kid"]);
    expect(keys[0]).not.toHaveProperty("d");
    const claims = await verify(token);
    expect(claims).toMatchObject({
      sub: "user_demo_dana",
      sid: expect.stringMatching(/^sess_/) as string,
      azp: APP_URL,
      email: "dana@alderfinch.example",
      email_verified: true,
      name: "Dana Whitfield",
    });
    expect(claims).not.toHaveProperty("aud");
  });

  it("has no address before the session token is customized, and no session where a template made it", async () => {
    const bare = await verify(await tokenFor({ email: "dana@alderfinch.example", customized: false }));
    expect(Object.keys(bare).toSorted()).toEqual([
      "azp",
      "exp",
      "fva",
      "iat",
      "iss",
      "jti",
      "nbf",
      "sid",
      "sts",
      "sub",
      "v",
    ]);
    const templated = await verify(await tokenFor({ email: "dana@alderfinch.example", template: true }));
    expect(templated).toMatchObject({ azp: APP_URL, email_verified: true });
    expect(templated).not.toHaveProperty("sid");
  });

  it("can be expired, unverified, or of anyone", async () => {
    await expect(
      verify(await tokenFor({ email: "dana@alderfinch.example", expiresInSeconds: -60 })),
    ).rejects.toThrow("exp");
    const claims = await verify(
      await tokenFor({ email: "new@else.example", name: "New Person", emailVerified: false }),
    );
    expect(claims).toMatchObject({ name: "New Person", email_verified: false });
    const again = await verify(await tokenFor({ email: "new@else.example" }));
    expect(again["sub"]).toBe(claims["sub"]);
  });
});

describe("an Access token", () => {
  it("verifies against the team's certs with its audience", async () => {
    const token = await tokenFor({
      email: "ruth@harborlight.example",
      provider: "access",
      audience: "tag-1",
    });
    const team = { issuer: `${issuer()}/access` };
    const claims = await verify(token, "/access/cdn-cgi/access/certs", { ...team, audience: "tag-1" });
    expect(claims).toMatchObject({
      email: "ruth@harborlight.example",
      aud: ["tag-1"],
      sub: "user_demo_ruth",
    });
    expect(Object.keys(claims).toSorted()).toEqual([
      "aud",
      "country",
      "email",
      "exp",
      "iat",
      "identity_nonce",
      "iss",
      "nbf",
      "sub",
      "type",
    ]);
    await expect(
      verify(token, "/access/cdn-cgi/access/certs", { ...team, audience: "tag-2" }),
    ).rejects.toThrow("aud");
  });
});

describe("the key", () => {
  it("outlives a reset", async () => {
    const token = await tokenFor({ email: "dana@alderfinch.example" });
    await sandbox.post("/control/reset");
    await expect(verify(token)).resolves.toBeDefined();
  });

  it("outlives a restart", async () => {
    const before = await sandbox.get("/identity/.well-known/jwks.json");
    await sandbox.restart();
    expect(await sandbox.get("/identity/.well-known/jwks.json")).toEqual(before);
  });
});

describe("a wish that makes no sense", () => {
  it.each<[Json, string]>([
    [{ email: "nobody" }, "email"],
    [{}, "email"],
    [{ email: "a@b.example", provider: "okta" }, "provider"],
  ])("%j is refused", async (wish, named) => {
    const answer = await sandbox.post("/identity/token", wish);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain(named);
  });
});

describe("the sign-in page", () => {
  const choose = (email: string, redirectUrl: string): Promise<Response> =>
    fetch(`${issuer()}/sign-in`, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ email, redirect_url: redirectUrl }),
    });

  it("offers everyone of the demo and the stranger, and says what it is", async () => {
    const page = await (
      await fetch(`${issuer()}/sign-in?redirect_url=${encodeURIComponent(`${APP_URL}/a?b="><i>`)}`)
    ).text();
    for (const email of [
      "dana@alderfinch.example",
      "lena@alderfinch.example",
      "ben@harborlight.example",
      "sam@stranger.example",
    ]) {
      expect(page).toContain(email);
    }
    expect(page).toContain("stand-in");
    expect(page).not.toContain('"><i>');
  });

  it("sets the session cookie with a valid token and goes back to the product", async () => {
    const answer = await choose("priya@alderfinch.example", `${APP_URL}/approvals/7?x=1`);
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe(`${APP_URL}/approvals/7?x=1`);
    const cookie = answer.headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(/^__session=[\w.-]+; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(await verify(/__session=([^;]+)/.exec(cookie)?.[1] ?? "")).toMatchObject({
      email: "priya@alderfinch.example",
    });
  });

  it.each([
    "https://evil.example/",
    "http://localhost:8787.evil.example/",
    "//evil.example",
    "javascript:alert(1)",
    "http://localhost:8788/",
  ])("never goes to %s", async (target) => {
    const answer = await choose("priya@alderfinch.example", target);
    expect(answer.status).toBe(400);
    expect(answer.headers.get("set-cookie")).toBeNull();
  });

  it("signs out by clearing the cookie", async () => {
    const answer = await fetch(`${issuer()}/sign-out`, { redirect: "manual" });
    expect(answer.headers.get("set-cookie")).toMatch(/^__session=; Max-Age=0; Path=\//);
    expect(answer.headers.get("location")).toBe(APP_URL);
  });
});
