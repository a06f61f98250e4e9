/**
 * Starts the whole product for `npm start`, browser tests and crash tests: sandbox, migrations, seed, Worker under `wrangler dev`, cron
 * ticks. Everything it starts ends with it.
 */
import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { ALDER } from "../sandbox/world/company.ts";
import { buildFrontend, quickestConfigs } from "./build.ts";
import { isPrepared, prepareData } from "./data-folder.ts";
import { answers, descendants, memoryMiB, startPart, stopPart, waitFor, type Part } from "./parts.ts";
import { BIN, readVars, ROOT, StartError, toolEnv, varsText } from "./tooling.ts";
import { vendorVariables } from "./vendor-variables.ts";

const MINUTE_MS = 60_000;

export interface StackOptions {
  readonly port: number;
  readonly sandboxPort: number;
  readonly dataDir: string;
  readonly progress?: (line: string) => void;
  /** Overriding variables, like a `.dev.vars` file. */
  readonly vars?: Readonly<Record<string, string>>;
  /** False if a test ticks the cron itself. */
  readonly tickCron?: boolean;
  /** How long after a start the cron first ticks: at once by default, which resumes interrupted work soonest. */
  readonly firstTickMs?: number;
  /** Enables semantic search with the sandbox's model, which costs CPU time per text. */
  readonly meaning?: boolean;
  readonly sandboxEnv?: Readonly<Record<string, string>>;
  /** Wrangler configurations, the app's first; defaults to the repository's, or to what was built of it. */
  readonly configs?: readonly string[];
}

export interface Stack {
  readonly appUrl: string;
  readonly sandboxUrl: string;
  /** Resolves when a process ends unexpectedly. */
  readonly broken: Promise<string>;
  /** The Worker's output so far. */
  appLog(): string;
  /** One cron minute. */
  tick(): Promise<void>;
  /** Kills the Worker's process group with SIGKILL, like a crash. */
  killApp(): Promise<void>;
  startApp(): Promise<void>;
  /** Kills an unresponsive app and restarts it on the same data. Throws StartError. */
  restartApp(): Promise<void>;
  /** The app's resident memory in MiB. */
  appMemoryMiB(): Promise<number>;
  /** Whether the app responds in time. */
  appAnswers(timeoutMs: number): Promise<boolean>;
  stop(): Promise<void>;
}

/** Throws StartError if the port is in use. */
export function checkPortFree(port: number, variable: string): Promise<void> {
  return new Promise((done, failed) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) => {
      failed(
        error.code === "EADDRINUSE"
          ? new StartError(
              `Port ${port} is in use. Stop the process using it, or choose another: ${variable}=${port + 100} npm start`,
            )
          : new StartError(
              `Port ${port} can’t be used (${error.code ?? error.message}). Choose another with ${variable}=…`,
            ),
      );
    });
    probe.listen(port, "127.0.0.1", () => probe.close(() => done()));
  });
}

/** Secrets of a data folder, generated once: VAPID keys and the sealing key. */
async function localSecrets(dataDir: string): Promise<Record<string, string>> {
  const path = join(dataDir, "secrets.env");
  const known = await readVars(path);
  if (known["MASTER_KEYS"] !== undefined && known["VAPID_PRIVATE_KEY"] !== undefined) return known;
  const { default: webPush } = await import("web-push");
  const vapid = webPush.generateVAPIDKeys();
  const made = {
    VAPID_PUBLIC_KEY: vapid.publicKey,
    VAPID_PRIVATE_KEY: vapid.privateKey,
    MASTER_KEYS: `local:${randomBytes(32).toString("base64")}`,
  };
  await writeFile(path, varsText(made), { mode: 0o600 });
  return made;
}

/** Variables for semantic search with the sandbox's model. */
function meaningVars(sandboxUrl: string): Record<string, string> {
  return {
    EMBEDDINGS_URL: `${sandboxUrl}/embeddings/v1`,
    EMBEDDINGS_KEY: "sandbox",
    EMBEDDINGS_MODEL: "use-lite-512",
  };
}

