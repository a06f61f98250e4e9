/**
 * What Wrangler runs before it uploads (`[build]` of wrangler.toml), so that `wrangler deploy` needs nothing before it: builds the pages, and deploys the Worker for
 * scripts, without which Cloudflare takes no Worker that is bound to it. A dry run builds alone.
 */
import { readFile } from "node:fs/promises";
import { buildFrontend } from "./build.ts";
import { BIN, CODE_CONFIG, ROOT } from "./tooling.ts";
import { spawn } from "node:child_process";
import { join } from "node:path";

const say = (line: string): void => console.log(line);

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
    say(`If steward-code isn't deployed yet, run this first: npx wrangler deploy --config ${CODE_CONFIG}`);
  else if (!deploy.isDry) {
    const named = deploy.environment === "" ? [] : ["--env", deploy.environment];
    const args = ["deploy", "--config", CODE_CONFIG, "--minify", ...named];
    const child = spawn(join(BIN, "wrangler"), args, { cwd: ROOT, stdio: "inherit" });
    process.exitCode = await new Promise<number>((done) => child.on("exit", (code) => done(code ?? 1)));
  }
}
