/** What is new in a mailbox: listings a page at a time, and Gmail's history, by which a mailbox says whether anything has changed. Changes nothing. */
import * as z from "zod";
import { IntegrationError } from "../../kernel/errors.ts";
import { messageListAnswer, parseAnswer } from "./parse.ts";
import type { GoogleAccount } from "./read.ts";

/** As many ids as Gmail lists at once (discovery document of Gmail, May 2026). */
const PAGE = 500;

const historyAnswer = z.object({ history: z.array(z.unknown()).optional(), historyId: z.string() });
const profileAnswer = z.object({ historyId: z.string() });

/** A page of the ids that a search finds, newest first. Throws IntegrationError. */
export async function listIdsPage(
  { client }: Pick<GoogleAccount, "client">,
  mailbox: string,
  query: string,
  pageToken: string | null,
): Promise<{ readonly ids: string[]; readonly next: string | null }> {
  const answer = await client({
    mailbox,
    scope: "read",
    method: "GET",
    path: "/messages",
    query: { q: query, maxResults: PAGE, pageToken: pageToken ?? undefined },
  });
  const { messages, nextPageToken } = parseAnswer(messageListAnswer, answer);
  return { ids: messages.map(({ id }) => id), next: nextPageToken ?? null };
}

/**
 * The mailbox's state now, and whether anything of it has changed since `historyId`: what is read while a listing goes on may move what is listed. One that is null, or that Gmail has forgotten (404), counts
 * as news. Throws IntegrationError.
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
