/**
 * Creates Cloudflare resources the app's Worker needs and Wrangler doesn't create: the migrated database, the Vectorize index with its
 * metadata indexes, and the Worker for scripts. Every step checks first; idempotent.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { EMBEDDING_DIMENSIONS } from "../src/knowledge/vectors/index.ts";
import { METADATA_INDEXES } from "./cloudflare-rest.ts";
import type { Deployment } from "./deployment.ts";
import { BIN, CODE_CONFIG, ROOT } from "./tooling.ts";

/** `fail` ends the process. */
export interface Account {
  readonly dryRun: boolean;
  readonly signedIn: boolean;
  readonly say: (line: string) => void;
  readonly fail: (line: string) => never;
}

/** Runs Wrangler non-interactively, without configuration updates. */
export async function wrangler(args: readonly string[]): Promise<{ code: number; output: string }> {
  const child = spawn(join(BIN, "wrangler"), args, {
    cwd: ROOT,
    env: {
      ...process.env,
      CI: "true",
      WRANGLER_SEND_METRICS: "false",
      WRANGLER_HIDE_BANNER: "true",
      NO_COLOR: "1",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number>((done) => child.on("exit", (status) => done(status ?? 1)));
  return { code, output };
}

/** Whether Wrangler is signed in. */
export async function isSignedIn(): Promise<boolean> {
  const { code, output } = await wrangler(["whoami"]);
  return code === 0 && !/not authenticated|not logged in/i.test(output);
}

/** Runs and reports a step; a dry run only reports it. */
export async function act(
  { dryRun, say, fail }: Account,
  what: string,
  args: readonly string[],
): Promise<void> {
  if (dryRun) {
    say(`would: ${what}`);
    return;
  }
  say(`${what}…`);
  const { code, output } = await wrangler(args);
  if (code !== 0) fail(`${what} failed:\n${output.trim().split("\n").slice(-12).join("\n")}`);
}

/** Creates missing resources. `config` is the deployed configuration. */
export async function prepareAccount(
  account: Account,
  { databases, vectorIndex }: Deployment,
  { config, environment }: { readonly config: string; readonly environment: string },
): Promise<void> {
  const { say } = account;
  const inEnvironment = environment === "" ? [] : ["--env", environment];
  for (const { name, binding } of databases) {
    // Looked up by name: lists are paged, and other names may share our prefix.
    if (await isThere(account, ["d1", "info", name])) say(`D1 database ${name}: there`);
    else await act(account, `create the D1 database ${name}`, ["d1", "create", name]);
    await act(account, `apply the migrations to ${name}`, [
      "d1",
      "migrations",
      "apply",
      binding,
      "--remote",
      "--config",
      config,
      ...inEnvironment,
    ]);
  }
  if (vectorIndex === null) say("finding by meaning is off (MEANING): no Vectorize index, no Workers AI");
  else await prepareIndex(account, vectorIndex);
  const deployCode = ["deploy", "--config", CODE_CONFIG, "--minify", ...inEnvironment];
  await act(account, "deploy the Worker for scripts", deployCode);
}

async function prepareIndex(account: Account, index: string): Promise<void> {
  if (await isThere(account, ["vectorize", "get", index])) account.say(`Vectorize index ${index}: there`);
  else {
    const shape = [`--dimensions=${EMBEDDING_DIMENSIONS}`, "--metric=cosine"];
    await act(account, `create the Vectorize index ${index}`, ["vectorize", "create", index, ...shape]);
  }
  const listed = account.signedIn ? await wrangler(["vectorize", "list-metadata-index", index]) : null;
  for (const [property, type] of METADATA_INDEXES)
    if (listed?.code === 0 && new RegExp(`\\b${property}\\b`).test(listed.output))
      account.say(`its metadata index ${property}: there`);
    else {
      const shape = [`--propertyName=${property}`, `--type=${type}`];
      await act(account, `index its ${property}`, ["vectorize", "create-metadata-index", index, ...shape]);
    }
}

async function isThere({ signedIn }: Account, command: readonly string[]): Promise<boolean> {
  return signedIn && (await wrangler(command)).code === 0;
}
