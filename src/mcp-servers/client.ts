/**
 * The client of a team's own server (MCP 2025-11-25, "Streamable HTTP"): begin, list, call. What comes back is believed in nothing: sizes, numbers and times are bounded, addresses are
 * the caller's rule, redirects are followed by nobody, and a tool that reads otherwise than it was allowed isn't called.
 */
import * as z from "zod";
import { IntegrationError } from "../kernel/errors.ts";
import { canonicalJson, sha256Hex, type Json } from "../kernel/hash.ts";
import type { OutsideHttp } from "../kernel/outside-http.ts";

/** Names the service in errors and logs. */
const VENDOR = "mcp";
const VERSION = "2025-11-25";
const CALL_MS = 20_000;
const ANSWER_BYTES = 512_000;
const PAGES = 5;
/** Tools of one server that are read at all. */
export const SERVER_TOOLS = 60;
const NAME = /^[\w.\-/]{1,100}$/;
const DESCRIPTION_CHARS = 1_500;
const SCHEMA_CHARS = 8_000;
const RESULT_CHARS = 20_000;

/** Where a server is and how it is opened. */
export interface ServerAddress {
  readonly url: string;
  /** Null where it takes none. */
  readonly token: string | null;
}

/** A tool as a server offers it. */
export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly hash: string;
}

const answerSchema = z.object({
  id: z.union([z.string(), z.number(), z.null()]).optional(),
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.object({ code: z.number(), message: z.string() }).optional(),
});
const toolSchema = z.object({
  name: z.string().regex(NAME),
  description: z.string().default(""),
  inputSchema: z.record(z.string(), z.unknown()).default({}),
});
const pageSchema = z.object({ tools: z.array(z.unknown()), nextCursor: z.string().max(2_000).optional() });
const resultSchema = z.object({
  content: z.array(z.object({ type: z.string(), text: z.string().optional() })).default([]),
  isError: z.boolean().default(false),
});

/** One conversation with a server. */
interface Session {
  readonly ask: (
    method: string,
    params: Record<string, unknown>,
    changes?: boolean,
  ) => Promise<Record<string, unknown>>;
}

/** Its tools as it offers them now; those that can't be taken are left out. Throws IntegrationError. */
export async function listServerTools(http: OutsideHttp, at: ServerAddress): Promise<OfferedTool[]> {
  return toolsOf(await begin(http, at));
}

/** A call that names the very tool that was allowed, by what it read then. */
export interface ServerCall {
  readonly tool: string;
  readonly hash: string;
  readonly args: Readonly<Record<string, Json>>;
  /** Whether it may change something there: then it is sent once. */
  readonly changes: boolean;
}

/** What came of a call. */
export type ServerAnswer =
  | { readonly kind: "answered"; readonly text: string; readonly isError: boolean }
  /** The tool is gone or reads otherwise; it wasn't called. `now` is what the server offers. */
  | { readonly kind: "changed"; readonly now: readonly OfferedTool[] };

/** Calls a tool, having looked that it is still the one that was allowed. Throws IntegrationError: before the call itself `not_applied`. */
export async function callServerTool(
  http: OutsideHttp,
  at: ServerAddress,
  call: ServerCall,
): Promise<ServerAnswer> {
  const session = await begin(http, at);
  const now = await toolsOf(session);
  if (now.find(({ name }) => name === call.tool)?.hash !== call.hash) return { kind: "changed", now };
  const answer = await session.ask("tools/call", { name: call.tool, arguments: call.args }, call.changes);
  const { data } = resultSchema.safeParse(answer);
  if (data === undefined)
    throw failure("answered a call with something else", call.changes ? "unknown" : "not_applied");
  const text = data.content.map((block) => block.text ?? `[${block.type} left out]`).join("\n");
  return { kind: "answered", text: text.slice(0, RESULT_CHARS), isError: data.isError };
}

