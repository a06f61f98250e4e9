/**
 * The protocol's server: a message in, its answer out. What there is to list, read and call comes through ports; nothing here knows a team. No session and
 * no stream is kept: every answer is complete, so a request can land on any isolate.
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

/** A block of content (`ContentBlock` of the schema). */
export type Content = Readonly<Record<string, unknown>> & { readonly type: string };

/** What a call came to. */
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

export interface PromptMessage {
  readonly role: "user" | "assistant";
  readonly content: Content;
}

/** A page of a list; `nextCursor` where there is more. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor?: string | undefined;
}

/** What a server offers. Each throws RpcError for what the client got wrong. */
export interface Served {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly instructions: string;
  listTools(): Promise<readonly ServedTool[]>;
  /** Throws RpcError `invalidParams` for a tool that isn't listed. */
  callTool(name: string, args: Params): Promise<CallResult>;
  listResources(cursor: string | null): Promise<Page<ServedResource>>;
  readonly templates: readonly {
    readonly uriTemplate: string;
    readonly name: string;
    readonly title: string;
    readonly description: string;
    readonly mimeType: string;
  }[];
  /** Null for an address that nothing is at. */
  readResource(uri: string): Promise<readonly ServedContents[] | null>;
  listPrompts(): Promise<readonly ServedPrompt[]>;
  /** Null for a prompt that isn't listed. */
  getPrompt(
    name: string,
    args: Readonly<Record<string, string>>,
  ): Promise<{ readonly description?: string; readonly messages: readonly PromptMessage[] } | null>;
}

const CAPABILITIES = { tools: {}, resources: {}, prompts: {} } as const;
/** How long a client may keep a list: what changes in it is a connection, a skill or a file. */
const LIST_TTL_MS = 60_000;
const URI_CHARS = 2_000;

/** Answers a request. Throws RpcError. */
export async function answer(served: Served, message: RpcMessage, version: string): Promise<Params> {
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

/** What a method answers, and whether a client may keep it for a while. */
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

/** What all revisions have. */
const METHODS: Readonly<Record<string, (served: Served, params: Params) => Promise<Answer>>> = {
  "tools/list": async (served, params) => {
    noCursor(params);
    return kept({ tools: await served.listTools() });
  },
  "tools/call": async (served, params) => {
    const args = params["arguments"] ?? {};
    if (!isRecord(args)) throw new RpcError(RPC.invalidParams, "`arguments` must be an object.");
    return once({ ...(await served.callTool(text(params, "name"), args)) });
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
    kept({ contents: await contentsAt(served, text(params, "uri")) }),
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
  // 2026-07-28 and its conformance suite read -32602 here, revisions before -32002: the newer is taken by both.
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
  const prompt = await served.getPrompt(text(params, "name"), args);
  if (prompt === null) throw new RpcError(RPC.invalidParams, "There's no such prompt.");
  return { ...prompt };
}

function text(params: Params, field: string): string {
  const value = params[field];
  if (typeof value === "string" && value !== "" && value.length <= URI_CHARS) return value;
  throw new RpcError(RPC.invalidParams, `\`${field}\` is missing or isn't valid.`);
}

/** These lists have one page. */
function noCursor(params: Params): void {
  if (params["cursor"] !== undefined) throw badCursor();
}

function badCursor(): RpcError {
  return new RpcError(RPC.invalidParams, "This cursor isn't one of ours.");
}
