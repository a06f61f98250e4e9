/**
 * The protocol server: a message in, its response out. Lists, reads and calls come through ports; nothing here knows teams. There are no
 * sessions or streams: every response is complete, so any isolate can serve a request.
 */
import type { Json } from "../../kernel/hash.ts";
import { isRecord, RPC, RpcError, type Params, type RpcMessage } from "./rpc.ts";
import { STATELESS, SUPPORTED_VERSIONS, WITH_INITIALIZE } from "./versions.ts";

/** A tool as clients see it. */
export interface ServedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
}

/** A content block (`ContentBlock` in the schema). */
export type Content = Readonly<Record<string, unknown>> & { readonly type: string };

export interface CallResult {
  readonly content: readonly Content[];
  readonly structuredContent?: Json;
  readonly isError?: boolean;
}

export interface ServedResource {
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType: string;
  readonly size?: number;
}

export interface ServedContents {
  readonly uri: string;
  readonly mimeType: string;
  readonly text?: string;
  readonly blob?: string;
}

export interface ServedPrompt {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly arguments?: readonly {
    readonly name: string;
    readonly description: string;
    readonly required: boolean;
  }[];
}

interface PromptMessage {
  readonly role: "user" | "assistant";
  readonly content: Content;
}

/** A list page; `nextCursor` if there is more. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor?: string | undefined;
}

/** What a server offers. Methods throw RpcError for client errors. */
export interface Served {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly instructions: string;
  listTools(): Promise<readonly ServedTool[]>;
  /** Throws RpcError `invalidParams` for an unlisted tool. */
  callTool(name: string, args: Params): Promise<CallResult>;
  listResources(cursor: string | null): Promise<Page<ServedResource>>;
  readonly templates: readonly {
    readonly uriTemplate: string;
    readonly name: string;
    readonly title: string;
    readonly description: string;
    readonly mimeType: string;
  }[];
  /** Null if there is nothing at this URI. */
  readResource(uri: string): Promise<readonly ServedContents[] | null>;
  listPrompts(): Promise<readonly ServedPrompt[]>;
  /** Null for an unlisted prompt. */
  getPrompt(
    name: string,
    args: Readonly<Record<string, string>>,
  ): Promise<{ readonly description?: string; readonly messages: readonly PromptMessage[] } | null>;
}

const CAPABILITIES = { tools: {}, resources: {}, prompts: {} } as const;
/** How long clients may cache lists, which change with connections, skills and files. */
const LIST_TTL_MS = 60_000;
const URI_CHARS = 2_000;

/** Throws RpcError. */
export async function answerMessage(served: Served, message: RpcMessage, version: string): Promise<Params> {
  const isStateless = version === STATELESS;
  const result = isStateless
    ? await (message.method === "server/discover" ? discover(served) : common(served, message))
    : await (message.method === "initialize" ? initialize(served, message) : legacy(served, message));
  if (result === null) {
    throw new RpcError(RPC.methodNotFound, "There's no such method here.", {
      status: isStateless ? 404 : 200,
    });
  }
  if (!isStateless) return result.fields;
  return {
    ...result.fields,
    resultType: "complete",
    ...(result.kept ? { ttlMs: LIST_TTL_MS, cacheScope: "private" } : {}),
    _meta: { "io.modelcontextprotocol/serverInfo": infoOf(served) },
  };
}

/** A response, and whether clients may cache it. */
interface Answer {
  readonly fields: Params;
  readonly kept: boolean;
}

const once = (fields: Params): Answer => ({ fields, kept: false });
const kept = (fields: Params): Answer => ({ fields, kept: true });

function infoOf({ name, title, version }: Served) {
  return { name, title, version };
}

function discover(served: Served): Answer {
  const { instructions } = served;
  return kept({ supportedVersions: SUPPORTED_VERSIONS, capabilities: CAPABILITIES, instructions });
}

function initialize(served: Served, { params }: RpcMessage): Answer {
  const asked = params["protocolVersion"];
  if (typeof asked !== "string") throw new RpcError(RPC.invalidParams, "`protocolVersion` is missing.");
  const protocolVersion = WITH_INITIALIZE.find((version) => version === asked) ?? WITH_INITIALIZE[0];
  const { instructions } = served;
  return once({ protocolVersion, capabilities: CAPABILITIES, serverInfo: infoOf(served), instructions });
}

async function legacy(served: Served, message: RpcMessage): Promise<Answer | null> {
  return message.method === "ping" ? once({}) : common(served, message);
}

/** Methods in all protocol revisions. */
const METHODS: Readonly<Record<string, (served: Served, params: Params) => Promise<Answer>>> = {
  "tools/list": async (served, params) => {
    noCursor(params);
    return kept({ tools: await served.listTools() });
  },
  "tools/call": async (served, params) => {
    const args = params["arguments"] ?? {};
    if (!isRecord(args)) throw new RpcError(RPC.invalidParams, "`arguments` must be an object.");
    return once({ ...(await served.callTool(requireText(params, "name"), args)) });
  },
  "resources/list": async (served, params) => {
    const cursor = params["cursor"];
    if (cursor !== undefined && typeof cursor !== "string") throw badCursor();
    const { items, nextCursor } = await served.listResources(cursor ?? null);
    return kept({ resources: items, ...(nextCursor === undefined ? {} : { nextCursor }) });
  },
  "resources/templates/list": async (served, params) => {
    noCursor(params);
    return kept({ resourceTemplates: served.templates });
  },
  "resources/read": async (served, params) =>
    kept({ contents: await contentsAt(served, requireText(params, "uri")) }),
  "prompts/list": async (served, params) => {
    noCursor(params);
    return kept({ prompts: await served.listPrompts() });
  },
  "prompts/get": async (served, params) => once(await promptNamed(served, params)),
};

async function common(served: Served, { method, params }: RpcMessage): Promise<Answer | null> {
  return Object.hasOwn(METHODS, method) ? ((await METHODS[method]?.(served, params)) ?? null) : null;
}

async function contentsAt(served: Served, uri: string): Promise<readonly ServedContents[]> {
  const contents = await served.readResource(uri);
  // 2026-07-28 and its conformance suite require -32602, earlier revisions -32002; clients of both accept the newer.
  if (contents === null)
    throw new RpcError(RPC.invalidParams, "There's no such resource.", { data: { uri } });
  return contents;
}

async function promptNamed(served: Served, params: Params): Promise<Params> {
  const given = params["arguments"] ?? {};
  if (!isRecord(given)) throw new RpcError(RPC.invalidParams, "`arguments` must be an object.");
  const args = Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
  const prompt = await served.getPrompt(requireText(params, "name"), args);
  if (prompt === null) throw new RpcError(RPC.invalidParams, "There's no such prompt.");
  return { ...prompt };
}

function requireText(params: Params, field: string): string {
  const value = params[field];
  if (typeof value === "string" && value !== "" && value.length <= URI_CHARS) return value;
  throw new RpcError(RPC.invalidParams, `\`${field}\` is missing or isn't valid.`);
}

/** These lists have a single page. */
function noCursor(params: Params): void {
  if (params["cursor"] !== undefined) throw badCursor();
}

function badCursor(): RpcError {
  return new RpcError(RPC.invalidParams, "Invalid cursor.");
}
