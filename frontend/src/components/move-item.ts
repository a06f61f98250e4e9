/** Returns the list with one item moved up (-1) or down (1). At either end, and for an index outside the list, returns a copy unchanged. */
export function moveItem<Item>(items: readonly Item[], index: number, by: -1 | 1): Item[] {
  const to = index + by;
  const item = items[index];
  if (item === undefined || to < 0 || to >= items.length) return [...items];
  return items.toSpliced(index, 1).toSpliced(to, 0, item);
}
