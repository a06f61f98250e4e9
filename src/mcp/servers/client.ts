/**
 * Client for a team's own server (MCP 2025-11-25, "Streamable HTTP"): initialize, list, call, end. Responses are untrusted: sizes, counts
 * and times are bounded, redirects aren't followed, and a tool whose description changed since it was allowed isn't called.
 */
import * as z from "zod";
import { IntegrationError } from "../../kernel/errors.ts";
import { canonicalJson, sha256Hex, type Json } from "../../kernel/hash.ts";
import type { OutsideHttp, OutsideResponse } from "../../kernel/outside-http.ts";
import { parseJson } from "../../kernel/parse-json.ts";
import { UNSEEN_CLASS, unseenReplacer } from "../../kernel/unseen.ts";

/** The service's name in errors and logs. */
const VENDOR = "mcp";
const VERSION = "2025-11-25";
const CALL_MS = 20_000;
const SETUP_MS = 10_000;
const END_MS = 2_000;
const ANSWER_BYTES = 256 * 1024;
/** Maximum list pages; tools beyond them are skipped and reported. */
const PAGES = 20;
/** Maximum names listed for skipped tools. */
const NAMED = 5;
/** Maximum tools per server. */
const SERVER_TOOLS = 100;
/** ASCII tool names only, to prevent lookalikes. */
const NAME = /^[\w.-]{1,80}$/;
const DESCRIPTION_CHARS = 6_000;
const SCHEMA_CHARS = 8_000;
/** Limit for all tools of one server together. */
const TOOLS_CHARS = 200_000;
const NESTED = 12;
const RESULT_CHARS = 8_000;

export interface ServerAddress {
  readonly url: string;
  /** Null if it needs none. */
  readonly token: string | null;
}

interface OfferedTool {
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
  description: z.string().nullish(),
  // Some servers omit the type; a tool's input is always an object ("Tool", MCP 2025-11-25).
  inputSchema: z.looseObject({ type: z.literal("object").default("object") }).default({ type: "object" }),
});
const pageSchema = z.object({
  tools: z.array(z.unknown()),
  nextCursor: z.string().max(2_000).nullish(),
});
/** "Tool Result": text, embedded or linked resources, and structured content. */
const blockSchema = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  uri: z.string().optional(),
  name: z.string().optional(),
  resource: z.looseObject({ uri: z.string().optional(), text: z.string().optional() }).optional(),
});
const resultSchema = z.object({
  content: z.array(blockSchema).nullish(),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().default(false),
});

type Outcome = "not_applied" | "unknown";

/** An open session with a server. */
interface Session {
  /** `lost` is the outcome of a failure. */
  readonly ask: (method: string, params: object, lost?: Outcome) => Promise<Record<string, unknown>>;
  readonly end: () => Promise<void>;
}

/** A server's tools, and which were skipped and why; null if none. */
export interface OfferedList {
  readonly tools: readonly OfferedTool[];
  readonly leftOut: string | null;
}

/** Throws IntegrationError `not_applied`. */
export async function listServerTools(http: OutsideHttp, at: ServerAddress): Promise<OfferedList> {
  return inSession(http, at, toolsOf);
}

/** A call of exactly the tool that was allowed, identified by its description hash. */
interface ServerCall {
  readonly tool: string;
  readonly hash: string;
  readonly input: Readonly<Record<string, Json>>;
  /** Whether it may change something on the server. */
  readonly changes: boolean;
}

export type ServerAnswer =
  | { readonly kind: "answered"; readonly text: string; readonly isError: boolean }
  /** The tool is gone or changed and wasn't called. `now` lists the current tools. */
  | { readonly kind: "changed"; readonly now: OfferedList };

/** Calls a tool once, after checking that it is unchanged. Throws IntegrationError; failures before the call are `not_applied`. */
export async function callServerTool(
  http: OutsideHttp,
  at: ServerAddress,
  { tool, hash, input, changes }: ServerCall,
): Promise<ServerAnswer> {
  return inSession(http, at, async (session): Promise<ServerAnswer> => {
    const now = await toolsOf(session);
    if (now.tools.find(({ name }) => name === tool)?.hash !== hash) return { kind: "changed", now };
    const lost = changes ? "unknown" : "not_applied";
    const { data } = resultSchema.safeParse(
      await session.ask("tools/call", { name: tool, arguments: input }, lost),
    );
    if (data === undefined) throw failure("returned an unexpected tool result", lost);
    return { kind: "answered", text: cutText(withoutUnseen(textOf(data))), isError: data.isError };
  });
}

