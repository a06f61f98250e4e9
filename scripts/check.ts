/** `npm run check`: format, types, lint, import directions, effect kinds, names in pages, wording, OpenAPI documents, dead code, bundle size. Every check runs; any failure fails the command. */
import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { checkBindingTypes } from "./binding-types.ts";
import { checkEffectKinds } from "./effect-kinds.ts";
import { checkCitedPaths } from "./cited-paths.ts";
import { checkNamesInPages } from "./names-in-pages.ts";
import { openApiDocuments } from "./openapi-documents.ts";
import { checkDirections } from "./import-directions.ts";
import { buildFrontend } from "./build.ts";
import { checkWording } from "./wording.ts";
import { APP_CONFIG, CODE_CONFIG } from "./tooling.ts";

const ROOT = resolve(import.meta.dirname, "..");
/** Fewer modules mean that the reader is broken. */
const MODULES_FLOOR = 800;
/** Minimum number of effect kinds and preconditions. */
const KINDS_FLOOR = 10;
/** Minimum number of tools and agents. */
const NAMES_FLOOR = 25;
/** Fewer citations mean that the pattern is broken. */
const CITED_FLOOR = 300;
/** Minimum number of user-visible sentences. */
const SENTENCES_FLOOR = 3000;
/** Promise SLIM: the Worker without assets, gzipped. */
const WORKER_GZIP_KIB = 1000;
/** The script engine (270) and PDF.js (490), loaded with the first PDF; too large for the app's Worker. */
const CODE_WORKER_GZIP_KIB = 900;
/** Initial script load, gzipped. */
const FIRST_LOAD_GZIP_KIB = 200;

function run(command: string, args: readonly string[]): Promise<{ code: number; output: string }> {
  return new Promise((done) => {
    const child = spawn(join(ROOT, "node_modules", ".bin", command), args, {
      cwd: ROOT,
      env: { ...process.env, WRANGLER_SEND_METRICS: "false", WRANGLER_HIDE_BANNER: "true", NO_COLOR: "1" },
    });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.on("error", (error) => done({ code: 127, output: error.message }));
    child.on("exit", (code) => done({ code: code ?? 1, output }));
  });
}

type Check = () => Promise<{ ok: boolean; said: string }>;

const tool =
  (command: string, ...args: readonly string[]): Check =>
  async () => {
    const { code, output } = await run(command, args);
    return { ok: code === 0, said: output.trim() };
  };

const directions: Check = async () => {
  const { modules, problems } = await checkDirections(ROOT);
  if (modules < MODULES_FLOOR)
    return { ok: false, said: `only ${modules} modules were read; the floor is ${MODULES_FLOOR}` };
  return {
    ok: problems.length === 0,
    said: problems.length === 0 ? `${modules} modules` : problems.join("\n"),
  };
};

const effectKinds: Check = async () => {
  const { kinds, problems } = await checkEffectKinds(ROOT);
  if (kinds.length < KINDS_FLOOR) return { ok: false, said: `only ${kinds.length} kinds were found` };
  return {
    ok: problems.length === 0,
    said: problems.length === 0 ? `${kinds.length} kinds and preconditions` : problems.join("\n"),
  };
};

const citedPaths: Check = async () => {
  const { cited, problems } = await checkCitedPaths(ROOT);
  if (cited < CITED_FLOOR) return { ok: false, said: `only ${cited} cited paths were found` };
  return {
    ok: problems.length === 0,
    said: problems.length === 0 ? `${cited} paths` : problems.join("\n"),
  };
};

const namesInPages: Check = async () => {
  const { names, problems } = await checkNamesInPages(ROOT);
  if (names.length < NAMES_FLOOR)
    return { ok: false, said: `only ${names.length} tools and agents were found` };
  return {
    ok: problems.length === 0,
    said: problems.length === 0 ? `${names.length} tools and agents` : problems.join("\n"),
  };
};

const wording: Check = async () => {
  const { sentences, problems } = await checkWording(ROOT);
  if (sentences < SENTENCES_FLOOR) return { ok: false, said: `only ${sentences} sentences were read` };
  return {
    ok: problems.length === 0,
    said: problems.length === 0 ? `${sentences} sentences` : problems.join("\n"),
  };
};

