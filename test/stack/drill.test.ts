/** The drill and the photographer, each once in little: that they run to their end, on products of their own. `npm run drill` judges how late things are. */
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GIVE_UP_MS, runCommand } from "../support/run-command.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "steward-commands-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("a command that starts a product runs to its end", { timeout: GIVE_UP_MS + 10_000 }, () => {
  it("drill", async () => {
    const output = await runCommand("drill", ["--tiny"]);
    for (const kind of ["text", "reminder", "approval"]) expect(output).toMatch(new RegExp(kind, "i"));
    expect(output).toContain("Load of the machine");
  });

  it("screenshots", async () => {
    const out = join(folder, "screenshots");
    await runCommand("screenshots", ["conversation-closed", "--out", out]);
    // One of its whole height is taken of a page that scrolls, which this one may not.
    const pictures = (await readdir(out)).filter((name) => /^conversation-closed\.(?!tall)/.test(name));
    expect(pictures.toSorted()).toEqual([
      "conversation-closed.narrow-dark.png",
      "conversation-closed.narrow-light.png",
      "conversation-closed.wide-dark.png",
      "conversation-closed.wide-light.png",
    ]);
  });
});
