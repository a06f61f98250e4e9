/**
 * The client of a team's own server (MCP 2025-11-25, "Streamable HTTP"): begin, list, call, end. What comes back is believed in nothing: sizes, numbers and times are
 * bounded, addresses are the caller's rule, redirects are followed by nobody, and a tool that reads otherwise than it was allowed isn't called.
 */
import * as z from "zod";
import { IntegrationError } from "../kernel/errors.ts";
import { canonicalJson, sha256Hex, type Json } from "../kernel/hash.ts";
import type { OutsideHttp, OutsideResponse } from "../kernel/outside-http.ts";
import { withoutUnseen } from "./seen-text.ts";

/** Names the service in errors and logs. */
const VENDOR = "mcp";
const VERSION = "2025-11-25";
const CALL_MS = 20_000;
const SETUP_MS = 10_000;
const END_MS = 2_000;
const ANSWER_BYTES = 256 * 1024;
const PAGES = 3;
/** Tools of one server that are read at all. */
export const SERVER_TOOLS = 100;
/** Tool names of the protocol's own alphabet: none looks like another in other letters. */
const NAME = /^[\w.-]{1,80}$/;
const DESCRIPTION_CHARS = 1_500;
const SCHEMA_CHARS = 8_000;
/** Of all tools of one server together. */
const TOOLS_CHARS = 200_000;
const NESTED = 12;
const RESULT_CHARS = 8_000;

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
  id: z.union([z.string(), z.number()]),
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.object({ code: z.number() }).optional(),
});
const toolSchema = z.object({
  name: z.string().regex(NAME),
  description: z.string().default(""),
  inputSchema: z.looseObject({ type: z.literal("object") }),
});
const pageSchema = z.object({
  tools: z.array(z.unknown()),
  nextCursor: z.string().max(2_000).nullish(),
});
const resultSchema = z.object({
  content: z.array(z.object({ type: z.string(), text: z.string().optional() })).default([]),
  isError: z.boolean().default(false),
});

type Outcome = "not_applied" | "unknown";

/** One conversation with a server. */
interface Session {
  /** `lost` is what a failure leaves open. */
  readonly ask: (method: string, params: object, lost?: Outcome) => Promise<Record<string, unknown>>;
  readonly end: () => Promise<void>;
}

/** Its tools as it offers them now; those that can't be taken are left out. Throws IntegrationError `not_applied`. */
export async function listServerTools(http: OutsideHttp, at: ServerAddress): Promise<OfferedTool[]> {
  return inSession(http, at, toolsOf);
}

/** A call that names the very tool that was allowed, by what it read then. */
export interface ServerCall {
  readonly tool: string;
  readonly hash: string;
  readonly input: Readonly<Record<string, Json>>;
  /** Whether it may change something there. */
  readonly changes: boolean;
}

/** What came of a call. */
export type ServerAnswer =
  | { readonly kind: "answered"; readonly text: string; readonly isError: boolean }
  /** The tool is gone or reads otherwise; it wasn't called. `now` is what the server offers. */
  | { readonly kind: "changed"; readonly now: readonly OfferedTool[] };

/** Calls a tool once, having looked that it is still the one that was allowed. Throws IntegrationError: before the call itself `not_applied`. */
export async function callServerTool(
  http: OutsideHttp,
  at: ServerAddress,
  { tool, hash, input, changes }: ServerCall,
): Promise<ServerAnswer> {
  return inSession(http, at, async (session): Promise<ServerAnswer> => {
    const now = await toolsOf(session);
    if (now.find(({ name }) => name === tool)?.hash !== hash) return { kind: "changed", now };
    const lost = changes ? "unknown" : "not_applied";
    const { data } = resultSchema.safeParse(
      await session.ask("tools/call", { name: tool, arguments: input }, lost),
    );
    if (data === undefined) throw failure("answered a call with something else", lost);
    const text = data.content.map((block) => block.text ?? `[${block.type} left out]`).join("\n");
    return { kind: "answered", text: withoutUnseen(text).slice(0, RESULT_CHARS), isError: data.isError };
  });
}

async function inSession<T>(
  http: OutsideHttp,
  at: ServerAddress,
  use: (session: Session) => Promise<T>,
): Promise<T> {
  const session = await begin(http, at);
  try {
    return await use(session);
  } finally {
    await session.end();
  }
}

