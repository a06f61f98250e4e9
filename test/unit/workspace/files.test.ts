import { beforeEach, describe, expect, it } from "vitest";
import { WORKSPACE_LIMITS } from "../../../src/workspace/api/workspace-limits.ts";
import { changedDetailsSchema } from "../../../src/workspace/api/workspace.ts";
import {
  blame,
  changeFile,
  diffVersions,
  findFile,
  history,
  listDeleted,
  listFolder,
  makeFolder,
  move,
  readFile,
  readVersion,
  remove,
  removeAll,
  restoreVersion,
  searchFiles,
  undelete,
  usageOf,
  appended,
  writeFile,
} from "../../../src/workspace/index.ts";
import { records } from "../../support/node-d1.ts";
import { AGENT, ALDER, DANA, files, freshFiles, refused } from "./harness.ts";

beforeEach(freshFiles);

const names = async (path: string): Promise<string[]> =>
  (await listFolder(files(), { path, limit: 100 })).map((entry) => `${entry.kind} ${entry.name}`);

describe("a file", () => {
  it("is written, read, listed with its folders and counted", async () => {
    const deps = files();
    const row = await writeFile(deps, { path: "areas/heating.md", content: "# Heating\n", ...DANA });
    expect(await readFile(deps, "areas/heating.md")).toMatchObject({
      content: "# Heating\n",
      row: { etag: row.etag },
    });
    expect(await names("")).toEqual(["folder areas"]);
    expect(await names("areas")).toEqual(["file heating.md"]);
    expect(await usageOf(deps)).toMatchObject({ files: 1, sizeBytes: 10 });
    expect(deps.news).toMatchObject([{ path: "areas/heating.md", change: "created", etag: row.etag }]);
    const audited = await records.prepare("select sentence from audit where action = 'file.created'").first();
    expect(audited).toMatchObject({ sentence: "Dana Whitfield wrote the new file areas/heating.md" });
  });

  it("is created once: a second writer without an etag is told that it exists, and overwrites only when asked to", async () => {
    const deps = files();
    await writeFile(deps, { path: "MEMORY.md", content: "one", ...DANA });
    expect(await refused(writeFile(deps, { path: "MEMORY.md", content: "two", ...DANA }))).toMatchObject({
      code: "exists",
    });
    await writeFile(deps, { path: "MEMORY.md", content: "two", overwrite: true, ...DANA });
    expect((await readFile(deps, "MEMORY.md")).content).toBe("two");
    expect((await history(deps, { path: "MEMORY.md", limit: 10 })).map(({ version }) => version)).toEqual([
      2, 1,
    ]);
  });

  it("that changed since is not overwritten: the conflict holds theirs, the base and a proposed merge", async () => {
    const deps = files();
    const first = await writeFile(deps, { path: "areas/a.md", content: "one\ntwo\nthree\n", ...DANA });
    await changeFile(deps, { path: "areas/a.md", apply: (text) => appended(text, "four"), ...AGENT });
    const conflict = await refused(
      writeFile(deps, { path: "areas/a.md", content: "ONE\ntwo\nthree\n", etag: first.etag, ...DANA }),
    );
    expect(conflict.code).toBe("changed");
    const details = changedDetailsSchema.parse(conflict.details);
    expect(details).toMatchObject({
      theirs: "one\ntwo\nthree\nfour\n",
      base: "one\ntwo\nthree\n",
      by: { name: "Steward" },
      merge: { content: "ONE\ntwo\nthree\nfour\n", conflicts: 0 },
    });
    await writeFile(deps, {
      path: "areas/a.md",
      content: details.merge?.content ?? "",
      etag: details.etag ?? "",
      ...DANA,
    });
    expect((await readFile(deps, "areas/a.md")).content).toBe("ONE\ntwo\nthree\nfour\n");
  });

  it("whose same line both changed is marked in the proposal, both wordings kept", async () => {
    const deps = files();
    const first = await writeFile(deps, { path: "areas/a.md", content: "rent is due on the 1st\n", ...DANA });
    await writeFile(deps, {
      path: "areas/a.md",
      content: "rent is due on the 5th\n",
      etag: first.etag,
      ...AGENT,
    });
    const { details } = await refused(
      writeFile(deps, { path: "areas/a.md", content: "rent is due on the 3rd\n", etag: first.etag, ...DANA }),
    );
    const { merge } = changedDetailsSchema.parse(details);
    expect(merge?.conflicts).toBe(1);
    expect(merge?.content).toContain("the 3rd");
    expect(merge?.content).toContain("the 5th");
  });

  it("moved away or deleted while somebody wrote is said to be so", async () => {
    const deps = files();
    const first = await writeFile(deps, { path: "areas/a.md", content: "one", ...DANA });
    await move(deps, { from: "areas/a.md", to: "areas/b.md", ...DANA });
    const moved = await refused(
      writeFile(deps, { path: "areas/a.md", content: "two", etag: first.etag, ...DANA }),
    );
    expect(moved).toMatchObject({
      code: "changed",
      details: { etag: null, movedTo: "areas/b.md", base: "one" },
    });
    await remove(deps, { path: "areas/b.md", ...DANA });
    const gone = await refused(
      writeFile(deps, { path: "areas/b.md", content: "two", etag: first.etag, ...DANA }),
    );
    expect(gone).toMatchObject({ code: "changed", details: { etag: null, movedTo: null } });
  });

  it("differs from every other by more than case, and is no folder", async () => {
    const deps = files();
    await writeFile(deps, { path: "areas/Heating.md", content: "x", ...DANA });
    for (const path of ["areas/heating.md", "Areas2/../x.md", "areas/Heating.md/x.md"]) {
      expect((await refused(writeFile(deps, { path, content: "y", overwrite: true, ...DANA }))).code).toMatch(
        /exists|invalid_path/,
      );
    }
    await writeFile(deps, { path: "plans/Roof/a.md", content: "x", ...DANA });
    expect((await refused(writeFile(deps, { path: "plans/roof/b.md", content: "y", ...DANA }))).code).toBe(
      "exists",
    );
    expect((await refused(makeFolder(deps, { path: "plans/roof", author: DANA.author }))).code).toBe(
      "exists",
    );
  });

  it("is bounded in size, holds text alone, and says so", async () => {
    const deps = files();
    const large = "x".repeat(WORKSPACE_LIMITS.fileBytes + 1);
    expect(await refused(writeFile(deps, { path: "areas/a.md", content: large, ...DANA }))).toMatchObject({
      code: "too_large",
      details: { maxBytes: WORKSPACE_LIMITS.fileBytes },
    });
    const lines = "\n".repeat(WORKSPACE_LIMITS.fileLines + 1);
    expect(await refused(writeFile(deps, { path: "areas/a.md", content: lines, ...DANA }))).toMatchObject({
      code: "too_large",
      details: { maxLines: WORKSPACE_LIMITS.fileLines },
    });
    expect((await refused(writeFile(deps, { path: "areas/a.md", content: "a\u0000b", ...DANA }))).code).toBe(
      "invalid_request",
    );
    await records
      .prepare(
        "insert into workspace_state (tenant_id, files, size_bytes, names_version) values (?, 3, ?, 1)",
      )
      .bind(ALDER, WORKSPACE_LIMITS.totalBytes - 1)
      .run();
    expect((await refused(writeFile(deps, { path: "areas/a.md", content: "xx", ...DANA }))).code).toBe(
      "too_large",
    );
    await records
      .prepare("update workspace_state set size_bytes = 0, files = ?")
      .bind(WORKSPACE_LIMITS.files)
      .run();
    expect((await refused(writeFile(deps, { path: "areas/a.md", content: "xx", ...DANA }))).code).toBe(
      "too_large",
    );
  });

  it("with the content it has already makes no version", async () => {
    const deps = files();
    const first = await writeFile(deps, { path: "areas/a.md", content: "one", ...DANA });
    const again = await writeFile(deps, { path: "areas/a.md", content: "one", etag: "stale", ...DANA });
    expect(again.etag).toBe(first.etag);
  });
});

