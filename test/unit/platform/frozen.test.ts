/**
 * What must stay byte for byte while code moves: prompts, tools as models read them, the tables, and every name that is stored or sent
 * between parts. A change on purpose is written anew with UPDATE_GOLDEN=1 and seen in the diff.
 */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { allKinds } from "../../../src/approvals/effects/kinds.ts";
import { allAgents } from "../../../src/agent/index.ts";
import { workKinds } from "../../../src/platform/work/kinds.ts";
import { sha256Hex } from "../../../src/kernel/hash.ts";
import { VENDORS } from "../../../src/integrations/registry.ts";
import { STANDING_JOBS } from "../../../src/agent/schedules/standing-jobs.ts";
import { modelToolsOf, offeredTools } from "../../../src/agent/tools/agent-tools.ts";
import { catalogue } from "../../../src/agent/tools/catalogue.ts";

const ROOT = join(import.meta.dirname, "../../..");

async function expectGolden(file: string, now: string): Promise<void> {
  const path = join(ROOT, "test/golden", file);
  if (process.env["UPDATE_GOLDEN"] === "1") await writeFile(path, now);
  expect(now).toBe(await readFile(path, "utf8"));
}

const hash = async (text: string): Promise<string> => (await sha256Hex(text)).slice(0, 16);

describe("what stays while code moves", () => {
  it("prompts and tools of every agent, as bytes", async () => {
    const agents = await Promise.all(
      allAgents().map(
        async ({ name, instructions }) =>
          `${name} instructions=${await hash(instructions)} tools=${await hash(JSON.stringify(modelToolsOf(offeredTools(name))))}`,
      ),
    );
    await expectGolden("prompts.txt", `${agents.join("\n")}\n`);
  });

  it("the tables and indexes that the migrations make", async () => {
    const folder = join(ROOT, "migrations");
    const files = (await readdir(folder)).filter((name) => name.endsWith(".sql")).toSorted();
    const db = new DatabaseSync(":memory:");
    for (const file of files) db.exec(await readFile(join(folder, file), "utf8"));
    const made = db
      .prepare("select sql from sqlite_master where sql is not null order by type, name")
      .all() as { readonly sql: string }[];
    db.close();
    await expectGolden("schema.sql", `${made.map(({ sql }) => sql.replaceAll(/\s+/g, " ")).join(";\n")};\n`);
  });

  it("names that are stored, sent or bound", async () => {
    const config = await readFile(join(ROOT, "wrangler.toml"), "utf8");
    const bound = [...config.matchAll(/^(?:class_name|binding|queue|name) = "([^"]+)"/gm)].map(
      ([, name]) => name,
    );
    const workflow = await readFile(join(ROOT, "workflows/approval-workflow.ts"), "utf8");
    const steps = [...workflow.matchAll(/step\.\w+\(\s*["`]([^"`]+)["`]/g)].map(([, name]) => name);
    const lists = {
      bindings: [...new Set(bound)].toSorted(),
      steps,
      agents: allAgents().map(({ name }) => name),
      tools: catalogue().map(({ name }) => name),
      effects: allKinds()
        .map(({ kind }) => kind)
        .toSorted(),
      vendors: VENDORS.map(({ name }) => name).toSorted(),
      work: [...workKinds()].map(([name, { queue }]) => `${name} by ${queue}`).toSorted(),
      jobs: STANDING_JOBS.map(({ name }) => name).toSorted(),
    };
    expect(lists.steps.length).toBeGreaterThan(2);
    await expectGolden("names.txt", `${JSON.stringify(lists, null, 1)}\n`);
  });
});
