import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { digestOf } from "../../../scripts/once.ts";

it("a digest tells names and contents apart, at any depth, and passes over what Wrangler leaves hidden beside them", async () => {
  const folder = await mkdtemp(join(tmpdir(), "steward-once-"));
  try {
    await mkdir(join(folder, "deep"));
    await writeFile(join(folder, "deep", "a.ts"), "one");
    const before = digestOf([folder, join(folder, "gone")]);
    await mkdir(join(folder, ".wrangler", "tmp"), { recursive: true });
    await writeFile(join(folder, ".wrangler", "tmp", "bundle.js"), "built");
    expect(digestOf([folder])).toBe(before);
    await writeFile(join(folder, "deep", "a.ts"), "two");
    expect(digestOf([folder])).not.toBe(before);
    await writeFile(join(folder, "deep", "a.ts"), "one");
    expect(digestOf([folder])).toBe(before);
    await writeFile(join(folder, "deep", "b.ts"), "");
    expect(digestOf([folder])).not.toBe(before);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
