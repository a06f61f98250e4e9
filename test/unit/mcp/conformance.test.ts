/**
 * The official conformance suite against our protocol front: everything a revision requires of a server, but what a server without sampling, elicitation,
 * completion and log messages doesn't offer. The suite fails too where something listed as not offered passes.
 */
import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { serveFixture } from "../../support/mcp-fixture.ts";

const SUITE = createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/dist/index.js");

let fixture: Awaited<ReturnType<typeof serveFixture>>;
beforeAll(async () => {
  fixture = await serveFixture();
});
afterAll(() => fixture.close());

function run(revision: string): Promise<{ code: number; said: string }> {
  const baseline = join(import.meta.dirname, `not-offered-${revision}.yml`);
  const args = [
    SUITE,
    "server",
    "--url",
    fixture.url,
    "--requirements",
    revision,
    "--expected-failures",
    baseline,
  ];
  return new Promise((done) => {
    execFile(process.execPath, args, { timeout: 170_000, maxBuffer: 20_000_000 }, (error, stdout, stderr) =>
      done({ code: error === null ? 0 : 1, said: `${stdout}\n${stderr}` }),
    );
  });
}

it.each(["2025-11-25", "2026-07-28"])("passes the suite of %s", { timeout: 180_000 }, async (revision) => {
  const { code, said } = await run(revision);
  expect(code, said.slice(-6000)).toBe(0);
  for (const scenario of [
    "tools-list",
    "tools-call-simple-text",
    "resources-read-text",
    "prompts-get-simple",
  ]) {
    expect(said).toContain(scenario);
  }
});
