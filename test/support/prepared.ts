/** What every product of a test run starts from, made once: a data folder with its tables and companies, and the Workers in bundles. */
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { buildWorkers } from "../../scripts/build.ts";
import { prepareDataDir, type StackOptions } from "../../scripts/stack.ts";
import { alreadyPrepared, type Prepared } from "./already-prepared.ts";
import { freePort } from "./test-env.ts";

/** Makes it in a folder for temporary files, which `dispose` removes. */
export async function prepare(): Promise<Prepared & { readonly dispose: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "steward-prepared-"));
  const dataDir = join(folder, "data");
  const [configs] = await Promise.all([
    buildWorkers(join(folder, "workers")),
    prepareDataDir({ port: await freePort(), sandboxPort: await freePort(), dataDir }),
  ]);
  return { dataDir, configs, dispose: () => rm(folder, { recursive: true, force: true }) };
}

/** A folder of its own with the same data in it. */
export async function copyOf({ dataDir }: Prepared, name: string): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), name));
  await cp(dataDir, copy, { recursive: true });
  return copy;
}

/** A folder for one more product, filled where that was prepared, with what it then starts from. */
export async function newProduct(name: string): Promise<Pick<StackOptions, "dataDir" | "configs">> {
  const prepared = alreadyPrepared();
  if (prepared === null) return { dataDir: await mkdtemp(join(tmpdir(), name)) };
  return { dataDir: await copyOf(prepared, name), configs: prepared.configs };
}

/** Vitest global set-up of the project whose files start products of their own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = alreadyPrepared();
  if (given !== null) {
    project.provide("prepared", given);
    return () => Promise.resolve();
  }
  const { dataDir, configs, dispose } = await prepare();
  project.provide("prepared", { dataDir, configs });
  return dispose;
}
