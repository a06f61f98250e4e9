/** How entities are called on pages, and what their pages ask for. */
import { queryOptions } from "@tanstack/react-query";
import { entityEndpoints, type EntityType } from "../../../../src/knowledge/api/entities.ts";
import { call } from "../../api/call.ts";
import { pagedQuery } from "../../api/paged.ts";

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
  return pagedQuery(
    ["entities", "list", q ?? "", type ?? ""],
    ({ cursor, signal }) => call(entityEndpoints.list, { signal, query: { q, type, cursor } }),
    { keepPrevious: true },
  );
}

export const entityQuery = (id: string) =>
  queryOptions({
    queryKey: ["entities", "one", id],
    queryFn: ({ signal }) => call(entityEndpoints.get, { signal, params: { id } }),
  });

export const entityItemsQuery = (id: string) =>
  pagedQuery(["entities", "items", id], ({ cursor, signal }) =>
    call(entityEndpoints.items, { signal, params: { id }, query: { cursor } }),
  );
