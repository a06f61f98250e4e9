/**
 * The app's configuration for this machine: `wrangler.toml` without what only a Cloudflare account has (Vectorize, Workers AI), what is done for a deployment alone
 * (the build, `[env]`), and nothing else. `npm start` and the tests run on it.
 */
import { randomUUID } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { APP_CONFIG, CODE_CONFIG, ROOT } from "./tooling.ts";

/** Written beside `wrangler.toml`, since its paths count from there. */
export const LOCAL_CONFIG = "wrangler.local.toml";
const LEFT_OUT = /^\[\[?(?:vectorize|ai|build|env\.[^\]]+)\]/;
/** Data folders keep the first database under this ID. */
const LOCAL_DATABASE = 'binding = "DB"\ndatabase_id = "00000000-0000-0000-0000-000000000000"\n';

/** The configuration for this machine, as text. */
export function localConfigText(text: string): string {
  return text
    .split(/^(?=\[)/m)
    .filter((block) => !LEFT_OUT.test(block))
    .map((block) =>
      block.startsWith("[[d1_databases]]") ? block.replace('binding = "DB"\n', LOCAL_DATABASE) : block,
    )
    .join("");
}

/** Writes it where it differs, whole at once since several may do so at a time. Gives all configurations of this machine, the app's first. */
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
