/** `npm start`: runs the product and the sandbox locally until Ctrl-C. */
import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { buildWorkersOnce } from "./build.ts";
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
/** Reading the demo's past would slow down the first minute. */
const PAST_AFTER_MS = 60_000;
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
/**
 * Fills the demo, once per data folder; a failure is reported and retried at the next start. Its modules are loaded only for this, since they take as long to load
 * as all others.
 */
async function fillOnce(name: string, what: string, fill: () => Promise<void>): Promise<void> {
  const mark = join(dataDir, name);
  if (existsSync(mark)) return;
  try {
    await fill();
    await writeFile(mark, "");
  } catch (error) {
    if (!ending) progress(`${what} yet: ${String(error)}`);
  }
}
async function connectDemo(app: Stack): Promise<void> {
  const [webhooks, tools, files] = await Promise.all([
    import("./demo-webhooks.ts"),
    import("./demo-tool-server.ts"),
    import("./demo-workspace.ts"),
  ]);
  await Promise.all([
    webhooks.registerDemoWebhooks(app),
    tools.connectDemoToolServer(app),
    files.moveFilesIn(app),
  ]);
}
async function pairDemoPhone(app: Stack): Promise<void> {
  await fillOnce(".phone-paired", "The demo's phone isn't paired", async () =>
    (await import("./demo-phone.ts")).pairDemoPhone(app),
  );
}
async function bringDemoProjects(app: Stack): Promise<void> {
  await fillOnce(".projects-brought", "The demo's projects haven't been imported", async () =>
    (await import("./demo-projects.ts")).bringDemoProjects(app),
  );
}
async function readDemoPast(app: Stack): Promise<void> {
  await sleep(PAST_AFTER_MS, undefined, { ref: false });
  await fillOnce(".past-read", "The demo's past texts haven't been imported", async () =>
    (await import("./demo-past.ts")).readDemoPast(app),
  );
  await fillOnce(".inbox-filled", "The demo's inbox isn't filled", async () =>
    (await import("./demo-inbox.ts")).fillDemoInbox(app),
  );
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
  await Promise.all([
    doOnce(join(dataDir, ".demo-connected"), `${app.appUrl} ${app.sandboxUrl}`, () => connectDemo(app)),
    pairDemoPhone(app),
  ]);
  void readDemoPast(app);
  void bringDemoProjects(app).then(buildForNextTime);
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