/** Vendor addresses: the sandbox, except where `.dev.vars` has a real key. */
async function worldVars(
  appUrl: string,
  sandboxUrl: string,
  own: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const vars: Record<string, string> = {
    APP_URL: appUrl,
    OPERATORS: ALDER.people[0]?.email ?? "",
    SIGN_UP: "on",
    CLERK_ISSUER: `${sandboxUrl}/identity`,
    CLERK_SIGN_IN_URL: `${sandboxUrl}/identity/sign-in`,
    ...(await vendorVariables(sandboxUrl)),
    OTEL_EXPORTER_OTLP_ENDPOINT: `${sandboxUrl}/otlp`,
    PUSH_ALLOWED_HOSTS: `${new URL(sandboxUrl).host},fcm.googleapis.com,updates.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com`,
  };
  if (own["ANTHROPIC_API_KEY"] === undefined) {
    vars["ANTHROPIC_BASE_URL"] = `${sandboxUrl}/anthropic`;
    vars["ANTHROPIC_API_KEY"] = "sandbox";
  }
  return vars;
}

function startSandbox(options: StackOptions): Part {
  return startPart(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", join(ROOT, "sandbox", "server.ts")],
    {
      ...process.env,
      SANDBOX_PORT: String(options.sandboxPort),
      DATA_DIR: join(options.dataDir, "sandbox"),
      APP_URL: `http://localhost:${options.port}`,
      ...options.sandboxEnv,
    },
  );
}

function sandboxIsUp(sandboxUrl: string, sandbox: Part): Promise<void> {
  return waitFor(`${sandboxUrl}/identity/.well-known/jwks.json`, sandbox, "The sandbox", 30_000);
}

/** Prepares an empty folder without starting the app; copies of it start immediately. Throws StartError. */
export async function prepareDataDir(options: StackOptions): Promise<void> {
  await mkdir(options.dataDir, { recursive: true });
  const sandboxUrl = `http://localhost:${options.sandboxPort}`;
  const secrets = await localSecrets(options.dataDir);
  const sandbox = startSandbox(options);
  try {
    await prepareData(options.dataDir, secrets, options.progress ?? (() => {}), async () => {
      await sandboxIsUp(sandboxUrl, sandbox);
      return sandboxUrl;
    });
  } finally {
    await stopPart(sandbox);
  }
}

/** Builds the pages and prepares the data folder while the sandbox starts. */
async function prepareStart(
  options: StackOptions,
  secrets: Readonly<Record<string, string>>,
  sandboxIsUp: () => Promise<void>,
): Promise<void> {
  const progress = options.progress ?? (() => {});
  const sandboxUp = sandboxIsUp();
  await Promise.all([
    sandboxUp,
    buildFrontend(progress),
    prepareData(options.dataDir, secrets, progress, async () => {
      await sandboxUp;
      return `http://localhost:${options.sandboxPort}`;
    }),
  ]);
}

/** Writes the Worker's variables; `.dev.vars` and the caller take precedence. Returns the file's path. */
async function writeWorkerEnv(
  options: StackOptions,
  appUrl: string,
  sandboxUrl: string,
  secrets: Readonly<Record<string, string>>,
): Promise<string> {
  const own = {
    ...(options.meaning === true ? meaningVars(sandboxUrl) : {}),
    ...(await readVars(join(ROOT, ".dev.vars"))),
    ...options.vars,
  };
  const path = join(options.dataDir, "worker.env");
  const world = await worldVars(appUrl, sandboxUrl, own);
  await writeFile(path, varsText({ ...world, ...secrets, ...own }), { mode: 0o600 });
  return path;
}

function startWorker(options: StackOptions, envFile: string, configs: readonly string[]): Part {
  return startPart(
    join(BIN, "wrangler"),
    [
      "dev",
      ...configs.flatMap((config) => ["--config", config]),
      "--local",
      "--persist-to",
      join(options.dataDir, "worker"),
      "--ip",
      "127.0.0.1",
      "--port",
      String(options.port),
      "--inspector-port",
      "0",
      "--env-file",
      envFile,
      "--show-interactive-dev-session=false",
      "--log-level",
      "log",
    ],
    toolEnv(options.dataDir),
  );
}

