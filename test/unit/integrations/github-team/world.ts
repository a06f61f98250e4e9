/** The sandbox's GitHub with our real client and toolset over it, without a server; time stands where the test puts it. */
import { createGitHub } from "../../../../sandbox/github/github.ts";
import { GITHUB_TEAM } from "../../../../sandbox/github/team-store.ts";
import type { EffectExecutor } from "../../../../src/approvals/ports.ts";
import { githubTeam } from "../../../../src/integrations/github-team/index.ts";
import type { GitHubTeamAccount } from "../../../../src/integrations/github-team/read.ts";
import type { Acting } from "../../../../src/agent/tools/call.ts";
import { github, type GitHubServices } from "../../../../src/integrations/github-team/tools/index.ts";
import {
  executorOf,
  openingOf,
  serviceWorld,
  tenantOf,
  type ServiceWorld,
} from "../vendors/service-world.ts";

export interface GitHubWorld extends ServiceWorld {
  readonly account: GitHubTeamAccount;
  readonly services: GitHubServices;
  readonly executor: EffectExecutor;
}

/** A GitHub of its own, connected as the demo's is. */
export async function gitHubWorld({
  token = GITHUB_TEAM.token,
  repositories = GITHUB_TEAM.settings.repositories,
}: { readonly token?: string; readonly repositories?: readonly string[] } = {}): Promise<GitHubWorld> {
  const world = serviceWorld(createGitHub);
  const { connectionId: id, tenantId } = GITHUB_TEAM;
  const settings = githubTeam.connections.settings.parse({ repositories });
  const account = githubTeam.open(openingOf(world, { id, tenantId, settings, credential: token }));
  return {
    ...world,
    account,
    services: (await github.open(tenantOf(world, account), {} as Acting)) as GitHubServices,
    executor: executorOf(world, "github_team", account),
  };
}
