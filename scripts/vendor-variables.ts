/** Variables that point every vendor at the sandbox, with the OAuth apps registered there. */
import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { digestOf } from "./once.ts";
import { ROOT } from "./tooling.ts";

interface VendorVariables {
  /** Of the sources. */
  readonly digest: string;
  /** Base URLs by variable, as paths in the sandbox. */
  readonly paths: Readonly<Record<string, string>>;
  readonly clients: Readonly<Record<string, string>>;
}

/** Loading the vendors' modules takes a second, so what they say is kept until the sources change. */
const KEPT = join(ROOT, "dist", "vendor-variables.json");

export async function vendorVariables(sandboxUrl: string): Promise<Record<string, string>> {
  const digest = digestOf(["src", "sandbox", "package-lock.json"].map((path) => join(ROOT, path)));
  const kept = JSON.parse(await readFile(KEPT, "utf8").catch(() => "null")) as VendorVariables | null;
  const { paths, clients } = kept?.digest === digest ? kept : await keep(digest);
  const addresses = Object.entries(paths).map(([name, path]) => [name, `${sandboxUrl}${path}`] as const);
  return { ...Object.fromEntries(addresses), ...clients };
}

async function keep(digest: string): Promise<VendorVariables> {
  const [{ clientVariables, sandboxVariables }, { SANDBOX_APPS }] = await Promise.all([
    import("../src/integrations/registry.ts"),
    import("../sandbox/apps.ts"),
  ]);
  const made = { digest, paths: sandboxVariables(""), clients: clientVariables(SANDBOX_APPS) };
  // Several processes may start at once.
  const draft = `${KEPT}.${randomUUID()}`;
  await mkdir(dirname(KEPT), { recursive: true });
  await writeFile(draft, JSON.stringify(made));
  await rename(draft, KEPT);
  return made;
}
