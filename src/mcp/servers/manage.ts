/**
 * Management of a team's MCP servers: add, refresh, set tool permissions, remove. A tool is off until an admin enables it, and turned off
 * again when its description changes.
 */
import { and, asc, eq, sql } from "drizzle-orm";
import { auditStatement, type Actor } from "../../platform/audit/index.ts";
import { mcpServers, type ServerTool } from "../tables/mcp.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import { isoTime, type Clock } from "../../kernel/clock.ts";
import { AppError, IntegrationError } from "../../kernel/errors.ts";
import type { IdSource } from "../../kernel/ids.ts";
import type { Json } from "../../kernel/hash.ts";
import type { OutsideHttp } from "../../kernel/outside-http.ts";
import {
  callServerTool,
  listServerTools,
  type OfferedList,
  type ServerAddress,
  type ServerAnswer,
} from "./client.ts";

/** Maximum servers per team. */
const SERVERS_MAX = 20;

export type ServerRow = typeof mcpServers.$inferSelect;

export interface ServerDeps {
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** HTTP restricted to this URL. Throws AppError `invalid_request` for a disallowed one. */
  readonly http: (baseUrl: string) => OutsideHttp;
  readonly seal: (serverId: string, token: string) => Promise<string>;
  /** `resealed` is set if the token was sealed under an older master key. Throws `not_configured`. */
  readonly open: (
    serverId: string,
    sealed: string,
  ) => Promise<{ readonly token: string; readonly resealed: string | null }>;
  /** Notifies admins that enabled tools changed, once per `once`. Never throws. */
  readonly alertChanged: (server: ServerRow, once: string) => Promise<void>;
}

/** Contains only our own words, never the server's. */
export function changedAlert({ name }: ServerRow, once: string) {
  return {
    code: "server_changed",
    once,
    title: `Tools of “${name}” changed`,
    body: "They’re off until an admin has looked at what’s new.",
    path: "/settings/tool-servers",
  };
}

/** The prefix of a server's tool names before `__`: Latin letters and digits; empty if the name has none. */
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, 30);
}

/** Oldest first. */
export function listServers(db: TenantDb): Promise<ServerRow[]> {
  return db.rows(mcpServers).orderBy(asc(mcpServers.createdAt)).limit(SERVERS_MAX);
}

/** Adds a server after reading its tools; all start off. Throws `invalid_request`, `conflict`, `upstream_failed`. */
export async function addServer(
  deps: ServerDeps,
  wanted: { readonly name: string; readonly url: string; readonly token: string | null },
  by: Actor,
): Promise<ServerRow> {
  const known = await listServers(deps.db);
  if (known.length >= SERVERS_MAX)
    throw new AppError("conflict", `There are already ${SERVERS_MAX} servers. Remove some first.`);
  const slug = slugOf(wanted.name);
  if (slug === "") throw new AppError("invalid_request", "The name needs a letter from A to Z or a digit.");
  if (known.some(({ name }) => slugOf(name) === slug))
    throw new AppError("conflict", "There’s already a server with that name.");
  const offered = await readOffered(deps, wanted);
  const id = deps.ids.newId();
  const now = isoTime(deps.clock.now());
  const row: ServerRow = {
    id,
    tenantId: deps.db.tenantId,
    name: wanted.name,
    url: wanted.url,
    credentials: wanted.token === null ? null : await deps.seal(id, wanted.token),
    tools: offered.tools.map((tool) => ({ ...tool, use: "off", was: null })),
    version: 1,
    createdByName: by.name,
    createdAt: now,
    checkedAt: now,
    problem: offered.leftOut,
  };
  await deps.db.batch([
    deps.db.insert(mcpServers, row),
    audited(
      deps,
      by,
      row,
      "connection.server_added",
      `${by.name} added the server “${row.name}” (${new URL(row.url).host}).`,
    ),
  ]);
  return row;
}

/** Refreshes a server's tools. An unreachable server sets `problem` instead of throwing. Throws `not_found`. */
export async function checkServer(deps: ServerDeps, id: string): Promise<ServerRow> {
  const row = await getServer(deps.db, id);
  try {
    return await noteTools(deps, row, await readOffered(deps, await addressOf(deps, row)));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return save(deps, row, { problem: error.message });
  }
}

/** Sets a tool's permission. Throws `not_found`, and `changed` if it no longer matches `hash`. */
export async function setTool(
  deps: ServerDeps,
  id: string,
  wanted: { readonly tool: string; readonly hash: string; readonly use: ServerTool["use"] },
  by: Actor,
): Promise<ServerRow> {
  const row = await getServer(deps.db, id);
  const tool = row.tools.find(({ name }) => name === wanted.tool);
  if (tool === undefined) throw new AppError("not_found", "That tool no longer exists.");
  if (tool.hash !== wanted.hash) throw new AppError("changed", "The tool changed. Review it again.");
  const tools = row.tools.map((one) => (one === tool ? { ...one, use: wanted.use, was: null } : one));
  const saved = await save(deps, row, { tools });
  const words = { off: "off", ask: "on, asking each time", look_up: "on, as a look-up" }[wanted.use];
  await deps.db.batch([
    audited(
      deps,
      by,
      saved,
      "connection.server_tool_set",
      `${by.name} turned the tool ${tool.name} of “${row.name}” ${words}.`,
    ),
  ]);
  return saved;
}

