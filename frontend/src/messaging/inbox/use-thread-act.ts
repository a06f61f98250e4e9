/** Thread actions: optimistic in every list and in the thread, reverted if the server refuses. */
import { useMutation, useQueryClient, type InfiniteData } from "@tanstack/react-query";
import type * as z from "zod";
import {
  threadEndpoints,
  type ThreadAct,
  type ThreadState,
  type ThreadView,
} from "../../../../src/messaging/api/threads.ts";
import { type textEndpoints } from "../../../../src/messaging/api/texts.ts";
import { call } from "../../api/call.ts";
import { emailThreadQuery } from "../text-queries.ts";
import { useMe } from "../../components/session.tsx";
import { isSameThread, withThread, type ThreadPages } from "./thread-lists.ts";

type Part = z.output<typeof textEndpoints.thread.output>;

/** The likely result of an action, for the optimistic update. Pure. */
function guessed(state: ThreadState, act: ThreadAct): ThreadState {
  switch (act.kind) {
    case "assign":
      return { ...state, assigneeId: act.userId };
    case "snooze":
      return { ...state, status: "snoozed", nextAt: act.until };
    case "done":
      return { ...state, status: "done", waitsSince: null, nextAt: null, promised: null };
    case "kept":
      return { ...state, promised: null, nextAt: state.status === "snoozed" ? state.nextAt : null };
    case "reopen":
      return { ...state, status: "open", nextAt: null };
  }
}

export function useThreadAct() {
  const client = useQueryClient();
  const me = useMe();
  const show = (state: ThreadState): void => {
    for (const [key] of client.getQueriesData<ThreadPages>({ queryKey: ["texts", "threads"] }))
      client.setQueryData<ThreadPages>(key, (data) =>
        withThread(data, state, key[2] as ThreadView, (key[4] as string) || me.user.id),
      );
    client.setQueryData(emailThreadQuery(state.number).queryKey, (data) =>
      data === undefined ? data : { ...data, state },
    );
    client.setQueriesData<InfiniteData<Part>>({ queryKey: ["texts", state.number, "thread"] }, (data) =>
      data === undefined
        ? data
        : {
            ...data,
            pages: data.pages.map((page) =>
              page.state !== null && isSameThread(page.state, state) ? { ...page, state } : page,
            ),
          },
    );
  };
  return useMutation({
    mutationFn: ({ state, act }: { readonly state: ThreadState; readonly act: ThreadAct }) =>
      call(threadEndpoints.act, {
        params: { number: state.number },
        body: { line: state.line, act, seenIncomingAt: state.lastIncomingAt },
      }),
    onMutate: async ({ state, act }) => {
      await client.cancelQueries({ queryKey: ["texts"] });
      show(guessed(state, act));
    },
    onSuccess: show,
    onError: (_error, { state }) => show(state),
    onSettled: () => client.invalidateQueries({ queryKey: ["texts"] }),
  });
}
