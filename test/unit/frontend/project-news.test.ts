/** What news of projects have read again: what they concern, and once where they come faster than it is read. */
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, it, vi } from "vitest";
import { hearOfProjects, type ProjectNews } from "../../../frontend/src/projects/project-news.ts";

const news = (some: Partial<ProjectNews>): ProjectNews => ({
  type: "projects.changed",
  projectIds: ["attic"],
  taskIds: [],
  entities: ["phase"],
  more: false,
  ...some,
});

const KEYS = ["board attic", "board cellar", "timeline cellar", "mine", "list", "agents attic"];

/** What is read again after these news. */
function oldAfter(some: Partial<ProjectNews>): string[] {
  const client = new QueryClient();
  const keyOf = (words: string): string[] => ["projects", ...words.split(" ")];
  for (const words of KEYS) client.setQueryData(keyOf(words), []);
  hearOfProjects(client, news(some));
  return KEYS.filter((words) => client.getQueryState(keyOf(words))?.isInvalidated === true);
}

it("reads again the lists of the projects they name, and all where they name none or too many", async () => {
  expect(oldAfter({})).toEqual(["board attic", "mine", "list", "agents attic"]);
  await vi.waitFor(() => expect(oldAfter({ projectIds: [] })).toEqual(KEYS));
  await vi.waitFor(() => expect(oldAfter({ more: true })).toEqual(KEYS));
});

it("leaves the tasks where an agent worked", async () => {
  await vi.waitFor(() => expect(oldAfter({ entities: ["agent_run"] })).toEqual(["list", "agents attic"]));
});

it("lets a list be read to its end, and reads it once more for all that came meanwhile", async () => {
  const client = new QueryClient();
  const ends: (() => void)[] = [];
  const cancelled = vi.fn<() => void>();
  const observer = new QueryObserver(client, {
    queryKey: ["projects", "board", "attic", {}],
    queryFn: ({ signal }) => {
      signal.addEventListener("abort", cancelled);
      return new Promise<string>((done) => ends.push(() => done("read")));
    },
    initialData: "before",
    staleTime: Infinity,
  });
  const stop = observer.subscribe(() => undefined);
  await vi.waitFor(() => {
    hearOfProjects(client, news({}));
    expect(ends).toHaveLength(1);
  });
  for (let more = 0; more < 3; more++) hearOfProjects(client, news({}));
  ends[0]?.();
  await vi.waitFor(() => expect(ends).toHaveLength(2));
  expect(cancelled).not.toHaveBeenCalled();
  ends[1]?.();
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  expect(ends).toHaveLength(2);
  stop();
});
