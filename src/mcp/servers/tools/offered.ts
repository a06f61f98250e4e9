/** Tools of the team's own servers that an admin has turned on, as models are told of them. */
import { listServers, slugOf, type ServerDeps, type ServerRow } from "../index.ts";
import type { AnyTool } from "../../../agent/tools/define-tool.ts";
import { rankTools } from "../../../agent/tools/discovery/rank-tools.ts";

type ServerTool = ServerRow["tools"][number];

/** One that is on, under the one name it has in this team: no tool of ours is called so. */
export interface OnTool {
  /** `<server>__<tool>`. */
  readonly name: string;
  readonly server: ServerRow;
  readonly tool: ServerTool;
}

/** What its tools use. */
export interface ServersServices {
  readonly deps: ServerDeps;
  readonly tools: () => Promise<readonly OnTool[]>;
}

/** All that are on, the oldest server's first. */
export async function toolsThatAreOn(deps: Pick<ServerDeps, "db">): Promise<OnTool[]> {
  return (await listServers(deps.db)).flatMap((server) =>
    server.tools.flatMap((tool) =>
      tool.use === "off" ? [] : [{ name: `${slugOf(server.name)}__${tool.name}`, server, tool }],
    ),
  );
}

/** Those that fit a wish, best first. */
export function fittingTools(tools: readonly OnTool[], query: string): OnTool[] {
  const ranked = rankTools(tools.map(asRanked), query);
  return ranked.flatMap(({ name }) => tools.find((one) => one.name === name) ?? []);
}

/** As tools are ranked by their words. */
export function asRanked({ name, server, tool }: OnTool): AnyTool {
  return {
    name,
    title: server.name,
    description: tool.description,
    effect: tool.use === "look_up" ? "read" : "external",
  } as AnyTool;
}
