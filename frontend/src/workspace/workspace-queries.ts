/** Queries of the workspace pages and their cache keys. Every key begins with `workspace`, so that the feed refetches all of them. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { workspaceEndpoints } from "../../../src/workspace/api/workspace.ts";
import { call } from "../api/call.ts";
import { pagedQuery } from "../api/paged.ts";

export const WORKSPACE_KEY = ["workspace"] as const;

/** More than fits on a screen, so that further entries load on scroll. */
const FOLDER_PAGE = 180;

export function folderQuery(path: string) {
  return pagedQuery([...WORKSPACE_KEY, "ls", path], ({ cursor, signal }) =>
    call(workspaceEndpoints.ls, { signal, query: { path, cursor, limit: FOLDER_PAGE } }),
  );
}

export function fileQuery(path: string) {
  return queryOptions({
    queryKey: [...WORKSPACE_KEY, "file", path],
    queryFn: ({ signal }) => call(workspaceEndpoints.read, { signal, query: { path } }),
    // Refetched on every open: an editor must not start from an outdated version.
    staleTime: 0,
    gcTime: 0,
  });
}

export function historyQuery(path: string) {
  return pagedQuery([...WORKSPACE_KEY, "history", path], ({ cursor, signal }) =>
    call(workspaceEndpoints.history, { signal, query: { path, cursor, limit: 50 } }),
  );
}

/** From one version to another; if `from` is null, from the one before. */
export function diffQuery(path: string, from: string | null, to: string) {
  return queryOptions({
    queryKey: [...WORKSPACE_KEY, "diff", path, from, to],
    queryFn: ({ signal }) =>
      call(workspaceEndpoints.diff, { signal, query: { path, from: from ?? undefined, to } }),
    staleTime: Infinity,
  });
}

export function versionQuery(path: string, etag: string) {
  return queryOptions({
    queryKey: [...WORKSPACE_KEY, "version", path, etag],
    queryFn: ({ signal }) => call(workspaceEndpoints.version, { signal, query: { path, etag } }),
    staleTime: Infinity,
  });
}

export function blameQuery(path: string) {
  return queryOptions({
    queryKey: [...WORKSPACE_KEY, "blame", path],
    queryFn: ({ signal }) => call(workspaceEndpoints.blame, { signal, query: { path } }),
  });
}

export function fileSearchQuery(words: string, path: string) {
  return queryOptions({
    queryKey: [...WORKSPACE_KEY, "search", words, path],
    queryFn: ({ signal }) =>
      call(workspaceEndpoints.search, { signal, query: { q: words, path, limit: 60 } }),
    placeholderData: keepPreviousData,
  });
}

export const deletedFilesQuery = pagedQuery([...WORKSPACE_KEY, "deleted"], ({ cursor, signal }) =>
  call(workspaceEndpoints.deleted, { signal, query: { cursor, limit: 50 } }),
);
