/**
 * The message an address asks for (`?message=`): loads older messages until it is there, then scrolls to it once and marks it. Content that loads
 * late above doesn't push it away until a person scrolls.
 */
import { useEffect, useRef, type RefObject } from "react";
import { useSearch } from "@tanstack/react-router";
import type { ConversationClient, ConversationView } from "../conversation-client.ts";
import { passageElement, usePassage } from "../../knowledge/passage/use-passage.ts";
import { soughtMessage } from "./sought-message.ts";
import type { ThreadItem } from "./thread-items.ts";
import type { StickToEnd } from "./use-stick-to-end.ts";

/** Batch size for older messages; the server's maximum. */
const BATCH_SIZE = 200;
/** How long it is kept in sight while other things arrive. */
const SETTLE_MS = 3000;

export interface Sought {
  /** Key of the item to mark; null if none is wanted or it hasn't loaded yet. */
  readonly key: string | null;
  /** Not in this conversation, however far back. */
  readonly missing: boolean;
  readonly place: RefObject<HTMLDivElement | null>;
}

export function useSought(
  client: ConversationClient,
  { state, loadingOlder }: ConversationView,
  items: readonly ThreadItem[],
  { scroller, content }: Pick<StickToEnd, "scroller" | "content">,
): Sought {
  const { message: id } = soughtMessage(useSearch({ strict: false }));
  const place = useRef<HTMLDivElement>(null);
  const passage = usePassage();
  const askedBefore = useRef<string | null>(null);
  const found = id !== undefined && state.messages.some((message) => message.id === id);
  const key = found ? keyOf(items, id) : null;
  const first = state.messages[0]?.id ?? null;
  const lost = id !== undefined && state.conversation !== null && !found && !loadingOlder;
  const asks = lost && state.hasMore;

  useEffect(() => {
    // Asked once for each first message: a failure is shown and not retried forever.
    if (!asks || first === askedBefore.current) return;
    askedBefore.current = first;
    void client.loadOlder(BATCH_SIZE);
  }, [asks, client, first]);

  useEffect(() => {
    const box = scroller.current;
    const inner = content.current;
    if (key === null || !box || !inner) return;
    const show = (): void => {
      const message = place.current;
      if (message) (passageElement(message, passage) ?? message).scrollIntoView({ block: "center" });
    };
    show();
    if (!isWriting()) place.current?.focus({ preventScroll: true });
    const settling = new ResizeObserver(show);
    settling.observe(inner);
    const end = (): void => settling.disconnect();
    const timer = window.setTimeout(end, SETTLE_MS);
    const hands = ["wheel", "touchstart", "keydown", "pointerdown"] as const;
    for (const hand of hands) box.addEventListener(hand, end, { passive: true });
    return () => {
      end();
      window.clearTimeout(timer);
      for (const hand of hands) box.removeEventListener(hand, end);
    };
  }, [key, id, passage, scroller, content]);

  return {
    key,
    missing: lost && !state.hasMore,
    place,
  };
}

/** The first rendered item of a message. */
function keyOf(items: readonly ThreadItem[], id: string): string | null {
  return items.find((item) => "message" in item && item.message.id === id)?.key ?? null;
}

/** Late results are harmless: no draft is affected. */
function isWriting(): boolean {
  const at = document.activeElement;
  if (at instanceof HTMLTextAreaElement || at instanceof HTMLInputElement) return at.value !== "";
  return at !== null && at.closest("[role=dialog]") !== null;
}