async function begin(http: OutsideHttp, { url, token }: ServerAddress): Promise<Session> {
  const headers: Record<string, string> = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  };
  const post = (body: object, lost: Outcome, timeoutMs: number) =>
    sentOnce(http, { url, headers, body, lost, timeoutMs });
  let id = 0;
  const ask: Session["ask"] = async (method, params, lost = "not_applied") => {
    const asked = ++id;
    const response = await post(
      { id: asked, method, params },
      lost,
      method === "tools/call" ? CALL_MS : SETUP_MS,
    );
    const session = response.headers.get("mcp-session-id");
    if (session !== null && /^[\x21-\x7e]{1,500}$/.test(session)) headers["mcp-session-id"] = session;
    if (response.status >= 400) throw refusal(response.status, lost);
    return resultOf(response, asked, lost);
  };
  const { protocolVersion } = await ask("initialize", {
    protocolVersion: VERSION,
    capabilities: {},
    clientInfo: { name: "steward", version: "1" },
  });
  if (typeof protocolVersion !== "string" || !/^[\w.-]{1,20}$/.test(protocolVersion))
    throw failure("names no version of the protocol", "not_applied");
  headers["mcp-protocol-version"] = protocolVersion;
  await post({ method: "notifications/initialized" }, "not_applied", SETUP_MS);
  const end = async () => {
    // "Session Management": a client that needs its session no more SHOULD say so; a server MAY refuse.
    if (headers["mcp-session-id"] === undefined) return;
    const request = {
      vendor: VENDOR,
      method: "DELETE",
      url,
      headers,
      timeoutMs: END_MS,
      changes: true,
    } as const;
    await http(request).catch(() => undefined);
  };
  return { ask, end };
}

/** One request, never repeated: a server that is slow or fails would hold up its callers several times over. */
async function sentOnce(
  http: OutsideHttp,
  request: { url: string; headers: Record<string, string>; body: object; lost: Outcome; timeoutMs: number },
): Promise<OutsideResponse> {
  const { url, headers, body, lost, timeoutMs } = request;
  try {
    return await http({
      vendor: VENDOR,
      method: "POST",
      url,
      headers,
      body: JSON.stringify({ jsonrpc: "2.0", ...body }),
      timeoutMs,
      maxBytes: ANSWER_BYTES,
      changes: true,
    });
  } catch (error) {
    if (!(error instanceof IntegrationError) || lost === error.outcome || lost === "unknown") throw error;
    throw new IntegrationError(VENDOR, error.message, { outcome: lost, cause: error });
  }
}

/** The answer to a request: the body itself, or the event of a stream that carries its id. */
function resultOf({ text, headers }: OutsideResponse, id: number, lost: Outcome): Record<string, unknown> {
  const isStream = (headers.get("content-type") ?? "").startsWith("text/event-stream");
  for (const body of isStream ? eventsOf(text) : [text]) {
    const answer = answerSchema.safeParse(jsonOrNull(body)).data;
    if (answer?.id !== id) continue;
    if (answer.result !== undefined) return answer.result;
    // Invalid parameters and unknown methods were certainly not acted on (JSON-RPC 2.0, section 5.1).
    if (answer.error !== undefined)
      throw failure("refused the request", REFUSED.has(answer.error.code) ? "not_applied" : lost);
  }
  throw failure("gave no answer that can be read", lost);
}

const REFUSED: ReadonlySet<number> = new Set([-32600, -32601, -32602, -32700]);

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
  let chars = 0;
  let cursor: string | undefined;
  for (let page = 0; page < PAGES; page++) {
    const { data } = pageSchema.safeParse(await ask("tools/list", cursor === undefined ? {} : { cursor }));
    if (data === undefined) throw failure("listed its tools in a way that can’t be read", "not_applied");
    for (const one of data.tools.slice(0, SERVER_TOOLS)) {
      const tool = await offeredTool(one);
      if (tool === null || found.size >= SERVER_TOOLS || found.has(tool.name)) continue;
      chars += JSON.stringify(tool).length;
      if (chars <= TOOLS_CHARS) found.set(tool.name, tool);
    }
    cursor = data.nextCursor ?? undefined;
    if (cursor === undefined) break;
  }
  return [...found.values()];
}

/** A tool; null for one whose name or schema can't be taken. The hash is over all of what it says, cut or not. */
async function offeredTool(given: unknown): Promise<OfferedTool | null> {
  if (!isShallow(given, NESTED)) return null;
  const { data } = toolSchema.safeParse(given);
  if (data === undefined) return null;
  const { name, description, inputSchema } = data;
  if (JSON.stringify(inputSchema).length > SCHEMA_CHARS) return null;
  const hash = await sha256Hex(canonicalJson({ name, description, inputSchema }));
  return { name, description: withoutUnseen(description).slice(0, DESCRIPTION_CHARS), inputSchema, hash };
}

function isShallow(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== "object") return true;
  return levels > 0 && Object.values(value).every((one) => isShallow(one, levels - 1));
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

function refusal(status: number, lost: Outcome): IntegrationError {
  const isRefused = status < 500;
  const what = status === 401 || status === 403 ? "doesn’t accept the token" : `answered with ${status}`;
  return failure(what, isRefused ? "not_applied" : lost, status);
}

function failure(what: string, outcome: Outcome, status?: number): IntegrationError {
  return new IntegrationError(VENDOR, `The server ${what}`, {
    outcome,
    ...(status === undefined ? {} : { status }),
  });
}
