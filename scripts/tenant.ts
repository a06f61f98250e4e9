/** `npm run tenant`: adds a team to a deployment (or to the local data folder): its domain, its first admin, its Quo account. Repeats change nothing. */
import { spawn } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { sealCredential } from "../src/connections/sealed.ts";
import { seedScript, seedStatements } from "./seed-statements.ts";
import { parseVars } from "./stack.ts";

const ROOT = resolve(import.meta.dirname, "..");
const HELP = `
  npm run tenant -- --id acme --name "Acme Homes" --domain acme.com --zone America/New_York \\
    --admin dana@acme.com --admin-name "Dana Whitfield" \\
    --quo-key <API key> [--quo-webhook-secret <key>[,<older key>]] --external-line PN123,+14125550100 --internal-line PN456,+14125550101 \\
    (--remote | --data <folder>)

  The domain must be the team's own: everybody with a verified address there may sign in as a member.
  --remote writes to the deployed database and needs .deploy.keys (made by npm run deploy).
  --data .data writes to a local data folder while nothing runs on it.
`;

function fail(line: string): never {
  console.error(`\n  ${line}\n${HELP}`);
  process.exit(1);
}

const { values } = parseArgs({
  options: {
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
  name:
    | "id"
    | "name"
    | "domain"
    | "zone"
    | "admin"
    | "admin-name"
    | "quo-key"
    | "external-line"
    | "internal-line",
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
const keyFile = values.remote ? join(ROOT, ".deploy.keys") : join(resolve(values.data ?? ""), "secrets.env");
const masterKeys =
  parseVars(await readFile(keyFile, "utf8").catch(() => ""))["MASTER_KEYS"] ??
  fail(`${keyFile} with MASTER_KEYS was not found.`);

const id = `tenant_${need("id")}`;
const [firstName = "", ...rest] = need("admin-name").split(" ");
const statements = await seedStatements(
  [
    {
      id,
      name: need("name"),
      domain: need("domain").toLowerCase(),
      timeZone: need("zone"),
      people: [
        {
          id: `user_${need("id")}_admin`,
          firstName,
          lastName: rest.join(" "),
          email: need("admin").toLowerCase(),
          role: "admin",
        },
      ],
      quo: {
        connectionId: `conn_${need("id")}_quo`,
        apiKey: need("quo-key"),
        webhookSecrets: (values["quo-webhook-secret"] ?? "").split(",").filter((secret) => secret !== ""),
        lines: [line("external-line", "external"), line("internal-line", "internal")],
      },
    },
  ],
  (scope, secret) => sealCredential(masterKeys, scope, secret),
  Date.now(),
);

const file = join(ROOT, ".tenant.sql");
await writeFile(file, seedScript(statements), { mode: 0o600 });
const where = values.remote
  ? ["--remote"]
  : ["--local", "--persist-to", join(resolve(values.data ?? ""), "worker")];
const child = spawn(
  join(ROOT, "node_modules", ".bin", "wrangler"),
  ["d1", "execute", values.remote ? "steward" : "DB", ...where, "--file", file, "--yes"],
  { cwd: ROOT, stdio: "inherit" },
);
const code = await new Promise<number>((done) => child.on("exit", (status) => done(status ?? 1)));
await rm(file, { force: true });
if (code === 0)
  console.log(`\n  ${need("name")} is there. Its people sign in with ${need("domain")} addresses.\n`);
process.exit(code);
