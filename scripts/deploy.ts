/**
 * `npm run deploy`: makes what the account lacks, migrates, and deploys with all secrets, so that the first request finds everything. Every step looks first, so running it
 * again is safe. `-- --dry-run` says what it would do and changes nothing; `-- --env staging` deploys the second deployment of wrangler.toml.
 */
import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { appendFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import webPush from "web-push";
import { REGISTRATIONS } from "../src/integrations/registry.ts";
import { EMBEDDING_DIMENSIONS } from "../src/vectors/index.ts";
import { buildFrontend } from "./build.ts";
import { METADATA_INDEXES } from "./cloudflare-rest.ts";
import { configOfDeployment, readDeployment } from "./deployment.ts";
import { APP_CONFIG, CODE_CONFIG, parseVars, ROOT } from "./tooling.ts";

/** Written for the deployment and removed after it. */
const CONFIG = "wrangler.deploy.toml";
const SECRETS = ".deploy.secrets.json";
// However it ends.
process.on("exit", () => [CONFIG, SECRETS].forEach((file) => rmSync(join(ROOT, file), { force: true })));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => process.exit(1));
const dryRun = process.argv.includes("--dry-run");
const environment = process.argv.includes("--env")
  ? (process.argv[process.argv.indexOf("--env") + 1] ?? "")
  : "";
const suffix = environment === "" ? "" : `.${environment}`;
const VARS = `.deploy${suffix}.vars`;
const KEYS = `.deploy${suffix}.keys`;
const inEnvironment = environment === "" ? [] : ["--env", environment];

/** What only the owner of the deployment knows. */
const REQUIRED = ["APP_URL", "ANTHROPIC_API_KEY", "VAPID_SUBJECT"] as const;

function say(line: string): void {
  console.log(`  ${line}`);
}

function fail(line: string): never {
  console.error(`\n  ${line}\n`);
  process.exit(1);
}

