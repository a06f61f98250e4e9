/** News of projects from the feed. Pages that show single tasks patch them; everything else is refetched. */
import type { QueryClient } from "@tanstack/react-query";
import type { FeedEvent } from "../../../src/platform/api/socket.ts";

export type ProjectNews = Extract<FeedEvent, { type: "projects.changed" }>;

/** Lists that may be long: a changed task is patched in place there. */
const LONG = new Set(["tasks", "board", "mine", "timeline"]);

let follow: ((client: QueryClient, news: ProjectNews) => void) | null = null;

/** The one that puts changed tasks into the lists that show them; it comes with the first page that does. */
export function followTasksWith(follower: (client: QueryClient, news: ProjectNews) => void): void {
  follow = follower;
}

export function hearOfProjects(client: QueryClient, news: ProjectNews): void {
  const isPatched = follow !== null && !news.more && news.taskIds.length > 0;
  void client.invalidateQueries({
    queryKey: ["projects"],
    predicate: ({ queryKey }) => !isPatched || !LONG.has(String(queryKey[1])),
  });
  if (isPatched) follow?.(client, news);
}
