/** The team, its tags and its day, as the pages about tasks need them. */
import { useMemo } from "react";
import { useQuery } from "@tanstack/react-query";
import { tagsQuery } from "./project-queries.ts";
import { teamQuery } from "../api/queries.ts";
import { useNow } from "../components/now.ts";
import { useMe, useZone } from "../components/session.tsx";
import { dayKey } from "../components/words.ts";
import { dayNumber } from "./task-words.ts";
import type { Tag } from "../../../src/projects/api/projects-records.ts";

export interface Member {
  readonly id: string;
  readonly name: string;
}

export interface Team {
  /** The user comes first. */
  readonly members: readonly Member[];
  readonly nameOf: (id: string) => string;
}

export function useTeam(): Team {
  const me = useMe();
  const { data } = useQuery(teamQuery);
  const members = useMemo(() => {
    const all = (data?.items ?? []).map(({ id, name }) => ({ id, name }));
    const mine = all.filter(({ id }) => id === me.user.id);
    return [...(mine.length > 0 ? mine : [me.user]), ...all.filter(({ id }) => id !== me.user.id)];
  }, [data, me]);
  const names = useMemo(() => new Map(members.map(({ id, name }) => [id, name])), [members]);
  // Until the team has loaded, no one is labeled a former member.
  const unknown = data === undefined ? "" : "Former member";
  // Stable while nothing changes, so that rows and cards don't re-render.
  return useMemo(() => ({ members, nameOf: (id) => names.get(id) ?? unknown }), [members, names, unknown]);
}

/** Today in the team's zone, as `2026-11-25` and as a day number. */
export function useToday(): { readonly date: string; readonly day: number } {
  const now = useNow();
  const zone = useZone();
  const date = dayKey(new Date(now).toISOString(), zone);
  return useMemo(() => ({ date, day: dayNumber(date) }), [date]);
}

const NO_TAGS: readonly Tag[] = [];

export function useTags(): readonly Tag[] {
  return useQuery(tagsQuery).data ?? NO_TAGS;
}