async function begin(http: OutsideHttp, { url, token }: ServerAddress): Promise<Session> {
  const headers: Record<string, string> = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  };
  const post = (body: object, changes: boolean) =>
    http({
      vendor: VENDOR,
      method: "POST",
      url,
      headers,
      body: JSON.stringify({ jsonrpc: "2.0", ...body }),
      timeoutMs: CALL_MS,
      maxBytes: ANSWER_BYTES,
      changes,
    });
  let id = 0;
  const ask: Session["ask"] = async (method, params, changes = false) => {
    const asked = ++id;
    const response = await post({ id: asked, method, params }, changes);
    const session = response.headers.get("mcp-session-id");
    if (session !== null && /^[\x21-\x7e]{1,500}$/.test(session)) headers["mcp-session-id"] = session;
    const lost = changes && response.status >= 500 ? "unknown" : "not_applied";
    if (response.status >= 400) throw failure(statusWords(response.status), lost, response.status);
    return resultOf(response.text, response.headers, asked, changes);
  };
  const begun = await ask("initialize", {
    protocolVersion: VERSION,
    capabilities: {},
    clientInfo: { name: "steward", version: "1" },
  });
  const version = begun["protocolVersion"];
  headers["mcp-protocol-version"] = typeof version === "string" && version.length < 20 ? version : VERSION;
  await post({ method: "notifications/initialized" }, false);
  return { ask };
}

/** The answer to a request: the body itself, or the event of a stream that carries its id. */
function resultOf(text: string, headers: Headers, id: number, changes: boolean): Record<string, unknown> {
  const isStream = (headers.get("content-type") ?? "").startsWith("text/event-stream");
  const bodies = isStream ? eventsOf(text) : [text];
  for (const body of bodies) {
    const answer = answerSchema.safeParse(jsonOrNull(body)).data;
    if (answer?.id !== id) continue;
    if (answer.result !== undefined) return answer.result;
    if (answer.error !== undefined) throw failure("refused the request", changes ? "unknown" : "not_applied");
  }
  throw failure("gave no answer that can be read", changes ? "unknown" : "not_applied");
}

/** The data of each event (WHATWG HTML, section 9.2.6). */
function eventsOf(text: string): string[] {
  return text.split(/\r?\n\r?\n/).map((event) =>
    event
      .split(/\r?\n/)
      .flatMap((line) => (line.startsWith("data:") ? [line.slice(5).trimStart()] : []))
      .join("\n"),
  );
}

async function toolsOf({ ask }: Session): Promise<OfferedTool[]> {
  const found = new Map<string, OfferedTool>();
  let cursor: string | undefined;
  for (let page = 0; page < PAGES && found.size < SERVER_TOOLS; page++) {
    const { data } = pageSchema.safeParse(await ask("tools/list", cursor === undefined ? {} : { cursor }));
    if (data === undefined) throw failure("listed tools in a way that can't be read", "not_applied");
    for (const one of data.tools.slice(0, SERVER_TOOLS)) {
      const tool = await offeredTool(one);
      if (tool !== null && found.size < SERVER_TOOLS) found.set(tool.name, tool);
    }
    cursor = data.nextCursor;
    if (cursor === undefined) break;
  }
  return [...found.values()];
}

/** A tool; null for one whose name or schema can't be taken. The hash is over all of what it says, cut or not. */
async function offeredTool(given: unknown): Promise<OfferedTool | null> {
  const { data } = toolSchema.safeParse(given);
  if (data === undefined) return null;
  const { name, description, inputSchema } = data;
  const whole = JSON.stringify(inputSchema);
  if (whole.length > SCHEMA_CHARS) return null;
  const hash = await sha256Hex(canonicalJson({ name, description, inputSchema: inputSchema as Json }));
  return { name, description: description.slice(0, DESCRIPTION_CHARS), inputSchema, hash };
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

function statusWords(status: number): string {
  if (status === 401 || status === 403) return "doesn't accept the token";
  return `answered with ${status}`;
}

function failure(what: string, outcome: "not_applied" | "unknown", status?: number): IntegrationError {
  return new IntegrationError(VENDOR, `the server ${what}`, {
    outcome,
    ...(status === undefined ? {} : { status }),
  });
}
