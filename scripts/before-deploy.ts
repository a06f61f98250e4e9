/**
 * Wrangler's `[build]` command in wrangler.toml, so that `wrangler deploy` needs no preparation: builds the pages and creates account
 * resources that Wrangler doesn't. A dry run only builds.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { buildFrontend } from "./build.ts";
import { readDeployment } from "./deployment.ts";
import { prepareAccount } from "./prepare-account.ts";
import { APP_CONFIG, ROOT } from "./tooling.ts";

const say = (line: string): void => console.log(line);
const fail = (line: string): never => {
  console.error(line);
  process.exit(1);
};

/** Command lines of the ancestor processes. Wrangler doesn't tell its build command the environment or whether it is a dry run. */
async function commandsAbove(pid: number): Promise<string[]> {
  const found: string[] = [];
  for (let at = pid; at > 1;) {
    const [status, line] = await Promise.all([
      readFile(`/proc/${at}/status`, "utf8").catch(() => ""),
      readFile(`/proc/${at}/cmdline`, "utf8").catch(() => ""),
    ]);
    if (line === "") break;
    found.push(line.replaceAll("\0", " "));
    at = Number(/^PPid:\s+(\d+)/m.exec(status)?.[1] ?? 0);
  }
  return found;
}

/** The arguments of the parent `wrangler deploy`; null if there is none, or outside Linux. */
async function deployAbove(): Promise<{ readonly isDry: boolean; readonly environment: string } | null> {
  const line = (await commandsAbove(process.ppid)).find((one) => /wrangler\S* .*\bdeploy\b/.test(one));
  if (line === undefined) return null;
  const environment = /(?:--env|-e)[ =](\S+)/.exec(line)?.[1] ?? process.env["CLOUDFLARE_ENV"] ?? "";
  return { isDry: /--dry-run\b/.test(line), environment };
}

await buildFrontend(say);
if (process.env["WRANGLER_COMMAND"] === "deploy") {
  const deploy = await deployAbove();
  if (deploy === null)
    say(
      "Wrangler creates the bucket and the queues. npm run deploy creates everything else that is missing.",
    );
  else if (!deploy.isDry) {
    const { environment } = deploy;
    const deployment = readDeployment(await readFile(join(ROOT, APP_CONFIG), "utf8"), environment);
    const account = { dryRun: false, signedIn: true, say, fail };
    await prepareAccount(account, deployment, { config: APP_CONFIG, environment });
  }
}
