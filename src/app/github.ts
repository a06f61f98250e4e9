/** Finds a tenant's repository on GitHub, ready to use. */
import { findGitHubConnection } from "../connections/index.ts";
import { dbFor } from "../db/index.ts";
import { githubClient } from "../integrations/github/client.ts";
import type { GitHubAccount } from "../integrations/github/read.ts";
import { systemClock } from "../kernel/clock.ts";
import { fileBlobs } from "../platform/file-blobs.ts";
import type { Env } from "../platform/env.ts";
import { outsideHttp } from "./outside.ts";

/** The tenant's repository, by this connection if it is the tenant's; null where there is none. */
export async function findGitHubAccount(
  env: Env,
  tenantId: string,
  connectionId?: string,
): Promise<GitHubAccount | null> {
  const connection = await findGitHubConnection(dbFor(env.DB, tenantId), env.MASTER_KEYS, connectionId);
  if (connection === null) return null;
  const { repository, branch, token } = connection;
  const blobs = fileBlobs(env.FILES, tenantId);
  return {
    client: githubClient(outsideHttp(env), systemClock, { baseUrl: env.GITHUB_BASE_URL, repository, token }),
    repository,
    branch,
    readBlob: (sha256) => blobs.get(sha256),
  };
}
