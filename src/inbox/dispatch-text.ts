/**
 * Where a text belongs: an inbound one into its conversation (where texts gather and one run takes them), a colleague's own to the drafts it makes
 * stale. Every step may be repeated, so a text that was interrupted anywhere is simply dispatched again.
 */
import { and, asc, eq, sql } from "drizzle-orm";
import { choiceOf } from "../connections/index.ts";
import { findConversation, TEXT_MESSAGE } from "../conversations/index.ts";
import { texts, type Statement } from "../db/index.ts";
import { isoTime, msOf } from "../kernel/clock.ts";
import { formatNumber } from "../kernel/phone.ts";
import type { Policy } from "../protocol/account.ts";
import type { Conversation } from "../protocol/conversation.ts";
import type { ContactText, ConversationIdentity } from "../protocol/objects.ts";
import { attachedWords, mediaViews } from "../protocol/text-media.ts";
import { eventStatement, STEWARD_ACTOR } from "../events/index.ts";
import { teamWord } from "./urgent.ts";
import { isUndelivered } from "./delivery.ts";
import type { UrgencyQuestion } from "./judge-urgency.ts";
import type { InboxDeps } from "./ports.ts";
import { isReaction } from "./reactions.ts";
import { quietReason, sortRecipients, type RoutedLine } from "./route.ts";
import type { Stream, Waiting } from "./stream.ts";
import type { TextRow } from "./types.ts";

const PREVIEW_CHARS = 140;

/** Conversation and thread of a number. */
export function threadKeyOf(number: string): string {
  return `sms:${number}`;
}

/** A text that waits. */
interface WaitingText extends Waiting {
  readonly row: TextRow;
}

/** The texts of a tenant, in order with a number. */
export function textStream(deps: InboxDeps): Stream<WaitingText> {
  const { db, clock, logger } = deps;
  return {
    clock,
    logger,
    name: "text",
    async waiting(key, limit) {
      const [rows] = await Promise.all([
        db
          .rows(texts, sql`${texts.state} = 'received' and ${texts.contactNumber} = ${key}`)
          .orderBy(asc(texts.at), asc(texts.receivedAt))
          .limit(limit),
        // Each of them is sorted by it.
        deps.routing(),
      ]);
      return rows.map((row) => {
        const { tenantId, receivedAt, attempts } = row;
        return { tenantId, row, key, receivedMs: msOf(receivedAt), attempts };
      });
    },
    async overdueKeys(beforeMs, limit) {
      const rows = await db
        .pick(
          { key: texts.contactNumber },
          texts,
          sql`${texts.state} = 'received' and ${texts.receivedAt} <= ${isoTime(beforeMs)}`,
        )
        .groupBy(texts.contactNumber)
        .orderBy(sql`min(${texts.attempts})`, sql`min(${texts.receivedAt})`)
        .limit(limit);
      return rows.map((row) => String(row["key"]));
    },
    dispatch: ({ row }) => dispatchText(deps, row),
    async noteFailure({ row }) {
      const waits = and(eq(texts.id, row.id), sql`${texts.state} = 'received'`) ?? sql`false`;
      await db.update(texts, { attempts: sql`${texts.attempts} + 1` }, waits);
    },
    async tellUnread({ row: { id } }) {
      const row = await db.find(texts, eq(texts.id, id));
      if (row?.state !== "received" || row.direction !== "incoming") return;
      const name = (await deps.contactOf(row.contactNumber))?.name ?? formatNumber(row.contactNumber);
      await deps.tellUnread({ id: row.id, name, number: row.contactNumber, text: wordsOf(row) });
    },
  };
}

/** Puts a text where it belongs; nothing changes where somebody else did so meanwhile. Throws where a step failed. */
async function dispatchText(deps: InboxDeps, found: TextRow): Promise<void> {
  const { settings, lines } = await deps.routing();
  const row = sortRecipients(found, lines);
  const isGroup = found.others !== null;
  if (row.direction === "outgoing") return dispatchOutgoing(deps, row, isGroup);
  const threadKey = threadKeyOf(row.contactNumber);
  // A draft that comes to wait later was made with this text on record.
  const [{ reason, question }, drafts] = await Promise.all([
    handOver(deps, row, { settings, lines }),
    deps.hasWaitingDrafts(threadKey),
  ]);
  if (drafts) await deps.markThreadStale(threadKey, "a new text has come in on this thread", row.id);
  const asked = question === null ? [] : [deps.urgencyAsked(question)];
  await settle(deps, row, { state: reason === null ? "handed" : "recorded", reason, isGroup }, asked);
  if (question !== null) await deps.judgeSoon(question.id);
}

/** What became of a text: why it is for no conversation, or null; and the question whether it can wait, where there is one. */
interface HandedOver {
  readonly reason: string | null;
  readonly question: UrgencyQuestion | null;
}

function leftAs(reason: string | null): HandedOver {
  return { reason, question: null };
}

