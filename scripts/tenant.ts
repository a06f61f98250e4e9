/**
 * `npm run tenant`: adds a team to a deployment or the local data folder: domain, first admin, Quo account, Gmail. A repeat replaces the
 * given keys and webhook secrets and changes nothing else. `npm run tenant -- move` moves a team to another database; `npm run tenant --
 * archive` verifies and searches a team's archive. `backup`, `restore`, `delete` and `search` work on a whole team of a running
 * deployment (scripts/team-copies).
 */
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { archiveKindSchema } from "../src/team/api/retention.ts";
import { sealCredential } from "../src/integrations/connections/sealed.ts";
import { askToMove } from "../src/platform/db/move.ts";
import { searchCommand, verifyCommand } from "./archive.ts";
import { appDatabases, homeOf, moveState, runStatements, type Where } from "./databases.ts";
import { COPY_COMMANDS, runCopyCommand } from "./team-copies/command-line.ts";
import { googleStatement, keyStatements, seedStatements } from "./seed-statements.ts";
import { parseVars, readVars } from "./tooling.ts";

const ROOT = resolve(import.meta.dirname, "..");
const HELP = `
  npm run tenant -- --id acme --name "Acme Homes" --domain acme.com --zone America/New_York \\
    --admin dana@acme.com --admin-name "Dana Whitfield" \\
    [--quo-key <API key> [--quo-webhook-secret <key>[,<older key>]] --external-line PN123,+14125550100 --internal-line PN456,+14125550101] \\
    [--google-key key.json --google-mailbox "office@acme.com,Acme Office" [--google-mailbox …] [--google-watch office@acme.com] [--google-calendar dana@acme.com]] \\
    [--clickup-token pk_… --clickup-workspace "9011,Acme" --clickup-space "90110001,Operations" [--clickup-space …]] \\
    [--github-token github_pat_… --github-repository acme/website [--github-repository …]] \\
    [--jira-token ATATT… --jira-site acme --jira-email dana@acme.com --jira-project "OPS,Office" [--jira-project …]] \\
    [--database DB_2] (--remote | --data <folder>)
  npm run tenant -- move acme --to DB_2 (--remote | --data <folder>)
  npm run tenant -- archive verify acme [--known audit:12:<hash> …] (--remote | --data <folder>)
  npm run tenant -- archive search acme [--month 2025-11] [--kind audit|runs|events] [--text words] [--person name] [--id id] (--remote | --data <folder>)
  npm run tenant -- backup acme [--to acme.backup.gz] (--remote | --data <folder>) [--url <address>]
  npm run tenant -- restore acme.backup.gz (--remote | --data <folder>) [--url <address>]
  npm run tenant -- delete acme [--to acme.deletion.json] [--confirm acme] (--remote | --data <folder>) [--url <address>]
  npm run tenant -- search acme (--remote | --data <folder>) [--url <address>]

  Without --quo-key, an admin connects Quo under Settings → Connections.
  Gmail, ClickUp, GitHub or Jira alone, for a team that is there: --id acme with the --google, --clickup, --github or --jira options and nothing else.
  The domain must be the team's own: everybody with a verified address there may ask an admin to join (Settings → Members).
  --remote writes to the deployed database and needs .deploy.keys (made by npm run deploy).
  --data .data writes to a local data folder while nothing runs on it.
  A new team lives in the last database of wrangler.toml, or in --database. move asks the deployment to move a team and tells how far it is; run it
  again at any time (docs/operations.md, Several databases).
  archive verify says whether a team's archive is as it was written, archive search prints what it holds, a row a line (docs/operations.md, The archive).
  backup, restore, delete and search ask the running deployment, known by its master key: at --url, else at APP_URL of .deploy.vars, else at
  http://localhost:8787. Each may be run again after whatever ended it (docs/operations.md, Backup, restore and deletion).
`;

