/** Which lists a thread is in, where it opens, and lists with a changed thread. Pure. */
import type { InfiniteData } from "@tanstack/react-query";
import type * as z from "zod";
import type {
  threadEndpoints,
  ThreadChannel,
  ThreadLine,
  ThreadState,
  ThreadView,
} from "../../../../src/messaging/api/threads.ts";

type ThreadPage = z.output<typeof threadEndpoints.list.output>;
export type ThreadPages = InfiniteData<ThreadPage, string | undefined>;

export const VIEW_WORDS: Readonly<Record<ThreadView, string>> = {
  open: "Open",
  mine: "Mine",
  unassigned: "Unassigned",
  promised: "Promised",
  snoozed: "Snoozed",
  done: "Done",
  all: "All",
};

/** Filters of the inbox. */
export interface ThreadFilter {
  readonly view: ThreadView;
  /** Only threads on this line or in this mailbox of ours. */
  readonly line?: string | undefined;
  readonly channel?: ThreadChannel | undefined;
  /** The member whose threads `mine` lists; the user by default. */
  readonly assignee?: string | undefined;
}

export const CHANNEL_WORDS: Readonly<Record<ThreadChannel, string>> = {
  text: "Texts",
  call: "Calls",
  email: "E-mails",
};

/** What the server lists at an address. */
export function filterOf({ view, on, channel, of }: ListParams): ThreadFilter {
  return { view: view ?? "open", line: on, channel, assignee: of };
}

/** Whether the server would list it there. */
export function isListed(state: ThreadState, view: ThreadView, meId: string): boolean {
  switch (view) {
    case "open":
      return state.status === "open";
    case "unassigned":
      return state.status === "open" && state.assigneeId === null;
    case "mine":
      return state.assigneeId === meId && state.status !== "done";
    case "promised":
      return state.promised !== null;
    case "snoozed":
    case "done":
      return state.status === view;
    case "all":
      return true;
  }
}

export function isSameThread(
  left: Pick<ThreadState, "number" | "line">,
  right: Pick<ThreadState, "number" | "line">,
): boolean {
  return left.number === right.number && left.line === right.line;
}

/** A list of the inbox, as its address names it. */
export interface ListParams {
  readonly view?: Exclude<ThreadView, "open"> | undefined;
  readonly on?: string | undefined;
  readonly channel?: ThreadChannel | undefined;
  readonly of?: string | undefined;
}

/** The address of a list, out of any address within it. */
export function listSearch({ view, on, channel, of }: ListParams) {
  return { view, on, channel, of };
}

/** Where a thread opens beside the list. */
export function addressOf(
  {
    channel,
    number,
    line,
    conversationId,
  }: Pick<ThreadLine, "channel" | "number" | "line" | "conversationId">,
  within: ListParams,
) {
  const search = listSearch(within);
  return channel === "email"
    ? ({ to: "/emails/$id", params: { id: conversationId }, search } as const)
    : ({ to: "/texts/$number", params: { number }, search: { ...search, line } } as const);
}

/** The pages of a list with a changed thread updated, or removed if it left the list. */
export function withThread(
  data: ThreadPages | undefined,
  state: ThreadState,
  view: ThreadView,
  meId: string,
): ThreadPages | undefined {
  if (data === undefined) return data;
  const change = (item: ThreadLine): ThreadLine[] => {
    if (!isSameThread(item, state)) return [item];
    return isListed(state, view, meId) ? [{ ...item, ...state }] : [];
  };
  return { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.flatMap(change) })) };
}

/** The next thread in a list, else the previous one; null if there is no other. */
export function nextThread(
  items: readonly ThreadLine[],
  current: Pick<ThreadState, "number" | "line">,
): ThreadLine | null {
  const at = items.findIndex((item) => isSameThread(item, current));
  return at < 0 ? null : (items[at + 1] ?? items[at - 1] ?? null);
}

/** The pages of a list with a thread that has been read. */
export function withRead(
  data: ThreadPages | undefined,
  thread: Pick<ThreadState, "number" | "line">,
): ThreadPages | undefined {
  if (data === undefined) return data;
  const change = (item: ThreadLine): ThreadLine =>
    item.unread && isSameThread(item, thread) ? { ...item, unread: false } : item;
  return { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.map(change) })) };
}
