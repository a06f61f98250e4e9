/** Wire contract for a team's own MCP servers. Tokens are write-only. */
import * as z from "zod";
import { okSchema, pageOf, timeSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";

/** `off`: not offered; `ask`: needs approval each time; `look_up`: runs as a read. Persisted. */
export const TOOL_USES = ["off", "ask", "look_up"] as const;
export type ToolUse = (typeof TOOL_USES)[number];

const saidSchema = z.object({
  description: z.string(),
  /** Indented JSON. */
  input: z.string(),
});

/** A tool as its server describes it. */
export const serverToolSchema = saidSchema.extend({
  name: z.string(),
  /** Hash of the description an admin decides about. */
  hash: z.string(),
  use: z.enum(TOOL_USES),
  /** The description that was last allowed, if it has changed since. */
  was: saidSchema.nullable(),
});
export type ServerTool = z.infer<typeof serverToolSchema>;

export const toolServerSchema = z.object({
  id: z.string(),
  name: z.string(),
  host: z.string(),
  hasToken: z.boolean(),
  createdByName: z.string(),
  checkedAt: timeSchema.nullable(),
  problem: z.string().nullable(),
  /** Number of tools, of enabled ones, and of those changed since they were enabled. */
  tools: z.object({ total: z.int(), on: z.int(), changed: z.int() }),
});
export type ToolServer = z.infer<typeof toolServerSchema>;

export const openToolServerSchema = toolServerSchema.extend({ offered: z.array(serverToolSchema) });
export type OpenToolServer = z.infer<typeof openToolServerSchema>;

export const mcpServerEndpoints = {
  toolServers: endpoint({ method: "GET", path: "/api/mcp/servers", output: pageOf(toolServerSchema) }),
  toolServer: endpoint({ method: "GET", path: "/api/mcp/servers/:id", output: openToolServerSchema }),
  /** Reads the server's tools first: 502 `upstream_failed` if that fails. All tools start off. */
  addToolServer: endpoint({
    method: "POST",
    path: "/api/mcp/servers",
    access: "admin",
    body: z.object({
      name: z.string().trim().min(1).max(40),
      url: z.url().max(500),
      /** Null if the server needs none. */
      token: z
        .string()
        .regex(/^[\x21-\x7e]{1,4000}$/, "must be one line without spaces")
        .nullable(),
    }),
    output: openToolServerSchema,
    status: 201,
  }),
  checkToolServer: endpoint({
    method: "POST",
    path: "/api/mcp/servers/:id/check",
    access: "admin",
    output: openToolServerSchema,
  }),
  /** 409 `changed` if the tool no longer matches `hash`. */
  setServerTool: endpoint({
    method: "PUT",
    path: "/api/mcp/servers/:id/tool",
    access: "admin",
    body: z.object({ tool: z.string().max(80), hash: z.string().length(64), use: z.enum(TOOL_USES) }),
    output: openToolServerSchema,
  }),
  removeToolServer: endpoint({
    method: "DELETE",
    path: "/api/mcp/servers/:id",
    access: "admin",
    output: okSchema,
  }),
};
