/** The commands people run that need no product of their own, each once: that it runs to its end and that its figures are there, never how fast. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ACCOUNT, startCloudflareRest, TOKEN } from "../support/cloudflare-rest.ts";
import { GIVE_UP_MS, runCommand } from "../support/run-command.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "steward-commands-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("a command runs to its end", { timeout: GIVE_UP_MS + 10_000 }, () => {
  it("search-bench, with questions of one's own and with a load", async () => {
    const [corpus, queries, out] = ["corpus.jsonl", "queries.jsonl", "found.jsonl"].map((name) =>
      join(folder, name),
    ) as [string, string, string];
    const items = ["The boiler is in the cellar.", "Rent is due on the first.", "The key is at the office."];
    const lines = items.map((text, id) => JSON.stringify({ id: `i${id}`, text, speaker: "Dana" }));
    await writeFile(corpus, lines.join("\n"));
    await writeFile(queries, JSON.stringify({ id: "q", query: "When is the rent due?" }));
    expect(
      await runCommand("search-bench", ["--corpus", corpus, "--queries", queries, "--out", out]),
    ).toMatch(/3 items indexed in .* 1 questions, p50 [\d.]+ ms, p95 [\d.]+ ms/);
    expect((JSON.parse(await readFile(out, "utf8")) as { ids: string[] }).ids[0]).toBe("i1");
    expect(await runCommand("search-bench", ["--load", "300"])).toMatch(
      /words of 300 passages: [\d.,]+ a second/,
    );
  });

  it("recall", async () => {
    const output = await runCommand("recall", ["--tiny"]);
    for (const set of ["company", "company, renamed", "dialogues"])
      for (const mode of ["words", "vectors", "fused"])
        expect(output).toMatch(new RegExp(`\\| ${set} +\\| ${mode} +\\| all +\\| \\d+ +\\| [\\d.]+`));
  });

  it("eval", async () => {
    const file = join(folder, "eval.json");
    await runCommand("eval", ["--out", file]);
    const { figures } = JSON.parse(await readFile(file, "utf8")) as { figures: { holds: boolean }[] };
    expect(figures.length).toBeGreaterThan(5);
  });

  it("vectors:check, against the stand-in of Cloudflare's REST API", async () => {
    const rest = await startCloudflareRest();
    try {
      const env = {
        CLOUDFLARE_ACCOUNT_ID: ACCOUNT,
        CLOUDFLARE_API_TOKEN: TOKEN,
        CLOUDFLARE_API_BASE_URL: rest.baseUrl,
      };
      expect(await runCommand("vectors:check", [], env)).toContain("All checks passed.");
    } finally {
      await rest.close();
    }
  });

  it("deploy, dry", async () => {
    expect(await runCommand("deploy", ["--dry-run"])).toMatch(/would: /);
  });
});
