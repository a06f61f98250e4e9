/**
 * `npm run accounts:import`: imports accounts and their communications from files of another system, in batches. Idempotent: run it again
 * after any interruption.
 */
import { readFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import Papa from "papaparse";
import { decodeText } from "../src/kernel/decode-text.ts";
import { IMPORT_LIMITS, type ImportResult } from "../src/accounts/api/account-import.ts";
import { readImportFile } from "../src/accounts/api/account-import-file.ts";
import { deployment, type Deployment } from "./team-copies/deployment.ts";
import { parseVars, readVars } from "./tooling.ts";

const ROOT = resolve(import.meta.dirname, "..");
const HELP = `
  npm run accounts:import -- --team acme [--clean] (--remote | --data <folder>) [--url <address>] accounts.csv communications.jsonl …

  CSV files hold accounts, one a row; JSON lines hold accounts, e-mails, calls and texts (docs/reference.md, Importing accounts).
  Accounts first: a communication goes to the account that has its address or number, or that it names.
  What is on record already is known by name, address, number or id, and stays as it is: run it again after whatever ended it.
  --clean makes the search index anew afterwards. It takes away no file.
  --data .data asks the product that runs here; --remote the deployment, known by .deploy.keys (made by npm run deploy).
`;

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    team: { type: "string" },
    clean: { type: "boolean", default: false },
    remote: { type: "boolean", default: false },
    data: { type: "string" },
    url: { type: "string" },
  },
});

function fail(line: string): never {
  console.error(`\n  ${line}\n${HELP}`);
  process.exit(1);
}

function parseCsv(content: string) {
  const { data, errors } = Papa.parse<Record<string, string>>(content, {
    header: true,
    skipEmptyLines: "greedy",
  });
  const [first] = errors.filter(({ code }) => code !== "TooFewFields");
  const where = first?.row === undefined ? "" : ` in row ${first.row + 2}`;
  return {
    rows: data,
    problem: first === undefined ? null : `${first.message}${where}. Correct the file and run it again.`,
  };
}

/** Imports a file; returns the number of rejected lines. */
async function importFile(app: Deployment, team: string, path: string): Promise<number> {
  const { lines, problems, columns, unknown } = readImportFile(
    basename(path),
    decodeText(await readFile(path)),
    parseCsv,
  );
  for (const { header, field, filled, unread, example } of columns) {
    if (field === null && filled > 0) console.error(`  ${basename(path)}: column “${header}” is skipped`);
    if (unread > 0)
      console.error(
        `  ${basename(path)}: ${unread} of ${filled} cells of “${header}” can't be ${field}: “${example}”`,
      );
  }
  for (const field of unknown) console.error(`  ${basename(path)}: field “${field}” is skipped`);
  const count = { made: 0, filed: 0, known: 0, refused: 0 };
  const tell = (result: ImportResult): void => {
    count[result.outcome]++;
    if (result.outcome === "refused")
      console.error(`  ${basename(path)}, line ${result.line}: ${result.message}`);
  };
  problems.forEach(tell);
  for (let at = 0; at < lines.length; at += IMPORT_LIMITS.records) {
    const batch = lines.slice(at, at + IMPORT_LIMITS.records);
    const { results } = await app.call("importAccounts", { team, lines: batch });
    results.forEach(tell);
    console.log(`  ${basename(path)}: ${Math.min(lines.length, at + batch.length)} of ${lines.length} lines`);
  }
  const { made, filed, known, refused } = count;
  console.log(
    `  ${basename(path)}: ${made} accounts made, ${filed} sources filed, ${known} known already, ${refused} refused`,
  );
  return refused;
}

async function masterKeys(): Promise<string> {
  const file = values.remote ? join(ROOT, ".deploy.keys") : join(resolve(values.data ?? ""), "secrets.env");
  const known = parseVars(await readFile(file, "utf8").catch(() => ""))["MASTER_KEYS"];
  return known ?? fail(`${file} has no MASTER_KEYS.`);
}

const { team = fail("--team is missing.") } = values;
if (!/^[a-z0-9_-]+$/.test(team)) fail(`${team} is not a valid team ID.`);
if (files.length === 0) fail("Name the files to import.");
if (values.remote === (values.data !== undefined)) fail("Say either --remote or --data <folder>.");
const known = values.remote ? (await readVars(join(ROOT, ".deploy.vars")))["APP_URL"] : undefined;
const app = deployment(values.url ?? known ?? "http://localhost:8787", await masterKeys());
const tenantId = `tenant_${team}`;
try {
  let refused = 0;
  for (const file of files) refused += await importFile(app, tenantId, file);
  if (values.clean) {
    await app.call("rebuildSearch", { team: tenantId });
    console.log("  The search index is being rebuilt.");
  }
  process.exitCode = refused === 0 ? 0 : 1;
} catch (error) {
  console.error(
    `\n  ${error instanceof Error ? error.message : String(error)} Run it again: imported lines are kept.\n`,
  );
  process.exitCode = 1;
}
