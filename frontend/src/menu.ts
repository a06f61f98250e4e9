/** How menus know the pages of `places.ts`. */
import type { Icon } from "./components/icons.ts";

/** Where menus list a page: sections of the rail from top to bottom, then groups of the settings. */
export type Group =
  | "work"
  | "knowledge"
  | "record"
  | "foot"
  | "you"
  | "team"
  | "channels"
  | "automation"
  | "developer";

export interface Menu {
  readonly label: string;
  readonly group: Group;
  /** Its purpose, shown where there is room. */
  readonly about: string;
  readonly icon?: Icon;
  /** The key that goes there after `g`. */
  readonly key?: string;
  /** Further words the palette finds it by. */
  readonly words?: string;
  /** The badge count it shows. */
  readonly badge?: "waiting" | "unread" | "texts" | "news";
  /** In a phone's bottom bar; everything else is under More. */
  readonly bar?: true;
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

/** The groups of the settings, in their order. */
export const SETTINGS_GROUPS = [
  ["you", "You"],
  ["team", "Team"],
  ["channels", "Channels"],
  ["automation", "Automation"],
  ["developer", "Developer"],
] as const satisfies readonly (readonly [Group, string])[];
