/** How entities are called on pages, and what their pages ask for. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { entityEndpoints, type EntityType } from "../../../../src/knowledge/api/entities.ts";
import { call } from "../../api/call.ts";

export const TYPES: readonly (readonly [EntityType, string])[] = [
  ["person", "People"],
  ["company", "Companies"],
  ["property", "Properties"],
  ["project", "Projects"],
  ["topic", "Topics"],
];

export const TYPE_WORDS: Readonly<Record<EntityType, string>> = {
  person: "Person",
  company: "Company",
  property: "Property",
  project: "Project",
  topic: "Topic",
};

export interface EntityParams {
  readonly q?: string | undefined;
  readonly type?: EntityType | undefined;
}

export function entitiesQuery({ q, type }: EntityParams) {
  return infiniteQueryOptions({
    queryKey: ["entities", "list", q ?? "", type ?? ""],
    queryFn: ({ pageParam, signal }) =>
      call(entityEndpoints.list, { signal, query: { q, type, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });
}

export const entityQuery = (id: string) =>
  queryOptions({
    queryKey: ["entities", "one", id],
    queryFn: ({ signal }) => call(entityEndpoints.get, { signal, params: { id } }),
  });

export const entityItemsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ["entities", "items", id],
    queryFn: ({ pageParam, signal }) =>
      call(entityEndpoints.items, { signal, params: { id }, query: { cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
