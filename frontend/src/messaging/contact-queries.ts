/** Queries of the contact pages. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { contactEndpoints, type TimelineItem } from "../../../src/messaging/api/contacts.ts";
import { call } from "../api/call.ts";
import { pagedQuery } from "../api/paged.ts";

const WATCHED_MS = 3000;

export function contactsQuery(words: string) {
  return infiniteQueryOptions({
    ...pagedQuery(
      ["contacts", "list", words],
      ({ cursor, signal }) =>
        call(contactEndpoints.list, { signal, query: { q: words || undefined, cursor, limit: 50 } }),
      { keepPrevious: true },
    ),
    // The first import adds contacts continuously.
    refetchInterval: ({ state }) => (state.data?.pages[0]?.sync.state === "reading" ? WATCHED_MS : false),
  });
}

/** A few contacts matching some words, without their last contact. */
export function namedContactsQuery(words: string, limit: number) {
  return queryOptions({
    queryKey: ["contacts", "named", words, limit],
    queryFn: async ({ signal }) =>
      (await call(contactEndpoints.list, { signal, query: { q: words, brief: "1", limit } })).items,
    placeholderData: keepPreviousData,
    enabled: words !== "",
  });
}

export function personQuery(id: string) {
  return queryOptions({
    queryKey: ["contacts", "person", id],
    queryFn: ({ signal }) => call(contactEndpoints.get, { signal, params: { id } }),
  });
}

export function timelineQuery(id: string, kind: TimelineItem["kind"] | undefined) {
  return pagedQuery(["contacts", "timeline", id, kind ?? ""], ({ cursor, signal }) =>
    call(contactEndpoints.timeline, {
      signal,
      params: { id },
      query: { kind, cursor, limit: 30 },
    }),
  );
}
