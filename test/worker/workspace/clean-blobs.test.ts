/** Contents that no version holds are taken away, and never one that some version holds. */
import { beforeEach, describe, expect, it } from "vitest";
import { mirrorFiles } from "../../../src/workspace/tables/mirror.ts";
import { sha256Hex } from "../../../src/kernel/hash.ts";
import { blobQuarantine } from "../../../src/platform/file-blobs.ts";
import { change } from "../../../src/workspace/change-file.ts";
import {
  appended,
  cleanBlobs,
  diffVersions,
  history,
  readFile,
  readVersion,
  remove,
  undelete,
  writeFile,
  type WorkspaceDeps,
} from "../../../src/workspace/index.ts";
import { type BlobQuarantine } from "../../../src/platform/file-blobs.ts";
import { freshWorld, testEnv } from "../../support/worker.ts";
import { AGENT, ALDER, DANA, files, HARBOR } from "./harness.ts";

const DAY_MS = 24 * 3600_000;
const quarantineOf = (tenantId = ALDER): BlobQuarantine => blobQuarantine(testEnv.FILES, tenantId);
/** One night's clean-up, so many days from now. */
const night = (daysOn: number, tenantId = ALDER, quarantine = quarantineOf(tenantId), from = "8") =>
  cleanBlobs(
    { db: files(tenantId).db, clock: { now: () => Date.now() + daysOn * DAY_MS } },
    quarantine,
    from,
  );
const put = async (deps: WorkspaceDeps, content: string): Promise<string> => {
  const sha256 = await sha256Hex(content);
  await deps.blobs.put(sha256, content);
  return sha256;
};
const isKept = async (deps: WorkspaceDeps, sha256: string): Promise<boolean> =>
  deps.blobs.get(sha256).then(
    () => true,
    () => false,
  );

beforeEach(freshWorld);

