/**
 * Checks that `Env` matches what `wrangler types` generates from wrangler.toml; anything else it requires must be a secret listed in
 * `.dev.vars.example`.
 */
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { configOfDeployment } from "./deployment.ts";
import { APP_CONFIG, BIN, parseVars, ROOT, toolEnv } from "./tooling.ts";

/** Our names for Wrangler's types where they are wider or narrower than we need. */
const OURS: Readonly<Record<string, RegExp>> = {
  DurableObjectNamespace: /^ObjectBinding</,
  Workflow: /^Workflow</,
  Queue: /^Queue</,
  VectorizeIndex: /^Vectorize$/,
  Service: /Rpc$/,
};

function membersOf(
  text: string,
  start: RegExp,
): Map<string, { readonly type: string; readonly isOptional: boolean }> {
  const from = text.search(start);
  const body = text.slice(from, text.indexOf("\n}", from));
  return new Map(
    [...body.matchAll(/^\s*(?:readonly )?([A-Z][A-Z0-9_]*)(\?)?: (.+);$/gm)].map(
      ([, name = "", optional, type = ""]) => [name, { type, isOptional: optional !== undefined }],
    ),
  );
}

/** The differences. `generated` is Wrangler's file, `declared` the one with `Env`. */
export function bindingProblems(generated: string, declared: string, secrets: readonly string[]): string[] {
  const made = membersOf(generated, /interface __BaseEnv_/);
  const ours = membersOf(declared, /export interface Env /);
  if (made.size < 10 || ours.size < 10) return ["no bindings were read"];
  const problems = [...made].flatMap(([name, { type }]) => {
    const own = ours.get(name);
    if (own === undefined) return [`${name} of wrangler.toml is not in Env`];
    const kind = /^\w+/.exec(type)?.[0] ?? type;
    const fits = OURS[kind]?.test(own.type) ?? own.type === type;
    return fits ? [] : [`${name} is ${type}, and ${own.type} in Env`];
  });
  for (const [name, { isOptional }] of ours)
    if (!made.has(name) && !isOptional && !secrets.includes(name))
      problems.push(`${name} of Env is neither in wrangler.toml nor a secret of .dev.vars.example`);
  for (const name of secrets)
    if (!ours.has(name)) problems.push(`${name} of .dev.vars.example is not in Env`);
  return problems;
}

/** Wrangler's types for the deployed configuration. Throws with its output on failure. */
async function generatedTypes(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "steward-types-"));
  const config = join(ROOT, `wrangler.local.toml.types.toml`);
  try {
    const text = await readFile(join(ROOT, APP_CONFIG), "utf8");
    await writeFile(config, configOfDeployment(text, { environment: "", version: "0.0.0", vars: {} }));
    const file = join(folder, "bindings.d.ts");
    const flags = ["--include-runtime=false", "--strict-vars=false", "--env-interface", "Bindings"];
    const child = spawn(join(BIN, "wrangler"), ["types", file, "--config", config, "--env", "", ...flags], {
      cwd: ROOT,
      env: toolEnv(folder),
    });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
    const code = await new Promise<number>((done) => child.on("exit", (status) => done(status ?? 1)));
    if (code !== 0) throw new Error(output.trim());
    return await readFile(file, "utf8");
  } finally {
    await Promise.all([rm(folder, { recursive: true, force: true }), rm(config, { force: true })]);
  }
}

/** Part of `npm run check`. */
export async function checkBindingTypes(): Promise<string[]> {
  const [generated, declared, example] = await Promise.all([
    generatedTypes(),
    readFile(join(ROOT, "src/platform/env.ts"), "utf8"),
    readFile(join(ROOT, ".dev.vars.example"), "utf8"),
  ]);
  return bindingProblems(generated, declared, Object.keys(parseVars(example)));
}
