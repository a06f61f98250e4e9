import { builtinModules } from "node:module";
import { resolve } from "node:path";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { writeLocalConfigs } from "./scripts/local-config.ts";
import { codeWorker } from "./test/support/code-worker.ts";
import { freePort, workerVars } from "./test/support/test-env.ts";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `\n  The tests need Node 22.18 or newer; this is ${process.version}. Run \`npm test -- <file>\` or \`npm run test:near -- <file>\`, which bring their own,\n  or put node_modules/.bin first in PATH.\n`,
  );
  process.exit(1);
}

const sandboxPort = Number((process.env["TEST_SANDBOX_PORT"] ??= String(await freePort())));
const sandboxUrl = `http://localhost:${sandboxPort}`;
/** Browser tests with a product of their own, which therefore need not wait for each other. */
const OWN_STACK = [
  "test/browser/axe.test.ts",
  "test/browser/first-five.test.ts",
  "test/browser/needs-human.test.ts",
  "test/browser/wrote-since.test.ts",
];

/** The files of the lane `stack` that take longest, the longest first. Begun last, one of them would end long after everything else. */
const LONGEST = [
  "test/stack/bench.test.ts",
  "test/browser/axe.test.ts",
  "test/stack/deploy.test.ts",
  "test/stack/drill.test.ts",
  "test/stack/stream-kill.test.ts",
];

/** Vitest's own order, in which the longest come first once it has run them; in a new checkout it only knows how large the files are. */
class LongestFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = LONGEST.findIndex((path) => moduleId.endsWith(path));
      return found === -1 ? LONGEST.length : found;
    };
    return (await super.sort(specifications)).toSorted((left, right) => place(left) - place(right));
  }
}

/**
 * Limits fit a machine four times slower than this one with other work to do: what is well ends long before, and a limit that is met by chance costs a
 * whole run. Every default of Vitest's is one second or ten.
 */
const LIMITS = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 45_000, interval: 50 } },
};

/** What the Worker is built with (wrangler.toml). */
const ALIAS = {
  alias: [{ find: /^zod$/, replacement: resolve(import.meta.dirname, "src/platform/lazy-zod.ts") }],
};

/** Files of these lanes share a process: what a test replaced is real again when it ends. */
const GIVEN_BACK = { setupFiles: ["./test/support/given-back.ts"] };

export default defineConfig({
  test: {
    reporters: ["default"],
    teardownTimeout: 60_000,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: "unit",
          include: ["test/unit/**/*.test.ts"],
          environment: "node",
          // Files share their modules: reading them anew for each file costs twice as much as the tests.
          isolate: false,
          sequence: { groupOrder: 1 },
          ...LIMITS,
          ...GIVEN_BACK,
        },
      },
      {
        resolve: ALIAS,
        plugins: [
          // Asked only by who runs this project: building the Worker for scripts takes seconds.
          cloudflareTest(async () => ({
            wrangler: { configPath: `./${(await writeLocalConfigs())[0]}` },
            remoteBindings: false,
            miniflare: {
              workers: [await codeWorker()],
              // A second database, which a test that needs two gives the app as DB_2.
              d1Databases: { OTHER_DB: "other" },
              bindings: {
                ...workerVars(sandboxUrl, "http://localhost:8787"),
                TEST_MIGRATIONS: await readD1Migrations("migrations"),
                TEST_SANDBOX_URL: sandboxUrl,
                STEWARD_NIGHTLY: process.env["STEWARD_NIGHTLY"] ?? "",
              },
            },
          })),
        ],
        test: {
          name: "worker",
          // What an object logs while a file ends would be handed over by a promise of another request, and the run would wait for it forever.
          disableConsoleIntercept: true,
          include: ["test/worker/**/*.test.ts"],
          globalSetup: ["./test/support/sandbox-setup.ts"],
          isolate: false,
          maxWorkers: 1,
          ...LIMITS,
          ...GIVEN_BACK,
          deps: {
            optimizer: {
              ssr: {
                enabled: true,
                include: [
                  "@anthropic-ai/sdk/streaming",
                  "@anthropic-ai/sdk/error",
                  "@anthropic-ai/sdk/lib/transform-json-schema",
                  "agents/lifecycle",
                  "agents/websockets",
                  "croner",
                  "drizzle-orm",
                  "drizzle-orm/d1",
                  "fast-check",
                  "drizzle-orm/sqlite-core",
                  "hono",
                  "hono/cookie",
                  "hono/factory",
                  "jose",
                  "libphonenumber-js",
                  "zod/v4",
                ],
                rolldownOptions: { external: [/^node:/, /^cloudflare:/, ...builtinModules] },
              },
            },
          },
        },
      },
      {
        test: {
          name: "stack",
          include: ["test/stack/**/*.test.ts", ...OWN_STACK],
          environment: "node",
          isolate: false,
          globalSetup: ["./test/support/prepared.ts"],
          // Each file starts a product of its own and mostly waits for it: two at a time keep one core busy.
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
          ...LIMITS,
        },
      },
      {
        test: {
          name: "browser",
          include: ["test/browser/**/*.test.ts"],
          exclude: OWN_STACK,
          environment: "node",
          isolate: false,
          globalSetup: ["./test/support/stack-setup.ts"],
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
          ...LIMITS,
        },
      },
    ],
  },
});
