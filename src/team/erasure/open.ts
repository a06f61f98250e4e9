/** Composition of permanent erasure. */
import { withdraw } from "../../approvals/index.ts";
import { eraseFromArchive } from "../archive/index.ts";
import type { Task, WorkResult } from "../../platform/work/index.ts";
import { continueErasures, erasurePagesOf, type ErasurePages } from "./index.ts";
import type { TenantContext } from "../../platform/context.ts";
import type { StoredChange, StoredPage } from "../../platform/api/stored-rows.ts";
import { approvalDeps } from "../../approvals/open.ts";

/** Does no I/O. */
export function erasurePages(ctx: TenantContext): ErasurePages {
  const wake = () => ctx.wake("contacts.erase");
  return erasurePagesOf({ db: ctx.db, clock: ctx.clock, ids: ctx.ids, wake });
}

/** Continues the due erasures. */
export async function eraseContacts(ctx: TenantContext, { untilMs }: Task): Promise<WorkResult> {
  const db = ctx.db;
  const archive = { db, clock: ctx.clock, ids: ctx.ids, store: ctx.files.archive };
  const conversation = ctx.objects.conversation;
  const blobs = ctx.files.blobs;
  const deps = {
    db,
    clock: ctx.clock,
    logger: ctx.log,
    withdraw: async (approvalId: string, by: Parameters<typeof withdraw>[1]["by"]) =>
      void (await withdraw(await approvalDeps(ctx), { approvalId, by })),
    async wipeConversation(id: string): Promise<void> {
      // The object terminates on reset.
      await (await conversation(id)).reset().catch(() => undefined);
      await (await conversation(id)).wipe();
      await ctx.files.transcripts.drop(id);
    },
    async rowsInConversation(id: string): Promise<number> {
      const rows = await (await conversation(id)).left();
      return Object.values(rows).reduce((sum, count) => sum + count, 0);
    },
    readConversation: async (id: string, page: StoredPage) => (await conversation(id)).readStored(page),
    async changeConversation(id: string, changes: readonly StoredChange[]): Promise<void> {
      for (const portion of portions(changes))
        await (await conversation(id)).rewrite({ tenantId: ctx.tenantId, conversationId: id }, portion);
      // Its in-memory state is outdated; an open turn is resumed.
      await (await conversation(id)).reset().catch(() => undefined);
    },
    readVersion: (sha256: string) => blobs.get(sha256),
    dropAttachments: (names: readonly string[]) => ctx.files.attachments.drop(names),
    eraseArchive: (
      isTheirs: (row: object) => boolean,
      after: Parameters<typeof eraseFromArchive>[2],
      isDry?: boolean,
    ) => eraseFromArchive(archive, isTheirs, after, isDry),
    search: () => ctx.objects.search(),
  };
  return continueErasures(deps, untilMs);
}

/** Maximum characters of rows per call to an object, unless a single row is larger. */
const MOST_CHARS = 4_000_000;

/** Splits changes into calls by size. */
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