describe("what became of a file", () => {
  it("is told version by version, with who wrote it, in which run and from which message", async () => {
    const deps = files();
    await writeFile(deps, { path: "areas/a.md", content: "one\n", ...DANA });
    await changeFile(deps, { path: "areas/a.md", apply: (text) => appended(text, "two"), ...AGENT });
    const [newest, oldest] = await history(deps, { path: "areas/a.md", limit: 10 });
    expect(newest).toMatchObject({
      version: 2,
      change: "edited",
      author: { kind: "agent" },
      runId: "run_1",
      conversationId: "sms:+14125550142",
      messageId: "message_1",
      current: true,
    });
    expect(oldest).toMatchObject({
      version: 1,
      change: "created",
      author: { id: "user_demo_dana" },
      runId: null,
    });
    expect(await readVersion(deps, { path: "areas/a.md", which: "1" })).toMatchObject({ content: "one\n" });
    const diff = await diffVersions(deps, { path: "areas/a.md" });
    expect(diff).toMatchObject({ added: 1, removed: 0, from: { version: 1 }, to: { version: 2 } });
    expect(diff.hunks[0]?.lines.at(-1)).toMatchObject({ kind: "added", text: "two", to: 2 });
  });

  it("is undone by restoring an older version, which is a version of its own", async () => {
    const deps = files();
    const first = await writeFile(deps, { path: "areas/a.md", content: "one", ...DANA });
    const second = await writeFile(deps, { path: "areas/a.md", content: "two", etag: first.etag, ...AGENT });
    await restoreVersion(deps, { head: second, which: first.etag, ...DANA });
    expect((await readFile(deps, "areas/a.md")).content).toBe("one");
    expect((await history(deps, { path: "areas/a.md", limit: 10 }))[0]).toMatchObject({
      version: 3,
      change: "restored",
      restoredFrom: 1,
    });
  });

  it("goes with it when it moves, and with a folder", async () => {
    const deps = files();
    await writeFile(deps, { path: "areas/a.md", content: "one", ...DANA });
    await writeFile(deps, { path: "areas/deep/b.md", content: "b", ...DANA });
    expect(await move(deps, { from: "areas", to: "topics/all", ...DANA })).toEqual({
      path: "topics/all",
      moved: 2,
    });
    expect(await names("topics/all")).toEqual(["folder deep", "file a.md"]);
    expect(await names("")).toEqual(["folder topics"]);
    expect(await findFile(deps, "areas/a.md")).toBeNull();
    expect(
      (await history(deps, { path: "topics/all/deep/b.md", limit: 5 })).map(({ change }) => change),
    ).toEqual(["moved", "created"]);
    expect((await usageOf(deps)).files).toBe(2);
    expect((await refused(move(deps, { from: "topics", to: "topics/all/x", ...DANA }))).code).toBe(
      "invalid_path",
    );
    expect(deps.news.at(-1)).toMatchObject({
      change: "moved",
      from: expect.stringMatching(/^areas\//) as string,
    });
  });

  it("stays when it is deleted: a file, a folder and everything come back as they were", async () => {
    const deps = files();
    await writeFile(deps, { path: "areas/a.md", content: "one", ...DANA });
    await writeFile(deps, { path: "areas/b.md", content: "two", ...DANA });
    await writeFile(deps, { path: "MEMORY.md", content: "three", ...DANA });
    const { deletionId, deleted } = await remove(deps, { path: "areas", ...DANA });
    expect(deleted).toBe(2);
    expect(await names("")).toEqual(["file MEMORY.md"]);
    expect((await searchFiles(deps, { q: "two", limit: 5 })).items).toEqual([]);
    expect((await listDeleted(deps, { limit: 10 })).map(({ path }) => path).sort()).toEqual([
      "areas/a.md",
      "areas/b.md",
    ]);
    expect((await history(deps, { path: "areas/a.md", limit: 5 }))[0]).toMatchObject({ change: "deleted" });
    expect(await undelete(deps, { deletionId, ...DANA })).toMatchObject({ restored: 2 });
    expect((await readFile(deps, "areas/b.md")).content).toBe("two");
    expect((await searchFiles(deps, { q: "two", limit: 5 })).items).toHaveLength(1);

    const all = await removeAll(deps, DANA);
    expect(all.deleted).toBe(3);
    expect(await names("")).toEqual([]);
    expect(await usageOf(deps)).toMatchObject({ files: 0, sizeBytes: 0 });
    await undelete(deps, { path: "MEMORY.md", ...DANA });
    expect((await readFile(deps, "MEMORY.md")).content).toBe("three");
    await undelete(deps, { deletionId: all.deletionId, ...DANA });
    expect((await usageOf(deps)).files).toBe(3);
  });

  it("comes back into its folder only: one that is spelled otherwise by now is named, and nothing is hidden in it", async () => {
    const deps = files();
    await writeFile(deps, { path: "notes/a.md", content: "one", ...DANA });
    const { deletionId } = await remove(deps, { path: "notes", ...DANA });
    await writeFile(deps, { path: "Notes/b.md", content: "two", ...DANA });
    expect(await refused(undelete(deps, { deletionId, ...DANA }))).toMatchObject({
      code: "exists",
      details: { path: "Notes" },
    });
    await move(deps, { from: "Notes", to: "notes", ...DANA });
    await undelete(deps, { deletionId, ...DANA });
    expect(await names("notes")).toEqual(["file a.md", "file b.md"]);
  });

  it("goes with a folder that moves although a folder was made in it in that very moment", async () => {
    const deps = files();
    await writeFile(deps, { path: "notes/old/a.md", content: "one", ...DANA });
    await makeFolder(deps, { path: "notes/empty", author: DANA.author });
    let isFirst = true;
    const db = {
      ...deps.db,
      batch: async (statements: Parameters<typeof deps.db.batch>[0]) => {
        if (isFirst) {
          isFirst = false;
          await writeFile(files(), { path: "notes/new/b.md", content: "two", ...AGENT });
        }
        return deps.db.batch(statements);
      },
    };
    expect(await move({ ...deps, db }, { from: "notes", to: "team/memos", ...DANA })).toMatchObject({
      moved: 2,
    });
    expect(await names("")).toEqual(["folder team"]);
    expect(await names("team/memos")).toEqual(["folder empty", "folder new", "folder old"]);
    expect(await names("team/memos/new")).toEqual(["file b.md"]);
    await move(deps, { from: "team/memos", to: "team/Memos", ...DANA });
    expect(await names("team/Memos/new")).toEqual(["file b.md"]);
  });

  it("goes on when a file is created again where one was deleted", async () => {
    const deps = files();
    await writeFile(deps, { path: "areas/a.md", content: "one", ...DANA });
    await remove(deps, { path: "areas/a.md", ...DANA });
    await writeFile(deps, { path: "areas/a.md", content: "two", ...DANA });
    expect((await history(deps, { path: "areas/a.md", limit: 5 })).map(({ change }) => change)).toEqual([
      "created",
      "deleted",
      "created",
    ]);
    expect((await usageOf(deps)).files).toBe(1);
  });

  it("names who wrote each line, through moves, deletions and lines in between", async () => {
    const deps = files();
    await writeFile(deps, { path: "areas/a.md", content: "one\ntwo\n", ...DANA });
    await changeFile(deps, { path: "areas/a.md", apply: (text) => appended(text, "three"), ...AGENT });
    await move(deps, { from: "areas/a.md", to: "areas/b.md", ...DANA });
    await changeFile(deps, {
      path: "areas/b.md",
      apply: (text) => (text ?? "").replace("two", "TWO"),
      ...DANA,
    });
    const found = await blame(deps, "areas/b.md");
    expect(found.lines.map(({ text, version }) => [text, version])).toEqual([
      ["one", 1],
      ["TWO", 4],
      ["three", 2],
    ]);
    expect(found.versions.find(({ version }) => version === 2)).toMatchObject({
      author: { kind: "agent" },
      messageId: "message_1",
      conversationId: "sms:+14125550142",
    });
  });

  it("names who wrote each line of a large file that was changed often, looking through no more than fits into memory", async () => {
    const deps = files();
    const filler = `${"x".repeat(1_000)}\n`.repeat(440);
    for (let version = 1; version <= 40; version++)
      await writeFile(deps, {
        path: "areas/log.md",
        content: `${filler}${version}\n`,
        overwrite: true,
        ...DANA,
      });
    const found = await blame(deps, "areas/log.md");
    expect(found.bounded).toBe(true);
    expect(found.lines).toHaveLength(441);
    expect(found.lines.at(-1)).toMatchObject({ text: "40", version: 40 });
    expect(found.lines[0]?.version).toBeGreaterThan(1);
  });
});
