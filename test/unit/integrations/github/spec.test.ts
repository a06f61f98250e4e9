import { join } from "node:path";
import { expect, it } from "vitest";
import { openOpenApi } from "../../../../sandbox/vendor/openapi.ts";

const spec = openOpenApi(join(import.meta.dirname, "../../../../sandbox/specs/github.openapi.json"));
const find = (method: string, path: string) => spec.match(method, `/repos/team/notes${path}`)?.operation;
const SHA = "0123456789abcdef0123456789abcdef01234567";

it.each([
  ["GET", "/commits", "repos/list-commits"],
  ["GET", "/git/ref/heads/main", "git/get-ref"],
  ["PATCH", "/git/refs/heads/team/main", "git/update-ref"],
  ["GET", `/git/commits/${SHA}`, "git/get-commit"],
  ["POST", "/git/commits", "git/create-commit"],
  ["GET", `/git/trees/${SHA}`, "git/get-tree"],
  ["POST", "/git/trees", "git/create-tree"],
  ["GET", `/git/blobs/${SHA}`, "git/get-blob"],
  ["GET", "/issues", "issues/list-for-repo"],
  ["GET", "/issues/7", "issues/get"],
  ["GET", "/issues/7/comments", "issues/list-comments"],
  ["DELETE", "/issues/comments/7", "issues/delete-comment"],
  ["GET", "/pulls/7/files", "pulls/list-files"],
  ["GET", "/contents/", "repos/get-content"],
  ["GET", "/contents/src/quote.js", "repos/get-content"],
])("knows %s %s by GitHub's own description", (method, path, id) => {
  expect(find(method, path)?.id).toBe(id);
});

it.each([
  ["DELETE", "/git/refs/heads/main"],
  ["POST", "/git/blobs"],
  ["GET", "/releases"],
])("knows nothing of %s %s, which nothing here uses", (method, path) => {
  expect(find(method, path)).toBeUndefined();
});

it.each([
  [
    "POST",
    "/git/trees",
    { tree: [{ path: "a.md", mode: "777", type: "blob", content: "x" }] },
    /mode|enum|allowed/,
  ],
  ["POST", "/git/trees", { base_tree: SHA }, /tree/],
  ["POST", "/git/commits", { message: "x" }, /tree/],
  ["POST", "/git/commits", { message: "x", tree: SHA, author: { name: "x" } }, /email/],
  ["PATCH", "/git/refs/heads/main", { force: false }, /sha/],
])("says what is wrong with %s %s", (method, path, body, what) => {
  expect(find(method, path)?.body(body).join("; ")).toMatch(what);
});

it("says what is wrong with a query: a parameter that is none, a number that is none", () => {
  const operation = find("GET", "/commits");
  const query = (values: Record<string, string>) => operation?.query(new URLSearchParams(values));
  expect(query({ per_page: "30", sha: "main" })).toMatchObject({ ok: true, value: { per_page: 30 } });
  expect(query({ per_page: "many" })?.ok).toBe(false);
  expect(query({ perPage: "30" })?.ok).toBe(false);
});

it("says what is wrong with an answer of ours", () => {
  const operation = find("GET", `/git/trees/${SHA}`);
  const entry = { path: "a.md", mode: "100644", type: "blob", sha: SHA };
  expect(operation?.answer(200, { sha: SHA, tree: [entry], truncated: false })).toEqual([]);
  expect(
    operation?.answer(200, { sha: SHA, tree: [{ ...entry, sha: undefined }], truncated: false }),
  ).not.toEqual([]);
  expect(operation?.answer(418, {})).toEqual(["status 418 is not described"]);
});
