/** GitHub setup: a fine-grained token or a sign-in, then the repositories Steward may work in. */
import { MAX_REPOSITORIES, type GitHubTeamSettings } from "./connection.ts";
import { AppError } from "../../kernel/errors.ts";
import { choice } from "../choose.ts";
import { githubClient, type GitHubClient } from "../github/client.ts";
import { answerTo, type VendorSetup } from "../vendor-setup.ts";
import { gitHubConsent, readInstalled, type GitHubVariable } from "./consent.ts";
import { parseAnswer, repositorySchema } from "./parse.ts";
import type { Repository } from "./types.ts";
import * as z from "zod";

const MOST_LISTED = 100;

export const gitHubTeamSetup: VendorSetup<GitHubTeamSettings, GitHubVariable> = {
  key: {
    fields: [
      {
        name: "token",
        label: "Fine-grained token",
        hint: "On GitHub: Settings → Developer settings → Fine-grained tokens. Select the repositories, with Issues (read and write), Pull requests (read) and Contents (read). It starts with github_pat_.",
        isSecret: true,
        // Classic tokens (`ghp_`) grant access to everything their owner can see.
        pattern: /^github_pat_\w{8,250}$/,
        mismatch:
          "A fine-grained token starts with github_pat_. Classic tokens open too much; create a new one.",
      },
    ],
    refused: "Create a new fine-grained token on GitHub (Settings → Developer settings).",
  },
  consent: gitHubConsent,
  change: "Choose repositories…",
  async settle({ credential: token, before, chosen, scopes, address, http, clock }) {
    const client = githubClient(http, clock, { baseUrl: address("GITHUB_BASE_URL"), token });
    const found = await (scopes === null ? readOpened(client) : readInstalled(client));
    const all = found.filter(({ isArchived }) => !isArchived);
    if (all.length === 0)
      throw new AppError(
        "invalid_request",
        "This works, but gives access to no repository. Select some on GitHub.",
      );
    const question = choice(
      {
        name: "repositories",
        text: "Which repositories may Steward work in?",
        most: MAX_REPOSITORIES,
        isLast: true,
      },
      all.map(({ name, isPublic }) => ({ id: name, label: name, detail: isPublic ? "public" : null })),
      (name) => before?.repositories.includes(name) === true,
    );
    const repositories = answerTo(question, chosen);
    if (repositories === null) return { ask: question };
    return { settings: { repositories: repositories.map(({ id }) => id) } };
  },
};

/** The repositories a token can access. */
async function readOpened(client: GitHubClient): Promise<Repository[]> {
  const query = { per_page: MOST_LISTED, sort: "pushed" };
  const answer = await client({ method: "GET", path: "/user/repos", query });
  return parseAnswer(z.array(repositorySchema), answer);
}
