/**
 * Signing in at GitHub by the deployment's GitHub App (docs.github.com/apps, "Generating a user access token" and "Refreshing user access tokens", read
 * 2026-11-23). Not an OAuth app: its `repo` scope opens every private repository for writing, while an app's access ends at the repositories it was
 * installed on, at the permissions it was registered with, and at what the person may do. Access ends after eight hours; refresh tokens are used up.
 */
import * as z from "zod";
import { AppError } from "../../kernel/errors.ts";
import { jsonClient, orNull } from "../json-client.ts";
import { githubClient, githubHeaders, type GitHubClient } from "../github/client.ts";
import type { ConsentForm } from "../oauth/consent-form.ts";
import { parseAnswer, repositorySchema } from "./parse.ts";
import type { Repository } from "./types.ts";

export type GitHubVariable = "GITHUB_BASE_URL" | "GITHUB_SIGN_IN_URL";

/** GitHub says what was wrong with a code or a refresh token with words of its own, and status 200. */
const REFUSALS: Readonly<Record<string, string>> = {
  bad_verification_code: "invalid_grant",
  bad_refresh_token: "invalid_grant",
  incorrect_client_credentials: "invalid_client",
  redirect_uri_mismatch: "invalid_request",
};

/** How GitHub is connected by consent. */
export const gitHubConsent: ConsentForm<GitHubVariable> = {
  client: "GITHUB",
  authorizeUrl: (address) => `${address("GITHUB_SIGN_IN_URL")}/login/oauth/authorize`,
  tokenUrl: (address) => `${address("GITHUB_SIGN_IN_URL")}/login/oauth/access_token`,
  // Permissions are the app's own.
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
      reasons: { 404: "there is no such token" },
    });
    const body = { access_token: tokens.access };
    await orNull(client({ method: "DELETE", path: `/applications/${encodeURIComponent(id)}/token`, body }));
  },
};

const meSchema = z.object({ id: z.int(), login: z.string() });
const installationsSchema = z.object({ installations: z.array(z.object({ id: z.int() })) });
const installedSchema = z.object({ repositories: z.array(repositorySchema) });

/** So many places an app is installed at are looked into. */
const MOST_INSTALLATIONS = 10;
const MOST_LISTED = 100;

/** The repositories the app is installed on, of those the person sees. Throws `invalid_request` where it is installed nowhere. */
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
