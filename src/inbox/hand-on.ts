/**
 * Hands a text on: an inbound one into its conversation (where texts gather and one run takes them), a colleague's own to the drafts it makes
 * stale. Every step may be repeated, so a text that was interrupted anywhere is simply handed on again.
 */
import { and, eq, sql } from "drizzle-orm";
import { findConversation } from "../conversations/index.ts";
import { texts } from "../db/index.ts";
import { formatNumber } from "../kernel/phone.ts";
import type { Policy } from "../protocol/account.ts";
import type { ConversationIdentity } from "../protocol/objects.ts";
import { queueForSearch } from "../search/index.ts";
import { urgentWord } from "./urgent.ts";
import type { InboxDeps } from "./ports.ts";
import { quietReason, sortRecipients } from "./route.ts";
import type { TextRow } from "./types.ts";

const PREVIEW_CHARS = 140;

/** Conversation and thread of a number. */
export function threadKeyOf(number: string): string {
  return `sms:${number}`;
}

/** Hands a text on that is still to be handed on; any other is left as it is. Throws where a step failed: it is tried again later. */
export async function handOn(deps: InboxDeps, textId: string): Promise<void> {
  const found = await deps.db.find(texts, eq(texts.id, textId));
  if (found === null || found.state !== "received") return;
  const { settings, lines } = await deps.routing();
  const row = sortRecipients(found, lines);
  if (row.direction === "outgoing") return handOnOutgoing(deps, row);
  const quiet = quietReason(row, settings, lines);
  if (quiet === null) await receive(deps, row, settings);
  await deps.markThreadStale(threadKeyOf(row.contactNumber), "a new text has come in on this thread", row.id);
  await settle(deps, row, quiet === null ? "handed" : "recorded", quiet);
}

async function handOnOutgoing(deps: InboxDeps, row: TextRow): Promise<void> {
  const own = await deps.isOwnText(row);
  if (!own) {
    await deps.settleUrgent(row.contactNumber);
    for (const number of [row.contactNumber, ...(row.others ?? [])])
      await deps.markThreadStale(threadKeyOf(number), "somebody of the team has answered by hand", row.id);
  }
  await settle(deps, row, "recorded", own ? "own" : "by_hand");
}

/** Counts a text that could not be handed on: it goes behind those that were tried less. */
export async function noteNotHandedOn({ db }: Pick<InboxDeps, "db">, textId: string): Promise<void> {
  const waiting = and(eq(texts.id, textId), eq(texts.state, "received"));
  await db.update(texts, { attempts: sql`${texts.attempts} + 1` }, waiting ?? sql`false`);
}

async function receive(deps: InboxDeps, row: TextRow, settings: Policy["sms"]): Promise<void> {
  const words = wordsOf(row);
  const identity = await identityFor(deps, row.contactNumber, { eventId: row.id, words });
  const { contact } = identity;
  const word = urgentWord(row.text, settings.urgentWords);
  if (word !== null)
    await deps.tellUrgent({
      id: row.id,
      name: contact?.name ?? formatNumber(row.contactNumber),
      number: row.contactNumber,
      text: words,
      word,
      routedTo: identity.trigger?.routedTo ?? null,
    });
  await deps.receive(identity, {
    messageId: `text.${row.id}`,
    author: {
      kind: "contact",
      ...(contact?.id === undefined ? {} : { id: contact.id }),
      name: contact?.name ?? formatNumber(row.contactNumber),
    },
    text: words,
    sentAt: row.at,
    gatherMs: settings.debounceSeconds * 1000,
    gatherMaxMs: Math.max(settings.debounceSeconds, settings.debounceMaxSeconds) * 1000,
  });
}

/** The conversation about a number, and with whom it is: as the directory knows them, else looked up. */
export async function identityFor(
  deps: Pick<InboxDeps, "db" | "contactOf" | "routeTo">,
  phone: string,
  about: { readonly eventId: string; readonly words: string },
): Promise<ConversationIdentity> {
  const conversationId = threadKeyOf(phone);
  const known = await findConversation(deps.db, conversationId);
  const contact =
    known?.contact?.id === undefined
      ? await deps.contactOf(phone)
      : { ...known.contact, id: known.contact.id };
  const name = contact?.name ?? formatNumber(phone);
  // What goes on about the same thing stays whose it was; a rule that fits anew decides anew.
  const routedTo =
    (await deps.routeTo({ number: phone, words: about.words })) ?? known?.trigger?.routedTo ?? null;
  return {
    tenantId: deps.db.tenantId,
    conversationId,
    source: "sms",
    title: name,
    contact: { ...(contact === null ? {} : { id: contact.id }), name, phone },
    trigger: {
      source: "sms",
      eventId: about.eventId,
      preview: about.words.slice(0, PREVIEW_CHARS),
      contactName: name,
      phone,
      ...(routedTo === null ? {} : { routedTo }),
    },
  };
}

/** The words as the agent and the team read them: a text may hold nothing but pictures, and may have gone to others too. */
export function wordsOf({
  text,
  attachments,
  others,
}: Pick<TextRow, "text" | "attachments" | "others">): string {
  const notes: string[] = [];
  if (attachments > 0) {
    const count = attachments === 1 ? "1 attachment" : `${attachments} attachments`;
    notes.push(`(${count}, to be seen in the phone system)`);
  }
  if (others !== null) {
    const shown = others.map(formatNumber).join(", ");
    notes.push(`(a group text that also went to ${shown}; an answer from here goes to one person alone)`);
  }
  const words = text.trim() === "" && attachments === 0 ? "(an empty text)" : text;
  return [...(words.trim() === "" ? [] : [words]), ...notes].join("\n");
}

async function settle(
  deps: InboxDeps,
  row: TextRow,
  state: "handed" | "recorded",
  reason: string | null,
): Promise<void> {
  const { db } = deps;
  await db.batch([
    db.update(
      texts,
      { state, reason, attempts: sql`${texts.attempts} + 1`, lineNumber: row.lineNumber, others: row.others },
      eq(texts.id, row.id),
    ),
    queueForSearch(db, "sms", row.id, deps.clock.now()),
  ]);
}
