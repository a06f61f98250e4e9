/** A team's own MCP servers: visible to everyone, managed by admins. */
import { serverDeps } from "../open.ts";
import {
  addServer,
  checkServer,
  getServer,
  listServers,
  removeServer,
  setTool,
  type ServerRow,
} from "../servers/index.ts";
import { mcpServerEndpoints, type OpenToolServer, type ToolServer } from "../api/mcp-servers.ts";
import { OK, serve, type App } from "../../platform/http/serve.ts";

export function mcpServerRoutes(app: App): void {
  serve(app, mcpServerEndpoints.toolServers, async ({ db }) => ({
    items: (await listServers(db)).map(listed),
    nextCursor: null,
  }));

  serve(app, mcpServerEndpoints.toolServer, async ({ db, param }) =>
    opened(await getServer(db, param("id"))),
  );

  serve(app, mcpServerEndpoints.addToolServer, async ({ ctx, principal, body }) =>
    opened(await addServer(serverDeps(ctx), body, actor(principal.user))),
  );

  serve(app, mcpServerEndpoints.checkToolServer, async ({ ctx, param }) =>
    opened(await checkServer(serverDeps(ctx), param("id"))),
  );

  serve(app, mcpServerEndpoints.setServerTool, async ({ ctx, principal, body, param }) =>
    opened(await setTool(serverDeps(ctx), param("id"), body, actor(principal.user))),
  );

  serve(app, mcpServerEndpoints.removeToolServer, async ({ ctx, principal, param }) => {
    await removeServer(serverDeps(ctx), param("id"), actor(principal.user));
    return OK;
  });
}

function actor({ id, name }: { readonly id: string; readonly name: string }) {
  return { kind: "user", id, name } as const;
}

function listed({ tools, credentials, url, ...row }: ServerRow): ToolServer {
  const { id, name, createdByName, checkedAt, problem } = row;
  return {
    id,
    name,
    host: new URL(url).host,
    hasToken: credentials !== null,
    createdByName,
    checkedAt,
    problem,
    tools: {
      total: tools.length,
      on: tools.filter(({ use }) => use !== "off").length,
      changed: tools.filter(({ was }) => was !== null).length,
    },
  };
}

function opened(row: ServerRow): OpenToolServer {
  const offered = row.tools.map(({ name, hash, use, was, ...tool }) => ({
    name,
    hash,
    use,
    ...descriptionOf(tool),
    was: was === null ? null : descriptionOf(was),
  }));
  return { ...listed(row), offered };
}

function descriptionOf({
  description,
  inputSchema,
}: Pick<ServerRow["tools"][number], "description" | "inputSchema">) {
  return { description, input: JSON.stringify(inputSchema, null, 2) };
}