interface Rules {
  readonly settings: Policy["sms"];
  readonly lines: readonly RoutedLine[];
}

/** Gives a text to the conversation it is for. */
async function handOver(deps: InboxDeps, row: TextRow, rules: Rules): Promise<HandedOver> {
  if (onTeamLine(row, rules) && (await deps.provePhone(row))) return leftAs("proof");
  await tellAsked(deps, row);
  const quiet = quietReason(row, rules.settings, rules.lines);
  if (quiet === null) return { reason: null, question: await receive(deps, row, rules.settings) };
  if (quiet !== "line" || isReaction(row.text)) return leftAs(quiet);
  const asker = await askerOf(deps, row);
  if (asker !== null) {
    await receiveAnswer(deps, row, rules.settings, asker);
    return leftAs(null);
  }
  const member = await memberOf(deps, row, rules);
  if (member === null) return leftAs(quiet);
  await receiveFromMember(deps, row, member);
  return leftAs(null);
}

/** Whoever asks in their own words not to be texted is left alone until a person has read it: somebody has to be asked to. */
async function tellAsked(deps: InboxDeps, { id, text, contactNumber: number }: TextRow): Promise<void> {
  const asked = choiceOf(text)?.asked ?? null;
  if (asked === null) return;
  const name = (await deps.contactOf(number))?.name ?? formatNumber(number);
  await deps.tellAsked({ id, name, number, asked });
}

async function dispatchOutgoing(deps: InboxDeps, row: TextRow, isGroup: boolean): Promise<void> {
  const own = await deps.isOwnText(row);
  if (own && isUndelivered(row)) await deps.noteUndelivered(row.id);
  if (!own) {
    await deps.settleUrgent(row.contactNumber);
  }
  await settle(deps, row, { state: "recorded", reason: own ? "own" : "by_hand", isGroup });
  if (own) return;
  for (const number of [row.contactNumber, ...(row.others ?? [])]) await deps.showSent(threadKeyOf(number));
}

/** Answers what is still to be asked: whether the text can wait. The team's own words say so by themselves. */
async function receive(
  deps: InboxDeps,
  row: TextRow,
  settings: Policy["sms"],
): Promise<UrgencyQuestion | null> {
  const words = wordsOf(row);
  const identity = await identityFor(deps, row.contactNumber, { eventId: row.id, words });
  const { contact } = identity;
  await deps.receive(identity, textOf(row, settings, { id: contact?.id, name: contact?.name }));
  const question: UrgencyQuestion = {
    id: `text.${row.id}`,
    source: "sms",
    conversationId: identity.conversationId,
    name: contact?.name ?? formatNumber(row.contactNumber),
    words,
    routedTo: identity.trigger?.routedTo ?? null,
  };
  const word = teamWord(row.text, settings.urgentWords);
  if (word === null) return question;
  await deps.ringUrgent(question, word);
  return null;
}

/** The conversation whose question a text answers that by itself starts nothing: whose text was the last word to that number from that line. */
async function askerOf(deps: InboxDeps, row: TextRow): Promise<Conversation | null> {
  const conversationId = await deps.askedFrom(row);
  if (conversationId === null || conversationId === threadKeyOf(row.contactNumber)) return null;
  return findConversation(deps.db, null, conversationId);
}

/** An answer to what a conversation asked by text: it goes back there, as the words of somebody outside who is not the conversation's contact. */
async function receiveAnswer(
  deps: InboxDeps,
  row: TextRow,
  settings: Policy["sms"],
  asker: Pick<Conversation, "id" | "source">,
): Promise<void> {
  const contact = await deps.contactOf(row.contactNumber);
  const identity = { tenantId: deps.db.tenantId, conversationId: asker.id, source: asker.source };
  await deps.receive(identity, textOf(row, settings, { id: contact?.id, name: contact?.name }));
}

/** Texts of one number within `LOOP_MS` from which on no more are answered: two machines may be talking. */
const LOOP_TEXTS = 20;
const LOOP_MS = 10 * 60_000;

/** The member who speaks to Steward itself with a text on an internal line; null where nobody does or the team has not allowed it. */
async function memberOf(
  deps: InboxDeps,
  row: TextRow,
  rules: Rules,
): Promise<{ readonly id: string; readonly name: string } | null> {
  if (!rules.settings.answerColleagues || !onTeamLine(row, rules)) return null;
  const member = await deps.memberWith(row.contactNumber);
  if (member === null) return null;
  const since = isoTime(msOf(row.at) - LOOP_MS);
  const recent = await deps.db
    .rows(
      texts,
      sql`${texts.contactNumber} = ${row.contactNumber} and ${texts.at} > ${since} and ${texts.direction} = 'incoming'`,
    )
    .limit(LOOP_TEXTS);
  return recent.length < LOOP_TEXTS ? member : null;
}