/** Idempotent. */
export async function removeServer(deps: ServerDeps, id: string, by: Actor): Promise<void> {
  const row = await deps.db.find(mcpServers, eq(mcpServers.id, id));
  if (row === null) throw new AppError("not_found", "That server doesn’t exist.");
  await deps.db.batch([
    deps.db.remove(mcpServers, eq(mcpServers.id, id)),
    audited(deps, by, row, "connection.server_removed", `${by.name} removed the server “${row.name}”.`),
  ]);
}

/**
 * Calls an enabled tool as it was when enabled. If its description changed, it is turned off and not called. Throws AppError `not_found`,
 * `forbidden`, IntegrationError.
 */
export async function callOnServer(
  deps: ServerDeps,
  asked: {
    readonly serverId: string;
    readonly tool: string;
    readonly hash: string;
    readonly input: Readonly<Record<string, Json>>;
    readonly as: Exclude<ServerTool["use"], "off">;
  },
): Promise<Extract<ServerAnswer, { kind: "answered" }>> {
  const row = await getServer(deps.db, asked.serverId);
  const tool = row.tools.find(({ name }) => name === asked.tool);
  // A look-up tool may also be called with approval, but never the reverse.
  const isOn =
    tool !== undefined && tool.hash === asked.hash && (tool.use === asked.as || tool.use === "look_up");
  if (!isOn) throw new AppError("forbidden", "An admin hasn’t turned this tool on, or it changed since.");
  const answer = await callServerTool(deps.http(row.url), await addressOf(deps, row), {
    tool: asked.tool,
    hash: asked.hash,
    input: asked.input,
    changes: asked.as === "ask",
  });
  if (answer.kind === "answered") return answer;
  await noteTools(deps, row, answer.now);
  throw new AppError("forbidden", "The tool changed on the server. An admin has to review it again.");
}

/** Throws `not_found`. */
export async function getServer(db: TenantDb, id: string): Promise<ServerRow> {
  const row = await db.find(mcpServers, eq(mcpServers.id, id));
  if (row === null) throw new AppError("not_found", "That server doesn’t exist.");
  return row;
}

async function addressOf(deps: ServerDeps, { id, url, credentials }: ServerRow): Promise<ServerAddress> {
  if (credentials === null) return { url, token: null };
  const { token, resealed } = await deps.open(id, credentials);
  const same = and(eq(mcpServers.id, id), eq(mcpServers.credentials, credentials)) ?? sql`0`;
  if (resealed !== null) await deps.db.update(mcpServers, { credentials: resealed }, same);
  return { url, token };
}

async function readOffered(deps: ServerDeps, at: ServerAddress): Promise<OfferedList> {
  try {
    return await listServerTools(deps.http(at.url), at);
  } catch (error) {
    if (!(error instanceof IntegrationError)) throw error;
    throw new AppError("upstream_failed", `Steward can’t work with this server: ${error.message}.`, {
      cause: error,
    });
  }
}

/** Stores the server's current tools. Changed tools are turned off and keep the allowed description; admins are notified once. */
async function noteTools(deps: ServerDeps, row: ServerRow, offered: OfferedList): Promise<ServerRow> {
  const before = new Map(row.tools.map((tool) => [tool.name, tool]));
  const tools = offered.tools.map((tool): ServerTool => {
    const known = before.get(tool.name);
    if (known?.hash === tool.hash) return known;
    const was = known === undefined || known.use === "off" ? (known?.was ?? null) : known;
    return {
      ...tool,
      use: "off",
      was: was === null ? null : { description: was.description, inputSchema: was.inputSchema },
    };
  });
  const saved = await save(deps, row, {
    tools,
    problem: offered.leftOut,
    checkedAt: isoTime(deps.clock.now()),
  });
  const kept = new Map(tools.map((tool) => [tool.name, tool.hash]));
  const isChanged = row.tools.some(({ name, hash, use }) => use !== "off" && kept.get(name) !== hash);
  if (isChanged) await deps.alertChanged(saved, `${row.id}:${saved.version}`);
  return saved;
}

/** Throws `changed` on a concurrent change. */
async function save(deps: ServerDeps, row: ServerRow, set: Partial<ServerRow>): Promise<ServerRow> {
  const same = and(eq(mcpServers.id, row.id), eq(mcpServers.version, row.version)) ?? sql`0`;
  const saved = await deps.db.update(mcpServers, { ...set, version: row.version + 1 }, same).returning();
  if (saved.length === 0) throw new AppError("changed", "Someone else changed this. Try again.");
  return { ...row, ...set, version: row.version + 1 };
}

function audited(deps: ServerDeps, actor: Actor, row: ServerRow, action: string, sentence: string) {
  const entry = { id: deps.ids.newId(), actor, action, subject: { kind: "server", id: row.id }, sentence };
  return auditStatement(deps.db, entry, deps.clock.now());
}
