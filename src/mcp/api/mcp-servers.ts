/** A team's own servers of the Model Context Protocol on the wire. A token goes in and never comes out. */
import * as z from "zod";
import { okSchema, pageOf, timeSchema } from "../../platform/api/common.ts";
import { endpoint } from "../../platform/api/endpoint.ts";

/** `off`: not offered; `ask`: waits for a person each time; `look_up`: runs as reading. Persisted. */
export const TOOL_USES = ["off", "ask", "look_up"] as const;
export type ToolUse = (typeof TOOL_USES)[number];

const saidSchema = z.object({
  description: z.string(),
  /** JSON, indented. */
  input: z.string(),
});

/** A tool as its server describes it. */
export const serverToolSchema = saidSchema.extend({
  name: z.string(),
  /** Names what it says, for an admin's decision about exactly that. */
  hash: z.string(),
  use: z.enum(TOOL_USES),
  /** What it said when it was last on, where it says something else now. */
  was: saidSchema.nullable(),
});
export type ServerTool = z.infer<typeof serverToolSchema>;

/** A server as the list shows it. */
export const toolServerSchema = z.object({
  id: z.string(),
  name: z.string(),
  host: z.string(),
  hasToken: z.boolean(),
  createdByName: z.string(),
  checkedAt: timeSchema.nullable(),
  problem: z.string().nullable(),
  /** How many it has, how many are on, and how many changed since they were. */
  tools: z.object({ total: z.int(), on: z.int(), changed: z.int() }),
});
export type ToolServer = z.infer<typeof toolServerSchema>;

/** With its tools. */
export const openToolServerSchema = toolServerSchema.extend({ offered: z.array(serverToolSchema) });
export type OpenToolServer = z.infer<typeof openToolServerSchema>;

export const mcpServerEndpoints = {
  toolServers: endpoint({ method: "GET", path: "/api/mcp/servers", output: pageOf(toolServerSchema) }),
  toolServer: endpoint({ method: "GET", path: "/api/mcp/servers/:id", output: openToolServerSchema }),
  /** Its tools are read first: 502 `upstream_failed` where that doesn't work. All of them are off. */
  addToolServer: endpoint({
    method: "POST",
    path: "/api/mcp/servers",
    access: "admin",
    body: z.object({
      name: z.string().trim().min(1).max(40),
      url: z.url().max(500),
      /** Null where it takes none. */
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
  /** 409 `changed` where the tool reads otherwise than `hash`. */
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
