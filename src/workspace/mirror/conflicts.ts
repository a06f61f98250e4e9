/** Where both sides changed a file and both were kept: read from the copies themselves, so that a conflict is there until somebody has settled it. */
import { auditStatement, STEWARD } from "../../platform/audit/index.ts";
import { sha256Hex } from "../../kernel/hash.ts";
import { listFiles, parseFilePath, writeFile, type Origin, type WorkspaceDeps } from "../index.ts";

/** A file of which ours stands and theirs is kept beside it. */
export interface MirrorConflict {
  readonly path: string;
  /** The file that holds what stood on GitHub. Who deletes or moves it has settled the conflict. */
  readonly copy: string;
  readonly at: string;
}

const COPIES = "from_github";
const COPY = /^from_github\/[0-9a-f]{7}\/(.+)$/;
/** Scripts are kept as text: they run in the folder of a skill alone. */
const SCRIPT_COPY = /\.js\.txt$/;
const LISTED = 200;

/** The conflicts no one has settled, the newest first. */
export async function listConflicts(files: Pick<WorkspaceDeps, "db">): Promise<MirrorConflict[]> {
  const copies = await listFiles(files, { under: COPIES, limit: LISTED });
  return copies
    .flatMap(({ path: copy, createdAt: at }) => {
      const path = COPY.exec(copy)?.[1]?.replace(SCRIPT_COPY, ".js");
      return path === undefined ? [] : [{ path, copy, at }];
    })
    .toSorted((left, right) => (left.at < right.at ? 1 : -1));
}

/** Keeps what stands on GitHub in a file of its own, which no prompt holds by itself, and says so in the audit. Repeats keep it once. */
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

/** Where a copy is kept: under its own path, or under a made-up name where that would be too long or too deep. */
async function copyOf(path: string, commit: string): Promise<string> {
  const folder = `${COPIES}/${commit}`;
  const copy = `${folder}/${path.endsWith(".js") ? `${path}.txt` : path}`;
  try {
    return parseFilePath(copy);
  } catch {
    return `${folder}/${(await sha256Hex(path)).slice(0, 16)}.txt`;
  }
}
