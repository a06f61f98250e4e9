import { testDeployment } from "../../support/context.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { clientSeal } from "../../../src/mcp/open.ts";
import { pageOf, send, toolNames } from "../../support/mcp.ts";
import { errorCode, request } from "../../support/http-worker.ts";
import { freshWorld, testEnv } from "../../support/worker.ts";

const DANA = "dana@alderfinch.example";
const VERIFIER = "a".repeat(43);
const CALLBACK = "http://127.0.0.1:6274/callback";

beforeEach(freshWorld);

async function register(
  metadata: unknown = { client_name: "Claude Code", redirect_uris: ["http://127.0.0.1/callback"] },
) {
  const answer = await request("/oauth/register", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(metadata),
  });
  return { status: answer.status, body: (await answer.json()) as { client_id: string; error?: string } };
}

async function asked(over: Record<string, unknown> = {}) {
  const { body } = await register();
  const challenge = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(VERIFIER)));
  const codeChallenge = btoa(String.fromCharCode(...challenge))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
  return {
    clientId: body.client_id,
    redirectUri: CALLBACK,
    responseType: "code",
    codeChallenge,
    codeChallengeMethod: "S256",
    scope: "records:read actions:propose",
    state: "41",
    resource: "http://localhost:8787/mcp",
    ...over,
  };
}

const post = async (path: string, body: unknown, email = DANA) =>
  request(path, { method: "POST", headers: await pageOf(email), body: JSON.stringify(body) });

async function allow(of: Awaited<ReturnType<typeof asked>>, scopes: readonly string[] = ["records:read"]) {
  const answer = await post("/api/mcp/authorization/decision", { request: of, scopes });
  return new URL(((await answer.json()) as { url: string }).url);
}

async function token(fields: Record<string, string>) {
  const answer = await request("/oauth/token", { method: "POST", body: new URLSearchParams(fields) });
  const body = (await answer.json()) as Record<string, string>;
  return { status: answer.status, body };
}

const exchange = (of: { clientId: string }, code: string | null, over: Record<string, string> = {}) =>
  token({
    grant_type: "authorization_code",
    client_id: of.clientId,
    code: code ?? "",
    redirect_uri: CALLBACK,
    code_verifier: VERIFIER,
    ...over,
  });

describe("a client that registers itself", () => {
  it("finds its way from the endpoint's refusal to the token endpoint", async () => {
    const { headers } = await send(null, "tools/list");
    const place = /resource_metadata="([^"]+)"/.exec(headers.get("www-authenticate") ?? "")?.[1] ?? "";
    const resource = (await (await request(new URL(place).pathname)).json()) as {
      authorization_servers: string[];
    };
    expect(resource).toMatchObject({
      resource: "http://localhost:8787/mcp",
      authorization_servers: ["http://localhost:8787"],
    });
    expect(await (await request("/.well-known/oauth-authorization-server")).json()).toMatchObject({
      issuer: "http://localhost:8787",
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none"],
    });
  });

  it("is a row nowhere, and answered at safe addresses alone", async () => {
    expect((await register()).status).toBe(201);
    expect((await testEnv.DB.prepare("select count(*) as n from mcp_grants").first<{ n: number }>())?.n).toBe(
      0,
    );
    for (const uri of ["javascript:alert(1)", "chrome://settings", "ms-msdt:/id", "http://evil.example/cb"]) {
      expect(await register({ redirect_uris: ["https://a.example/cb", uri] }), uri).toMatchObject({
        status: 400,
        body: {
          error: "invalid_redirect_uri",
          error_description: expect.stringContaining("an app’s own scheme with a dot") as string,
        },
      });
    }
  });

  it("that registered by older rules is sent nowhere they no longer allow, with a sentence", async () => {
    const clients = clientSeal(testDeployment());
    const clientId = await clients.seal(
      JSON.stringify({ name: "Old", redirectUris: ["ms-msdt:/id", "feed:javascript:alert(1)"] }),
    );
    for (const redirectUri of ["ms-msdt:/id", "feed:javascript:alert(1)"]) {
      // Also where the client asked wrongly, which would else be told at its address.
      for (const codeChallengeMethod of ["S256", "plain"]) {
        const of = await asked({ clientId, redirectUri, codeChallengeMethod });
        for (const answer of [
          await post("/api/mcp/authorization", of),
          await post("/api/mcp/authorization/decision", { request: of, scopes: ["records:read"] }),
        ]) {
          expect(answer.status).toBe(400);
          expect(await answer.text()).toContain("address that isn’t allowed. Nothing was sent there.");
        }
      }
    }
  });

  it("gets what a member allowed of what it asked for, for that member", async () => {
    const of = await asked();
    const shown = await (await post("/api/mcp/authorization", of)).json();
    expect(shown).toMatchObject({
      kind: "ask",
      name: "Claude Code",
      home: "this computer",
      team: "Alder & Finch Property Management",
      userName: "Dana Whitfield",
      scopes: ["records:read", "actions:propose"],
    });
    const back = await allow(of, ["records:read", "records:write"]);
    expect(back.origin + back.pathname).toBe(CALLBACK);
    expect(back.searchParams.get("state")).toBe("41");
    expect(back.searchParams.get("iss")).toBe("http://localhost:8787");
    const issued = await exchange(of, back.searchParams.get("code"));
    expect(issued.body).toMatchObject({ token_type: "Bearer", expires_in: 3600, scope: "records:read" });
    const names = await toolNames(issued.body["access_token"] ?? "");
    expect(names).toContain("search_contacts");
    expect(names).not.toContain("send_message");
    const renewed = await token({
      grant_type: "refresh_token",
      client_id: of.clientId,
      refresh_token: issued.body["refresh_token"] ?? "",
    });
    expect(renewed.status).toBe(200);
    expect((await send(issued.body["access_token"] ?? "", "ping")).status).toBe(401);
    expect((await send(renewed.body["access_token"] ?? "", "ping")).status).toBe(200);
  });

  it("is sent back with an error where it asks wrongly, and nowhere it didn't register", async () => {
    const wrong = await post("/api/mcp/authorization", await asked({ codeChallengeMethod: "plain" }));
    expect(await wrong.json()).toMatchObject({
      kind: "back",
      url: expect.stringContaining("error=invalid_request") as string,
    });
    const other = await post("/api/mcp/authorization", await asked({ resource: "https://evil.example/mcp" }));
    expect(await other.json()).toMatchObject({
      kind: "back",
      url: expect.stringContaining("error=invalid_target") as string,
    });
    const refused = await allow(await asked(), []);
    expect(refused.searchParams.get("error")).toBe("access_denied");
    expect(
      await errorCode(
        await post("/api/mcp/authorization", await asked({ redirectUri: "https://evil.example/cb" })),
      ),
    ).toBe("invalid_request");
    expect(await errorCode(await post("/api/mcp/authorization", await asked({ clientId: "v1.a.b.c" })))).toBe(
      "invalid_request",
    );
  });
});

