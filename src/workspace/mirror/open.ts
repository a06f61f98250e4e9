/**
 * Composition of the GitHub mirror: reads through the integration, commits through the ledger under the
 * admin's standing rule.
 */
import { githubCommit } from "../../integrations/effects/all.ts";
import { removeGitHubConnection, saveGitHubConnection } from "../../integrations/github/connection.ts";
import type { Consumer } from "../../platform/events/index.ts";
import { commitsOf, contentOf, filesOf, headOf, standsOn } from "../../integrations/github/read.ts";
import { isoTime } from "../../kernel/clock.ts";
import { mirrorConsumer as consumerOf, type MirrorWorld } from "./index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { notifier } from "../../platform/notifier.ts";
import { approvalDeps } from "../../approvals/open.ts";
import { findAccount } from "../../integrations/open.ts";
import { teamFiles } from "../open.ts";
import { dayOf } from "../../kernel/calendar.ts";

/** Does no I/O. */
export function mirrorWorld(ctx: TenantContext): MirrorWorld {
  const db = ctx.db;
  return {
    db,
    clock: ctx.clock,
    ids: ctx.ids,
    logger: ctx.log,
    notifier: notifier(ctx),
    approvals: () => approvalDeps(ctx),
    commitOf: (document) => githubCommit.of(document),
    async branchOf(connectionId) {
      const account = await findAccount(ctx, "github", connectionId);
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
      const { deps, timeZone } = await teamFiles(ctx);
      return { files: deps, today: dayOf(ctx.clock.now(), timeZone) };
    },
    saveConnection: (input) =>
      saveGitHubConnection(db, ctx.config.masterKeys, input, isoTime(ctx.clock.now())),
    removeConnection: () => removeGitHubConnection(db),
  };
}

/** Syncs the mirror after files changed. */
export function mirrorConsumer(ctx: TenantContext): Consumer {
  // Files changed within this time, such as those of one turn, go into one commit.
  return consumerOf({ db: ctx.db, notifier: notifier(ctx) }, () =>
    ctx.wake("mirror.sync", { gatherSeconds: 10 }),
  );
}
