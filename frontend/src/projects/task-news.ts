/** Tasks changed by others: fetched by ID in small batches and updated where they are shown. */
import type { QueryClient } from "@tanstack/react-query";
import { tasksEndpoints } from "../../../src/projects/api/projects-tasks.ts";
import { call } from "../api/call.ts";
import { followTasksWith, type ProjectNews } from "./project-news.ts";
import { showChange, showNew, showRemoval } from "./task-cache.ts";

const PAUSE_MS = 120;
/** Batch window of the server's news. */
const MOST = 100;

let waiting = new Set<string>();
let timer: number | undefined;

function noteNews(client: QueryClient, { taskIds }: ProjectNews): void {
  for (const id of taskIds) waiting.add(id);
  timer ??= window.setTimeout(() => void take(client), PAUSE_MS);
}

async function take(client: QueryClient): Promise<void> {
  timer = undefined;
  const ids = [...waiting];
  waiting = new Set();
  const again = (): void => void client.invalidateQueries({ queryKey: ["projects"] });
  if (ids.length > MOST) return again();
  try {
    const { items } = await call(tasksEndpoints.some, { query: { ids: ids.join(",") } });
    for (const id of ids) {
      const line = items.find((item) => item.id === id);
      if (line === undefined) showRemoval(client, id);
      else if (!showChange(client, id, line)) showNew(client, line);
    }
    await client.invalidateQueries({ queryKey: ["projects", "mine"] });
    await client.invalidateQueries({ queryKey: ["projects", "timeline"] });
  } catch {
    again();
  }
}

followTasksWith(noteNews);
