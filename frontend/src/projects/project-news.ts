/** News of projects from the feed. Pages that show single tasks patch them; everything else is refetched. */
import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { FeedEvent } from "../../../src/platform/api/socket.ts";

export type ProjectNews = Extract<FeedEvent, { type: "projects.changed" }>;

/** Lists that may be long: a changed task is patched in place there. */
const LONG = new Set(["tasks", "board", "mine", "timeline"]);
/** Records that no list of tasks shows anything of. */
const BESIDE = new Set(["agent_run"]);

let follow: ((client: QueryClient, news: ProjectNews) => void) | null = null;

/** The one that puts changed tasks into the lists that show them; it comes with the first page that does. */
export function followTasksWith(follower: (client: QueryClient, news: ProjectNews) => void): void {
  follow = follower;
}

export function hearOfProjects(client: QueryClient, news: ProjectNews): void {
  const { projectIds, taskIds, entities, more } = news;
  const isPatched = follow !== null && !more && taskIds.length > 0;
  const isBeside = taskIds.length === 0 && entities.length > 0 && entities.every((one) => BESIDE.has(one));
  const isAll = more || projectIds.length === 0;
  renew(client, ([, part, project]) => {
    if (!LONG.has(String(part))) return true;
    return !isPatched && !isBeside && (isAll || part === "mine" || projectIds.includes(String(project)));
  });
  if (isPatched) follow?.(client, news);
}

/** Lists to reload once the current reads finish. */
let later: ((key: QueryKey) => boolean)[] | null = null;

/** News that come faster than a long list is read would cancel each reading, and none would ever end. */
function renew(client: QueryClient, isOld: (key: QueryKey) => boolean): void {
  if (later !== null) {
    later.push(isOld);
    return;
  }
  later = [];
  void client
    .invalidateQueries({ queryKey: ["projects"], predicate: ({ queryKey }) => isOld(queryKey) })
    .finally(() => {
      const next = later ?? [];
      later = null;
      if (next.length > 0) renew(client, (key) => next.some((one) => one(key)));
    });
}
