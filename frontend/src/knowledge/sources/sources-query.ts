/** Sources of knowledge as the pages keep them. */
import { queryOptions, type QueryClient } from "@tanstack/react-query";
import {
  knowledgeEndpoints,
  type KnowledgeKind,
  type KnowledgeSource,
} from "../../../../src/knowledge/api/knowledge.ts";
import { call } from "../../api/call.ts";
import { money } from "../../components/words.ts";

const LOOK_MS = 3_000;

/** While something is being read, its progress is looked at again and again. */
export const sourcesQuery = queryOptions({
  queryKey: ["knowledge", "sources"],
  queryFn: ({ signal }) => call(knowledgeEndpoints.sources, { signal }),
  refetchInterval: ({ state }) => (state.data?.sources.some(isBusy) === true ? LOOK_MS : false),
});

/** Looked at again while one runs. */
export const syncsQuery = queryOptions({
  queryKey: ["knowledge", "syncs"],
  queryFn: ({ signal }) => call(knowledgeEndpoints.syncs, { signal }),
  refetchInterval: ({ state }) =>
    state.data?.items.some(({ status }) => status === "running") === true ? LOOK_MS : false,
});

function isBusy({ state, finishedAt }: KnowledgeSource): boolean {
  return state === "reading" || state === "removing" || (state === "waiting" && finishedAt === null);
}

/** Puts the response to a change into the cache. */
export function withSource(client: QueryClient, source: KnowledgeSource): void {
  client.setQueryData(sourcesQuery.queryKey, (known) => {
    if (known === undefined) return known;
    const others = known.sources.filter(({ id }) => id !== source.id);
    const isKnown = others.length < known.sources.length;
    const sources = isKnown
      ? known.sources.map((one) => (one.id === source.id ? source : one))
      : [...others, source];
    return { ...known, sources };
  });
}

/** A source's content, as a heading. */
export const SHELF_WORDS: Readonly<Record<KnowledgeKind, string>> = {
  email: "E-mails",
  document: "Documents",
  event: "Calendar",
  issue: "Tasks",
};

/** A member who can own a source. */
export interface SourceMember {
  readonly id: string;
  readonly name: string;
}

export function priceWords(usd: number): string {
  return usd < 0.01 ? "less than $0.01" : money(usd);
}

/** One of them, several of them. */
export const THING_WORDS: Readonly<Record<KnowledgeKind, readonly [string, string]>> = {
  email: ["e-mail", "e-mails"],
  document: ["document", "documents"],
  event: ["event", "events"],
  issue: ["task", "tasks"],
};
