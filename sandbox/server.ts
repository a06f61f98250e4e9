/**
 * The outside world for local development: one small server that simulates Anthropic, Quo, the identity provider, the push service and
 * others over real HTTP. Run it with `node sandbox/server.ts` (SANDBOX_PORT, DATA_DIR, APP_URL), or start it from a test.
 */
import { join } from "node:path";
import { createControl } from "./control/control.ts";
import { createFaults } from "./faults.ts";
import { listen } from "./http-server.ts";
import { openOperator } from "./operator/operator.ts";
import { createOutbox } from "./outbox.ts";
import { createEffectTracker, createRouter } from "./router.ts";
import type { CreateService, SandboxContext } from "./service.ts";
import * as everyService from "./services.ts";
import { openState } from "./state.ts";

export interface SandboxOptions {
  /** 0 picks a free port. */
  readonly port: number;
  /** State folder; created if missing. */
  readonly dataDir: string;
  /** Base URL of the product, for webhooks and the return from sign-in. */
  readonly appUrl: string;
  readonly world?: SandboxContext["world"];
  /** The sandbox's clock in milliseconds since the epoch, for tests of expiry. */
  readonly now?: () => number;
  /** Services to run; all by default. */
  readonly services?: readonly CreateService[];
}

export interface Sandbox {
  /** Without a trailing slash. */
  readonly url: string;
  /** Closes all connections and writes the state. */
  close(): Promise<void>;
}

/** Throws if the port is in use or the state can't be read. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const state = openState(options.dataDir);
  const faults = createFaults();
  const effects = createEffectTracker();
  const now = options.now ?? Date.now;
  const outbox = createOutbox(state.section("outbox", () => ({ items: [] })));

  // Services need the sandbox's URL, so the port is bound first; requests wait for the router.
  const { promise: router, resolve: ready } = Promise.withResolvers<ReturnType<typeof createRouter>>();
  const server = await listen(options.port, async (request) => (await router)(request));
  const url = `http://localhost:${server.port}`;

  const context: SandboxContext = {
    url,
    appUrl: options.appUrl.replace(/\/+$/, ""),
    world: options.world ?? "demo",
    now,
    section: (name, initial) => state.section(name, initial),
    recordEffect(service, method, path, body) {
      effects.mark();
      outbox.record({ service, method, path, body, at: new Date(now()).toISOString() });
    },
    markEffect: () => effects.mark(),
    outbox: (service) => outbox.list(service),
  };
  const services = (options.services ?? Object.values(everyService)).map((create) => create(context));
  const control = createControl(context, services, faults, () => outbox.clear());
  ready(createRouter([control, ...services], faults, effects));

  return {
    url,
    async close() {
      await server.close();
      faults.reset();
      state.close();
    },
  };
}

async function main(): Promise<void> {
  const sandbox = await startSandbox({
    port: Number(process.env["SANDBOX_PORT"] ?? 8788),
    dataDir: process.env["DATA_DIR"] ?? join(".data", "sandbox"),
    appUrl: process.env["APP_URL"] ?? "http://localhost:8787",
    world: process.env["SANDBOX_WORLD"] === "empty" ? "empty" : "demo",
  });
  process.stdout.write(`sandbox ready at ${sandbox.url}\n`);
  // Preloads the operator so that the first demo answer doesn't wait for it.
  void openOperator();
  const stop = (): void => void sandbox.close().then(() => process.exit(0));
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
}

if (import.meta.main) await main();
