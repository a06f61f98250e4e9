/** Composition of erasing people for good. */
import { withdraw } from "../../approvals/index.ts";
import { eraseFromArchive } from "../archive/index.ts";
import type { Task, WorkResult } from "../../platform/work/index.ts";
import { tenantDb } from "../../platform/db/index.ts";
import { continueErasures, erasurePagesOf, type ErasurePages } from "./index.ts";
import { systemClock as clock } from "../../kernel/clock.ts";
import { systemIds as ids } from "../../kernel/ids.ts";
import { tenantFilePrefix } from "../../kernel/tenant-names.ts";
import { archiveStore } from "../../platform/archive-store.ts";
import type { Env } from "../../platform/env.ts";
import { fileBlobs } from "../../platform/file-blobs.ts";
import { systemLogger as logger } from "../../platform/logger.ts";
import { transcripts } from "../../platform/transcripts.ts";
import type { StoredChange, StoredPage } from "../../agent/api/objects.ts";
import { approvalDeps } from "../../approvals/open.ts";
import { conversationsOf } from "../../agent/open.ts";
import { wakeSoon } from "../../platform/wiring/queues.ts";
import { searchObject } from "../../knowledge/open.ts";

/** Pages about erasures. Cheap. */
export function erasurePages(env: Env, tenantId: string): ErasurePages {
  const wake = () => wakeSoon(env, { tenantId, kind: "contacts.erase" });
  return erasurePagesOf({ db: tenantDb(env, tenantId), clock, ids, wake });
}

/** Goes on with the erasures that are due. */
export async function eraseContacts(env: Env, { tenantId, untilMs }: Task): Promise<WorkResult> {
  const db = tenantDb(env, tenantId);
  const archive = { db, clock, ids, store: archiveStore(env.FILES, tenantId) };
  const prefix = `${await tenantFilePrefix(tenantId)}attachments/`;
  const conversation = conversationsOf(env, tenantId);
  const blobs = fileBlobs(env.FILES, tenantId);
  const deps = {
    db,
    clock,
    logger,
    withdraw: async (approvalId: string, by: Parameters<typeof withdraw>[1]["by"]) =>
      void (await withdraw(await approvalDeps(env, tenantId), { approvalId, by })),
    async wipeConversation(id: string): Promise<void> {
      // The object answers a reset with its end.
      await (await conversation(id)).reset().catch(() => undefined);
      await (await conversation(id)).wipe();
      await transcripts(env.FILES, tenantId).drop(id);
    },
    async rowsInConversation(id: string): Promise<number> {
      const rows = await (await conversation(id)).left();
      return Object.values(rows).reduce((sum, count) => sum + count, 0);
    },
    readConversation: async (id: string, page: StoredPage) => (await conversation(id)).readStored(page),
    async changeConversation(id: string, changes: readonly StoredChange[]): Promise<void> {
      for (const portion of portions(changes))
        await (await conversation(id)).rewrite({ tenantId, conversationId: id }, portion);
      // What it holds in memory is from before; an open turn is taken up again.
      await (await conversation(id)).reset().catch(() => undefined);
    },
    readVersion: (sha256: string) => blobs.get(sha256),
    dropAttachments: (names: readonly string[]) => env.FILES.delete(names.map((name) => prefix + name)),
    eraseArchive: (
      isTheirs: (row: object) => boolean,
      after: Parameters<typeof eraseFromArchive>[2],
      isDry?: boolean,
    ) => eraseFromArchive(archive, isTheirs, after, isDry),
    search: () => searchObject(env, tenantId),
  };
  return continueErasures(deps, untilMs);
}

/** Characters of rows that one call to an object carries, besides one row. */
const MOST_CHARS = 4_000_000;

/** Changes in as many calls as their size asks for. */
function portions(changes: readonly StoredChange[]): StoredChange[][] {
  const all: StoredChange[][] = [];
  let chars = Infinity;
  for (const change of changes) {
    chars += JSON.stringify(change).length;
    if (chars > MOST_CHARS) {
      all.push([]);
      chars = 0;
    }
    all.at(-1)?.push(change);
  }
  return all;
}