/** The text of a result. Tools with structured content should repeat it as text, but many don't. */
function textOf({ content, structuredContent }: z.output<typeof resultSchema>): string {
  const blocks = (content ?? []).map(
    ({ type, text, uri, name, resource }) =>
      text ?? resource?.text ?? `[${[type, name, uri ?? resource?.uri].filter(Boolean).join(" ")} left out]`,
  );
  const hasText = (content ?? []).some(({ text }) => (text ?? "").trim() !== "");
  const data = structuredContent === undefined || hasText ? [] : [JSON.stringify(structuredContent)];
  return [...blocks, ...data].join("\n");
}

function cutText(text: string): string {
  return text.length <= RESULT_CHARS
    ? text
    : `${text.slice(0, RESULT_CHARS)}\n[truncated: the answer has ${text.length} characters]`;
}

async function inSession<T>(
  http: OutsideHttp,
  at: ServerAddress,
  use: (session: Session) => Promise<T>,
): Promise<T> {
  const session = await beginSession(http, at);
  try {
    return await use(session);
  } finally {
    await session.end();
  }
}

async function beginSession(http: OutsideHttp, { url, token }: ServerAddress): Promise<Session> {
  const headers: Record<string, string> = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  };
  const post = (body: { id?: number; method: string; params?: object }, lost: Outcome, timeoutMs: number) =>
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
    throw failure("returned no protocol version", "not_applied");
  headers["mcp-protocol-version"] = protocolVersion;
  await post({ method: "notifications/initialized" }, "not_applied", SETUP_MS);
  const end = async () => {
    // "Session Management": a client that no longer needs a session SHOULD end it; a server MAY refuse.
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

/** Sends one request without retries: a slow or failing server would block callers several times over. */
async function sentOnce(
  http: OutsideHttp,
  request: {
    url: string;
    headers: Record<string, string>;
    body: { id?: number };
    lost: Outcome;
    timeoutMs: number;
  },
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
      // "Sending Messages to the Server": a server SHOULD end its stream after the response, but some don't.
      ...(body.id === undefined
        ? {}
        : { isWhole: (text: string, headers: Headers) => isAnswered(text, headers, body.id) }),
      changes: true,
    });
  } catch (error) {
    if (!(error instanceof IntegrationError) || lost === error.outcome || lost === "unknown") throw error;
    throw new IntegrationError(VENDOR, error.message, { outcome: lost, cause: error });
  }
}

/** Whether a stream already contains the response; only complete events count. */
function isAnswered(text: string, headers: Headers, id: number | undefined): boolean {
  if (!isEventStream(headers)) return false;
  const end = Math.max(text.lastIndexOf("\n\n"), text.lastIndexOf("\r\n\r\n"));
  return (
    end >= 0 &&
    eventsOf(text.slice(0, end)).some((event) => answerSchema.safeParse(parseJson(event)).data?.id === id)
  );
}

function isEventStream(headers: Headers): boolean {
  return (headers.get("content-type") ?? "").startsWith("text/event-stream");
}

/** The response: the body itself, or the stream event with its ID. */
function resultOf({ text, headers }: OutsideResponse, id: number, lost: Outcome): Record<string, unknown> {
  for (const body of isEventStream(headers) ? eventsOf(text) : [text]) {
    const answer = answerSchema.safeParse(parseJson(body)).data;
    if (answer?.id !== id) continue;
    if (answer.result !== undefined) return answer.result;
    // Errors for invalid parameters and unknown methods prove that nothing was executed (JSON-RPC 2.0 section 5.1).
    if (answer.error !== undefined)
      throw failure("refused the request", REFUSED.has(answer.error.code) ? "not_applied" : lost);
  }
  throw failure("returned an unreadable answer", lost);
}

const REFUSED: ReadonlySet<number> = new Set([-32600, -32601, -32602, -32700]);

