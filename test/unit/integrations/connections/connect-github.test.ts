/** A team's GitHub connected on the page with a fine-grained token, against the sandbox's GitHub. */
import { beforeEach, describe, expect, it } from "vitest";
import { createGitHub } from "../../../../sandbox/github/github.ts";
import { GITHUB_TEAM } from "../../../../sandbox/github/team-store.ts";
import { gitHubConnections } from "../../../../src/integrations/github/connection.ts";
import { gitHubTeamConnections } from "../../../../src/integrations/github-team/connection.ts";
import { openConnection } from "../../../../src/integrations/connections/index.ts";
import { connections } from "../../../../src/platform/db/index.ts";
import { testConnection, type ConnectionPagesDeps } from "../../../../src/integrations/manage-connections.ts";
import { quoWorld } from "../quo/quo-world.ts";
import { chosen, MASTER_KEYS, pagesOver, stepOf } from "./acme.ts";

const typed = { token: GITHUB_TEAM.token };
const [WEBSITE = "", FORM = ""] = GITHUB_TEAM.settings.repositories;

let deps: ConnectionPagesDeps;
beforeEach(() => {
  deps = pagesOver([createGitHub(quoWorld().context)]);
});

describe("connecting GitHub with a token", () => {
  it("asks for the repositories, says which are public, keeps the token sealed, and makes no mirror of it", async () => {
    const { question } = await stepOf(deps, "github_team", { typed });
    expect(question?.options.map(({ label, detail }) => [label, detail])).toEqual([
      [WEBSITE, null],
      [FORM, "public"],
    ]);
    const { connection } = await stepOf(deps, "github_team", {
      typed,
      chosen: chosen("repositories", WEBSITE),
    });
    expect(connection).toMatchObject({ connected: true, title: "GitHub", account: WEBSITE });
    expect(JSON.stringify(await deps.db.rows(connections))).not.toContain(GITHUB_TEAM.token);
    const opened = await openConnection(deps.db, MASTER_KEYS, gitHubTeamConnections);
    expect(opened).toMatchObject({ credential: GITHUB_TEAM.token, settings: { repositories: [WEBSITE] } });
    expect(await openConnection(deps.db, MASTER_KEYS, gitHubConnections)).toBeNull();
    expect(await testConnection(deps, "github_team")).toMatchObject({ problem: null });
  });

  it("changes the repositories later without the token", async () => {
    await stepOf(deps, "github_team", { typed, chosen: chosen("repositories", WEBSITE) });
    const { question } = await stepOf(deps, "github_team", { typed: null });
    expect(question?.options.filter(({ use }) => use !== null).map(({ id }) => id)).toEqual([WEBSITE]);
    await stepOf(deps, "github_team", { typed: null, chosen: chosen("repositories", FORM) });
    const opened = await openConnection(deps.db, MASTER_KEYS, gitHubTeamConnections);
    expect(opened).toMatchObject({ credential: GITHUB_TEAM.token, settings: { repositories: [FORM] } });
  });

  it.each([
    [{ token: "ghp_everythingmyownercansee1234567890" }, /Classic tokens open too much/],
    [
      { token: "github_pat_wrong_but_well_formed" },
      /GitHub didn’t accept the key\. Create a new fine-grained token/,
    ],
  ])("refuses %j in words, and keeps nothing", async (wrong, words) => {
    await expect(stepOf(deps, "github_team", { typed: wrong })).rejects.toThrow(words);
    expect(await deps.db.rows(connections)).toEqual([]);
  });
});
