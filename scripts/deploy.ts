/**
 * `npm run deploy`: makes what is missing in the Cloudflare account (database, bucket, queue, secrets), migrates, builds and deploys. Every step looks
 * first and acts only on what is not there, so running it again is safe. `-- --dry-run` says what it would do and changes nothing.
 */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import webPush from "web-push";
import { REGISTRATIONS } from "../src/integrations/registry.ts";
import { buildFrontend } from "./build.ts";
import { listDatabases, withDatabaseIds } from "./databases.ts";
import { APP_CONFIG, CODE_CONFIG, parseVars, ROOT } from "./tooling.ts";

/** The app's configuration with what only this deployment has; written for the deployment and removed after it. */
const CONFIG = "wrangler.deploy.toml";
const dryRun = process.argv.includes("--dry-run");

/** What only the owner of the deployment knows, read from `.deploy.vars`. */
const REQUIRED = ["APP_URL", "ANTHROPIC_API_KEY", "VAPID_SUBJECT"] as const;
const OPEN_VARS = [
  "APP_URL",
  "CLERK_ISSUER",
  "CLERK_AUTHORIZED_PARTIES",
  "CLERK_SIGN_IN_URL",
  "ACCESS_TEAM_URL",
  "ACCESS_AUD",
  "OPERATORS",
  "SECURITY_CONTACT",
  ...REGISTRATIONS.map(({ id }) => id),
  "OTEL_EXPORTER_OTLP_ENDPOINT",
  "LOGS_URL",
  "EMBEDDINGS_URL",
  "EMBEDDINGS_MODEL",
  "VAPID_SUBJECT",
  "AGENT_MODEL",
  "CHEAP_MODEL",
  "HEAVY_MODEL",
  "ANTHROPIC_BASE_URL",
  "QUO_BASE_URL",
  "QUO_MEDIA_URL",
  "PUSH_ALLOWED_HOSTS",
];

function say(line: string): void {
  console.log(`  ${line}`);
}

function fail(line: string): never {
  console.error(`\n  ${line}\n`);
  process.exit(1);
}