/** Event data (WHATWG HTML section 9.2.6). */
function eventsOf(text: string): string[] {
  return text.split(/\r?\n\r?\n/).map((event) =>
    event
      .split(/\r?\n/)
      .flatMap((line) => (line.startsWith("data:") ? [line.slice(5).trimStart()] : []))
      .join("\n"),
  );
}

async function toolsOf({ ask }: Session): Promise<OfferedList> {
  const found = new Map<string, OfferedTool>();
  const left = new Map<string, string[]>();
  const leaveOut = (name: string, why: string) => left.set(why, [...(left.get(why) ?? []), name]);
  let chars = 0;
  let cursor: string | undefined;
  for (let page = 0; page < PAGES; page++) {
    const { data } = pageSchema.safeParse(await ask("tools/list", cursor === undefined ? {} : { cursor }));
    if (data === undefined) throw failure("returned an unreadable tool list", "not_applied");
    for (const one of data.tools) {
      const tool = await offeredTool(one);
      if (typeof tool === "string") leaveOut(nameIn(one), tool);
      else if (found.has(tool.name)) leaveOut(tool.name, "another has the same name");
      else if (found.size >= SERVER_TOOLS) leaveOut(tool.name, `Steward takes at most ${SERVER_TOOLS}`);
      else if ((chars += JSON.stringify(tool).length) > TOOLS_CHARS)
        leaveOut(tool.name, "all together are too long");
      else found.set(tool.name, tool);
    }
    cursor = data.nextCursor ?? undefined;
    if (cursor === undefined) break;
  }
  if (cursor !== undefined) leaveOut("all further ones", `the list has more than ${PAGES} pages`);
  return { tools: [...found.values()], leftOut: sentenceOf(left) };
}

/** `45 tools were left out: Steward takes at most 100 (a, b, c and 42 more).` */
function sentenceOf(left: ReadonlyMap<string, readonly string[]>): string | null {
  const total = [...left.values()].reduce((sum, names) => sum + names.length, 0);
  if (total === 0) return null;
  const reasons = [...left].map(([why, names]) => {
    const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : "";
    return `${why} (${names.slice(0, NAMED).join(", ")}${more})`;
  });
  return `${total} ${total === 1 ? "tool was" : "tools were"} left out: ${reasons.join("; ")}.`;
}

/** A skipped tool's name, if displayable. */
function nameIn(given: unknown): string {
  const { data } = z.looseObject({ name: z.string() }).safeParse(given);
  return data === undefined ? "one without a name" : withoutUnseen(data.name).slice(0, 60);
}

/** A tool, or why it was skipped. The hash covers the full description, even if truncated. */
async function offeredTool(given: unknown): Promise<OfferedTool | string> {
  if (!isShallow(given, NESTED)) return "their schemas nest too deep";
  const { data } = toolSchema.safeParse(given);
  if (data === undefined) {
    const named = z.looseObject({ name: z.string().regex(NAME) }).safeParse(given).success;
    return named
      ? "they can’t be read"
      : "their names have characters other than letters, digits, -, _ and .";
  }
  const { name, inputSchema } = data;
  const description = data.description ?? "";
  if (JSON.stringify(inputSchema).length > SCHEMA_CHARS)
    return `their schemas have more than ${SCHEMA_CHARS} characters`;
  const hash = await sha256Hex(canonicalJson({ name, description, inputSchema }));
  const seen = withoutUnseen(description);
  const cut = `${seen.slice(0, DESCRIPTION_CHARS)}\n(Cut here: ${seen.length - DESCRIPTION_CHARS} more characters.)`;
  return { name, description: seen.length > DESCRIPTION_CHARS ? cut : seen, inputSchema, hash };
}

function isShallow(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== "object") return true;
  return levels > 0 && Object.values(value).every((one) => isShallow(one, levels - 1));
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

const replaceUnseen = unseenReplacer(`(?![\\n\\t])[${UNSEEN_CLASS}]`);

/** Replaces invisible characters with a visible mark, so that the admin who allows a tool sees everything a model reads. */
export function withoutUnseen(text: string): string {
  return replaceUnseen(text, "\uFFFD");
}
