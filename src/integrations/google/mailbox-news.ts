/** New e-mail in a mailbox: paged listings, and Gmail's history, which tells whether anything changed. Changes nothing. */
import * as z from "zod";
import { IntegrationError } from "../../kernel/errors.ts";
import { messageListAnswer, parseAnswer } from "./parse.ts";
import type { GoogleAccount } from "./read.ts";

/** Gmail's maximum page size (Gmail discovery document, May 2026). */
const PAGE = 500;

const historyAnswer = z.object({ history: z.array(z.unknown()).optional(), historyId: z.string() });
const profileAnswer = z.object({ historyId: z.string() });

/** A page of matching IDs, newest first. Throws IntegrationError. */
export async function listIdsPage(
  { client }: Pick<GoogleAccount, "client">,
  mailbox: string,
  query: string,
  pageToken: string | null,
  limit = PAGE,
): Promise<{ readonly ids: string[]; readonly next: string | null }> {
  const answer = await client({
    mailbox,
    scope: "read",
    method: "GET",
    path: "/messages",
    query: { q: query, maxResults: limit, pageToken: pageToken ?? undefined },
  });
  const { messages, nextPageToken } = parseAnswer(messageListAnswer, answer);
  return { ids: messages.map(({ id }) => id), next: nextPageToken ?? null };
}

/**
 * The mailbox's current history ID, and whether anything changed since `historyId`: changes during a listing can shift its pages. A null
 * or expired ID (404) counts as changed. Throws IntegrationError.
 */
export async function newsSince(
  account: Pick<GoogleAccount, "client">,
  mailbox: string,
  historyId: string | null,
): Promise<{ readonly historyId: string; readonly hasNews: boolean }> {
  if (historyId === null) return { historyId: await stateOf(account, mailbox), hasNews: true };
  try {
    const answer = await account.client({
      mailbox,
      scope: "read",
      method: "GET",
      path: "/history",
      query: { startHistoryId: historyId, maxResults: 1 },
    });
    const { history = [], historyId: now } = parseAnswer(historyAnswer, answer);
    return { historyId: now, hasNews: history.length > 0 };
  } catch (error) {
    if (!(error instanceof IntegrationError) || error.status !== 404) throw error;
    return { historyId: await stateOf(account, mailbox), hasNews: true };
  }
}

async function stateOf({ client }: Pick<GoogleAccount, "client">, mailbox: string): Promise<string> {
  const answer = await client({ mailbox, scope: "read", method: "GET", path: "/profile" });
  return parseAnswer(profileAnswer, answer).historyId;
}
