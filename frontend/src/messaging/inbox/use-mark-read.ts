import { useEffect, useEffectEvent } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { threadEndpoints, type ThreadState } from "../../../../src/messaging/api/threads.ts";
import { call } from "../../api/call.ts";
import { useInFront } from "../../components/presence/use-in-front.ts";
import { unreadTextsQuery } from "../unread-texts.ts";
import { isSameThread, withRead, type ThreadPages } from "./thread-lists.ts";

/** Marks an open, visible thread as read up to what is shown: optimistically in lists and badges, and on the server. */
export function useMarkRead(state: ThreadState | null): void {
  const client = useQueryClient();
  const inFront = useInFront();
  const mark = useEffectEvent(() => {
    if (state === null) return;
    client.setQueryData(unreadTextsQuery.queryKey, (items) =>
      items?.filter((one) => !isSameThread(one, state)),
    );
    client.setQueriesData<ThreadPages>({ queryKey: ["texts", "threads"] }, (data) => withRead(data, state));
    // On failure the thread stays unread until it is next opened.
    call(threadEndpoints.read, {
      params: { number: state.number },
      body: { line: state.line, readUpTo: state.lastIncomingAt },
    }).catch(() => undefined);
  });
  const seen = state?.status === "open" ? state.lastIncomingAt : null;
  const thread = state === null ? null : `${state.number} ${state.line}`;
  // A thread is read when another message of theirs is shown, not when its state moves.
  useEffect(() => {
    if (inFront && seen !== null && thread !== null) mark();
  }, [inFront, seen, thread]);
}
