/** Erasures for pages: preview, start, status. */
import { eq } from "drizzle-orm";
import type { Actor } from "../../platform/audit/index.ts";
import { byIds, type TenantDb } from "../../platform/db/index.ts";
import { erasures } from "../tables/erasure.ts";
import { workspaceFiles } from "../../workspace/tables/workspace.ts";
import { AppError } from "../../kernel/errors.ts";
import type { IdSource } from "../../kernel/ids.ts";
import { formatNumber } from "../../kernel/phone.ts";
import type { Erasure, ErasurePlan } from "../api/erasure.ts";
import { isE164 } from "../../kernel/e164.ts";
import { openDrafts, personToErase } from "./person.ts";
import type { ErasureDeps } from "./ports.ts";
import { beginErasure, countOwn, listErasures } from "./begin.ts";

export interface ErasurePages {
  /** Preview. Throws AppError `not_found`. */
  plan(contact: string): Promise<ErasurePlan>;
  /** Starts an erasure and returns its ID. Throws like `beginErasure`. */
  begin(asked: { readonly contact: string; readonly name: string; readonly by: Actor }): Promise<string>;
  list(): Promise<Erasure[]>;
  /** Throws AppError `not_found`. */
  get(id: string): Promise<Erasure>;
}

type Deps = Pick<ErasureDeps, "db" | "clock"> & {
  readonly ids: IdSource;
  /** Starts the work immediately. */
  readonly wake: () => Promise<void>;
};

export function erasurePagesOf(deps: Deps): ErasurePages {
  const { db } = deps;
  return {
    async plan(contact) {
      const { person, shared } = await personToErase(db, contact);
      const [counts, { busy, waiting }] = await Promise.all([countOwn(db, person), openDrafts(db, person)]);
      const { name, numbers, addresses } = person;
      return {
        name,
        keys: [...numbers, ...addresses].map(shownKey),
        shared: shared.map((one) => ({ key: shownKey(one.key), with: [...one.with] })),
        counts,
        busy: busy.length,
        waiting: waiting.length,
      };
    },
    async begin({ contact, name, by }) {
      const id = deps.ids.newId();
      await beginErasure(deps, { id, contact, name, by });
      await deps.wake();
      return id;
    },
    list: async () => Promise.all((await listErasures(db)).map((row) => erasureView(db, row))),
    async get(id) {
      const row = await db.find(erasures, eq(erasures.id, id));
      if (row === null) throw new AppError("not_found", "That erasure doesn’t exist.");
      return erasureView(db, row);
    },
  };
}

const shownKey = (key: string): string => (isE164(key) ? formatNumber(key) : key);

async function erasureView(db: TenantDb, row: typeof erasures.$inferSelect): Promise<Erasure> {
  const { id, person, stage, removed, left, requestedByName, requestedAt, finishedAt, hash, failures } = row;
  const fileIds = left.flatMap(({ fileId }) => fileId ?? []);
  const files = new Map(
    fileIds.length === 0
      ? []
      : (await db.rows(workspaceFiles, byIds(workspaceFiles.id, fileIds))).map((file) => [
          file.id,
          file.path,
        ]),
  );
  const pathOf = (fileId: string | null): string | null => {
    const path = fileId === null ? undefined : files.get(fileId);
    return path === undefined ? null : `/workspace/${path.split("/").map(encodeURIComponent).join("/")}`;
  };
  return {
    id,
    name: person?.name ?? null,
    stage,
    removed: Object.entries(removed).map(([what, count]) => ({ what, count })),
    left: left.map(({ what, count, path, fileId }) => ({ what, count, path: path ?? pathOf(fileId) })),
    requestedBy: requestedByName,
    requestedAt,
    finishedAt,
    hash,
    failing: failures > 0,
  };
}
