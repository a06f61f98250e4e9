/**
 * GitHub sign-in through the deployment's GitHub App (docs.github.com/apps, "Generating a user access token" and "Refreshing user access
 * tokens", read 2026-11-23). Not an OAuth app, whose `repo` scope grants write access to every private repository: a GitHub App is
 * limited to the repositories it is installed on, its registered permissions, and the user's own rights. Access tokens expire after eight
 * hours; refresh tokens can be used once.
 */
import * as z from "zod";
import { AppError } from "../../kernel/errors.ts";
import { jsonClient, orNull } from "../json-client.ts";
import { githubClient, githubHeaders, type GitHubClient } from "../github/client.ts";
import type { ConsentForm } from "../oauth/consent-form.ts";
import { parseAnswer, repositorySchema } from "./parse.ts";
import type { Repository } from "./types.ts";

export type GitHubVariable = "GITHUB_BASE_URL" | "GITHUB_SIGN_IN_URL";

/** GitHub reports refused codes and refresh tokens with its own error codes and status 200. */
const REFUSALS: Readonly<Record<string, string>> = {
  bad_verification_code: "invalid_grant",
  bad_refresh_token: "invalid_grant",
  incorrect_client_credentials: "invalid_client",
  redirect_uri_mismatch: "invalid_request",
};

export const gitHubConsent: ConsentForm<GitHubVariable> = {
  client: "GITHUB",
  authorizeUrl: (address) => `${address("GITHUB_SIGN_IN_URL")}/login/oauth/authorize`,
  tokenUrl: (address) => `${address("GITHUB_SIGN_IN_URL")}/login/oauth/access_token`,
  // Permissions belong to the app.
  scopes: [],
  readAnswer: ({ error, ...answer }) =>
    typeof error === "string" ? { error: REFUSALS[error] ?? error } : answer,
  async whoIs({ access: token, address, http, clock }) {
    const client = githubClient(http, clock, { baseUrl: address("GITHUB_BASE_URL"), token });
    const { id, login } = parseAnswer(meSchema, await client({ method: "GET", path: "/user" }));
    return { id: String(id), name: login };
  },
  async revoke({ tokens, client: { id, secret }, address, http, clock }) {
    const client = jsonClient({
      vendor: "github",
      baseUrl: address("GITHUB_BASE_URL"),
      http,
      clock,
      headers: () => githubHeaders(`Basic ${btoa(`${id}:${secret}`)}`),
      reasons: { 404: "the token does not exist" },
    });
    const body = { access_token: tokens.access };
    await orNull(client({ method: "DELETE", path: `/applications/${encodeURIComponent(id)}/token`, body }));
  },
};

const meSchema = z.object({ id: z.int(), login: z.string() });
const installationsSchema = z.object({ installations: z.array(z.object({ id: z.int() })) });
const installedSchema = z.object({ repositories: z.array(repositorySchema) });

/** Maximum installations read. */
const MOST_INSTALLATIONS = 10;
const MOST_LISTED = 100;

/** Repositories with the app installed that the user can see. Throws `invalid_request` if there are none. */
export async function readInstalled(client: GitHubClient): Promise<Repository[]> {
  const query = { per_page: MOST_INSTALLATIONS };
  const answer = await client({ method: "GET", path: "/user/installations", query });
  const { installations } = parseAnswer(installationsSchema, answer);
  if (installations.length === 0)
    throw new AppError(
      "invalid_request",
      "Steward’s app isn’t installed on any of your repositories yet. Install it on GitHub (its page → Install), then sign in again.",
    );
  const lists = await Promise.all(
    installations.map(async ({ id }) => {
      const path = `/user/installations/${id}/repositories`;
      const found = await client({ method: "GET", path, query: { per_page: MOST_LISTED } });
      return parseAnswer(installedSchema, found).repositories;
    }),
  );
  return lists.flat();
}
