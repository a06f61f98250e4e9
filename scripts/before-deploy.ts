/**
 * What Wrangler runs before it uploads (`[build]` of wrangler.toml), so that `wrangler deploy` needs nothing before it: builds the pages, and makes what the account lacks and
 * Wrangler doesn't make. A dry run builds alone.
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

/** Command lines above this process. Wrangler tells its build neither the environment nor whether it is a dry run. */
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

/** The arguments of the `wrangler deploy` that runs this; null where none does, or it can't be seen (outside Linux). */
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
    say("Wrangler makes the bucket and the queues. npm run deploy makes everything else that is missing.");
  else if (!deploy.isDry) {
    const { environment } = deploy;
    const deployment = readDeployment(await readFile(join(ROOT, APP_CONFIG), "utf8"), environment);
    const account = { dryRun: false, signedIn: true, say, fail };
    await prepareAccount(account, deployment, { config: APP_CONFIG, environment });
  }
}
