/** Enabled tools of the team's own servers, as shown to models. */
import { listServers, slugOf, type ServerDeps, type ServerRow } from "../index.ts";
import type { AnyTool } from "../../../agent/tools/define-tool.ts";
import { rankTools } from "../../../agent/tools/discovery/rank-tools.ts";

type ServerTool = ServerRow["tools"][number];

/** An enabled tool under its unique name in this team, distinct from our own tools. */
export interface OnTool {
  /** `<server>__<tool>`. */
  readonly name: string;
  readonly server: ServerRow;
  readonly tool: ServerTool;
}

export interface ServersServices {
  readonly deps: ServerDeps;
  readonly tools: () => Promise<readonly OnTool[]>;
}

/** All enabled tools, oldest server first. */
export async function toolsThatAreOn(deps: Pick<ServerDeps, "db">): Promise<OnTool[]> {
  return (await listServers(deps.db)).flatMap((server) =>
    server.tools.flatMap((tool) =>
      tool.use === "off" ? [] : [{ name: `${slugOf(server.name)}__${tool.name}`, server, tool }],
    ),
  );
}

/** Tools matching a query, best first. */
export function fittingTools(tools: readonly OnTool[], query: string): OnTool[] {
  const ranked = rankTools(tools.map(asRanked), query);
  return ranked.flatMap(({ name }) => tools.find((one) => one.name === name) ?? []);
}

/** For the tool ranking. */
export function asRanked({ name, server, tool }: OnTool): AnyTool {
  return {
    name,
    title: server.name,
    description: tool.description,
    effect: tool.use === "look_up" ? "read" : "external",
  } as AnyTool;
}
