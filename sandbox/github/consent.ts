/**
 * OAuth for a GitHub App (docs.github.com/apps, "Generating a user access token", read 2026-11-23): tokens for eight hours, single-use
 * refresh tokens, and refusals with status 200.
 */
import { json } from "../service.ts";
import { consentsOf, createConsentServer, type ConsentServer } from "../vendor/consent-server.ts";
import { HARBOR } from "../world/company.ts";
import { LOGINS } from "../world/repositories.ts";

/** Fictitious. */
export const GITHUB_APP = { id: "Iv23GITHUBSANDBOX", secret: "github-secret-of-the-sandbox" } as const;

export const gitHubConsents = consentsOf("github-oauth");

const HALF_A_YEAR_SECONDS = 15_811_200;

export const GITHUB_CONSENT: ConsentServer = {
  name: "github-oauth",
  prefix: "/github-sign-in",
  title: "GitHub",
  to: HARBOR.name,
  authorizePath: "/login/oauth/authorize",
  tokenPath: "/login/oauth/access_token",
  returnPath: "/api/connections/github_team/callback",
  app: GITHUB_APP,
  people: [LOGINS.ruth, LOGINS.ben].map(({ login: id, name, email }) => ({ id, name, email })),
  accessSeconds: 8 * 3600,
  prefixes: { access: "ghu_", refresh: "ghr_" },
  tokensAnswer: (given) => ({
    ...given,
    token_type: "bearer",
    scope: "",
    refresh_token_expires_in: HALF_A_YEAR_SECONDS,
  }),
  refusal(error, isRenewal) {
    const grant = isRenewal ? "bad_refresh_token" : "bad_verification_code";
    return json({
      error: error === "invalid_client" ? "incorrect_client_credentials" : grant,
      error_description: "It is incorrect or expired.",
    });
  },
};

export const createGitHubConsent = createConsentServer(GITHUB_CONSENT, gitHubConsents);
