/** Finds the item with a name: exact matches come before names that contain all of its words. */
import { plainWords } from "../../kernel/plain-words.ts";

const MAX_NAMED = 30;

/** Messages if several items match, or none. */
interface Unclear<Item> {
  /** `Several lists fit`. */
  readonly several: string;
  /** `No list fits`. */
  readonly none: string;
  /** `Say which`. */
  readonly ask: string;
  /** How an item is listed as a choice. */
  readonly shown: (item: Item) => string;
}

/** The item for the first of the names that matches any; a string describes the problem and how to continue. */
export function oneNamed<Item>(
  items: readonly Item[],
  wanted: string,
  names: readonly ((item: Item) => string)[],
  unclear: Unclear<Item>,
): Item | string {
  const found = names.map((nameOf) => fitting(items, wanted, nameOf)).find((some) => some.length > 0) ?? [];
  const [item, ...others] = found;
  if (item !== undefined && others.length === 0) return item;
  const choices = (found.length > 0 ? found : items).slice(0, MAX_NAMED).map(unclear.shown);
  const why = found.length > 0 ? unclear.several : unclear.none;
  return `${why} "${wanted}". ${unclear.ask}: ${choices.join("; ") || "there is none"}.`;
}

/** Exact matches, or else items with all the words. */
function fitting<Item>(
  items: readonly Item[],
  wanted: string,
  nameOf: (item: Item) => string,
): readonly Item[] {
  const words = plainWords(wanted);
  const exact = items.filter((item) => plainWords(nameOf(item)).join(" ") === words.join(" "));
  if (exact.length > 0 || words.length === 0) return exact;
  return items.filter((item) => {
    const known = plainWords(nameOf(item));
    return words.every((word) => known.some((one) => one.startsWith(word)));
  });
}

/** All items, each by its own name, or the first problem. */
export async function allNamed<Item extends object>(
  wanted: readonly string[],
  named: (one: string) => Promise<Item | string>,
): Promise<readonly Item[] | string> {
  const found = await Promise.all(wanted.map(named));
  const wrong = found.find((one) => typeof one === "string");
  return wrong ?? found.filter((one) => typeof one !== "string");
}
