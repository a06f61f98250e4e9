/** Wires the nightly clean-up of one tenant. */
import type { TenantContext } from "../../platform/context.ts";
import { endUnused } from "../../integrations/oauth/revocation.ts";
import { cleanUp as cleanUpOf } from "../retention/index.ts";
import { expireSessions } from "../../agent/conversations/index.ts";
import { getPolicy } from "../../approvals/policy/index.ts";
import { connectionPagesDeps } from "../../integrations/open.ts";

/**
 * Revokes access nobody started to use, deletes what is no longer needed, and archives what is too old for
 * the database.
 */
export async function cleanUp(ctx: TenantContext): Promise<{ readonly summary: string }> {
  await endUnused(connectionPagesDeps(ctx));
  const quarantine = ctx.files.quarantine;
  const conversation = ctx.objects.conversation;
  const db = ctx.db;
  const { idleDays } = (await getPolicy(db)).policy.sessions;
  await expireSessions({
    db,
    clock: ctx.clock,
    logger: ctx.log,
    expire: async (conversationId) =>
      (await conversation(conversationId)).expire({ tenantId: ctx.tenantId, conversationId }, idleDays),
  });
  const archive = ctx.files.archive;
  return cleanUpOf({ db, clock: ctx.clock, ids: ctx.ids, quarantine, archive });
}
