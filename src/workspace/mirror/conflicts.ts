/**
 * Files changed on both sides of which both versions were kept. Derived from the copies themselves, so a
 * conflict exists until a person resolves it.
 */
import { auditStatement, STEWARD } from "../../platform/audit/index.ts";
import { sha256Hex } from "../../kernel/hash.ts";
import { listFiles, parseFilePath, writeFile, type Origin, type WorkspaceDeps } from "../index.ts";

/** Our version is in place, theirs is in a copy. */
export interface MirrorConflict {
  readonly path: string;
  /** The file with GitHub's version. Deleting or moving it resolves the conflict. */
  readonly copy: string;
  readonly at: string;
}

const COPIES = "from_github";
const COPY = /^from_github\/[0-9a-f]{7}\/(.+)$/;
/** Scripts are stored as text outside skill folders, where they can't run. */
const SCRIPT_COPY = /\.js\.txt$/;
const LISTED = 200;

/** Unresolved conflicts, newest first. */
export async function listConflicts(files: Pick<WorkspaceDeps, "db">): Promise<MirrorConflict[]> {
  const copies = await listFiles(files, { under: COPIES, limit: LISTED });
  return copies
    .flatMap(({ path: copy, createdAt: at }) => {
      const path = COPY.exec(copy)?.[1]?.replace(SCRIPT_COPY, ".js");
      return path === undefined ? [] : [{ path, copy, at }];
    })
    .toSorted((left, right) => (left.at < right.at ? 1 : -1));
}

/**
 * Stores GitHub's version in a separate file, which prompts don't include, with an audit entry. Idempotent.
 */
export async function keepCopy(
  files: WorkspaceDeps,
  theirs: { readonly path: string; readonly content: string; readonly commit: string },
  origin: Origin,
): Promise<void> {
  const { path, content, commit } = theirs;
  const copy = await copyOf(path, commit);
  await writeFile(files, { ...origin, path: copy, content, overwrite: true });
  const entry = {
    id: `mirror-conflict:${files.db.tenantId}:${copy}`,
    actor: STEWARD,
    action: "mirror.conflict",
    subject: { kind: "file", id: copy },
    sentence: `${path} was changed here and on GitHub at the same time; GitHub’s version is kept in ${copy}`,
  };
  await files.db.batch([auditStatement(files.db, entry, files.clock.now())]);
}

/** The copy's path: based on its own path, or a generated name if that would be too long or too deep. */
async function copyOf(path: string, commit: string): Promise<string> {
  const folder = `${COPIES}/${commit}`;
  const copy = `${folder}/${path.endsWith(".js") ? `${path}.txt` : path}`;
  try {
    return parseFilePath(copy);
  } catch {
    return `${folder}/${(await sha256Hex(path)).slice(0, 16)}.txt`;
  }
}
