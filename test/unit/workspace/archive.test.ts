import { strToU8, unzipSync, zipSync } from "fflate";
import { beforeEach, describe, expect, it } from "vitest";
import { WORKSPACE_LIMITS } from "../../../src/workspace/api/workspace-limits.ts";
import {
  changeFile,
  exportZip,
  fileTree,
  findFile,
  importZip,
  listFiles,
  readFile,
  searchFiles,
  appended,
  writeFile,
} from "../../../src/workspace/index.ts";
import { records } from "../../support/node-d1.ts";
import { ALDER, DANA, files, freshFiles, HARBOR, refused } from "./harness.ts";

beforeEach(freshFiles);

const bytesOf = async (zip: Promise<ReadableStream>): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await new Response(await zip).arrayBuffer());

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
    const archive = new Uint8Array(zipSync(bomb, { level: 1 }));
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

  it("holds some of a workspace that is too large to go out whole", async () => {
    const deps = files();
    for (const path of ["areas/a.md", "areas/b.md", "top.md"])
      await writeFile(deps, { path, content: `${path}\n`, ...DANA });
    // As many heads more as one archive holds, all of one content.
    await records
      .prepare(
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
  it("shows folders and names, the newest notes first, and is rebuilt only when a name changes", async () => {
    const deps = files();
    await writeFile(deps, { path: "MEMORY.md", content: "x", ...DANA });
    await writeFile(deps, { path: "areas/a.md", content: "x", ...DANA });
    await writeFile(deps, { path: "daily_notes/2026-11-20_x.md", content: "x", ...DANA });
    await writeFile(deps, { path: "daily_notes/2026-11-21_y.md", content: "x", ...DANA });
    expect((await fileTree(deps)).text).toBe(
      ["MEMORY.md", "areas/", "  a.md", "daily_notes/", "  2026-11-21_y.md", "  2026-11-20_x.md"].join("\n"),
    );
    await records.prepare(`update workspace_state set tree = '{"text":"kept","cut":false}'`).run();
    await changeFile(deps, { path: "areas/a.md", apply: (text) => appended(text, "more"), ...DANA });
    expect((await fileTree(deps)).text).toBe("kept");
    await writeFile(deps, { path: "areas/b.md", content: "x", ...DANA });
    expect((await fileTree(deps)).text).toContain("b.md");
  });
});