describe("a code", () => {
  it("is good once, for its client, with its verifier and its address", async () => {
    const of = await asked();
    const code = (await allow(of)).searchParams.get("code");
    const other = await register({ redirect_uris: ["https://evil.example/cb"] });
    for (const over of [
      { client_id: other.body.client_id },
      { code_verifier: "b".repeat(43) },
      { redirect_uri: "http://127.0.0.1:9/callback" },
    ] as Record<string, string>[]) {
      expect((await exchange(of, code, over)).body["error"]).toBe("invalid_grant");
    }
    const [one, two] = await Promise.all([exchange(of, code), exchange(of, code)]);
    expect(new Set([one.status, two.status])).toEqual(new Set([200, 400]));
  });

  it("is worth nothing ten minutes after it was made", async () => {
    const of = await asked();
    const code = (await allow(of)).searchParams.get("code");
    await testEnv.DB.prepare("update mcp_grants set code_expires_at = ?")
      .bind(new Date(Date.now() - 1000).toISOString())
      .run();
    expect((await exchange(of, code)).body).toMatchObject({ error: "invalid_grant" });
  });

  it("that comes again later ends what it led to, as an old refresh token does", async () => {
    const of = await asked();
    const code = (await allow(of)).searchParams.get("code");
    const issued = await exchange(of, code);
    await testEnv.DB.prepare("update mcp_grants set code_used_at = '2026-01-01T00:00:00.000Z'").run();
    expect((await exchange(of, code)).status).toBe(400);
    expect((await send(issued.body["access_token"] ?? "", "ping")).status).toBe(401);

    const again = await asked();
    const first = await exchange(again, (await allow(again)).searchParams.get("code"));
    const fields = {
      grant_type: "refresh_token",
      client_id: again.clientId,
      refresh_token: first.body["refresh_token"] ?? "",
    };
    const second = await token(fields);
    expect((await token(fields)).body["error"]).toBe("invalid_grant");
    expect((await send(second.body["access_token"] ?? "", "ping")).status).toBe(200);
    await testEnv.DB.prepare("update mcp_grants set refreshed_at = '2026-01-01T00:00:00.000Z'").run();
    expect((await token(fields)).body["error"]).toBe("invalid_grant");
    expect((await send(second.body["access_token"] ?? "", "ping")).status).toBe(401);
  });

  it("is nothing for somebody who isn't signed in, and access is given back by its client", async () => {
    const of = await asked();
    const unsigned = await request("/api/mcp/authorization/decision", {
      method: "POST",
      headers: { "content-type": "application/json", origin: "http://localhost:8787" },
      body: JSON.stringify({ request: of, scopes: ["records:read"] }),
    });
    expect(unsigned.status).toBe(401);
    const issued = await exchange(of, (await allow(of)).searchParams.get("code"));
    const access = issued.body["access_token"] ?? "";
    await request("/oauth/revoke", {
      method: "POST",
      body: new URLSearchParams({ token: access, client_id: of.clientId }),
    });
    expect((await send(access, "ping")).status).toBe(401);
  });
});
