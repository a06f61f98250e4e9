/** Provides the table of places through context, so that pages don't import the table that imports them. */
import { createContext, useContext, useMemo } from "react";
import { entriesOf, type Entry, type Group } from "../menu.ts";
import type { Place } from "../place.ts";

const PlacesContext = createContext<readonly Place[]>([]);

export const PlacesProvider = PlacesContext.Provider;

/** The pages menus show, of some groups or of all. */
export function useEntries(...groups: readonly Group[]): readonly Entry[] {
  const places = useContext(PlacesContext);
  const wanted = groups.join();
  return useMemo(
    () => entriesOf(places, ...(wanted === "" ? [] : (wanted.split(",") as Group[]))),
    [places, wanted],
  );
}

/** The first segments of all addresses, such as `approvals`: what an internal link starts with. */
export function usePageRoots(): ReadonlySet<string> {
  const places = useContext(PlacesContext);
  return useMemo(() => new Set(places.map(({ path }) => path.split("/")[1] ?? "")), [places]);
}