function fail(line: string): never {
  console.error(`\n  ${line}\n${HELP}`);
  process.exit(1);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    to: { type: "string" },
    known: { type: "string", multiple: true },
    month: { type: "string" },
    kind: { type: "string" },
    text: { type: "string" },
    person: { type: "string" },
    confirm: { type: "string" },
    url: { type: "string" },
    database: { type: "string" },
    id: { type: "string" },
    name: { type: "string" },
    domain: { type: "string" },
    zone: { type: "string" },
    admin: { type: "string" },
    "admin-name": { type: "string" },
    "quo-key": { type: "string" },
    "quo-webhook-secret": { type: "string" },
    "external-line": { type: "string" },
    "internal-line": { type: "string" },
    "google-key": { type: "string" },
    "google-mailbox": { type: "string", multiple: true },
    "google-watch": { type: "string", multiple: true },
    "google-calendar": { type: "string", multiple: true },
    "clickup-token": { type: "string" },
    "clickup-workspace": { type: "string" },
    "clickup-space": { type: "string", multiple: true },
    "github-token": { type: "string" },
    "github-repository": { type: "string", multiple: true },
    "jira-token": { type: "string" },
    "jira-site": { type: "string" },
    "jira-email": { type: "string" },
    "jira-project": { type: "string", multiple: true },
    remote: { type: "boolean", default: false },
    data: { type: "string" },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}

function need(
  name: "id" | "name" | "domain" | "zone" | "admin" | "admin-name" | "external-line" | "internal-line",
): string {
  return values[name] ?? fail(`--${name} is missing.`);
}

function line(name: "external-line" | "internal-line", audience: "external" | "internal") {
  const [phoneNumberId, number] = need(name).split(",");
  if (phoneNumberId === undefined || number === undefined || !/^\+[1-9]\d{6,14}$/.test(number))
    fail(`--${name} must be <PN… id>,<+number>.`);
  return { phoneNumberId, number, label: audience === "external" ? "Shared line" : "Team line", audience };
}

if (values.remote === (values.data !== undefined)) fail("Say where: --remote or --data <folder>.");
const where: Where = values.remote
  ? { remote: true }
  : { remote: false, persist: join(resolve(values.data ?? ""), "worker") };
const databases = await appDatabases();
const [first = fail("wrangler.toml binds no database.")] = databases;
const database = (binding: string) =>
  databases.find((one) => one.binding === binding) ?? fail(`wrangler.toml binds no database ${binding}.`);

/** IDs use only characters that are safe everywhere. */
function tenantIdOf(name: string): string {
  return /^[a-z0-9_-]+$/.test(name) ? `tenant_${name}` : fail(`${name} is not a valid team ID.`);
}

const keyFile = values.remote ? join(ROOT, ".deploy.keys") : join(resolve(values.data ?? ""), "secrets.env");
async function readMasterKeys(): Promise<string> {
  return (
    parseVars(await readFile(keyFile, "utf8").catch(() => ""))["MASTER_KEYS"] ??
    fail(`${keyFile} with MASTER_KEYS was not found.`)
  );
}

if (positionals[0] === "archive") process.exit(await archive());
if (positionals.length > 0) process.exit(await (COPY_COMMANDS.has(positionals[0] ?? "") ? copy() : move()));

/** Commands on a whole team of a running deployment. */
async function copy(): Promise<number> {
  const [command = "", name] = positionals;
  if (name === undefined) fail(`Name the team or file to ${command}.`);
  const { to, confirm } = values;
  const known = values.remote ? (await readVars(join(ROOT, ".deploy.vars")))["APP_URL"] : undefined;
  const url = values.url ?? known ?? "http://localhost:8787";
  return runCopyCommand({ command, name, tenantIdOf, to, confirm, url, masterKeys: await readMasterKeys() });
}

/** Verifies or searches a team's archive. */
async function archive(): Promise<number> {
  const [, command, name] = positionals;
  if (name === undefined) fail("Name the team.");
  const tenantId = tenantIdOf(name);
  const binding = (await homeOf(first, where, tenantId)) ?? fail(`There is no team ${name}.`);
  const place = { tenantId, home: database(binding), where };
  const { known = [], month, kind, text, person, id } = values;
  if (kind !== undefined && !archiveKindSchema.safeParse(kind).success) fail(`Unknown archive kind ${kind}.`);
  if (command === "verify") return verifyCommand(place, known);
  if (command === "search") return searchCommand(place, { month, kind, text, person, id });
  return fail(`archive ${command ?? ""} is not a command.`);
}

