/** GitHub App endpoints: the authorized user, installations, and token revocation (docs.github.com/rest/apps, version 2022-11-28). */
import { endAccess, whoseAccess } from "../vendor/consent-server.ts";
import { Answer, Refused, type VendorCall } from "../vendor/define-vendor.ts";
import { gitHubConsents } from "./consent.ts";
import type { Saved } from "./store.ts";
import { repositoryJson } from "./team-json.ts";
import { gitHubTeamStore, TOKEN_LOGIN } from "./team-store.ts";
import { userJson } from "./user-json.ts";

type Call = VendorCall<Saved, string>;

/** The app's installation, on these repositories. */
const INSTALLATION = 51_000_001;
const INSTALLED = 2;

function installationJson(root: string) {
  const at = "2026-01-05T09:00:00Z";
  return {
    id: INSTALLATION,
    account: { login: "harborlight", id: 4_100_001, type: "Organization" },
    access_tokens_url: `${root}/app/installations/${INSTALLATION}/access_tokens`,
    repositories_url: `${root}/installation/repositories`,
    html_url: `https://github.com/organizations/harborlight/settings/installations/${INSTALLATION}`,
    app_id: 910_001,
    app_slug: "steward-sandbox",
    target_id: 4_100_001,
    target_type: "Organization",
    permissions: { contents: "read", issues: "write", metadata: "read", pull_requests: "read" },
    events: [],
    created_at: at,
    updated_at: at,
    single_file_name: null,
    repository_selection: "selected",
    suspended_by: null,
    suspended_at: null,
  };
}

/** The caller; a fine-grained token acts as its owner. */
export function callerOf({ request, context }: Call): string {
  const given = (request.headers.get("authorization") ?? "").replace(/^Bearer /, "");
  return whoseAccess(gitHubConsents(context).value, given, context.now()) ?? TOKEN_LOGIN;
}

function rootOf({ context }: Call): string {
  return `${context.url}/github`;
}

export const APP_OPERATIONS: Readonly<Record<string, (call: Call) => unknown>> = {
  "users/get-authenticated": (call) => {
    const login = callerOf(call);
    const none = { bio: null, blog: "", company: null, email: null, hireable: null, location: null };
    const counts = { followers: 0, following: 0, public_gists: 0, public_repos: 0 };
    const times = { created_at: "2020-01-01T00:00:00Z", updated_at: "2020-01-01T00:00:00Z" };
    return { ...userJson(rootOf(call), login), ...none, ...counts, ...times, name: login };
  },
  "apps/list-installations-for-authenticated-user": (call) => ({
    total_count: 1,
    installations: [installationJson(rootOf(call))],
  }),
  "apps/list-installation-repos-for-authenticated-user": (call) => {
    if (Number(call.path["installation_id"]) !== INSTALLATION) throw new Refused(404);
    const { repositories } = gitHubTeamStore(call.context).value;
    const all = Object.entries(repositories)
      .slice(0, INSTALLED)
      .map(([name, repository]) => ({ name, repository, root: rootOf(call) }));
    return { total_count: all.length, repositories: all.map(repositoryJson) };
  },
  "apps/delete-token": (call) => {
    const { access_token: token } = call.body as { readonly access_token: string };
    const section = gitHubConsents(call.context);
    if (!endAccess(section.value, token)) throw new Refused(404);
    section.save();
    call.context.markEffect();
    return new Answer(204, null);
  },
};
