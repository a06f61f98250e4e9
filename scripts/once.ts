/** Runs work only when its inputs have changed. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Digest of the names and contents of files and folders, except for hidden ones: Wrangler keeps its own beside a configuration while it runs. Synchronous:
 * awaiting thousands of small files takes several times as long as reading them.
 */
export function digestOf(paths: readonly string[]): string {
  const hash = createHash("sha256");
  const add = (path: string): void => void hash.update(path).update(readFileSync(path));
  for (const path of paths.filter((one) => existsSync(one))) {
    if (statSync(path).isDirectory())
      for (const entry of readdirSync(path, { withFileTypes: true, recursive: true })
        .filter((one) => one.isFile())
        .map(({ parentPath, name }) => join(parentPath, name))
        .filter((file) => !file.slice(path.length).includes("/."))
        .sort())
        add(entry);
    else add(path);
  }
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
