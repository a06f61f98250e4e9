/**
 * NOBODY-ALONE before a conversation has it: when a person is told at the latest of what was accepted and cannot be handed on, whether the drain
 * behind the answers works, is busy or has died. What is nearly `unread` at one look (15 s) is met by the next (`every`, 20 s), which tries as long
 * as its `patience` lasts (8 s) and then tells of all that failed at once, with names it waits for no longer than `name` (4 s): 47 s, which leaves
 * 13 s for a clock that comes late and for writing it down.
 */
import type { Clock } from "../kernel/clock.ts";

/** The bounds of that sum. Looks are as many as fit into the clock's minute. */
export const LOOK_MS = {
  every: 20_000,
  unread: 15_000,
  patience: 8_000,
  name: 4_000,
} as const;

const SIDE_BY_SIDE = 8;
/** One thing that gives no answer is not waited for longer. */
const TRY_MS = 6_000;

/**
 * Tries each thing that waits, a few side by side, and answers those that failed or gave no answer. What fails uses up the look's patience; once it
 * is gone the rest counts as failed without being tried. What goes well takes its time, and goes before all else of a team where something failed.
 * Those that name the same `inOrderWith` are tried one after the other. Never throws.
 */
export async function tryEach<Item extends { readonly tenantId: string; readonly inOrderWith?: string }>(
  clock: Clock,
  waiting: readonly Item[],
  one: (item: Item) => Promise<void>,
  failed: (item: Item, error: unknown) => Promise<void>,
): Promise<Item[]> {
  let left = [...waiting];
  const unhanded: Item[] = [];
  let patienceMs: number = LOOK_MS.patience;
  while (left.length > 0 && patienceMs > 0) {
    const begunMs = clock.now();
    const limitMs = Math.min(TRY_MS, patienceMs);
    const group = takeGroup(left);
    const results = await Promise.allSettled(group.map((item) => within(limitMs, one(item))));
    const fell = group.flatMap((item, index) => {
      const result = results[index];
      return result?.status === "rejected" ? [{ item, error: result.reason as unknown }] : [];
    });
    await Promise.allSettled(fell.map(({ item, error }) => failed(item, error)));
    unhanded.push(...fell.map(({ item }) => item));
    if (fell.length === 0) continue;
    patienceMs -= clock.now() - begunMs;
    const inTrouble = new Set(unhanded.map(({ tenantId }) => tenantId));
    left = left.toSorted((one, other) => rank(one, inTrouble) - rank(other, inTrouble));
  }
  return [...unhanded, ...left];
}

/** The next few of a line, out of it. */
function takeGroup<Item extends { readonly inOrderWith?: string }>(left: Item[]): Item[] {
  const group: Item[] = [];
  for (const item of left) {
    const isFree =
      item.inOrderWith === undefined || !group.some(({ inOrderWith }) => inOrderWith === item.inOrderWith);
    if (isFree) group.push(item);
    if (group.length === SIDE_BY_SIDE) break;
  }
  for (const item of group) left.splice(left.indexOf(item), 1);
  return group;
}

function rank({ tenantId }: { readonly tenantId: string }, last: ReadonlySet<string>): number {
  return last.has(tenantId) ? 1 : 0;
}

/** Rejects once a work has given no answer for so long; what it still does may be repeated. */
async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("it gave no answer")), ms);
  });
  try {
    await Promise.race([work, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