/** Requests a move and reports progress until it is done; in a local folder, it starts when the app runs. */
async function move(): Promise<number> {
  const [command, name] = positionals;
  if (command !== "move" || name === undefined) fail(`${positionals.join(" ")} is not a command.`);
  const tenantId = tenantIdOf(name);
  const to = database(values.to ?? fail("--to is missing: name the database.")).binding;
  if ((await homeOf(first, where, tenantId)) === null) fail(`There is no team ${name}.`);
  const code = await runStatements(first, where, askToMove(tenantId, to, new Date().toISOString()));
  for (let said = ""; code === 0;) {
    const state = await moveState(first, where, tenantId);
    if (state !== said) console.log(`  ${name} ${state}`);
    said = state;
    if (!state.startsWith("is moving") || !values.remote) return 0;
    await setTimeout(10_000);
  }
  return code;
}

/** Gmail, if a key is given: the key file, and the only mailboxes it may impersonate. */
async function googleOf() {
  const path = values["google-key"];
  if (path === undefined) return undefined;
  const serviceAccount = await readFile(resolve(path), "utf8").catch(() => fail(`${path} was not found.`));
  if (!serviceAccount.includes('"private_key"')) fail(`${path} is not a service account key file (JSON).`);
  const lowered = (name: "google-watch" | "google-calendar"): string[] =>
    (values[name] ?? []).map((address) => address.toLowerCase());
  const [watched, calendars] = [lowered("google-watch"), lowered("google-calendar")];
  const mailboxes = (values["google-mailbox"] ?? []).map((written) => {
    const [address = "", ...name] = written.split(",").map((part) => part.trim());
    if (!/^[^\s@]+@[^\s@]+$/.test(address)) fail("--google-mailbox must be <address>,<name>.");
    const lower = address.toLowerCase();
    return {
      address: lower,
      name: name.join(", ") || lower,
      watched: watched.includes(lower),
      calendar: calendars.includes(lower),
    };
  });
  if (mailboxes.length === 0)
    fail("--google-mailbox is missing: name the mailboxes the service account may impersonate.");
  const stray = [...watched, ...calendars].find((one) => !mailboxes.some(({ address }) => address === one));
  if (stray !== undefined) fail(`${stray} is watched or looked into, but is no --google-mailbox.`);
  return { connectionId: `conn_${need("id")}_google`, serviceAccount, mailboxes };
}

/** ClickUp, if a token is given: the workspace, and the only spaces used. */
function clickUpOf() {
  const token = values["clickup-token"];
  if (token === undefined) return undefined;
  const placeOf = (
    option: "clickup-workspace" | "clickup-space",
    written = "",
  ): { id: string; name: string } => {
    const [, placeId, name] = /^(\d+),(.*\S)/.exec(written) ?? [];
    return placeId === undefined || name === undefined
      ? fail(`--${option} must be <number>,<name>.`)
      : { id: placeId, name };
  };
  const workspace = placeOf("clickup-workspace", values["clickup-workspace"]);
  const spaces = (values["clickup-space"] ?? []).map((written) => placeOf("clickup-space", written));
  if (spaces.length === 0 || spaces.length > 10) fail("Give one to ten --clickup-space.");
  return { connectionId: `conn_${need("id")}_clickup`, token, settings: { workspace, spaces } };
}

/** GitHub, if a token is given: the only repositories used. The mirror's token is entered on its page. */
function githubTeamOf() {
  const token = values["github-token"];
  if (token === undefined) return undefined;
  const repositories = values["github-repository"] ?? [];
  if (repositories.length === 0 || repositories.length > 20) fail("Give one to twenty --github-repository.");
  if (!repositories.every((name) => /^[A-Za-z0-9][A-Za-z0-9-]*\/[A-Za-z0-9._-]+$/.test(name)))
    fail("--github-repository must be <owner>/<name>.");
  return { connectionId: `conn_${need("id")}_github_team`, token, settings: { repositories } };
}

/**
 * Jira, if a token is given: its account, and the only projects used. Service projects are connected in Settings, which can recognize
 * them.
 */
