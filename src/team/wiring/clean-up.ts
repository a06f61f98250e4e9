/** Composition of the nightly clean-up of one tenant. */
import { tenantDb } from "../../platform/db/index.ts";
import { systemClock } from "../../kernel/clock.ts";
import { systemIds } from "../../kernel/ids.ts";
import type { Env } from "../../platform/env.ts";
import { archiveStore } from "../../platform/archive-store.ts";
import { blobQuarantine } from "../../platform/file-blobs.ts";
import { endUnused } from "../../integrations/oauth/revocation.ts";
import { cleanUp as cleanUpOf } from "../retention/index.ts";
import { systemLogger } from "../../platform/logger.ts";
import { expireSessions } from "../../agent/conversations/index.ts";
import { getPolicy } from "../../approvals/policy/index.ts";
import { conversationsOf } from "../../agent/open.ts";
import { connectionPagesDeps } from "../../integrations/wiring/connection-pages.ts";

/** Gives access back that nobody took into use, deletes what no one will ask for again, and archives what is only too old for the database. */
export async function cleanUp(env: Env, tenantId: string): Promise<{ readonly summary: string }> {
  await endUnused(connectionPagesDeps(env, tenantId));
  const quarantine = blobQuarantine(env.FILES, tenantId);
  const conversation = conversationsOf(env, tenantId);
  const db = tenantDb(env, tenantId);
  const { idleDays } = (await getPolicy(db)).policy.sessions;
  await expireSessions({
    db,
    clock: systemClock,
    logger: systemLogger,
    expire: async (conversationId) =>
      (await conversation(conversationId)).expire({ tenantId, conversationId }, idleDays),
  });
  const archive = archiveStore(env.FILES, tenantId);
  return cleanUpOf({ db, clock: systemClock, ids: systemIds, quarantine, archive });
}
