/** A sandbox for one test file: its own port and folder, no pace, a clock that only the test moves. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { startSandbox, type Sandbox } from "../../../sandbox/server.ts";

export const APP_URL = "http://localhost:8787";

export interface TestSandbox {
  readonly url: string;
  readonly dataDir: string;
  readonly clock: { ms: number };
  restart(): Promise<void>;
  get(path: string): Promise<unknown>;
  post(path: string, body?: unknown): Promise<Response>;
  /** Calls the Messages API with valid headers unless others are given. */
  messages(body: unknown, headers?: Record<string, string>, path?: string): Promise<Response>;
}

/** Starts it before the file's tests and resets it before each. */
export function useSandbox(): TestSandbox {
  process.env["SANDBOX_CHUNK_DELAY_MS"] = "0";
  const dataDir = mkdtempSync(join(tmpdir(), "steward-sandbox-"));
  const clock = { ms: Date.now() };
  let running: Sandbox;

  const start = async (): Promise<void> => {
    // A restart takes another port: the client's pool still holds connections to the old one.
    running = await startSandbox({
      port: 0,
      dataDir,
      appUrl: APP_URL,
      world: "empty",
      now: () => clock.ms,
    });
  };
  beforeAll(start);
  beforeEach(async () => {
    clock.ms = Date.now();
    await sandbox.post("/control/reset");
  });
  afterAll(async () => {
    await running.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const sandbox: TestSandbox = {
    get url() {
      return running.url;
    },
    dataDir,
    clock,
    async restart() {
      await running.close();
      await start();
    },
    get: async (path) => (await fetch(running.url + path)).json(),
    post: (path, body) =>
      fetch(running.url + path, {
        method: "POST",
        ...(body === undefined
          ? {}
          : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
      }),
    messages: (body, headers = { authorization: "Bearer k", "anthropic-version": "2026-10-21" }, path = "") =>
      fetch(`${running.url}/anthropic/v1/messages${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
  };
  return sandbox;
}
