/** Another agent over the wire, with the official client library: it finds its way, registers, is allowed by somebody, reads, proposes, and stops when it is revoked. */
import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthTokens,
} from "@modelcontextprotocol/client";
import { expect, it } from "vitest";
import type { AuthorizationRequest } from "../../src/mcp/api/mcp.ts";
import { eventually, signInAs } from "../support/client.ts";
import { ownStack } from "../support/own-stack.ts";
import { outsideNumbers, sentTexts } from "../support/scripted.ts";

const CALLBACK = "http://127.0.0.1:6274/callback";

/** What the library keeps of its sign-in; where a person's browser would open, the address is only noted. */
class Memory implements OAuthClientProvider {
  client: OAuthClientInformationMixed | undefined;
  held: OAuthTokens | undefined;
  verifier = "";
  asked: URL | undefined;
  readonly redirectUrl = CALLBACK;
  readonly clientMetadata = {
    client_name: "Library client",
    redirect_uris: [CALLBACK],
    token_endpoint_auth_method: "none",
  };
  state = () => "17";
  clientInformation = () => this.client;
  saveClientInformation(client: OAuthClientInformationMixed): void {
    this.client = client;
  }
  tokens = () => this.held;
  saveTokens(tokens: OAuthTokens): void {
    this.held = tokens;
  }
  redirectToAuthorization(url: URL): void {
    this.asked = url;
  }
  saveCodeVerifier(verifier: string): void {
    this.verifier = verifier;
  }
  codeVerifier = () => this.verifier;
}

function requestIn(url: URL): AuthorizationRequest {
  const word = (name: string): string => url.searchParams.get(name) ?? "";
  return {
    clientId: word("client_id"),
    redirectUri: word("redirect_uri"),
    responseType: word("response_type"),
    codeChallenge: word("code_challenge"),
    codeChallengeMethod: word("code_challenge_method"),
    scope: word("scope"),
    state: url.searchParams.get("state"),
    resource: url.searchParams.get("resource"),
  };
}

it("MCP: the official client connects by consent, reads and proposes; a person decides; revoking holds at once", async () => {
  await using stack = await ownStack();
  const { appUrl, sandboxUrl } = stack;
  const dana = await signInAs(appUrl, sandboxUrl, "dana@alderfinch.example");
  const memory = new Memory();
  const endpoint = new URL(`${appUrl}/mcp`);
  const transport = new StreamableHTTPClientTransport(endpoint, { authProvider: memory });
  const info = { name: "library", version: "1" };
  await expect(new Client(info).connect(transport)).rejects.toThrow(UnauthorizedError);
  expect(memory.asked?.pathname).toBe("/authorize");

  const request = requestIn(memory.asked ?? endpoint);
  const scopes = ["records:read", "actions:propose"];
  const { url } = await dana.json<{ url: string }>("POST", "/api/mcp/authorization/decision", {
    request,
    scopes,
  });
  expect(new URL(url).searchParams.get("state")).toBe("17");
  await transport.finishAuth(new URL(url).searchParams);

  const client = new Client(info);
  await client.connect(new StreamableHTTPClientTransport(endpoint, { authProvider: memory }));
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain("search_contacts");
  expect(tools.map(({ name }) => name)).not.toContain("write_file");
  const found = await client.callTool({ name: "search_contacts", arguments: { query: "Maria" } });
  expect(JSON.stringify(found.content)).toContain("Maria");
  await dana.json("POST", "/api/workspace/write", {
    path: "areas/lifts.md",
    content: "Otis looks after them.",
  });
  const { resources } = await client.listResources();
  const uri = resources.find(({ name }) => name === "areas/lifts.md")?.uri ?? "";
  expect(JSON.stringify(await client.readResource({ uri }))).toContain("Otis looks after them.");
  expect((await client.listPrompts()).prompts).toBeInstanceOf(Array);

  const [to = ""] = await outsideNumbers(sandboxUrl);
  const text = "The lift is fixed.";
  const proposed = await client.callTool({ name: "send_message", arguments: { to, text } });
  const { approvalId, link } = proposed.structuredContent as { approvalId: string; link: string };
  expect(link).toBe(`${appUrl}/approvals/${approvalId}`);
  expect(await sentTexts(sandboxUrl)).toEqual([]);
  const { effectHash } = await dana.json<{ effectHash: string }>("GET", `/api/approvals/${approvalId}`);
  await dana.json("POST", `/api/approvals/${approvalId}/decision`, { decision: "approve", effectHash });
  await eventually("the client hears that it was sent", async () => {
    const { structuredContent } = await client.callTool({
      name: "approval_status",
      arguments: { approvalId },
    });
    return (structuredContent as { status: string }).status === "done";
  });
  expect(await sentTexts(sandboxUrl)).toEqual([text]);

  const { items } = await dana.json<{ items: { id: string }[] }>("GET", "/api/mcp/grants");
  await dana.json("DELETE", `/api/mcp/grants/${items[0]?.id ?? ""}`);
  await expect(client.listResources()).rejects.toThrow();
}, 240_000);
