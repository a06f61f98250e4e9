/** Runs work only when its inputs have changed. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Digest of the names and contents of files and folders. */
export async function digestOf(paths: readonly string[]): Promise<string> {
  const hash = createHash("sha256");
  const visit = async (path: string): Promise<void> => {
    const entries = await readdir(path, { withFileTypes: true }).catch(() => null);
    if (entries === null) {
      hash.update(path).update(await readFile(path));
      return;
    }
    for (const entry of entries.sort((left, right) => left.name.localeCompare(right.name))) {
      await visit(join(path, entry.name));
    }
  };
  for (const path of paths) if (existsSync(path)) await visit(path);
  return hash.digest("hex");
}

/** Whether the marker file holds this digest. */
export async function isDone(mark: string, digest: string): Promise<boolean> {
  return (await readFile(mark, "utf8").catch(() => "")) === digest;
}

/** Does the work unless the marker holds this digest; returns whether it ran. */
export async function doOnce(mark: string, digest: string, work: () => Promise<void>): Promise<boolean> {
  if (await isDone(mark, digest)) return false;
  await work();
  await writeFile(mark, digest);
  return true;
}
