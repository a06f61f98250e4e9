/** State of the explorer: ask, answer a clarifying question, stop, and open files beside the answers. */
import { useCallback, useEffect, useState } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type * as z from "zod";
import { accountQueryEndpoints, type AccountAnswer } from "../../../../src/accounts/api/account-query.ts";
import { accountAnswerQuery } from "../account-answers.ts";
import { call } from "../../api/call.ts";
import { ERROR_SHOWN_HERE } from "../../api/mutations.ts";
import { newId } from "../../api/storage.ts";
import type { ExplorerParams } from "./explorer-params.ts";

export type ConfirmBody = z.input<NonNullable<(typeof accountQueryEndpoints.confirm)["body"]>>;

/** A place in a file; the quote is highlighted there. */
export interface FilePlace {
  readonly path: string;
  readonly quote?: string | undefined;
}

/** This visit's conversation. A page may subscribe before its first message creates it. */
export function useExplorer() {
  const params: ExplorerParams = useSearch({ from: "/inside/accounts/explore" });
  const navigate = useNavigate({ from: "/accounts/explore" });
  const [fresh, setFresh] = useState(newId);
  const conversationId = params.c ?? fresh;
  const set = useCallback(
    (change: ExplorerParams, replace = true) =>
      void navigate({ search: (before: ExplorerParams) => ({ ...before, ...change }), replace }),
    [navigate],
  );
  return {
    conversationId,
    about: params.about,
    file: params.file === undefined ? null : { path: params.file, quote: params.quote },
    openFile: (place: FilePlace | null) => set({ file: place?.path, quote: place?.quote }),
    begun: () => set({ c: conversationId, about: undefined }),
    again: () => {
      setFresh(newId());
      set({ c: undefined, about: undefined, file: undefined, quote: undefined }, false);
    },
  };
}

/** Sends a question or a decision; the answer appears with the turn. */
export function useAsk(conversationId: string, onBegun: () => void) {
  const client = useQueryClient();
  const keep = (answer: AccountAnswer): void => {
    client.setQueryData(accountAnswerQuery(answer.conversationId, answer.turnId).queryKey, answer);
    void client.invalidateQueries({ queryKey: ["accounts", "list"] });
    void client.invalidateQueries({ queryKey: ["accounts", "one"] });
  };
  const ask = useMutation({
    mutationFn: (query: string) => {
      onBegun();
      return call(accountQueryEndpoints.query, { body: { query, conversationId, messageId: newId() } });
    },
    meta: ERROR_SHOWN_HERE,
    onSuccess: keep,
  });
  const confirm = useMutation({
    mutationFn: (body: ConfirmBody) => call(accountQueryEndpoints.confirm, { body }),
    meta: ERROR_SHOWN_HERE,
    onSuccess: keep,
  });
  return { ask, confirm };
}

/** Refetches a turn's answer when its work ends and when one of its approvals is decided. */
export function useAnswerNews(conversationId: string, news: string): void {
  const client = useQueryClient();
  useEffect(() => {
    void client.invalidateQueries({ queryKey: ["accounts", "answer", conversationId] });
  }, [client, conversationId, news]);
}
