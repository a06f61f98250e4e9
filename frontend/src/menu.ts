/** How menus know the pages of `places.ts`. */
import type { BadgeCounts } from "./components/badge-counts.ts";
import type { Icon } from "./components/icons.ts";

/** Where menus list a page: the doors of the rail, then the groups of the settings. */
export type Group =
  | "today"
  | "inbox"
  | "ask"
  | "people"
  | "work"
  | "knowledge"
  | "settings"
  | "company"
  | "team"
  | "channels"
  | "rules"
  | "memory"
  | "billing"
  | "developer";

export interface Menu {
  readonly label: string;
  readonly group: Group;
  /** Its purpose, shown where there is room. */
  readonly about: string;
  /** The key that goes there after `g`. */
  readonly key?: string;
  /** Further words the palette finds it by. */
  readonly words?: string;
  /** The badge count it shows. */
  readonly badge?: keyof BadgeCounts;
}

/** A link of the rail. It opens the first page of its group; the others are tabs beside that one. */
export interface Door {
  readonly group: Group;
  readonly label: string;
  readonly icon: Icon;
  /** In a phone's bottom bar; everything else is under More. */
  readonly bar?: true;
  /** At the bottom of the rail. */
  readonly foot?: true;
}

/** A page as menus know it. */
export interface Entry extends Menu {
  readonly to: string;
}

interface Shown {
  readonly path: string;
  readonly menu: Menu | null;
}

/** The pages menus show, in the order of the table. */
export function entriesOf(places: readonly Shown[], ...groups: readonly Group[]): Entry[] {
  return places
    .flatMap(({ path, menu }) => (menu === null ? [] : [{ ...menu, to: path }]))
    .filter(({ group }) => groups.length === 0 || groups.includes(group));
}

/** The groups of the settings, in their order. The last one is folded. */
export const SETTINGS_GROUPS = [
  ["company", "Company"],
  ["team", "People & on call"],
  ["channels", "Channels"],
  ["rules", "What Steward may do"],
  ["memory", "Memory & style"],
  ["billing", "Billing & data"],
  ["developer", "Developer"],
] as const satisfies readonly (readonly [Group, string])[];
