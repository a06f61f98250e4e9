/** GitHub sync: the repository a team's files are mirrored to. Issues and code belong to a separate vendor (`../github-team`). */
import { gitHubConnections } from "./connection.ts";
import { defineVendor } from "../define-vendor.ts";
import { GITHUB_ADDRESSES, githubClient } from "./client.ts";
import { headOf, type GitHubAccount } from "./read.ts";

export const github = defineVendor({
  name: "github",
  title: "GitHub sync",
  addresses: GITHUB_ADDRESSES,
  connections: gitHubConnections,
  effectEveryMs: 250,
  open({ connection, address, http, clock, readBlob }): GitHubAccount {
    const { repository, branch } = connection.settings;
    const token = connection.credential;
    return {
      client: githubClient(http, clock, { baseUrl: address("GITHUB_BASE_URL"), repository, token }),
      repository,
      branch,
      readBlob,
    };
  },
  page: {
    gives: "A copy of your workspace, as commits",
    stops: "Files no longer sync with GitHub. Existing files stay in both places.",
    refused: "Create a new token for the repository, then save it under GitHub sync.",
    added: { page: "/settings/mirror" },
    whose: ({ repository, branch }) => `${repository}, branch ${branch}`,
    check: async (account) => void (await headOf(account)),
  },
});