describe("the clean-up of contents", () => {
  it("takes away in two steps what no version holds, and leaves what a write may be about to use", async () => {
    const deps = files();
    const orphan = await put(deps, "a write that crashed");
    expect(await night(0)).toEqual({ quarantined: 0, restored: 0, dropped: 0 });
    expect(await night(2)).toEqual({ quarantined: 1, restored: 0, dropped: 0 });
    expect(await isKept(deps, orphan)).toBe(true);
    expect(await night(8)).toEqual({ quarantined: 0, restored: 0, dropped: 0 });
    expect(await night(10)).toEqual({ quarantined: 0, restored: 0, dropped: 1 });
    expect(await isKept(deps, orphan)).toBe(false);
    expect(await night(30)).toEqual({ quarantined: 0, restored: 0, dropped: 0 });
  });

  it("leaves every version of every file, deleted ones too, the base of the mirror, and other teams' contents", async () => {
    const deps = files();
    await writeFile(deps, { path: "areas/a.md", content: "one\n", ...DANA });
    const { etag } = await writeFile(deps, {
      path: "areas/a.md",
      content: "two\n",
      overwrite: true,
      ...DANA,
    });
    await writeFile(deps, { path: "areas/gone.md", content: "gone\n", ...DANA });
    const { deletionId } = await remove(deps, { path: "areas/gone.md", ...DANA });
    const base = await put(deps, "what both sides held");
    await deps.db.insert(mirrorFiles, { path: "areas/a.md", etag, sha256: base, blobSha: "0".repeat(40) });
    const theirs = await put(files(HARBOR), "a crashed write of somebody else");
    for (const day of [2, 10, 20])
      expect(await night(day)).toEqual({ quarantined: 0, restored: 0, dropped: 0 });
    expect((await readVersion(deps, { path: "areas/a.md", which: "1" })).content).toBe("one\n");
    await undelete(deps, { deletionId, ...DANA });
    expect((await readFile(deps, "areas/gone.md")).content).toBe("gone\n");
    expect(await isKept(deps, base)).toBe(true);
    expect(await isKept(files(HARBOR), theirs)).toBe(true);
    expect((await night(2, HARBOR)).quarantined).toBe(1);
  });

  it("never costs a writer their words who saw a content in its place just before it was taken", async () => {
    const deps = files();
    const words = "words of a write that crashed, written again";
    await put(deps, words);
    // The writer has found the content in its place; the clean-up runs before the version is there.
    const held: WorkspaceDeps = {
      ...deps,
      blobs: {
        ...deps.blobs,
        async put(sha256, content) {
          await deps.blobs.put(sha256, content);
          expect((await night(2)).quarantined).toBe(1);
        },
      },
    };
    await writeFile(held, { path: "areas/late.md", content: words, ...DANA });
    const read = async () => (await readFile(deps, "areas/late.md")).content;
    expect(await read()).toBe(words);
    expect(await night(10)).toEqual({ quarantined: 0, restored: 1, dropped: 0 });
    expect(await read()).toBe(words);
    expect(await night(30)).toEqual({ quarantined: 0, restored: 0, dropped: 0 });
    expect(await read()).toBe(words);
  });

  it("loses nothing where it dies between any two of its steps, and ends its work the next night", async () => {
    const deps = files();
    const orphan = await put(deps, "no one's words");
    const dies = (): never => {
      throw new Error("the power went");
    };
    const real = quarantineOf();
    await expect(night(2, ALDER, { ...real, add: dies })).rejects.toThrow("the power went");
    // Quarantined, but still in its old place too.
    const content = await deps.blobs.get(orphan);
    await night(2);
    await deps.blobs.put(orphan, content);
    await expect(night(10, ALDER, { ...real, drop: dies })).rejects.toThrow("the power went");
    expect(await isKept(deps, orphan)).toBe(true);
    await writeFile(deps, { path: "areas/a.md", content, ...DANA });
    await expect(night(10, ALDER, { ...real, restore: dies })).rejects.toThrow("the power went");
    expect((await night(10)).restored).toBe(1);
    expect((await readFile(deps, "areas/a.md")).content).toBe(content);
  });

  it(
    "runs beside eight writers at once of the same few contents, five times each, and every version can still be read",
    { timeout: 180_000 },
    async () => {
      const deps = files();
      for (let number = 0; number < 6; number++) await put(deps, `content ${number}\n`);
      let writing = true;
      const nights = (async () => {
        // Less than a week goes by while a write is under way.
        for (let turn = 0; writing; turn++)
          await night(2 + (turn % 6), ALDER, quarantineOf(), String(turn % 10));
      })();
      const paths = Array.from({ length: 8 }, (_, index) => `areas/file-${index}.md`);
      try {
        for (let round = 0; round < 5; round++) {
          await Promise.all(
            paths.map((path, index) =>
              round % 2 === 0
                ? writeFile(deps, {
                    path,
                    content: `content ${(index + round) % 6}\n`,
                    overwrite: true,
                    ...DANA,
                  })
                : change(deps, path, { ...AGENT, apply: (before) => appended(before, `round ${round}`) }),
            ),
          );
          await night(50 + round * 50);
        }
      } finally {
        writing = false;
        await nights;
      }
      await night(400);
      for (const path of paths) {
        const versions = await history(deps, { path, limit: 50 });
        expect(versions.length).toBeGreaterThanOrEqual(4);
        for (const { etag, version } of versions) {
          expect((await readVersion(deps, { path, which: etag })).content).not.toBe("");
          if (version > 1)
            await expect(
              diffVersions(deps, { path, from: String(version - 1), to: String(version) }),
            ).resolves.toBeDefined();
        }
      }
    },
  );

  it("finds what no one holds wherever among the hashes it begins", async () => {
    const deps = files();
    for (const from of ["", "0", "5", "f", "zz"]) {
      for (let number = 0; number < 5; number++) await put(deps, `orphan ${from} ${number}`);
      expect((await night(2, ALDER, quarantineOf(), from)).quarantined).toBe(5);
    }
  });
});
