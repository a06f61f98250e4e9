/** `npm start`: runs the product and the sandbox locally until Ctrl-C. */
import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { buildWorkersOnce } from "./build.ts";
import { readDemoPast } from "./demo-past.ts";
import { pairDemoPhone } from "./demo-phone.ts";
import { bringDemoProjects } from "./demo-projects.ts";
import { connectDemoToolServer } from "./demo-tool-server.ts";
import { registerDemoWebhooks } from "./demo-webhooks.ts";
import { moveFilesIn } from "./demo-workspace.ts";
import { doOnce } from "./once.ts";
import { startStack, type Stack } from "./stack.ts";
import { StartError } from "./tooling.ts";
import { PATIENT, watch } from "./watch.ts";

const port = Number(process.env["PORT"] ?? 8787);
const sandboxPort = Number(process.env["SANDBOX_PORT"] ?? 8788);
const dataDir = resolve(process.env["DATA_DIR"] ?? ".data");
const started = Date.now();
/** The clock's first work would slow down the first page, since both run on one thread. */
const FIRST_TICK_MS = 5_000;
const progress = (line: string): void => console.log(`  ${line}`);

function fail(line: string): never {
  console.error(`\n  ${line.split("\n").join("\n  ")}\n`);
  process.exit(1);
}

for (const [name, value] of [
  ["PORT", port],
  ["SANDBOX_PORT", sandboxPort],
] as const) {
  if (!Number.isInteger(value) || value < 1 || value > 65_535)
    fail(`${name} must be a port number, 1 to 65535.`);
}
if (port === sandboxPort) fail("PORT and SANDBOX_PORT must differ.");

let stack: Stack | null = null;
let ending = false;
const ended = new AbortController();
async function end(code: number): Promise<void> {
  if (ending) return;
  ending = true;
  ended.abort();
  console.log("\n  Ending…");
  await stack?.stop();
  process.exit(code);
}
function endBroken(what: string): void {
  if (ending) return;
  console.error(
    `\n  ${what.split("\n").join("\n  ")}\n\n  Everything has been stopped; run npm start again.`,
  );
  void end(1);
}
/** Restarts the app when it stops responding. */
async function watchApp(app: Stack): Promise<void> {
  const onDead = async (): Promise<void> => {
    console.log("  The app stopped responding: restarting it on the same data…");
    await app.restartApp();
    console.log("  The app is running again.");
  };
  await watch({ answers: (timeoutMs) => app.appAnswers(timeoutMs), onDead }, PATIENT, ended.signal);
}
async function buildForNextTime(): Promise<void> {
  try {
    await buildWorkersOnce();
  } catch (error) {
    if (!ending) console.log(`  The next start will take as long as this one: ${String(error)}`);
  }
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void end(0));

console.log("\n  Steward\n");
try {
  if (process.argv.includes("--fresh")) {
    progress(`Starting over: emptying ${dataDir}…`);
    await rm(dataDir, { recursive: true, force: true });
  }
  const app = await startStack({
    port,
    sandboxPort,
    dataDir,
    progress,
    meaning: true,
    firstTickMs: FIRST_TICK_MS,
  });
  stack = app;
  await doOnce(join(dataDir, ".demo-connected"), `${app.appUrl} ${app.sandboxUrl}`, async () => {
    await Promise.all([
      registerDemoWebhooks(app),
      connectDemoToolServer(app),
      moveFilesIn(app),
      pairDemoPhone(app, dataDir),
    ]);
  });
  readDemoPast(stack, dataDir, progress);
  void bringDemoProjects(stack, dataDir, progress).then(buildForNextTime);
} catch (error) {
  fail(
    error instanceof StartError
      ? error.message
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error),
  );
}

console.log(`
  Ready in ${((Date.now() - started) / 1000).toFixed(1)} s.

    The app       ${stack.appUrl}
    The sandbox   ${stack.sandboxUrl}   (plays the outside world: phones, push, sign-in)

  Try this first: open both side by side, sign in to the app as Dana Whitfield, and ask
  “Text Maria Lopez that the plumber comes tomorrow at 9”. The phone in the sandbox rings; edit the card,
  approve it, and watch the text arrive.

  Data is kept in ${dataDir}; npm start -- --fresh starts over. Ctrl-C ends everything.
`);
void stack.broken.then(endBroken);
watchApp(stack).catch((error: unknown) => endBroken(error instanceof Error ? error.message : String(error)));
