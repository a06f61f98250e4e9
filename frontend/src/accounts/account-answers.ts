/** Types of the accounts explorer's answers. */
import { queryOptions } from "@tanstack/react-query";
import { accountQueryEndpoints } from "../../../src/accounts/api/account-query.ts";
import { call } from "../api/call.ts";

/** While an agent works, its answer is looked at so often; the conversation's line tells its steps meanwhile. */
const WORKING_MS = 1_500;
/** A draft's answer changes with its approval. */
const FRESH_MS = 5_000;

export function accountAnswerQuery(conversationId: string, turnId: string) {
  return queryOptions({
    queryKey: ["accounts", "answer", conversationId, turnId],
    queryFn: ({ signal }) =>
      call(accountQueryEndpoints.answer, { signal, params: { conversationId, turnId } }),
    staleTime: FRESH_MS,
    refetchInterval: ({ state }) => (state.data?.type === "running" ? WORKING_MS : false),
  });
}

export function accountTreeQuery(path: string) {
  return queryOptions({
    queryKey: ["accounts", "tree", path],
    queryFn: ({ signal }) => call(accountQueryEndpoints.tree, { signal, query: { path } }),
  });
}

export function accountFileQuery(path: string) {
  return queryOptions({
    queryKey: ["accounts", "file", path],
    queryFn: ({ signal }) => call(accountQueryEndpoints.file, { signal, query: { path } }),
  });
}
