/** The workspace over HTTP, by the fixed contract. */
import { strToU8, unzipSync, zipSync } from "fflate";
import { beforeAll, describe, expect, it } from "vitest";
import { errorCode, request, signIn } from "../../support/http-worker.ts";
import { freshWorld } from "../../support/worker.ts";

const ORIGIN = "http://localhost:8787";
let dana: string;
let ruth: string;
beforeAll(async () => {
  await freshWorld();
  dana = await signIn("dana@alderfinch.example");
  ruth = await signIn("ruth@harborlight.example");
});

function call(method: string, path: string, body?: unknown, cookie: string = dana) {
  return request(`/api/workspace/${path}`, {
    method,
    headers: { cookie, origin: ORIGIN },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}
const json = async (answer: Promise<Response>): Promise<Record<string, never>> => (await answer).json();

describe("the workspace over HTTP", () => {
  it("creates, reads, saves by etag, and answers 409 exists and changed", async () => {
    const created = await call("POST", "write", { path: "areas/a.md", content: "one\n" });
    expect(created.status).toBe(200);
    const { path, etag } = await created.json<{ path: string; etag: string }>();
    expect(path).toBe("areas/a.md");
    expect(await json(call("GET", "read?path=areas/a.md"))).toMatchObject({ path, content: "one\n", etag });
    expect(await errorCode(await call("POST", "write", { path, content: "two\n" }))).toBe("exists");
    const saved = await call("POST", "write", { path, content: "two\n", etag });
    expect(saved.status).toBe(200);
    const late = await call("POST", "write", { path, content: "three\n", etag });
    expect(late.status).toBe(409);
    expect(await late.json()).toMatchObject({
      error: { code: "changed", details: { theirs: "two\n", base: "one\n" } },
    });
    expect((await call("POST", "write", { path, content: "four\n", overwrite: true })).status).toBe(200);
    expect(await json(call("GET", `history?path=${path}`))).toMatchObject({
      items: [{ version: 3, author: { name: "Dana Whitfield" } }, { version: 2 }, { version: 1, etag }],
      nextCursor: null,
    });
    const first = await json(call("GET", `history?path=${path}&limit=2`));
    expect(first).toMatchObject({ items: [{ version: 3 }, { version: 2 }] });
    expect(
      await json(call("GET", `history?path=${path}&limit=2&cursor=${String(first["nextCursor"])}`)),
    ).toMatchObject({
      items: [{ version: 1 }],
    });
    expect(await json(call("GET", `version?path=${path}&etag=${etag}`))).toMatchObject({ content: "one\n" });
    expect((await call("POST", "restore", { path, version: 1 })).status).toBe(200);
    expect(await json(call("GET", `read?path=${path}`))).toMatchObject({ content: "one\n", version: 4 });
    expect(await json(call("GET", `blame?path=${path}`))).toMatchObject({
      lines: [{ text: "one", version: 4 }],
    });
    expect(await json(call("GET", `diff?path=${path}&from=2&to=4`))).toMatchObject({ added: 1, removed: 1 });
  });

  it("lists folders first, page by page, makes, moves and deletes them, and brings them back", async () => {
    expect((await call("POST", "mkdir", { path: "plans" })).status).toBe(200);
    expect(await errorCode(await call("POST", "mkdir", { path: "plans" }))).toBe("exists");
    for (const name of ["c", "a", "b"])
      await call("POST", "write", { path: `plans/${name}.md`, content: name });
    await call("POST", "mkdir", { path: "plans/z" });
    const page = await json(call("GET", "ls?path=plans&limit=2"));
    expect(page).toMatchObject({ path: "plans", items: [{ name: "z", kind: "folder" }, { name: "a.md" }] });
    expect(
      await json(call("GET", `ls?path=plans&limit=2&cursor=${String(page["nextCursor"])}`)),
    ).toMatchObject({
      items: [{ name: "b.md" }, { name: "c.md" }],
      nextCursor: null,
    });
    expect((await call("GET", "ls?path=plans&limit=1000")).status).toBe(200);
    expect((await call("GET", "ls?path=plans&limit=1001")).status).toBe(400);
    expect(await json(call("POST", "move", { from: "plans", to: "works" }))).toMatchObject({ moved: 3 });
    expect((await call("GET", "ls?path=plans")).status).toBe(404);
    const deletion = await json(call("DELETE", "delete?path=works"));
    expect(deletion).toMatchObject({ ok: true, deleted: 3 });
    expect((await call("GET", "read?path=works/a.md")).status).toBe(404);
    expect(await json(call("GET", "deleted"))).toMatchObject({ items: [{}, {}, {}] });
    expect(
      await json(call("POST", "undelete", { deletionId: String(deletion["deletionId"]) })),
    ).toMatchObject({ restored: 3 });
    expect(await json(call("GET", "read?path=works/a.md"))).toMatchObject({ content: "a" });
  });

  it("searches, downloads, exports and imports", async () => {
    await call("POST", "write", { path: "areas/boiler.md", content: "The BOILER\n" });
    expect(await json(call("GET", "search?q=boiler"))).toMatchObject({
      items: [{ path: "areas/boiler.md", line: 1, text: "The BOILER" }],
      more: false,
    });
    const file = await call("GET", "download?path=areas/boiler.md");
    expect(file.headers.get("content-disposition")).toBe("attachment; filename*=UTF-8''boiler.md");
    expect(file.headers.get("content-type")).toContain("text/plain");
    expect(await file.text()).toBe("The BOILER\n");
    const archive = await call("GET", "export");
    expect(archive.headers.get("content-type")).toContain("application/zip");
    expect(Object.keys(unzipSync(new Uint8Array(await archive.arrayBuffer())))).toContain("areas/boiler.md");
    const names = Array.from({ length: 101 }, (_, index) => `only=${index}.md`);
    expect(await errorCode(await call("GET", `export?${names.join("&")}`))).toBe("invalid_request");
    const answer = await request("/api/workspace/import?path=imported", {
      method: "POST",
      headers: { cookie: dana, origin: ORIGIN, "content-type": "application/zip" },
      body: new Uint8Array(zipSync({ "x/y.md": strToU8("hello") })),
    });
    expect(await answer.json()).toEqual({ written: 1, unchanged: 0, skipped: [], next: null });
    expect(await json(call("GET", "read?path=imported/x/y.md"))).toMatchObject({ content: "hello" });
  });

  it("says what prompts hold of MEMORY.md, and where it is cut", async () => {
    const line = "- a fact worth knowing\n";
    await call("POST", "write", { path: "MEMORY.md", content: line.repeat(300) });
    expect(await json(call("GET", "read?path=MEMORY.md"))).toMatchObject({
      prompt: { when: "always", capChars: 5000, usedChars: 300 * line.length, cut: true },
    });
    const context = await (await call("GET", "context")).json<Record<"memory" | "tree", { text: string }>>();
    const { memory, tree } = context;
    expect(memory.text.length).toBeLessThan(5_200);
    expect(memory.text).toContain("[cut at 5000 characters of 6900");
    expect(tree.text).toContain("MEMORY.md");
  });

  it("refuses bad paths with 400 invalid_path wherever one is given, and large files with 413", async () => {
    for (const path of ["../x.md", "/etc/passwd", "a\\b.md", "x.exe", "%2e%2e/x.md", "a//b.md"]) {
      const q = encodeURIComponent(path);
      for (const get of ["read", "history", "version", "download", "blame", "diff"]) {
        expect(await errorCode(await call("GET", `${get}?path=${q}`)), `${get} ${path}`).toBe("invalid_path");
      }
      expect(await errorCode(await call("POST", "write", { path, content: "x" })), path).toBe("invalid_path");
      if (path !== "x.exe") {
        expect(await errorCode(await call("DELETE", `delete?path=${q}`)), path).toBe("invalid_path");
      }
    }
    const large = await call("POST", "write", { path: "areas/large.md", content: "ü".repeat(300_000) });
    expect(large.status).toBe(413);
  });

  it("deletes everything for an admin alone, and only for the typed words", async () => {
    const member = await signIn("marcus@alderfinch.example");
    expect(
      await errorCode(await call("DELETE", "delete-all", { confirm: "delete everything" }, member)),
    ).toBe("forbidden");
    await call("POST", "write", { path: "areas/h.md", content: "harbor" }, ruth);
    expect(await errorCode(await call("DELETE", "delete-all", { confirm: "yes" }, ruth))).toBe(
      "invalid_request",
    );
    expect(await json(call("DELETE", "delete-all", { confirm: "Delete everything" }, ruth))).toMatchObject({
      ok: true,
      deleted: 1,
    });
    expect(await json(call("GET", "ls", undefined, ruth))).toMatchObject({ items: [], usage: { files: 0 } });
  });

  it("needs somebody signed in, and our own pages for changes", async () => {
    expect((await request("/api/workspace/ls")).status).toBe(401);
    const elsewhere = await request("/api/workspace/write", {
      method: "POST",
      headers: { cookie: dana, origin: "https://evil.example" },
      body: JSON.stringify({ path: "areas/x.md", content: "x" }),
    });
    expect(elsewhere.status).toBe(403);
  });
});

describe("TENANT: the files of another team", () => {
  const CANARY = "canary-harbor-77aa";
  it("are not read, found, listed, changed, moved, deleted, brought back or exported", async () => {
    const written = await json(call("POST", "write", { path: "areas/secret.md", content: CANARY }, ruth));
    const etag = String(written["etag"]);
    const gone = await json(call("POST", "write", { path: "areas/gone.md", content: CANARY }, ruth));
    expect(gone).toMatchObject({ path: "areas/gone.md" });
    const deletion = await json(call("DELETE", "delete?path=areas/gone.md", undefined, ruth));
    const asked = [
      call("GET", "read?path=areas/secret.md"),
      call("GET", "history?path=areas/secret.md"),
      call("GET", `version?path=areas/secret.md&etag=${etag}`),
      call("GET", `version?path=areas/a.md&etag=${etag}`),
      call("GET", "download?path=areas/secret.md"),
      call("GET", `download?path=areas/a.md&etag=${etag}`),
      call("GET", "blame?path=areas/secret.md"),
      call("GET", `diff?path=areas/a.md&from=${etag}`),
      call("GET", `search?q=${CANARY}`),
      call("GET", "ls"),
      call("GET", "deleted"),
      call("GET", "context"),
      call("POST", "restore", { path: "areas/a.md", etag }),
      call("POST", "restore", { path: "areas/secret.md", etag }),
      call("POST", "move", { from: "areas/secret.md", to: "areas/mine.md" }),
      call("POST", "merge", { path: "areas/secret.md", etag, content: "x" }),
      call("POST", "write", { path: "areas/secret.md", content: "x", etag }),
      call("DELETE", "delete?path=areas/secret.md"),
      call("POST", "undelete", { deletionId: String(deletion["deletionId"]) }),
      call("POST", "undelete", { path: "areas/gone.md" }),
    ];
    for (const answer of await Promise.all(asked)) {
      const text = await answer.text();
      expect(text).not.toContain(CANARY);
      if (text.includes("secret") || answer.status === 200) expect([200, 404, 409]).toContain(answer.status);
    }
    const archive = unzipSync(new Uint8Array(await (await call("GET", "export")).arrayBuffer()));
    expect(JSON.stringify(Object.keys(archive))).not.toContain("secret");
    expect(await json(call("GET", "read?path=areas/secret.md", undefined, ruth))).toMatchObject({
      content: CANARY,
      etag,
    });
  });
});
