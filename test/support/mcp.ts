/** A client of the Model Context Protocol as the worker tests play it: a token made on the page's endpoint, and single requests. */
import type { GrantScope, McpScope } from "../../src/mcp/api/mcp.ts";
import { request, signIn } from "./http-worker.ts";

const ORIGIN = "http://localhost:8787";
const ALL: readonly McpScope[] = ["records:read", "records:write", "actions:propose"];
let nextId = 1;

/** Headers of a person's page. */
export async function pageOf(email: string): Promise<Record<string, string>> {
  return { cookie: await signIn(email), origin: ORIGIN, "content-type": "application/json" };
}

/** Makes a personal token on the page. */
export async function tokenOf(
  email: string,
  scopes: readonly GrantScope[] = ALL,
): Promise<{ id: string; token: string }> {
  const answer = await request("/api/mcp/tokens", {
    method: "POST",
    headers: await pageOf(email),
    body: JSON.stringify({ name: "Test client", scopes, days: 30 }),
  });
  return (await answer.json()) as { id: string; token: string };
}

/** What came back of one message. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly result: Record<string, unknown>;
  readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } | null;
}

/** Sends one message with a token, as a client of 2025-11-25 does after `initialize`. */
export async function send(
  token: string | null,
  method: string,
  params: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Answered> {
  const answer = await request("/mcp", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-11-25",
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: nextId++, method, params }),
  });
  const text = await answer.text();
  const body = (text === "" ? {} : JSON.parse(text)) as Partial<Answered>;
  return {
    status: answer.status,
    headers: answer.headers,
    result: body.result ?? {},
    error: typeof body.error === "object" ? body.error : null,
  };
}

/** Calls a tool; its text as JSON. */
export async function callTool(token: string, name: string, args: Record<string, unknown> = {}) {
  const answered = await send(token, "tools/call", { name, arguments: args });
  const [first] = (answered.result["content"] ?? []) as { text: string }[];
  return { ...answered, isError: answered.result["isError"] === true, data: parsed(first?.text) };
}

function parsed(text: string | undefined): Record<string, unknown> {
  try {
    return JSON.parse(text ?? "{}") as Record<string, unknown>;
  } catch {
    return { text };
  }
}

/** Names of the tools a token is offered. */
export async function toolNames(token: string): Promise<string[]> {
  const { result } = await send(token, "tools/list");
  return (result["tools"] as { name: string }[]).map(({ name }) => name);
}