async function wrangler(args: readonly string[]): Promise<{ code: number; output: string }> {
  const child = spawn(join(ROOT, "node_modules", ".bin", "wrangler"), args, {
    cwd: ROOT,
    // Questions are answered by their defaults, and the configuration isn't written to.
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

async function must(what: string, args: readonly string[]): Promise<string> {
  const { code, output } = await wrangler(args);
  if (code !== 0) fail(`${what} failed:\n${output.trim().split("\n").slice(-12).join("\n")}`);
  return output;
}

async function act(what: string, args: readonly string[]): Promise<void> {
  if (dryRun) {
    say(`would: ${what}`);
    return;
  }
  say(`${what}…`);
  await must(what, args);
}

const vars = parseVars(await readFile(join(ROOT, VARS), "utf8").catch(() => ""));
const missing: string[] = REQUIRED.filter((name) => (vars[name] ?? "") === "");
if ((vars["CLERK_ISSUER"] ?? "") === "" && (vars["ACCESS_TEAM_URL"] ?? "") === "")
  missing.push("CLERK_ISSUER (or ACCESS_TEAM_URL)");
if (missing.length > 0 && !dryRun)
  fail(`Write these into ${VARS} first (docs/first-deployment.md): ${missing.join(", ")}`);
for (const { id, secret } of REGISTRATIONS) {
  const [whole, half] = (vars[id] ?? "") === "" ? [secret, id] : [id, secret];
  if ((vars[whole] ?? "") !== "" && (vars[half] ?? "") === "")
    fail(`${whole} is in ${VARS} without ${half}: an app has both.`);
}
for (const name of missing) say(`missing in ${VARS}: ${name}`);

const { version } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as { version: string };
const text = configOfDeployment(await readFile(join(ROOT, APP_CONFIG), "utf8"), {
  environment,
  version,
  vars,
});
const deployment = readDeployment(text, environment);
await buildFrontend(say);

const account = await wrangler(["whoami"]);
const signedIn = account.code === 0 && !/not authenticated|not logged in/i.test(account.output);
if (!signedIn) {
  if (!dryRun)
    fail(
      "You are not signed in to Cloudflare. Run: npx wrangler login (or set CLOUDFLARE_API_TOKEN), then run this again.",
    );
  say("not signed in to Cloudflare: what exists in the account can't be looked at, so everything is listed");
}

/** Asked for by name: a list comes in pages, and names of others begin like ours. */
async function isThere(...command: readonly string[]): Promise<boolean> {
  return signedIn && (await wrangler(command)).code === 0;
}

/** What is deployed is found again by its commit; null outside a repository. */
async function commit(): Promise<string | null> {
  const asked = await promisify(execFile)("git", ["rev-parse", "--short", "HEAD"], { cwd: ROOT }).catch(
    () => null,
  );
  return asked === null ? null : asked.stdout.trim();
}

/** Names of the secrets that are there. A list that can't be fetched is not an empty one: new keys would lock out all that the current ones have sealed. */
async function secretsThere(): Promise<string> {
  if (!signedIn) return "";
  const { code, output } = await wrangler(["secret", "list", "--name", deployment.worker]);
  if (code === 0) return output;
  if (dryRun || /Worker "[^"]+".* not found/.test(output)) return "";
  return fail(`Listing the secrets failed:\n${output.trim().split("\n").slice(-12).join("\n")}`);
}

/** The secrets this deployment sets: the owner's, and keys that are made once. */
async function secretsToSet(): Promise<Record<string, string>> {
  const there = await secretsThere();
  const secrets: Record<string, string> = {};
  const names = [
    "ANTHROPIC_API_KEY",
    "EMBEDDINGS_KEY",
    "OTEL_EXPORTER_OTLP_HEADERS",
    ...REGISTRATIONS.flatMap(({ secret, signingSecret }) => [secret, signingSecret ?? ""]),
  ];
  for (const name of names) if ((vars[name] ?? "") !== "") secrets[name] = vars[name] ?? "";
  if (there.includes("MASTER_KEYS")) say("secret MASTER_KEYS: there");
  else secrets["MASTER_KEYS"] = `k1:${randomBytes(32).toString("base64")}`;
  if (there.includes("VAPID_PRIVATE_KEY")) say("secrets VAPID_*: there");
  else {
    const vapid = webPush.generateVAPIDKeys();
    secrets["VAPID_PUBLIC_KEY"] = vapid.publicKey;
    secrets["VAPID_PRIVATE_KEY"] = vapid.privateKey;
  }
  return secrets;
}

for (const { name } of deployment.databases)
  if (await isThere("d1", "info", name)) say(`D1 database ${name}: there`);
  else await act(`create the D1 database ${name}`, ["d1", "create", name]);

const { vectorIndex } = deployment;
if (vectorIndex === null) say("finding by meaning is off (MEANING): no Vectorize index, no Workers AI");
else if (await isThere("vectorize", "get", vectorIndex)) say(`Vectorize index ${vectorIndex}: there`);
else {
  const shape = [`--dimensions=${EMBEDDING_DIMENSIONS}`, "--metric=cosine"];
  await act(`create the Vectorize index ${vectorIndex}`, ["vectorize", "create", vectorIndex, ...shape]);
}
if (vectorIndex !== null) {
  const listed = await wrangler(["vectorize", "list-metadata-index", vectorIndex]);
  const there = listed.code === 0 ? listed.output : "";
  for (const [property, type] of METADATA_INDEXES)
    if (new RegExp(`\\b${property}\\b`).test(there)) say(`its metadata index ${property}: there`);
    else
      await act(`index its ${property}`, [
        "vectorize",
        "create-metadata-index",
        vectorIndex,
        `--propertyName=${property}`,
        `--type=${type}`,
      ]);
}

await writeFile(join(ROOT, CONFIG), text);
const deployed = ["deploy", "--config", CONFIG, "--minify", ...inEnvironment];
const codeDeployed = ["deploy", "--config", CODE_CONFIG, "--minify", ...inEnvironment];
const secrets = await secretsToSet();
if (dryRun) {
  for (const command of [codeDeployed, deployed])
    await must("Building the Workers", [...command, "--dry-run"]);
  say("the Workers build");
}
for (const { name, binding } of deployment.databases)
  await act(`apply the migrations to ${name}`, [
    ...["d1", "migrations", "apply", binding, "--remote", "--config", CONFIG],
    ...inEnvironment,
  ]);
if (!dryRun && secrets["MASTER_KEYS"] !== undefined) {
  // Before anything is sealed with them.
  await appendFile(join(ROOT, KEYS), `MASTER_KEYS="${secrets["MASTER_KEYS"]}"\n`, { mode: 0o600 });
  say(
    `MASTER_KEYS is kept in ${KEYS}: npm run tenant needs it. Store it safely; without it credentials can't be opened.`,
  );
}
await writeFile(join(ROOT, SECRETS), JSON.stringify(secrets), { mode: 0o600 });
await act("deploy the Worker for scripts", codeDeployed);
const tag = await commit();
await act(
  `deploy the Worker, with its bucket, its queues and the secrets ${Object.keys(secrets).join(", ")}`,
  [
    ...deployed,
    "--secrets-file",
    SECRETS,
    "--message",
    `Steward ${version}`,
    ...(tag === null ? [] : ["--tag", tag]),
  ],
);
say(
  dryRun
    ? "Nothing was changed."
    : `Deployed ${version}. See that all is there: npm run verify:cloudflare. Add the first team: npm run tenant -- --help`,
);
