/** What every test process agrees on: a free port for the sandbox, and secrets made for this run alone. */
import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import webPush from "web-push";
import { SANDBOX_APPS } from "../../sandbox/apps.ts";
import { clientVariables, sandboxVariables } from "../../src/integrations/registry.ts";

/** Below those a system gives to outgoing connections, which could take a port between its being found and its being used. */
const FIRST_PORT = 20_000;
const PORTS = 12_000;

/** Finds a free port on loopback, which no other process of this run is given. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORTS);
    if ((await isFree(port)) && take(port)) return port;
  }
}

/** Takes a port until this process ends: between the look and its use, another process may find it free, too. */
function take(port: number): boolean {
  const mark = join(tmpdir(), `steward-port-${port}`);
  try {
    mkdirSync(mark);
  } catch {
    return false;
  }
  taken.push(mark);
  return true;
}

const taken: string[] = [];
process.once("exit", () => {
  for (const mark of taken) rmSync(mark, { recursive: true, force: true });
});

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(false) : reject(error),
    );
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}

/** Secrets and addresses of the Worker under test, all pointing at the sandbox. */
export function workerVars(sandboxUrl: string, appUrl: string): Record<string, string> {
  const vapid = webPush.generateVAPIDKeys();
  return {
    APP_URL: appUrl,
    ANTHROPIC_BASE_URL: `${sandboxUrl}/anthropic`,
    ANTHROPIC_API_KEY: "sk-test-canary-7f3a9c",
    ...sandboxVariables(sandboxUrl),
    ...clientVariables(SANDBOX_APPS),
    CLERK_ISSUER: `${sandboxUrl}/identity`,
    CLERK_AUTHORIZED_PARTIES: "",
    CLERK_SIGN_IN_URL: `${sandboxUrl}/identity/sign-in`,
    ACCESS_TEAM_URL: "",
    ACCESS_AUD: "",
    PUSH_ALLOWED_HOSTS: new URL(sandboxUrl).host,
    VAPID_SUBJECT: "mailto:steward@example.com",
    VAPID_PUBLIC_KEY: vapid.publicKey,
    VAPID_PRIVATE_KEY: vapid.privateKey,
    MASTER_KEYS: `test:${randomBytes(32).toString("base64")}`,
  };
}
