/**
 * GitHub for teams: issues, pull requests and code in the repositories an admin chose. The workspace mirror is a separate vendor
 * (`../github`).
 */
import { gitHubTeamConnections } from "./connection.ts";
import { defineVendor } from "../define-vendor.ts";
import { GITHUB_ADDRESSES, githubClient } from "../github/client.ts";
import { readAnyRepository, type GitHubTeamAccount } from "./read.ts";
import { gitHubTeamSetup } from "./setup.ts";

export const githubTeam = defineVendor({
  name: "github_team",
  title: "GitHub",
  addresses: {
    ...GITHUB_ADDRESSES,
    GITHUB_SIGN_IN_URL: { production: "https://github.com", sandbox: "/github-sign-in" },
  },
  connections: gitHubTeamConnections,
  // GitHub asks for a second between writes (docs.github.com, "Best practices for using the REST API"; read 2026-11-23).
  effectEveryMs: 1_000,
  open({ connection, address, http, clock }): GitHubTeamAccount {
    const token = connection.credential;
    return { connection, client: githubClient(http, clock, { baseUrl: address("GITHUB_BASE_URL"), token }) };
  },
  page: {
    gives: "Issues, pull requests and code of the repositories you choose",
    stops: "Steward can no longer read issues and code, or create and change issues. They stay on GitHub.",
    refused: "Create a new fine-grained token for these repositories and connect again.",
    added: gitHubTeamSetup,
    whose: ({ repositories }) => repositories.join(", "),
    check: readAnyRepository,
  },
});
