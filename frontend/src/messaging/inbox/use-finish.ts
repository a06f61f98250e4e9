import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ThreadAct, ThreadState } from "../../../../src/messaging/api/threads.ts";
import { itemsOf } from "../../api/paged.ts";
import { threadsQuery } from "../text-queries.ts";
import { addressOf, filterOf, listSearch, nextThread, type ListParams } from "./thread-lists.ts";
import { useThreadAct } from "./use-thread-act.ts";

/** Acts on the thread. After an act that finishes it, the next thread of the list opens (on a phone, the list). */
export function useFinish(state: ThreadState | null) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const within: ListParams = listSearch(useSearch({ strict: false }));
  const { mutate } = useThreadAct();
  return (act: ThreadAct): void => {
    if (state === null) return;
    const list = client.getQueryData(threadsQuery(filterOf(within)).queryKey);
    const next = nextThread(itemsOf(list), state);
    mutate({ state, act });
    if (act.kind !== "done" && act.kind !== "snooze") return;
    const isWide = matchMedia("(min-width: 64rem)").matches;
    if (next !== null && isWide) void navigate(addressOf(next, within));
    else void navigate({ to: "/texts", search: within });
  };
}
