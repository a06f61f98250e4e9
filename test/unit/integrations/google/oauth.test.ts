import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { googleWorld, NOW, OFFICE, SCOPE } from "./google-world.ts";

const NOW_S = NOW / 1000;
const world = googleWorld();

describe("a service account's assertion", () => {
  it("becomes a token that opens the mailbox it is for", async () => {
    const { status, body } = await world.token();
    expect(status).toBe(200);
    expect(body).toEqual({ access_token: expect.any(String), expires_in: 3599, token_type: "Bearer" });
    const profile = await world.call("GET", "/profile", { token: body.access_token });
    expect(profile.body).toMatchObject({ emailAddress: OFFICE, messagesTotal: 0 });
  });

  it("may name the token address of its own key file as audience", async () => {
    const { status } = await world.token({ claims: { aud: "http://sandbox.test/google/oauth/token" } });
    expect(status).toBe(200);
  });

  it.each([
    ["another audience", { aud: "https://elsewhere.example/token" }, 400, "invalid_grant", /audience/],
    [
      "an assertion that ended",
      { iat: NOW_S - 7200, exp: NOW_S - 3600 },
      400,
      "invalid_grant",
      /short-lived/,
    ],
    ["an assertion of a day", { exp: NOW_S + 86_400 }, 400, "invalid_grant", /short-lived/],
    [
      "an assertion from tomorrow",
      { iat: NOW_S + 86_400, exp: NOW_S + 90_000 },
      400,
      "invalid_grant",
      /short-lived/,
    ],
    ["no scope", { scope: "" }, 400, "invalid_scope", /scope/],
    ["a scope that is none", { scope: "gmail.modify" }, 400, "invalid_scope", /gmail\.modify/],
    [
      "a scope no one delegated",
      { scope: `${SCOPE} https://mail.google.com/` },
      401,
      "unauthorized_client",
      /not authorized/,
    ],
    [
      "somebody of another domain",
      { sub: "ruth@harborlight.example" },
      401,
      "unauthorized_client",
      /unauthorized/,
    ],
    ["no one of the domain", { sub: "ghost@alderfinch.example" }, 400, "invalid_grant", /Invalid email/],
    ["a stranger's account", { iss: "nobody@elsewhere.example" }, 400, "invalid_grant", /account not found/],
  ])("is refused with %s", async (_name, claims, status, error, description) => {
    const refused = await world.token({ claims });
    expect(refused).toEqual({
      status,
      body: { error, error_description: expect.stringMatching(description) },
    });
  });

  it("is refused when another key signed it, or another algorithm is claimed", async () => {
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const key = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    const refusal = { error: "invalid_grant", error_description: "Invalid JWT Signature." };
    expect((await world.token({ key })).body).toEqual(refusal);
    expect((await world.token({ header: { alg: "none" } })).body).toEqual(refusal);
    expect((await world.token({ header: { alg: "HS256" } })).body).toEqual(refusal);
  });

  it.each([
    ["another grant", { grant_type: "password" }, "unsupported_grant_type"],
    ["an assertion that is no JWT", { assertion: "a.b" }, "invalid_grant"],
    ["an empty assertion", { assertion: "" }, "invalid_request"],
  ])("is refused as a request with %s", async (_name, form, error) => {
    expect(await world.token({ form })).toMatchObject({ status: 400, body: { error } });
  });
});

describe("a token", () => {
  const google = { code: expect.any(Number), message: expect.any(String), errors: expect.any(Array) };

  it("is refused when missing, forged, changed or ended", async () => {
    const own = googleWorld();
    const { access_token } = (await own.token()).body;
    const [head, , signature] = access_token.split(".");
    const claims = Buffer.from(JSON.stringify({ sub: OFFICE, scopes: [SCOPE], expiresAtS: 9e9 }));
    for (const token of [
      null,
      "ya29.x.y",
      "garbage",
      `${head}.${claims.toString("base64url")}.${signature}`,
    ]) {
      const refused = await own.call("GET", "/profile", { token });
      expect(refused).toMatchObject({
        status: 401,
        body: { error: { ...google, status: "UNAUTHENTICATED" } },
      });
    }
    own.passTime(3_600_000);
    expect((await own.call("GET", "/profile", { token: access_token })).status).toBe(401);
  });

  it("opens no other mailbox, of this company or another", async () => {
    for (const address of ["dana@alderfinch.example", "service@harborlight.example", "no@body.example"]) {
      const refused = await world.call("GET", `/gmail/v1/users/${encodeURIComponent(address)}/profile`);
      expect(refused).toMatchObject({ status: 403, body: { error: { status: "PERMISSION_DENIED" } } });
    }
    const own = await world.call("GET", `/gmail/v1/users/${encodeURIComponent(OFFICE)}/profile`);
    expect(own.status).toBe(200);
  });

  it("allows only what its scopes allow", async () => {
    const scope = "https://www.googleapis.com/auth/gmail.readonly";
    expect((await world.call("GET", "/messages", { scope })).status).toBe(200);
    const refused = await world.call("POST", "/messages/send", { scope, body: { raw: "x" } });
    expect(refused).toMatchObject({
      status: 403,
      body: { error: { errors: [{ reason: "insufficientPermissions" }] } },
    });
  });

  it("of the service account alone has no mailbox", async () => {
    const { access_token } = (await world.token({ claims: { sub: undefined } })).body;
    const refused = await world.call("GET", "/profile", { token: access_token });
    expect(refused).toMatchObject({ status: 400, body: { error: { status: "FAILED_PRECONDITION" } } });
  });
});
