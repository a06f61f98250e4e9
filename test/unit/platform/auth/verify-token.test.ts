import {
  exportJWK,
  generateKeyPair,
  importJWK,
  SignJWT,
  UnsecuredJWT,
  createLocalJWKSet,
  type JWK,
} from "jose";
import { beforeAll, describe, expect, it } from "vitest";
import {
  tokenVerifier,
  type IdentityProvider,
  type TokenProblem,
  type VerifyToken,
} from "../../../../src/platform/auth/index.ts";
import { AppError } from "../../../../src/kernel/errors.ts";

const NOW = Date.parse("2026-11-21T12:00:00Z");
const CLERK: IdentityProvider = {
  kind: "clerk",
  issuer: "https://clerk.alderfinch.example",
  keysUrl: "https://clerk.alderfinch.example/.well-known/jwks.json",
  audience: null,
  authorizedParties: ["https://app.alderfinch.example"],
};
const ACCESS: IdentityProvider = {
  kind: "access",
  issuer: "https://alder.cloudflareaccess.com",
  keysUrl: "https://alder.cloudflareaccess.com/cdn-cgi/access/certs",
  audience: "aud-tag-of-steward",
  authorizedParties: [],
};

type Key = Awaited<ReturnType<typeof generateKeyPair>>;
let ours: Key;
let foreign: Key;
let publicJwk: JWK;
let verify: VerifyToken;

beforeAll(async () => {
  ours = await generateKeyPair("RS256", { extractable: true });
  foreign = await generateKeyPair("RS256", { extractable: true });
  publicJwk = { ...(await exportJWK(ours.publicKey)), kid: "key-1", alg: "RS256", use: "sig" };
  const keys = createLocalJWKSet({ keys: [publicJwk] });
  verify = tokenVerifier({ providers: [ACCESS, CLERK], keys: () => keys, clock: { now: () => NOW } });
});

interface Recipe {
  claims?: Record<string, unknown>;
  without?: string[];
  header?: { alg?: string; kid?: string };
  key?: Key;
}

function token(provider: IdentityProvider, recipe: Recipe = {}): Promise<string> {
  const seconds = NOW / 1000;
  const claims: Record<string, unknown> = {
    iss: provider.issuer,
    iat: seconds - 10,
    nbf: seconds - 10,
    exp: seconds + 60,
    email: "Dana@AlderFinch.example",
    name: "Dana Whitfield",
    ...(provider.audience === null
      ? { azp: CLERK.authorizedParties[0], sid: "sess_1", sts: "active", email_verified: true }
      : { aud: [provider.audience], type: "app" }),
    ...recipe.claims,
  };
  for (const name of recipe.without ?? []) delete claims[name];
  return new SignJWT(claims)
    .setProtectedHeader({ alg: "RS256", kid: "key-1", ...recipe.header })
    .sign((recipe.key ?? ours).privateKey);
}

async function problemOf(promise: Promise<unknown>): Promise<unknown> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof AppError)) throw new Error(`expected an AppError, got ${String(error)}`);
  expect(error.code).toBe("unauthenticated");
  return error.details?.["reason"];
}

const both = ["clerk", "access"] as const;

