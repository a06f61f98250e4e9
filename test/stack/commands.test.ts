/**
 * The commands people run beside `start` and `test`, each once, with tiny numbers: that it runs to its end and that all its figures are there, never how
 * fast. `npm run bench` and the others judge that.
 */
import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Findings, Verdict } from "../bench/promises.ts";
import { ACCOUNT, startCloudflareRest, TOKEN } from "../support/cloudflare-rest.ts";

const ROOT = resolve(import.meta.dirname, "../..");
/** What hangs is ended, and fails with what it printed. */
const GIVE_UP_MS = 600_000;

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "steward-commands-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs `npm run <name>` as its entry in package.json says. Throws with what it printed where it ends with anything but 0. */
async function run(
  name: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { scripts } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  const [, ...own] = (scripts[name] ?? "").split(" ");
  const child = spawn(process.execPath, [...own, ...args], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NO_COLOR: "1", ...env },
    detached: true,
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const giveUp = setTimeout(() => process.kill(-(child.pid ?? 0), "SIGKILL"), GIVE_UP_MS);
  const code = await new Promise<number | null>((done) => child.once("close", done));
  clearTimeout(giveUp);
  if (code !== 0) throw new Error(`npm run ${name} ended with ${String(code)}:\n${output.slice(-4_000)}`);
  return output;
}

describe("every command runs to its end", { timeout: GIVE_UP_MS + 10_000 }, () => {
  it("bench, in all its parts and with a figure for every promise", async () => {
    const file = join(folder, "bench.json");
    const output = await run("bench", ["--tiny", "--out", file]);
    const { findings, verdicts } = JSON.parse(await readFile(file, "utf8")) as {
      findings: Findings;
      verdicts: Verdict[];
    };
    expect(verdicts.map(({ name }) => name)).toEqual([
      "flat",
      "first-text-p50",
      "first-text-p95",
      "whole-turn-added",
      "whole-turn",
      "whole-turn-peer-2",
      "whole-turn-peer-120",
      "bytes-up",
      "bytes-down",
      "fan-out",
      "hook-p95",
      "hook-bare",
      "hook-astray",
      "hook-last-run",
      "warm-start",
      "start-up",
      "prefix-turns",
      "prefix-tokens",
      "small-belt",
      "files-search",
      "files-list",
      "files-prompt",
      "files-write",
      "click-answered",
      "click-shown",
      "growth-ratio",
      "growth-p50",
      "growth-list",
      "growth-minute",
      "growth-search",
    ]);
    // What could not be measured is null in JSON.
    expect(verdicts.filter(({ value }) => !Number.isFinite(value))).toEqual([]);
    expect(findings.series.every(({ turns }) => turns.length > 0)).toBe(true);
    expect(findings.hookRate).toMatchObject({ samples: 12, refused: 0, astray: 0 });
    expect(output).toContain("HOOK-RATE");
  });

  it("search-bench, with questions of one's own and with a load", async () => {
    const [corpus, queries, out] = ["corpus.jsonl", "queries.jsonl", "found.jsonl"].map((name) =>
      join(folder, name),
    ) as [string, string, string];
    const items = ["The boiler is in the cellar.", "Rent is due on the first.", "The key is at the office."];
    const lines = items.map((text, id) => JSON.stringify({ id: `i${id}`, text, speaker: "Dana" }));
    await writeFile(corpus, lines.join("\n"));
    await writeFile(queries, JSON.stringify({ id: "q", query: "When is the rent due?" }));
    expect(await run("search-bench", ["--corpus", corpus, "--queries", queries, "--out", out])).toMatch(
      /3 items indexed in .* 1 questions, p50 [\d.]+ ms, p95 [\d.]+ ms/,
    );
    expect((JSON.parse(await readFile(out, "utf8")) as { ids: string[] }).ids[0]).toBe("i1");
    expect(await run("search-bench", ["--load", "300"])).toMatch(/words of 300 passages: [\d.,]+ a second/);
  });

  it("recall", async () => {
    const output = await run("recall");
    for (const set of ["company", "company, renamed", "dialogues"])
      for (const mode of ["words", "vectors", "fused"])
        expect(output).toMatch(new RegExp(`\\| ${set} +\\| ${mode} +\\| all +\\| \\d+ +\\| [\\d.]+`));
  });

  it("eval", async () => {
    const file = join(folder, "eval.json");
    await run("eval", ["--out", file]);
    const { figures } = JSON.parse(await readFile(file, "utf8")) as { figures: { holds: boolean }[] };
    expect(figures.length).toBeGreaterThan(5);
  });

  it("drill", async () => {
    const output = await run("drill", ["--tiny"]);
    for (const kind of ["text", "reminder", "approval"]) expect(output).toMatch(new RegExp(kind, "i"));
    expect(output).toContain("Load of the machine");
  });

  it("screenshots", async () => {
    const out = join(folder, "screenshots");
    await run("screenshots", ["conversation-closed", "--out", out]);
    const pictures = (await readdir(out)).filter((name) => name.startsWith("conversation-closed."));
    expect(pictures.toSorted()).toEqual([
      "conversation-closed.narrow-dark.png",
      "conversation-closed.narrow-light.png",
      "conversation-closed.wide-dark.png",
      "conversation-closed.wide-light.png",
    ]);
  });

  it("vectors:check, against the stand-in of Cloudflare's REST API", async () => {
    const rest = await startCloudflareRest();
    try {
      const env = {
        CLOUDFLARE_ACCOUNT_ID: ACCOUNT,
        CLOUDFLARE_API_TOKEN: TOKEN,
        CLOUDFLARE_API_BASE_URL: rest.baseUrl,
      };
      expect(await run("vectors:check", [], env)).toContain("Everything is as the product relies on.");
    } finally {
      await rest.close();
    }
  });

  it("deploy, dry", async () => {
    expect(await run("deploy", ["--dry-run"])).toMatch(/would: /);
  });
});
