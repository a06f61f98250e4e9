/** `npm run deploy` and `npm run verify:cloudflare`, with the real Wrangler, against an account on this machine. */
import { spawn } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { projectEnv } from "../../scripts/with-deps.mjs";
import { parseVars, ROOT } from "../../scripts/tooling.ts";
import { expectedHere, verifyAccount } from "../../scripts/verify-cloudflare.ts";
import { startCloudflareAccount } from "../support/cloudflare-account.ts";
import { ACCOUNT, TOKEN } from "../support/cloudflare-rest.ts";

const VARS = `APP_URL="https://steward.example.com"
ANTHROPIC_API_KEY="sk-ant-canary-$HOME"
VAPID_SUBJECT="mailto:owner@example.com"
OPERATORS="owner@example.com"
CLERK_ISSUER="https://clerk.example.com"
CLERK_SIGN_IN_URL="https://accounts.example.com/sign-in"
`;
/** What a deployment is made from. */
const PARTS = [
  "src",
  "durable-objects",
  "workflows",
  "migrations",
  "scripts",
  "frontend",
  "docs/manual",
  "docs/openapi",
  "dist/client",
  "test/eval/results.json",
  "wrangler.toml",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "tsconfig.base.json",
];

/** Wrangler starts some twenty times. */
const DEPLOYMENTS_MS = 900_000;

let folder = "";
let account: Awaited<ReturnType<typeof startCloudflareAccount>>;

beforeAll(async () => {
  account = await startCloudflareAccount();
  folder = await mkdtemp(join(tmpdir(), "steward-deploy-"));
  for (const part of PARTS) await cp(join(ROOT, part), join(folder, part), { recursive: true });
  await cp(join(ROOT, "dist/.client-built-from"), join(folder, "dist/.client-built-from"));
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  await writeFile(join(folder, ".deploy.vars"), VARS);
});

afterAll(async () => {
  await account.close();
  await rm(folder, { recursive: true, force: true });
});

async function deploy(...args: readonly string[]): Promise<{ code: number; said: string }> {
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", join(folder, "scripts/deploy.ts"), ...args],
    {
      cwd: folder,
      env: {
        ...projectEnv(),
        CLOUDFLARE_API_BASE_URL: account.baseUrl,
        CLOUDFLARE_API_TOKEN: TOKEN,
        CLOUDFLARE_ACCOUNT_ID: ACCOUNT,
        WRANGLER_LOG_PATH: join(folder, "logs"),
      },
    },
  );
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise<number>((done) => child.on("exit", (status) => done(status ?? 1)));
  return { code, said };
}

/** What the verification finds, where this version is expected: that of the folder by itself. */
async function verify(version?: string): Promise<{ failed: number; lines: string[] }> {
  const server = createServer((_, response) =>
    response.setHeader("content-type", "application/json").end(JSON.stringify({ status: "ok" })),
  );
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const lines: string[] = [];
  const appUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const here = await expectedHere("", folder);
  const expected = { ...here, appUrl, version: version ?? here.version };
  const of = { accountId: ACCOUNT, token: TOKEN, baseUrl: account.baseUrl };
  const failed = await verifyAccount(of, expected, (line) => lines.push(line));
  await new Promise((done) => server.close(done));
  return { failed, lines };
}

it(
  "deploys all of wrangler.toml into an empty account, with the secrets in the same upload",
  async () => {
    const { version } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as { version: string };
    const bare = await verify();
    expect(bare.failed).toBe(bare.lines.length - 1);

    const dry = await deploy("--dry-run");
    expect([dry.code, dry.said]).toEqual([0, expect.stringContaining("Nothing was changed.")]);
    expect(dry.said).toContain("would: create the Vectorize index steward-qwen3-embedding-0-6b-1024");
    expect(account.state.changes).toEqual([]);

    const { code, said } = await deploy();
    expect([code, said]).toEqual([0, expect.stringContaining(`Deployed ${version}`)]);
    const { state } = account;
    const app = state.scripts.get("steward");
    expect(app?.bindings.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["VECTORS", "AI", "DB", "FILES", "CODE"]),
    );
    const uploads = state.changes.filter((line) => line.startsWith("PUT /workers/scripts/steward"));
    expect(uploads[0]).toBe("PUT /workers/scripts/steward-code");
    expect(uploads.filter((line) => line === "PUT /workers/scripts/steward")).toHaveLength(1);
    const migrated = state.changes.findIndex((line) => /^POST \/d1\/database\/[^/]+\/query/.test(line));
    expect(migrated).toBeGreaterThan(-1);
    expect(migrated).toBeLessThan(state.changes.indexOf("PUT /workers/scripts/steward"));
    expect(said).not.toContain("sk-ant-canary");
    const keys = parseVars(await readFile(join(folder, ".deploy.keys"), "utf8"))["MASTER_KEYS"];
    expect(app?.bindings.find(({ name }) => name === "MASTER_KEYS")?.["text"]).toBe(keys);
    expect(app?.bindings.find(({ name }) => name === "ANTHROPIC_API_KEY")?.["text"]).toBe(
      "sk-ant-canary-$HOME",
    );

    expect(await verify()).toMatchObject({ failed: 0 });
    expect((await verify("0.0.1")).lines).toContainEqual(
      expect.stringContaining(`is version 0.0.1: it is ${version}`),
    );
  },
  DEPLOYMENTS_MS,
);

it(
  "a second deployment makes nothing new and keeps the keys; MEANING off leaves Vectorize and Workers AI out",
  async () => {
    await writeFile(join(folder, ".deploy.vars"), `${VARS}MEANING="off"\n`);
    const before = account.state.changes.length;
    const { code, said } = await deploy();
    expect([code, said]).toEqual([0, expect.stringContaining("finding by meaning is off")]);
    expect(said).toContain("secret MASTER_KEYS: there");
    const changes = account.state.changes.slice(before);
    expect(
      changes.filter((line) =>
        /^POST \/(?:d1\/database|r2\/buckets|queues|vectorize\/v2\/indexes)$/.test(line),
      ),
    ).toEqual([]);
    const app = account.state.scripts.get("steward");
    const named = (name: string) => app?.bindings.find((one) => one["name"] === name);
    expect([named("AI"), named("VECTORS"), named("MEANING")?.["text"]]).toEqual([
      undefined,
      undefined,
      "off",
    ]);
    expect(app?.secrets.has("MASTER_KEYS")).toBe(true);
  },
  DEPLOYMENTS_MS,
);