async function wrangler(args: readonly string[], input?: string): Promise<{ code: number; output: string }> {
  const child = spawn(join(ROOT, "node_modules", ".bin", "wrangler"), args, {
    cwd: ROOT,
    env: { ...process.env, WRANGLER_SEND_METRICS: "false", WRANGLER_HIDE_BANNER: "true", NO_COLOR: "1" },
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.end(input);
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number>((done) => child.on("exit", (status) => done(status ?? 1)));
  return { code, output };
}

async function must(what: string, args: readonly string[], input?: string): Promise<string> {
  const { code, output } = await wrangler(args, input);
  if (code !== 0) fail(`${what} failed:\n${output.trim().split("\n").slice(-12).join("\n")}`);
  return output;
}

async function act(what: string, args: readonly string[], input?: string): Promise<void> {
  if (dryRun) {
    say(`would: ${what}`);
    return;
  }
  say(`${what}…`);
  await must(what, args, input);
}

function jsonIn(output: string): unknown {
  const start = output.search(/[[{]/);
  return start === -1 ? null : JSON.parse(output.slice(start));
}

/** The deployment's configuration: ours with the account's database ids and the owner's open variables. */
function configText(
  base: string,
  databaseIds: ReadonlyMap<string, string>,
  vars: Readonly<Record<string, string>>,
): string {
  let text = withDatabaseIds(base, databaseIds);
  for (const name of OPEN_VARS) {
    const value = vars[name];
    if (value === undefined) continue;
    const line = `${name} = ${JSON.stringify(value)}`;
    const known = new RegExp(`^${name} = .*$`, "m");
    text = known.test(text) ? text.replace(known, () => line) : `${text.trimEnd()}\n${line}\n`;
  }
  return text;
}

async function findDatabase(databaseName: string): Promise<string | null> {
  const list = jsonIn(await must("Listing databases", ["d1", "list", "--json"]));
  if (!Array.isArray(list)) return null;
  for (const item of list as unknown[]) {
    if (
      typeof item === "object" &&
      item !== null &&
      "name" in item &&
      item.name === databaseName &&
      "uuid" in item
    )
      return String(item.uuid);
  }
  return null;
}

const vars = parseVars(await readFile(join(ROOT, ".deploy.vars"), "utf8").catch(() => ""));
const missing = REQUIRED.filter((name) => (vars[name] ?? "") === "");
if ((vars["CLERK_ISSUER"] ?? "") === "" && (vars["ACCESS_TEAM_URL"] ?? "") === "")
  missing.push("CLERK_ISSUER (or ACCESS_TEAM_URL)" as never);
if (missing.length > 0 && !dryRun) {
  fail(`Write these into .deploy.vars first (docs/operations.md, Deployment): ${missing.join(", ")}`);
}
for (const { id, secret } of REGISTRATIONS) {
  const [whole, half] = (vars[id] ?? "") === "" ? [secret, id] : [id, secret];
  if ((vars[whole] ?? "") !== "" && (vars[half] ?? "") === "")
    fail(`${whole} is in .deploy.vars without ${half}: an app has both.`);
}
for (const name of missing) say(`missing in .deploy.vars: ${name}`);

const base = await readFile(join(ROOT, APP_CONFIG), "utf8");
await buildFrontend(say);

const account = await wrangler(["whoami"]);
const signedIn = account.code === 0 && !/not authenticated|not logged in/i.test(account.output);
if (!signedIn) {
  if (!dryRun)
    fail(
      "You are not signed in to Cloudflare. Run: npx wrangler login (or set CLOUDFLARE_API_TOKEN), then run this again.",
    );
  say("not signed in to Cloudflare: what exists in the account cannot be looked at, so everything is listed");
}

const databases = listDatabases(base);
const databaseIds = new Map<string, string>();
for (const { name } of databases) {
  let databaseId = signedIn ? await findDatabase(name) : null;
  if (databaseId === null) {
    await act(`create the D1 database ${name}`, ["d1", "create", name]);
    if (!dryRun) databaseId = await findDatabase(name);
    if (!dryRun && databaseId === null)
      fail("The database was made but is not listed yet. Run the command again in a minute.");
  } else say(`D1 database ${name}: there`);
  if (databaseId !== null) databaseIds.set(name, databaseId);
}

/** Asked for by name: a list comes in pages, and names of others begin like ours. */
async function isThere(...command: readonly string[]): Promise<boolean> {
  return signedIn && (await wrangler(command)).code === 0;
}

if (await isThere("r2", "bucket", "info", "steward-files")) say("R2 bucket steward-files: there");
else await act("create the R2 bucket steward-files", ["r2", "bucket", "create", "steward-files"]);

for (const queue of ["steward-urgent", "steward-inbox", "steward-jobs", "steward-long"]) {
  if (await isThere("queues", "info", queue)) say(`queue ${queue}: there`);
  else await act(`create the queue ${queue}`, ["queues", "create", queue]);
}

/** Vectors of Workers AI's default model; another model has an index of its own. Metadata indexes hold only for what is written after them. */
const MEANING = {
  index: "steward-bge-base-768",
  dimensions: "768",
  metadata: [
    ["source", "string"],
    ["at", "number"],
    ["thread", "string"],
  ],
} as const;
const hasMeaning = vars["MEANING"] === "on";
if (hasMeaning) {
  const { index, dimensions, metadata } = MEANING;
  if (await isThere("vectorize", "get", index)) say(`Vectorize index ${index}: there`);
  else {
    const shape = [`--dimensions=${dimensions}`, "--metric=cosine"];
    await act(`create the Vectorize index ${index}`, ["vectorize", "create", index, ...shape]);
    for (const [property, type] of metadata)
      await act(`index its ${property}`, [
        "vectorize",
        "create-metadata-index",
        index,
        `--propertyName=${property}`,
        `--type=${type}`,
      ]);
  }
}
const meaningText = hasMeaning
  ? `\n[ai]\nbinding = "AI"\n\n[[vectorize]]\nbinding = "VECTORS"\nindex_name = "${MEANING.index}"\n`
  : "";

await writeFile(join(ROOT, CONFIG), `${configText(base, databaseIds, vars)}${meaningText}`);
try {
  if (dryRun) {
    for (const config of [CODE_CONFIG, CONFIG])
      await must("Building the Workers", ["deploy", "--dry-run", "--config", config, "--minify"]);
    say("the Workers build");
    say("would: apply the migrations to the remote databases");
    say("would: deploy the Worker for scripts, then the app");
  } else {
    for (const { name, binding } of databases)
      await act(`apply the migrations to ${name}`, [
        "d1",
        "migrations",
        "apply",
        binding,
        "--remote",
        "--config",
        CONFIG,
      ]);
    await act("deploy the Worker for scripts", ["deploy", "--config", CODE_CONFIG, "--minify"]);
    await act("deploy the Worker", ["deploy", "--config", CONFIG, "--minify"]);
  }

  // A list that could not be fetched is not an empty one: new keys would lock out everything that the current ones have sealed.
  const listing = ["secret", "list", "--config", CONFIG];
  const listed = dryRun
    ? signedIn
      ? (await wrangler(listing)).output
      : ""
    : await must("Listing the secrets", listing);
  const put = async (name: string, value: string | undefined): Promise<void> => {
    if (value === undefined) return;
    await act(`set the secret ${name}`, ["secret", "put", name, "--config", CONFIG], value);
  };
  await put("ANTHROPIC_API_KEY", vars["ANTHROPIC_API_KEY"]);
  for (const { secret, signingSecret } of REGISTRATIONS) {
    await put(secret, vars[secret]);
    if (signingSecret !== null) await put(signingSecret, vars[signingSecret]);
  }
  await put("EMBEDDINGS_KEY", vars["EMBEDDINGS_KEY"]);
  if (listed.includes("MASTER_KEYS")) say("secret MASTER_KEYS: there");
  else {
    const masterKeys = `k1:${randomBytes(32).toString("base64")}`;
    await put("MASTER_KEYS", masterKeys);
    if (!dryRun) {
      await writeFile(join(ROOT, ".deploy.keys"), `MASTER_KEYS="${masterKeys}"\n`, { mode: 0o600 });
      say(
        "MASTER_KEYS is also kept in .deploy.keys: npm run tenant needs it. Store it safely; without it credentials cannot be opened.",
      );
    }
  }
  if (listed.includes("VAPID_PRIVATE_KEY")) say("secrets VAPID_*: there");
  else {
    const vapid = webPush.generateVAPIDKeys();
    await put("VAPID_PUBLIC_KEY", vapid.publicKey);
    await put("VAPID_PRIVATE_KEY", vapid.privateKey);
  }
} finally {
  await rm(join(ROOT, CONFIG), { force: true });
}
say(dryRun ? "Nothing was changed." : "Deployed. Add the first team: npm run tenant -- --help");
