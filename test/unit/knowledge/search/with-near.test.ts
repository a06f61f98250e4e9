/** What lies near in meaning, beside what words found. */
import { expect, it } from "vitest";
import { nearAccounts } from "../../../../src/accounts/index.ts";
import type { FoundPassage } from "../../../../src/platform/api/search-items.ts";
import type { SearchPage } from "../../../../src/platform/api/search.ts";
import { withNear } from "../../../../src/knowledge/search/index.ts";

const near = (id: string, score: number, answered = 0.9): FoundPassage => ({
  source: "account",
  id,
  title: id,
  text: `${id} | Stage: Intake`,
  url: `/accounts/${id}`,
  at: "2026-11-20T10:00:00.000Z",
  thread: null,
  context: "",
  score,
  answered,
});
const page = (matched: SearchPage["matched"], ...ids: string[]): SearchPage => ({
  matched,
  nextCursor: null,
  items: ids.map((id) => ({
    source: "account",
    id,
    title: id,
    titleRanges: [[0, 1]],
    snippet: "",
    snippetRanges: [],
    at: "2026-11-20T10:00:00.000Z",
    url: "",
    thread: null,
    meta: {},
  })),
});
const idsOf = ({ items }: SearchPage): string[] => items.map(({ id }) => id);

it("comes first where nothing holds all words, each thing once and with its marks, without what is far behind", () => {
  const found = withNear(page("some", "a", "b"), [near("c", 1), near("b", 0.8), near("d", 0.5)]);
  expect(idsOf(found)).toEqual(["c", "b", "a"]);
  expect(found.items.map(({ titleRanges }) => titleRanges.length)).toEqual([0, 1, 1]);
  expect(idsOf(withNear(page("all"), [near("c", 1)]))).toEqual(["c"]);
});

it("adds nothing to what holds all words, nor where likely nothing near is meant", () => {
  expect(idsOf(withNear(page("all", "a"), [near("c", 1)]))).toEqual(["a"]);
  expect(idsOf(withNear(page("some", "a"), [near("c", 1, 0.3)]))).toEqual(["a"]);
  expect(idsOf(withNear(page("some", "a"), []))).toEqual(["a"]);
});

it("is offered to agents as the numbers of accounts, the nearest first, and none where likely none is meant", async () => {
  const asked: unknown[] = [];
  const answering = (...found: FoundPassage[]) =>
    nearAccounts(async (query) => {
      asked.push(query);
      return found;
    });
  expect(await answering(near("c", 1), near("b", 0.8), near("d", 0.5))("the dentist")).toEqual(["c", "b"]);
  expect(await answering(near("c", 1, 0.1))("the dentist")).toEqual([]);
  expect(await answering()("the dentist")).toEqual([]);
  expect(asked[0]).toMatchObject({ question: "the dentist", sources: ["account"] });
});