/** One cron minute. An unresponsive Worker is called again a minute later. */
async function tickClock(appUrl: string): Promise<void> {
  await fetch(`${appUrl}/cdn-cgi/local/scheduled?cron=${encodeURIComponent("* * * * *")}`, {
    signal: AbortSignal.timeout(55_000),
  }).catch(() => null);
}

/** Kills a process and its descendants with SIGKILL. */
async function killPart(part: Part): Promise<void> {
  const pids = part.child.pid === undefined ? [] : await descendants(part.child.pid);
  for (const pid of pids) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // Already ended with its parent.
    }
  }
  await part.exited;
}

function lastLines(part: Part): string {
  return part.log().trim().split("\n").slice(-10).join("\n");
}

/** Resolves when both processes respond. Throws StartError. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const progress = options.progress ?? (() => {});
  const appUrl = `http://localhost:${options.port}`;
  const healthUrl = `${appUrl}/api/health`;
  const sandboxUrl = `http://localhost:${options.sandboxPort}`;
  await mkdir(options.dataDir, { recursive: true });
  await checkPortFree(options.port, "PORT");
  await checkPortFree(options.sandboxPort, "SANDBOX_PORT");

  const secrets = await localSecrets(options.dataDir);

  let breakNow: (what: string) => void = () => {};
  const broken = new Promise<string>((done) => (breakNow = done));
  let stopping = false;
  let killed = false;

  progress("Starting the outside world…");
  const sandbox = startSandbox(options);
  void sandbox.exited.then(() => {
    if (!stopping) breakNow(`The sandbox exited unexpectedly:\n${lastLines(sandbox)}`);
  });

  // While the sandbox starts.
  const envFile = await writeWorkerEnv(options, appUrl, sandboxUrl, secrets);
  const configs = options.configs ?? (await quickestConfigs());
  const tick = (): Promise<void> => tickClock(appUrl);

  let app: Part | null = null;
  let firstTick: NodeJS.Timeout | undefined;
  const startApp = async (): Promise<void> => {
    killed = false;
    const part = startWorker(options, envFile, configs);
    app = part;
    void part.exited.then(() => {
      if (!stopping && !killed) breakNow(`The app exited unexpectedly:\n${lastLines(part)}`);
    });
    await waitFor(healthUrl, part, "The app", 90_000);
    // Resumes interrupted work without waiting for the next cron minute.
    if (options.tickCron !== false) firstTick = setTimeout(() => void tick(), options.firstTickMs ?? 0);
  };

  let ticker: NodeJS.Timeout | null = null;
  const stop = async (): Promise<void> => {
    stopping = true;
    clearTimeout(firstTick);
    if (ticker !== null) clearInterval(ticker);
    await Promise.all([stopPart(app), stopPart(sandbox)]);
  };

  try {
    const sandboxUp = (): Promise<void> => sandboxIsUp(sandboxUrl, sandbox);
    const isReady = await isPrepared(options.dataDir);
    if (!isReady) await prepareStart(options, secrets, sandboxUp);
    progress("Starting the app…");
    // In parallel with the sandbox where nothing had to be prepared.
    await Promise.all([isReady ? sandboxUp() : null, startApp()]);
  } catch (error) {
    await stop();
    throw error;
  }
  if (options.tickCron !== false) ticker = setInterval(() => void tick(), MINUTE_MS);

  return {
    appUrl,
    sandboxUrl,
    broken,
    appLog: () => app?.log() ?? "",
    tick,
    startApp,
    restartApp: async () => {
      killed = true;
      await stopPart(app);
      if (!stopping) await startApp();
    },
    appMemoryMiB: async () => (app === null ? 0 : memoryMiB(app)),
    appAnswers: (timeoutMs) => answers(healthUrl, timeoutMs),
    killApp: async () => {
      killed = true;
      if (app !== null) await killPart(app);
    },
    stop,
  };
}
