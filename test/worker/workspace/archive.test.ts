import { testContext } from "../../support/context.ts";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { beforeEach, describe, expect, it } from "vitest";
import { workspace } from "../../../src/workspace/open.ts";
import { WORKSPACE_LIMITS } from "../../../src/workspace/api/workspace-limits.ts";
import { exportZip, importZip } from "../../../src/workspace/index.ts";
import { freshWorld, testEnv } from "../../support/worker.ts";
import { ALDER, countingCalls, DANA } from "./harness.ts";

beforeEach(freshWorld);

const bytesOf = async (zip: Promise<ReadableStream>): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await new Response(await zip).arrayBuffer());

describe("an archive", () => {
  it(
    "of many files comes in page by page, each within the calls one request has, and goes out as it came",
    { timeout: 120_000 },
    async () => {
      const { importPage } = WORKSPACE_LIMITS;
      const counted = countingCalls(testEnv);
      const deps = workspace(testContext(ALDER, { env: counted.env }));
      const entries: Record<string, Uint8Array> = { "first.exe": strToU8("x") };
      for (let index = 0; index < importPage + 20; index++)
        entries[`areas/${String(index).padStart(4, "0")}.md`] = strToU8(`file ${index}\n`);
      entries["last.exe"] = strToU8("x");
      const archive = new Uint8Array(zipSync(entries));
      const come = (from: number, overwrite = false) =>
        importZip(deps, { archive, from, overwrite, ...DANA });
      const skipped = (path: string) => [expect.objectContaining({ path })] as unknown[];
      expect(await come(0)).toEqual({
        written: importPage,
        unchanged: 0,
        skipped: skipped("first.exe"),
        next: importPage,
      });
      expect(await come(importPage)).toEqual({
        written: 20,
        unchanged: 0,
        skipped: skipped("last.exe"),
        next: null,
      });
      expect(await come(importPage)).toMatchObject({ written: 0, unchanged: 20, next: null });
      for (const path of Object.keys(entries).slice(1, 21)) entries[path] = strToU8("changed\n");
      const again = new Uint8Array(zipSync(Object.fromEntries(Object.entries(entries).slice(0, 21))));
      counted.calls = 0;
      expect(await importZip(deps, { archive: again, overwrite: true, ...DANA })).toMatchObject({
        written: 20,
      });
      expect((counted.calls / 20) * importPage).toBeLessThan(9_000);
      counted.calls = 0;
      const out = unzipSync(await bytesOf(exportZip(deps, "")));
      expect((counted.calls / (importPage + 20)) * WORKSPACE_LIMITS.exportFiles).toBeLessThan(9_000);
      expect(Object.keys(out)).toHaveLength(importPage + 20);
      expect(strFromU8(out["areas/0000.md"] ?? new Uint8Array())).toBe("changed\n");
      expect(strFromU8(out["areas/0269.md"] ?? new Uint8Array())).toBe("file 269\n");
      const some = unzipSync(await bytesOf(exportZip(deps, "areas", ["0001.md", "0002.md", "none.md"])));
      expect(Object.keys(some)).toEqual(["areas/0001.md", "areas/0002.md"]);
    },
  );
});
