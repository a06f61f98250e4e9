import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { beforeEach, describe, expect, it } from "vitest";
import { workspace } from "../../../src/app/workspace.ts";
import { WORKSPACE_LIMITS } from "../../../src/protocol/workspace-limits.ts";
import { changedDetailsSchema } from "../../../src/protocol/workspace.ts";
import {
  blame,
  changeFile,
  diffVersions,
  exportZip,
  fileTree,
  findFile,
  history,
  importZip,
  listDeleted,
  listFiles,
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
import { freshWorld, testEnv } from "../../support/worker.ts";
import { AGENT, ALDER, countingCalls, DANA, files, HARBOR } from "./harness.ts";

beforeEach(freshWorld);

/** The code and details of what a call throws. */
async function refused(work: Promise<unknown>): Promise<{ code: string; details: Record<string, unknown> }> {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Error) || !("code" in error))
    throw new Error("it was not refused", { cause: error });
  const { details } = error as unknown as { details?: Record<string, unknown> };
  return { code: String(error.code), details: details ?? {} };
}

const bytesOf = async (zip: Promise<ReadableStream>): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await new Response(await zip).arrayBuffer());

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
    expect(await usageOf(deps)).toEqual({ files: 1, sizeBytes: 10 });
    expect(deps.news).toMatchObject([{ path: "areas/heating.md", change: "created", etag: row.etag }]);
    const audited = await testEnv.DB.prepare(
      "select sentence from audit where action = 'file.created'",
    ).first();
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
    await testEnv.DB.prepare(
      "insert into workspace_state (tenant_id, files, size_bytes, names_version) values (?, 3, ?, 1)",
    )
      .bind(ALDER, WORKSPACE_LIMITS.totalBytes - 1)
      .run();
    expect((await refused(writeFile(deps, { path: "areas/a.md", content: "xx", ...DANA }))).code).toBe(
      "too_large",
    );
    await testEnv.DB.prepare("update workspace_state set size_bytes = 0, files = ?")
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
    expect(await usageOf(deps)).toEqual({ files: 0, sizeBytes: 0 });
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

  it("goes on when a file is made anew where one was deleted", async () => {
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

describe("a search", () => {
  it("finds lines whatever their case, with their numbers and neighbours, in order, and says when there is more", async () => {
    const deps = files();
    await writeFile(deps, { path: "areas/b.md", content: "intro\nThe BOILER is old\nnext\n", ...DANA });
    await writeFile(deps, { path: "areas/a.txt", content: "boiler: Cedar\nboiler: Elm\n", ...DANA });
    const { items, more } = await searchFiles(deps, { q: "Boiler", limit: 10 });
    expect(more).toBe(false);
    expect(items.map(({ path, line, text, marks }) => [path, line, text, marks])).toEqual([
      ["areas/a.txt", 1, "boiler: Cedar", [[0, 6]]],
      ["areas/a.txt", 2, "boiler: Elm", [[0, 6]]],
      ["areas/b.md", 2, "The BOILER is old", [[4, 10]]],
    ]);
    expect(items[2]).toMatchObject({ before: ["intro"], after: ["next"] });
    expect(await searchFiles(deps, { q: "boiler", limit: 1 })).toMatchObject({ more: true });
    expect((await searchFiles(deps, { q: "ÉLAN % _", limit: 5 })).items).toEqual([]);
  });

  it("finds nothing of another team", async () => {
    await writeFile(files(HARBOR), { path: "areas/a.md", content: "harbor secret", ...DANA });
    expect((await searchFiles(files(), { q: "harbor", limit: 5 })).items).toEqual([]);
    expect(await findFile(files(), "areas/a.md")).toBeNull();
    expect(await listFiles(files(), { limit: 10 })).toEqual([]);
  });
});

describe("an archive", () => {
  it("holds everything, and brings everything back", async () => {
    const deps = files();
    await writeFile(deps, { path: "MEMORY.md", content: "memory ü\n", ...DANA });
    await writeFile(deps, { path: "areas/a.md", content: "one\n", ...DANA });
    const archive = await bytesOf(exportZip(deps, ""));
    expect(Object.keys(unzipSync(archive)).sort()).toEqual(["MEMORY.md", "areas/a.md"]);
    const other = files(HARBOR);
    expect(await importZip(other, { archive, ...DANA })).toEqual({
      written: 2,
      unchanged: 0,
      skipped: [],
      next: null,
    });
    expect((await readFile(other, "MEMORY.md")).content).toBe("memory ü\n");
    expect(await importZip(other, { archive, overwrite: true, ...DANA })).toMatchObject({
      written: 0,
      unchanged: 2,
    });
  });

  it("brings in no file whose path, kind or content is none of ours, and says which", async () => {
    const deps = files();
    const archive = new Uint8Array(
      zipSync({
        "../evil.md": strToU8("x"),
        "/etc/passwd": strToU8("x"),
        "a\\b.md": strToU8("x"),
        "run.exe": strToU8("x"),
        "__MACOSX/._a.md": strToU8("x"),
        "areas/binary.md": new Uint8Array([0xff, 0xfe, 0x00]),
        "areas/good.md": strToU8("good"),
      }),
    );
    const result = await importZip(deps, { archive, ...DANA });
    expect(result.written).toBe(1);
    expect(result.skipped.map(({ path }) => path).sort()).toEqual([
      "../evil.md",
      "/etc/passwd",
      "a\\b.md",
      "areas/binary.md",
      "run.exe",
    ]);
    expect((await listFiles(deps, { limit: 10 })).map(({ path }) => path)).toEqual(["areas/good.md"]);
  });

  it("that would unpack to too much is refused before it does", async () => {
    const deps = files();
    const bomb: Record<string, Uint8Array> = {};
    const block = new Uint8Array(WORKSPACE_LIMITS.fileBytes);
    for (let index = 0; index < 130; index++) bomb[`areas/${index}.md`] = block;
    const archive = new Uint8Array(zipSync(bomb, { level: 9 }));
    expect(archive.length).toBeLessThan(200_000);
    expect((await refused(importZip(deps, { archive, ...DANA }))).code).toBe("too_large");
    const many: Record<string, Uint8Array> = {};
    for (let index = 0; index <= WORKSPACE_LIMITS.importFiles; index++)
      many[`areas/${index}.md`] = strToU8("x");
    expect((await refused(importZip(deps, { archive: new Uint8Array(zipSync(many)), ...DANA }))).code).toBe(
      "too_large",
    );
    expect(
      (await refused(importZip(deps, { archive: strToU8("no zip") as Uint8Array<ArrayBuffer>, ...DANA })))
        .code,
    ).toBe("invalid_request");
    expect(await listFiles(deps, { limit: 10 })).toEqual([]);
  });

  it(
    "of many files comes in page by page, each within the calls one request has, and goes out as it came",
    { timeout: 120_000 },
    async () => {
      const { importPage } = WORKSPACE_LIMITS;
      const counted = countingCalls(testEnv);
      const deps = workspace(counted.env, ALDER);
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

  it("holds some of a workspace that is too large to go out whole", async () => {
    const deps = files();
    for (const path of ["areas/a.md", "areas/b.md", "top.md"])
      await writeFile(deps, { path, content: `${path}\n`, ...DANA });
    // As many heads more as one archive holds, all of one content.
    await testEnv.DB.prepare(
      `with recursive n (i) as (select 1 union all select i + 1 from n where i < ?2)
       insert into workspace_files (id, tenant_id, path, path_key, folder, etag, version, sha256, size_bytes, author, created_at, updated_at)
       select id || i, tenant_id, 'many/' || i || '.md', 'many/' || i || '.md', 'many', etag || i, version, sha256, size_bytes, author, created_at, updated_at
         from workspace_files, n where tenant_id = ?1 and path = 'top.md'`,
    )
      .bind(ALDER, WORKSPACE_LIMITS.exportFiles)
      .run();
    expect((await refused(exportZip(deps, ""))).code).toBe("too_large");
    expect((await refused(exportZip(deps, "", ["areas", "many"]))).code).toBe("too_large");
    const some = unzipSync(await bytesOf(exportZip(deps, "", ["areas", "top.md", "many/7.md"])));
    expect(Object.keys(some).sort()).toEqual(["areas/a.md", "areas/b.md", "many/7.md", "top.md"]);
  });

  it("that lies about its size unpacks to no more than it said", async () => {
    const deps = files();
    const archive = new Uint8Array(zipSync({ "areas/a.md": new Uint8Array(400_000).fill(97) }, { level: 9 }));
    const view = new DataView(archive.buffer);
    const entry = Array.from(archive.keys()).findLast(
      (at) => at + 28 < archive.length && view.getUint32(at, true) === 0x02014b50,
    );
    view.setUint32((entry ?? 0) + 24, 5, true);
    await importZip(deps, { archive, ...DANA }).catch(() => null);
    expect((await findFile(deps, "areas/a.md"))?.content.length ?? 0).toBeLessThanOrEqual(5);
  });
});

describe("the list of files in prompts", () => {
  it("shows folders and names, the newest notes first, and is made anew only when a name changes", async () => {
    const deps = files();
    await writeFile(deps, { path: "MEMORY.md", content: "x", ...DANA });
    await writeFile(deps, { path: "areas/a.md", content: "x", ...DANA });
    await writeFile(deps, { path: "daily_notes/2026-11-20_x.md", content: "x", ...DANA });
    await writeFile(deps, { path: "daily_notes/2026-11-21_y.md", content: "x", ...DANA });
    expect((await fileTree(deps)).text).toBe(
      ["MEMORY.md", "areas/", "  a.md", "daily_notes/", "  2026-11-21_y.md", "  2026-11-20_x.md"].join("\n"),
    );
    await testEnv.DB.prepare(`update workspace_state set tree = '{"text":"kept","cut":false}'`).run();
    await changeFile(deps, { path: "areas/a.md", apply: (text) => appended(text, "more"), ...DANA });
    expect((await fileTree(deps)).text).toBe("kept");
    await writeFile(deps, { path: "areas/b.md", content: "x", ...DANA });
    expect((await fileTree(deps)).text).toContain("b.md");
  });
});
