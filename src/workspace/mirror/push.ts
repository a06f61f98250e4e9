/** Commits our changes to GitHub, in one commit whose message says by IDs who changed what, and why. */
import { byIds, type TenantDb } from "../../platform/db/index.ts";
import { workspaceVersions } from "../tables/workspace.ts";
import { isAccountSource, listFiles, type FileRow } from "../index.ts";
import { blobShaOf, dropBase, keepBase, readBase, type BaseFile } from "./base.ts";
import type { Committed, MirrorDeps } from "./ports.ts";

/**
 * Files per commit, and their combined bytes, which are in memory at once; the rest goes into the next one.
 */
const FILES = 300;
const COMMIT_BYTES = 8 * 1024 * 1024;
const PAGE = 1_000;
const LISTED = 40;

/** Files to commit. */
interface Outgoing {
  readonly changed: readonly { readonly row: FileRow; readonly isNew: boolean }[];
  readonly gone: readonly BaseFile[];
  readonly hasMore: boolean;
}

/** Commits changed files. Returns the commit, null if nothing changed, or why there is none yet. */
export async function push(
  deps: MirrorDeps,
  parent: string,
): Promise<{ readonly sha: string | null; readonly hasMore: boolean } | Exclude<Committed, { sha: string }>> {
  const outgoing = await whatChanged(deps);
  const { changed, gone } = outgoing;
  if (changed.length + gone.length === 0) return { sha: null, hasMore: false };
  const files = [
    ...changed.map(({ row }) => ({ path: row.path, sha256: row.sha256 })),
    ...gone.map(({ path }) => ({ path, sha256: null })),
  ];
  const message = `${await messageOf(deps.files.db, outgoing)}\n\nSteward-Mirror: ${deps.files.ids.newId()}`;
  const made = await deps.commit({ parent, message, files });
  if (!("sha" in made)) return made;
  const sync = { db: deps.files.db, lease: deps.lease };
  for (const { row } of changed) {
    const blobSha = await blobShaOf(await deps.files.blobs.get(row.sha256));
    await keepBase(sync, { path: row.path, etag: row.etag, sha256: row.sha256, blobSha });
  }
  for (const { path } of gone) await dropBase(sync, path);
  return { sha: made.sha, hasMore: outgoing.hasMore };
}

async function whatChanged({ files, lease, withSources }: MirrorDeps): Promise<Outgoing> {
  const base = await readBase(files.db);
  const changed: { row: FileRow; isNew: boolean }[] = [];
  const here = new Set<string>();
  for (let after: string | undefined; ;) {
    const page = await listFiles(files, { limit: PAGE, ...(after === undefined ? {} : { after }) });
    for (const row of page.filter(({ path }) => withSources || !isAccountSource(path))) {
      here.add(row.path);
      const known = base.get(row.path);
      if (known?.etag === row.etag) continue;
      // Only reviewed, or moved and moved back: a new version of the same content.
      if (known?.sha256 === row.sha256) await keepBase({ db: files.db, lease }, { ...known, etag: row.etag });
      else changed.push({ row, isNew: known === undefined });
    }
    after = page.at(-1)?.path;
    if (page.length < PAGE) break;
  }
  const gone = [...base.values()].filter(({ path }) => !here.has(path));
  const fitting = withinBytes(changed.slice(0, FILES));
  return {
    changed: fitting,
    gone: gone.slice(0, FILES),
    hasMore: changed.length > fitting.length || gone.length > FILES,
  };
}

/** The first files within the size limit; at least one. */
function withinBytes<File extends { readonly row: FileRow }>(files: readonly File[]): File[] {
  let sizeBytes = 0;
  return files.filter(({ row }, index) => (sizeBytes += row.sizeBytes) <= COMMIT_BYTES || index === 0);
}

/** What a file is, by its top folder, in words of ours. */
const KINDS: Readonly<Record<string, readonly [string, string]>> = {
  "MEMORY.md": ["memory", "memory"],
  daily_notes: ["daily note", "daily notes"],
  areas: ["area note", "area notes"],
  skills: ["skill file", "skill files"],
  accounts: ["account file", "account files"],
};
const ANY_FILE = ["file", "files"] as const;

function kindOf(path: string): readonly [string, string] {
  const root = path.split("/", 1)[0] ?? "";
  return Object.hasOwn(KINDS, root) ? (KINDS[root] ?? ANY_FILE) : ANY_FILE;
}

/** For example, `2 daily notes added, 1 skill file changed`. */
function summaryOf(outgoing: readonly { readonly path: string; readonly what: string }[]): string {
  const groups = Map.groupBy(outgoing, ({ path, what }) => `${kindOf(path)[1]} ${what}`);
  return [...groups]
    .map(([words, some]) =>
      some.length === 1
        ? `1 ${kindOf(some[0]?.path ?? "")[0]} ${some[0]?.what ?? ""}`
        : `${some.length} ${words}`,
    )
    .join(", ");
}

/**
 * The message contains IDs and words of ours only: GitHub scans messages for mentions, issues to close and
 * builds to skip, and paths, titles and names may have been chosen by outsiders. The first line is a summary,
 * followed by one line per file.
 */
async function messageOf(db: TenantDb, { changed, gone }: Outgoing): Promise<string> {
  const runs = await runsOf(db, changed.map(({ row }) => row.etag).slice(0, LISTED));
  const lines = [
    ...changed.map(
      ({ row, isNew }) =>
        `- ${row.etag}: ${kindOf(row.path)[0]} ${isNew ? "added" : "changed"} by ${authorId(row.author)}${runs.get(row.etag) ?? ""}`,
    ),
    ...gone.map(({ etag, path }) => `- ${etag}: ${kindOf(path)[0]} removed`),
  ];
  const more = lines.length > LISTED ? [`- and ${lines.length - LISTED} more`] : [];
  const what = summaryOf([
    ...changed.map(({ row, isNew }) => ({ path: row.path, what: isNew ? "added" : "changed" })),
    ...gone.map(({ path }) => ({ path, what: "removed" })),
  ]);
  return [`Steward: ${what}`, "", ...lines.slice(0, LISTED), ...more].join("\n");
}

/** People outside the team choose their own IDs. */
function authorId({ kind, id }: FileRow["author"]): string {
  return kind === "user" || kind === "agent" ? id : "an author outside the team";
}

/** The runs that wrote these versions, by etag. */
async function runsOf(db: TenantDb, etags: readonly string[]): Promise<Map<string, string>> {
  if (etags.length === 0) return new Map();
  const versions = await db.rows(workspaceVersions, byIds(workspaceVersions.id, etags));
  return new Map(versions.flatMap(({ id, runId }) => (runId === null ? [] : [[id, ` in run ${runId}`]])));
}