function jiraOf() {
  const token = values["jira-token"];
  if (token === undefined) return undefined;
  const [site = "", email = ""] = [values["jira-site"], values["jira-email"]];
  if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(site))
    fail("--jira-site must be the beginning of <site>.atlassian.net.");
  if (!/^[^\s@:]+@[^\s@:]+$/.test(email)) fail("--jira-email must be the address the token belongs to.");
  const projects = (values["jira-project"] ?? []).map((written) => {
    const [, key, name] = /^([A-Z][A-Z0-9_]+),(.*\S)/.exec(written) ?? [];
    return key === undefined || name === undefined
      ? fail("--jira-project must be <KEY>,<name>.")
      : { key, name, isService: false };
  });
  if (projects.length === 0 || projects.length > 20) fail("Give one to twenty --jira-project.");
  return { connectionId: `conn_${need("id")}_jira`, token, settings: { site, email, projects } };
}

/** The phone system, if a key is given; otherwise an admin connects it in Settings. */
function quoOf() {
  if (values["quo-key"] === undefined) return {};
  const quo = {
    connectionId: quoConnectionId(),
    apiKey: values["quo-key"],
    webhookSecrets: (values["quo-webhook-secret"] ?? "").split(",").filter((secret) => secret !== ""),
    lines: [line("external-line", "external"), line("internal-line", "internal")],
  };
  return { quo };
}

function quoConnectionId(): string {
  return `conn_${need("id")}_quo`;
}

const masterKeys = await readMasterKeys();
const id = tenantIdOf(need("id"));
const google = await googleOf();
const [clickup, githubTeam, jira] = [clickUpOf(), githubTeamOf(), jiraOf()];
/** Token-only connections. */
const byKey = {
  ...(clickup === undefined ? {} : { clickup }),
  ...(githubTeam === undefined ? {} : { githubTeam }),
  ...(jira === undefined ? {} : { jira }),
};
const seal = (scope: Parameters<typeof sealCredential>[1], secret: string): Promise<string> =>
  sealCredential(masterKeys, scope, secret);
/** Adds connections to an existing team. */
const onlyConnected = values.name === undefined && (google !== undefined || Object.keys(byKey).length > 0);

/** The whole team, or only its connections. */
async function statementsOf() {
  if (onlyConnected) {
    const now = new Date().toISOString();
    return [
      ...(google === undefined ? [] : [await googleStatement(id, google, seal, now)]),
      ...(await keyStatements(id, byKey, seal, now)),
      // Makes the scheduler add the e-mail jobs.
      { sql: "UPDATE tenants SET jobs_version = 0 WHERE id = ?", params: [id] },
    ];
  }
  const [firstName = "", ...rest] = need("admin-name").split(" ");
  const admin = {
    id: `user_${need("id")}_admin`,
    firstName,
    lastName: rest.join(" "),
    email: need("admin").toLowerCase(),
    role: "admin" as const,
  };
  const company = {
    id,
    name: need("name"),
    domain: need("domain").toLowerCase(),
    timeZone: need("zone"),
    people: [admin],
    isNew: true as const,
    ...quoOf(),
    ...(google === undefined ? {} : { google }),
    ...byKey,
  };
  return seedStatements([company], seal, Date.now());
}

const statements = await statementsOf();
const known = databases.length === 1 ? first.binding : await homeOf(first, where, id);
const home = database(known ?? values.database ?? databases.at(-1)?.binding ?? first.binding);
if (values.database !== undefined && values.database !== home.binding)
  fail(`The team lives in ${home.binding} already. Move it with: npm run tenant -- move`);
// The directory comes last, so that a team is visible only with all its rows.
const entry = {
  sql: "INSERT OR IGNORE INTO tenant_homes (tenant_id, database) VALUES (?, ?)",
  params: [id, home.binding],
};
const code =
  databases.length === 1 || (await runStatements(first, where, [entry])) === 0
    ? await runStatements(home, where, statements)
    : 1;
if (code === 0) {
  console.log(
    onlyConnected
      ? `\n  ${[google && "Gmail", clickup && "ClickUp", githubTeam && "GitHub", jira && "Jira"].filter(Boolean).join(" and ")} of ${need("id")}: connected.\n`
      : `\n  ${need("name")} is there. People with ${need("domain")} addresses can ask its admin to join.\n` +
          (values["quo-key"] === undefined
            ? "  An admin connects Quo under Settings → Connections.\n"
            : `  Quo's webhooks go to <APP_URL>/webhooks/quo/${quoConnectionId()}\n`),
  );
}
process.exit(code);
