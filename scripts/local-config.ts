/**
 * The app's local configuration: `wrangler.toml` without account-only features (Vectorize, Workers AI) and deployment-only parts (the
 * build, `[env]`). Used by `npm start` and the tests.
 */
import { randomUUID } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { APP_CONFIG, CODE_CONFIG, ROOT } from "./tooling.ts";

/** Next to `wrangler.toml`, because its paths are relative. */
export const LOCAL_CONFIG = "wrangler.local.toml";
const LEFT_OUT = /^\[\[?(?:vectorize|ai|build|env\.[^\]]+)\]/;
/** Data folders store the first database under this ID. */
const LOCAL_DATABASE = 'binding = "DB"\ndatabase_id = "00000000-0000-0000-0000-000000000000"\n';

export function localConfigText(text: string): string {
  return text
    .split(/^(?=\[)/m)
    .filter((block) => !LEFT_OUT.test(block))
    .map((block) =>
      block.startsWith("[[d1_databases]]") ? block.replace('binding = "DB"\n', LOCAL_DATABASE) : block,
    )
    .join("");
}

/**
 * Writes the files if they differ, atomically, since several processes may do so at once. Returns all local configurations, the app's
 * first.
 */
export async function writeLocalConfigs(): Promise<string[]> {
  const path = join(ROOT, LOCAL_CONFIG);
  const text = localConfigText(await readFile(join(ROOT, APP_CONFIG), "utf8"));
  if ((await readFile(path, "utf8").catch(() => "")) !== text) {
    const draft = `${path}.${randomUUID()}`;
    await writeFile(draft, text);
    await rename(draft, path);
  }
  return [LOCAL_CONFIG, CODE_CONFIG];
}