describe("a provider's token", () => {
  it("proves a lower-case address when it is genuine, for Clerk and for Access", async () => {
    for (const provider of [CLERK, ACCESS]) {
      await expect(verify(await token(provider), both)).resolves.toEqual({
        email: "dana@alderfinch.example",
        name: "Dana Whitfield",
        expiresAtMs: NOW + 60_000,
      });
    }
  });

  const seconds = NOW / 1000;
  const table: [string, IdentityProvider, Recipe, TokenProblem][] = [
    ["of another issuer", CLERK, { claims: { iss: "https://evil.example" } }, "issuer"],
    [
      "whose issuer only starts like ours",
      CLERK,
      { claims: { iss: `${CLERK.issuer}.evil.example` } },
      "issuer",
    ],
    ["without issuer", CLERK, { without: ["iss"] }, "issuer"],
    ["expired beyond the skew", CLERK, { claims: { exp: seconds - 6 } }, "expired"],
    ["without expiry", CLERK, { without: ["exp"] }, "malformed"],
    ["not valid yet", CLERK, { claims: { nbf: seconds + 6 } }, "not_yet"],
    ["issued in the future", CLERK, { claims: { iat: seconds + 60 } }, "not_yet"],
    [
      "signed by another key under our kid",
      CLERK,
      {
        get key() {
          return foreign;
        },
      },
      "signature",
    ],
    ["with an unknown kid", CLERK, { header: { kid: "key-2" } }, "key"],
    ["of another site", CLERK, { claims: { azp: "https://evil.example" } }, "party"],
    ["with a party that is no text", CLERK, { claims: { azp: [CLERK.authorizedParties[0]] } }, "party"],
    ["without a party", CLERK, { without: ["azp"] }, "party"],
    ["for another service at Clerk", CLERK, { claims: { aud: ["other"] } }, "audience"],
    [
      "for us and another service at Clerk",
      CLERK,
      { claims: { aud: [CLERK.authorizedParties[0], "other"] } },
      "audience",
    ],
    ["that a template made", CLERK, { without: ["sid"] }, "kind"],
    [
      "of the shape a template for another service has",
      CLERK,
      { claims: { aud: ["other"] }, without: ["azp", "sid", "email_verified"] },
      "audience",
    ],
    ["of a sign-in that is not finished", CLERK, { claims: { sts: "pending" } }, "pending"],
    ["without e-mail address", CLERK, { without: ["email"] }, "no_email"],
    [
      "with an e-mail address that is none",
      CLERK,
      { claims: { email: "dana@alderfinch.example, x@evil.example" } },
      "no_email",
    ],
    ["with a quoted local part", CLERK, { claims: { email: '"dana@evil"@alderfinch.example' } }, "no_email"],
    [
      "with a list of e-mail addresses",
      CLERK,
      { claims: { email: ["dana@alderfinch.example"] } },
      "no_email",
    ],
    ["with an unverified address", CLERK, { claims: { email_verified: false } }, "unverified_email"],
    [
      "with an address verified only in words",
      CLERK,
      { claims: { email_verified: "false" } },
      "unverified_email",
    ],
    [
      "that doesn't say whether the address is verified",
      CLERK,
      { without: ["email_verified"] },
      "no_verification",
    ],
    ["for two Access applications", ACCESS, { claims: { aud: [ACCESS.audience, "another"] } }, "audience"],
    ["of the whole Access team", ACCESS, { claims: { type: "org" } }, "kind"],
    ["of Access without a kind", ACCESS, { without: ["type"] }, "kind"],
    ["for another Access application", ACCESS, { claims: { aud: ["another"] } }, "audience"],
    ["for Access without audience", ACCESS, { without: ["aud"] }, "audience"],
    [
      "of Access with an unverified address",
      ACCESS,
      { claims: { email_verified: false } },
      "unverified_email",
    ],
  ];
  it.each(table)("%s is refused", async (_name, provider, recipe, problem) => {
    expect(await problemOf(verify(await token(provider, recipe), both))).toBe(problem);
  });

  it("within five seconds of skew is taken", async () => {
    await verify(await token(CLERK, { claims: { exp: seconds - 4 } }), both);
    await verify(await token(CLERK, { claims: { nbf: seconds + 4, iat: seconds + 4 } }), both);
  });

  it("is taken where the deployment's own origin is its audience, and where Access names one application", async () => {
    await verify(await token(CLERK, { claims: { aud: CLERK.authorizedParties[0] } }), both);
    await verify(await token(ACCESS, { claims: { aud: ACCESS.audience } }), both);
  });

  it("is of no party where none is listed", async () => {
    const unlisted = tokenVerifier({
      providers: [{ ...CLERK, authorizedParties: [] }],
      keys: () => createLocalJWKSet({ keys: [publicJwk] }),
      clock: { now: () => NOW },
    });
    expect(await problemOf(unlisted(await token(CLERK), both))).toBe("party");
  });

  it("says what the deployment must set, where no sign-in can help", async () => {
    for (const without of ["azp", "email", "email_verified"]) {
      await expect(verify(await token(CLERK, { without: [without] }), both)).rejects.toMatchObject({
        details: { misconfigured: true },
        message: expect.stringMatching(/CLERK_AUTHORIZED_PARTIES|"email": |"email_verified": /) as string,
      });
    }
    const expired = verify(await token(CLERK, { claims: { exp: seconds - 60 } }), both);
    await expect(expired).rejects.not.toHaveProperty("details.misconfigured");
  });

  it("of one kind is refused where only the other may come from", async () => {
    expect(await problemOf(verify(await token(CLERK), ["access"]))).toBe("issuer");
    expect(await problemOf(verify(await token(ACCESS), ["clerk"]))).toBe("issuer");
  });

  it("that is unsigned is refused", async () => {
    const claims = { iss: CLERK.issuer, email: "dana@alderfinch.example", exp: seconds + 60 };
    expect(await problemOf(verify(new UnsecuredJWT(claims).encode(), both))).toBe("algorithm");
  });

  it("signed by HMAC with the public key as its secret is refused", async () => {
    const secret = new TextEncoder().encode(JSON.stringify(publicJwk));
    const forged = await new SignJWT({
      iss: CLERK.issuer,
      email: "dana@alderfinch.example",
      exp: seconds + 60,
    })
      .setProtectedHeader({ alg: "HS256", kid: "key-1" })
      .sign(secret);
    expect(await problemOf(verify(forged, both))).toBe("algorithm");
  });

  it("signed with the same key by another algorithm is refused", async () => {
    const key = await importJWK({ ...(await exportJWK(ours.privateKey)), alg: "PS256" }, "PS256");
    const forged = await new SignJWT({
      iss: CLERK.issuer,
      email: "dana@alderfinch.example",
      exp: seconds + 60,
    })
      .setProtectedHeader({ alg: "PS256", kid: "key-1" })
      .sign(key);
    expect(await problemOf(verify(forged, both))).toBe("algorithm");
  });

  it("with changed claims is refused", async () => {
    const [header, , signature] = (await token(CLERK)).split(".");
    const claims = btoa(
      JSON.stringify({ iss: CLERK.issuer, email: "ruth@harborlight.example", exp: seconds + 60 }),
    );
    const forged = `${header}.${claims.replaceAll("=", "")}.${signature}`;
    expect(await problemOf(verify(forged, both))).toBe("signature");
  });

  it.each(["", "abc", "a.b.c", "....", "x".repeat(20_000)])(
    "that is no token (%#) is refused",
    async (text) => {
      expect(await problemOf(verify(text, both))).toBe("malformed");
    },
  );

  it("is not called invalid when the provider's keys cannot be fetched", async () => {
    const offline = tokenVerifier({
      providers: [CLERK],
      keys: () => () => Promise.reject(new TypeError("network")),
      clock: { now: () => NOW },
    });
    await expect(offline(await token(CLERK), both)).rejects.toMatchObject({ code: "upstream_failed" });
  });
});