const gzipKib = (bytes: Uint8Array): number =>
  Math.round((gzipSync(bytes, { level: 9 }).length / 1024) * 10) / 10;

/** Upload size of a configuration, including WebAssembly. */
const uploaded =
  (config: string, limitKib: number): Check =>
  async () => {
    const out = await mkdtemp(join(tmpdir(), "steward-bundle-"));
    const { code, output } = await run("wrangler", [
      "deploy",
      "--config",
      config,
      "--dry-run",
      "--outdir",
      out,
      "--minify",
    ]);
    if (code !== 0) return { ok: false, said: output.trim() };
    const parts = (await readdir(out, { recursive: true })).filter((name) => /\.(m?js|wasm)$/.test(name));
    const bytes = await Promise.all(parts.map((name) => readFile(join(out, name))));
    await rm(out, { recursive: true, force: true });
    const kib = gzipKib(Buffer.concat(bytes));
    return { ok: bytes.length > 0 && kib <= limitKib, said: `${kib} KiB gzip of ${limitKib}` };
  };

const firstLoad: Check = async () => {
  const html = await readFile(join(ROOT, "dist/client/index.html"), "utf8");
  const scripts = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map((match) => match[1] ?? "");
  const sizes = await Promise.all(
    scripts.map(async (name) => gzipKib(await readFile(join(ROOT, "dist/client", name)))),
  );
  const kib = Math.round(sizes.reduce((sum, size) => sum + size, 0) * 10) / 10;
  return {
    ok: scripts.length > 0 && kib <= FIRST_LOAD_GZIP_KIB,
    said: `${kib} KiB gzip of ${FIRST_LOAD_GZIP_KIB}`,
  };
};

const openApi: Check = async () => {
  const stale: string[] = [];
  for (const [path, text] of Object.entries(await openApiDocuments()))
    if ((await readFile(join(ROOT, path), "utf8").catch(() => "")) !== text) stale.push(path);
  return {
    ok: stale.length === 0,
    said: stale.length === 0 ? "" : `${stale.join(", ")}: run npm run openapi`,
  };
};

const bindings: Check = async () => {
  const problems = await checkBindingTypes();
  return { ok: problems.length === 0, said: problems.join("\n") };
};

const checks: readonly (readonly [string, Check])[] = [
  ["format", tool("oxfmt", "--check", ".")],
  ["types", tool("tsc", "-p", "tsconfig.json")],
  ["types: frontend", tool("tsc", "-p", "frontend/tsconfig.json")],
  ["types: sandbox", tool("tsc", "-p", "sandbox/tsconfig.json")],
  ["types: tests and scripts", tool("tsc", "-p", "tsconfig.node.json")],
  ["types: browser tests", tool("tsc", "-p", "tsconfig.browser.json")],
  ["bindings", bindings],
  ["lint", tool("oxlint", "--type-aware", "--deny-warnings")],
  ["directions", directions],
  ["effect kinds", effectKinds],
  ["names in pages", namesInPages],
  ["cited paths", citedPaths],
  ["wording", wording],
  ["OpenAPI", openApi],
  ["dead code", tool("knip", "--no-progress")],
  ["worker size", uploaded(APP_CONFIG, WORKER_GZIP_KIB)],
  ["code worker size", uploaded(CODE_CONFIG, CODE_WORKER_GZIP_KIB)],
  ["first load", firstLoad],
];

await buildFrontend((line) => console.log(line));
let failed = 0;
for (const [name, check] of checks) {
  const { ok, said } = await check();
  if (!ok) failed++;
  const detail = ok ? said.split("\n").at(-1) : `\n${said.split("\n").slice(0, 60).join("\n")}\n`;
  console.log(
    `${ok ? "ok  " : "FAIL"}  ${name}${ok && (detail ?? "").length > 80 ? "" : `  ${detail ?? ""}`}`,
  );
}
process.exit(failed === 0 ? 0 : 1);
