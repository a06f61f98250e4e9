/** A card's position in a column. Pure. */

/** Behind which card; null at the top. */
export interface Place {
  readonly after: string | null;
}

/** The position of `id` when dropped on a card's edge or at the end; null if it is already there. */
export function placeFor(
  cards: readonly { readonly id: string }[],
  id: string,
  on: { readonly card: string; readonly edge: "top" | "bottom" } | null,
): Place | null {
  const others = cards.filter((card) => card.id !== id);
  const at = on === null ? -1 : others.findIndex((card) => card.id === on.card);
  const before = at < 0 ? others.length : on?.edge === "top" ? at : at + 1;
  const now = cards.findIndex((card) => card.id === id);
  if (now === before) return null;
  return { after: others[before - 1]?.id ?? null };
}

/** A sort order between two neighbors. */
export function orderBetween(before: number | undefined, after: number | undefined): number {
  if (before === undefined && after === undefined) return 0;
  if (before === undefined) return (after ?? 0) - 1;
  if (after === undefined) return before + 1;
  return (before + after) / 2;
}
