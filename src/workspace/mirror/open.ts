/** Composition of the GitHub mirror: reads through the integration, commits through the ledger by the admin's standing rule. */
import { githubCommit } from "../../integrations/github/effects/github-commit.ts";
import { removeGitHubConnection, saveGitHubConnection } from "../../integrations/github/connection.ts";
import { tenantDb } from "../../platform/db/index.ts";
import type { Consumer } from "../../platform/events/index.ts";
import { commitsOf, contentOf, filesOf, headOf, standsOn } from "../../integrations/github/read.ts";
import { isoTime, systemClock } from "../../kernel/clock.ts";
import { systemIds } from "../../kernel/ids.ts";
import { mirrorConsumer as consumerOf, type MirrorWorld } from "./index.ts";
import type { Env } from "../../platform/env.ts";
import { systemLogger } from "../../platform/logger.ts";
import { dayOf } from "../../agent/usage/index.ts";
import { approvalDeps } from "../../approvals/open.ts";
import { findAccount } from "../../integrations/open.ts";
import { notificationDeps } from "../../notifications/open.ts";
import { wakeSoon } from "../../platform/wiring/queues.ts";
import { teamFiles } from "../open.ts";

/** What the mirror of one tenant is given. Cheap. */
export function mirrorWorld(env: Env, tenantId: string): MirrorWorld {
  const db = tenantDb(env, tenantId);
  return {
    db,
    clock: systemClock,
    ids: systemIds,
    logger: systemLogger,
    notifications: notificationDeps(env, tenantId),
    approvals: () => approvalDeps(env, tenantId),
    commitOf: (document) => githubCommit.of(document),
    async branchOf(connectionId) {
      const account = await findAccount(env, tenantId, "github", connectionId);
      if (account === null) return null;
      const { repository, branch } = account;
      const remote = {
        head: () => headOf(account),
        files: (tree: string) => filesOf(account, tree),
        content: (blobSha: string) => contentOf(account, blobSha),
        standsOn: (head: string, base: string) => standsOn(account, head, base),
        lastChange: async (path: string, from: string) =>
          (await commitsOf(account, { from, path, limit: 1 }))[0] ?? null,
      };
      return { repository, branch, remote };
    },
    async files() {
      const { deps, timeZone } = await teamFiles(env, tenantId);
      return { files: deps, today: dayOf(systemClock.now(), timeZone) };
    },
    saveConnection: (input) => saveGitHubConnection(db, env.MASTER_KEYS, input, isoTime(systemClock.now())),
    removeConnection: () => removeGitHubConnection(db),
  };
}

/** Has the mirror sync once files were changed. */
export function mirrorConsumer(env: Env, tenantId: string): Consumer {
  const world = { db: tenantDb(env, tenantId), notifications: notificationDeps(env, tenantId) };
  // The files of a turn are one commit where they were changed within so long.
  return consumerOf(world, () => wakeSoon(env, { tenantId, kind: "mirror.sync", gatherSeconds: 10 }));
}
