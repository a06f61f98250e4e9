import { expect, it } from "vitest";
import { createGitHub } from "../../../../sandbox/github/github.ts";
import { gitHubStore, REPOSITORIES } from "../../../../sandbox/github/store.ts";
import { editFile } from "../../../../sandbox/github/git-data.ts";
import { quoWorld } from "../quo/quo-world.ts";

it("lists commits as GitHub does: by page, by time, by who wrote them", async () => {
  const { context } = quoWorld({ world: "empty" });
  const [company] = REPOSITORIES;
  const name = company?.name ?? "";
  const github = createGitHub(context);
  const repository = gitHubStore(context).value.repositories[name];
  if (repository === undefined) throw new Error("there is no repository");
  for (const [day, login] of [
    ["01", "ann"],
    ["02", "bob"],
    ["03", "ann"],
  ] as const) {
    const author = { name: login, email: `${login}@alderfinch.example`, login };
    const edit = { path: "a.md", content: day, branch: "main", message: `day ${day}`, author };
    editFile(repository, { ...edit, at: `2040-01-${day}T00:00:00Z` });
  }
  const listed = async (query: Record<string, string>): Promise<string[]> => {
    const url = new URL(`http://sandbox.test/repos/${name}/commits?${new URLSearchParams(query)}`);
    const headers = new Headers({ authorization: `Bearer ${company?.token ?? ""}`, "user-agent": "test" });
    const signal = new AbortController().signal;
    const answer = await github.handle({
      method: "GET",
      url,
      path: url.pathname,
      headers,
      body: Buffer.from(""),
      signal,
    });
    const commits = (await answer.json()) as { commit: { message: string } }[];
    return commits.map(({ commit }) => commit.message);
  };
  expect(await listed({ per_page: "1", page: "2" })).toEqual(["day 02"]);
  expect(await listed({ since: "2040-01-01T12:00:00Z", until: "2040-01-02T12:00:00Z" })).toEqual(["day 02"]);
  expect(await listed({ author: "ann" })).toEqual(["day 03", "day 01"]);
  expect(github.violations?.()).toEqual([]);
});
