/** Messages and team actions in one order, with their days. Pure. */
import type { ThreadEntry } from "../../../../src/messaging/api/threads.ts";
import type { ThreadItem } from "../../../../src/messaging/api/texts.ts";
import { dayKey } from "../../components/words.ts";

interface Place {
  readonly key: string;
  readonly at: string;
  /** The first of its day. */
  readonly isNewDay: boolean;
}

export type Placed =
  | (Place & { readonly kind: "said"; readonly item: ThreadItem; readonly isFirst: boolean })
  | (Place & { readonly kind: "entry"; readonly entry: ThreadEntry });

export function placeEntries(
  items: readonly ThreadItem[],
  entries: readonly ThreadEntry[],
  zone: string,
): Placed[] {
  const all = [
    ...items.map((item) => ({ kind: "said" as const, key: item.id, at: item.at, item })),
    ...entries.map((entry) => ({ kind: "entry" as const, key: entry.id, at: entry.at, entry })),
  ].sort((left, right) => (left.at < right.at ? -1 : left.at > right.at ? 1 : 0));
  return all.map((one, index): Placed => {
    const before = all[index - 1];
    const isNewDay = before === undefined || dayKey(before.at, zone) !== dayKey(one.at, zone);
    if (one.kind === "entry") return { ...one, isNewDay };
    const sameSpeaker =
      before?.kind === "said" && speakerOf(before.item) === speakerOf(one.item) && !isNewDay;
    return { ...one, isNewDay, isFirst: !sameSpeaker };
  });
}

function speakerOf(item: ThreadItem): string {
  if (item.kind === "call") return "call";
  return item.direction === "incoming" ? "them" : `us ${item.by ?? String(item.byHand)}`;
}
