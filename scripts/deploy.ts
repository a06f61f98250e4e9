/**
 * `npm run deploy`: creates missing account resources, migrates, and deploys with all secrets, so that the first request works. Every
 * step checks first, so it is safe to repeat. `-- --dry-run` prints the steps without changing anything; `-- --env staging` deploys the
 * second deployment of wrangler.toml.
 */
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { appendFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import webPush from "web-push";
import { REGISTRATIONS } from "../src/integrations/registry.ts";
import { buildFrontend } from "./build.ts";
import { configOfDeployment, readDeployment } from "./deployment.ts";
import { act, isSignedIn, prepareAccount, wrangler, type Account } from "./prepare-account.ts";
import { APP_CONFIG, parseVars, ROOT } from "./tooling.ts";

/** Temporary, for the deployment only. */
const CONFIG = "wrangler.deploy.toml";
const SECRETS = ".deploy.secrets.json";
// However the process ends.
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

/** Values only the operator knows. */
const REQUIRED = ["APP_URL", "ANTHROPIC_API_KEY", "VAPID_SUBJECT"] as const;

function say(line: string): void {
  console.log(`  ${line}`);
}

function fail(line: string): never {
  console.error(`\n  ${line}\n`);
  process.exit(1);
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

const signedIn = await isSignedIn();
if (!signedIn) {
  if (!dryRun)
    fail(
      "You are not signed in to Cloudflare. Run: npx wrangler login (or set CLOUDFLARE_API_TOKEN), then run this again.",
    );
  say("not signed in to Cloudflare: can't check what exists in the account, so all steps are listed");
}

const account: Account = { dryRun, signedIn, say, fail };

/** The deployed commit; null outside a repository. */
async function commit(): Promise<string | null> {
  const asked = await promisify(execFile)("git", ["rev-parse", "--short", "HEAD"], { cwd: ROOT }).catch(
    () => null,
  );
  return asked === null ? null : asked.stdout.trim();
}

/**
 * Names of existing secrets. Throws if the list can't be fetched, because treating it as empty would generate new keys and lock out
 * everything sealed with the current ones.
 */
async function secretsThere(): Promise<string> {
  if (!signedIn) return "";
  const { code, output } = await wrangler(["secret", "list", "--name", deployment.worker]);
  if (code === 0) return output;
  if (dryRun || /Worker "[^"]+".* not found/.test(output)) return "";
  return fail(`Listing the secrets failed:\n${output.trim().split("\n").slice(-12).join("\n")}`);
}

/** Secrets to set: the operator's, and generated keys. */
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

await writeFile(join(ROOT, CONFIG), text);
const deployed = ["deploy", "--config", CONFIG, "--minify", ...inEnvironment];
if (dryRun) {
  const { code, output } = await wrangler([...deployed, "--dry-run"]);
  if (code !== 0) fail(`Building the Worker failed:\n${output.trim().split("\n").slice(-12).join("\n")}`);
  say("the Worker builds");
}
const secrets = await secretsToSet();
await prepareAccount(account, deployment, { config: CONFIG, environment });
if (!dryRun && secrets["MASTER_KEYS"] !== undefined) {
  // Saved before anything is sealed with them.
  await appendFile(join(ROOT, KEYS), `MASTER_KEYS="${secrets["MASTER_KEYS"]}"\n`, { mode: 0o600 });
  say(
    `MASTER_KEYS is kept in ${KEYS}: npm run tenant needs it. Store it safely; without it credentials can't be opened.`,
  );
}
await writeFile(join(ROOT, SECRETS), JSON.stringify(secrets), { mode: 0o600 });
const tag = await commit();
await act(
  account,
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
    : `Deployed ${version}. Verify it: npm run verify:cloudflare. Add the first team: npm run tenant -- --help`,
);