/** Whether a text came from one sender to one of the team's own lines. */
function onTeamLine(row: TextRow, { lines }: Rules): boolean {
  const line = lines.find(({ number }) => number === row.lineNumber);
  return line?.audience === "internal" && row.others === null;
}

/** A member's own conversation with Steward by text. */
export function memberConversation(memberId: string): string {
  return `team:${memberId}`;
}

async function receiveFromMember(
  deps: InboxDeps,
  row: TextRow,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  await deps.receiveFromMember(
    {
      tenantId: deps.db.tenantId,
      conversationId: memberConversation(id),
      source: "team_text",
      title: `${name}, by text`,
    },
    { messageId: `${TEXT_MESSAGE}${row.id}`, author: { kind: "user", id, name }, text: wordsOf(row) },
  );
}

/** A text as its conversation takes it. */
function textOf(
  row: TextRow,
  { debounceSeconds, debounceMaxSeconds }: Policy["sms"],
  from: { readonly id: string | undefined; readonly name: string | undefined },
): ContactText {
  return {
    messageId: `${TEXT_MESSAGE}${row.id}`,
    author: {
      kind: "contact",
      ...(from.id === undefined ? {} : { id: from.id }),
      name: from.name ?? formatNumber(row.contactNumber),
    },
    text: wordsOf(row),
    sentAt: row.at,
    ...mediaOf(row),
    gatherMs: debounceSeconds * 1000,
    gatherMaxMs: Math.max(debounceSeconds, debounceMaxSeconds) * 1000,
  };
}

/** The conversation about a number, and with whom it is: as the directory knows them, else looked up. */
export async function identityFor(
  deps: Pick<InboxDeps, "db" | "contactOf" | "routeTo">,
  phone: string,
  about: { readonly eventId: string; readonly words: string },
): Promise<ConversationIdentity> {
  const conversationId = threadKeyOf(phone);
  const [known, routed] = await Promise.all([
    findConversation(deps.db, null, conversationId),
    deps.routeTo({ number: phone, words: about.words }),
  ]);
  const contact =
    known?.contact?.id === undefined
      ? await deps.contactOf(phone)
      : { ...known.contact, id: known.contact.id };
  const name = contact?.name ?? formatNumber(phone);
  // What goes on about the same thing stays whose it was; a rule that fits only now decides only now.
  const routedTo = routed ?? known?.trigger?.routedTo ?? null;
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

type WordsRow = Pick<TextRow, "text" | "attachments" | "others"> & { readonly media?: TextRow["media"] };

/** The words as the agent reads them and the records keep them: a text may hold nothing but pictures, and may have gone to others too. */
export function wordsOf(row: WordsRow): string {
  const attached = attachedWords(row.attachments, row.media ?? null);
  return [wordsBeside(row), noteOf(attached)].filter((words) => words !== "").join("\n");
}

function noteOf(attached: string): string {
  return attached === "" ? "" : `(${attached}, which people can see under Texts)`;
}

/** What came with a text, for its conversation. */
function mediaOf(row: TextRow): Pick<ContactText, "media" | "line"> {
  const { id, attachments, media } = row;
  if (media === null) return {};
  const note = noteOf(attachedWords(attachments, media));
  return { media: { type: "media", textId: id, note, files: mediaViews(media) }, line: lineOf(row) };
}

/** The same where what came with it is shown beside the words. */
export function wordsBeside({ text, attachments, others }: WordsRow): string {
  const shown = (others ?? []).map(formatNumber).join(", ");
  return [
    text.trim() !== "" ? text : attachments === 0 ? "(an empty text)" : "",
    others === null
      ? ""
      : `(a group text that also went to ${shown}; an answer from here goes to one person alone)`,
  ]
    .filter((words) => words !== "")
    .join("\n");
}

/** The same in a list, where there is a line for it: the words, else what came. */
export function lineOf(row: WordsRow): string {
  const attached = attachedWords(row.attachments, row.media ?? null);
  return row.text.trim() === "" && attached !== "" ? `(${attached})` : wordsBeside(row);
}

async function settle(
  deps: InboxDeps,
  row: TextRow,
  {
    state,
    reason,
    isGroup,
  }: {
    readonly state: "handed" | "recorded";
    readonly reason: string | null;
    readonly isGroup: boolean;
  },
  also: readonly Statement[] = [],
): Promise<void> {
  const { db } = deps;
  // Who of a group is our line is known only now.
  const sorted = {
    id: `texts.text.sorted:${row.id}`,
    type: "texts.text.sorted" as const,
    actor: STEWARD_ACTOR,
    payload: { ids: [row.id] },
  };
  await db.batch([
    db.update(
      texts,
      { state, reason, attempts: sql`${texts.attempts} + 1`, lineNumber: row.lineNumber, others: row.others },
      eq(texts.id, row.id),
    ),
    ...(isGroup ? [eventStatement(db, sorted, deps.clock.now())] : []),
    ...also,
  ]);
}
