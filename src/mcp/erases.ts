/** What becomes of a person in the tables of this room. */
import type { Erases } from "../platform/erasure.ts";

export const erases = {
  mcp_grants: { treatment: "list", place: { what: "A connected app", path: "/settings/access" } },
  mcp_servers: { treatment: "list", place: { what: "A tool server", path: "/settings/tool-servers" } },
} satisfies Erases;
