/** Provides the table of places through context, so that pages don't import the table that imports them. */
import { createContext, useContext, useMemo } from "react";
import { useMatches, useRouterState } from "@tanstack/react-router";
import { entriesOf, type Door, type Entry, type Group } from "../menu.ts";
import type { Place } from "../place.ts";
import { useWork } from "./session.tsx";
import { WORK_WORDS } from "./work-words.ts";
import type { Work } from "../../../src/team/api/first-steps.ts";

interface Table {
  readonly places: readonly Place[];
  readonly doors: readonly Door[];
}

const PlacesContext = createContext<Table>({ places: [], doors: [] });

export const PlacesProvider = PlacesContext.Provider;

/** The pages menus show, of some groups or of all. */
export function useEntries(...groups: readonly Group[]): readonly Entry[] {
  const { places } = useContext(PlacesContext);
  const wanted = groups.join();
  return useMemo(
    () => entriesOf(places, ...(wanted === "" ? [] : (wanted.split(",") as Group[]))),
    [places, wanted],
  );
}

/** A door with its pages: the first is the one it opens. */
export interface OpenDoor extends Door {
  readonly to: string;
  readonly pages: readonly Entry[];
}

/** The pages that a team with this work needs, in its order. */
function ofWork(pages: readonly Entry[], work: Work): readonly Entry[] {
  return WORK_WORDS[work].pages.flatMap((path) => pages.filter(({ to }) => to === path));
}

export function useDoors(): readonly OpenDoor[] {
  const { places, doors } = useContext(PlacesContext);
  const work = useWork();
  return useMemo(
    () =>
      doors.map((door) => {
        const all = entriesOf(places, door.group);
        const pages = door.group === "work" && work !== null ? ofWork(all, work) : all;
        return { ...door, pages, to: pages[0]?.to ?? "/" };
      }),
    [places, doors, work],
  );
}

/** The door behind which the open page is, by the beginning of its address. */
export function useOpenDoor(): OpenDoor | undefined {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const { places } = useContext(PlacesContext);
  const doors = useDoors();
  const [root] = path.split("/").slice(1);
  const page = places.find((one) => one.behind !== null && one.path.split("/")[1] === root);
  return doors.find(({ group }) => group === page?.behind);
}

/** The tabs of the open page, if it is one of several behind its door. */
export interface Tabs {
  readonly door: OpenDoor;
  readonly open: Entry;
  /** Whether something of it is open within. */
  readonly within: boolean;
}

export function useTabs(): Tabs | null {
  const { places } = useContext(PlacesContext);
  const routes = useMatches({ select: (all) => all.map(({ routeId }) => routeId as string).join(" ") }).split(
    " ",
  );
  const doors = useDoors();
  const at = (path: string): string => places.find((place) => place.path === path)?.route.id ?? "";
  for (const door of doors) {
    const open = door.pages.find(({ to }) => routes.includes(at(to)));
    if (open === undefined || door.pages.length < 2) continue;
    const leaf = routes.at(-1);
    return { door, open, within: leaf !== at(open.to) && leaf !== `${at(open.to)}/` };
  }
  return null;
}

/** The first segments of all addresses, such as `approvals`: what an internal link starts with. */
export function usePageRoots(): ReadonlySet<string> {
  const { places } = useContext(PlacesContext);
  return useMemo(() => new Set(places.map(({ path }) => path.split("/")[1] ?? "")), [places]);
}
