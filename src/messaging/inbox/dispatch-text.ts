/**
 * Where a text belongs: an inbound one into its conversation (where texts gather and one run takes them), a colleague's own to the drafts it makes
 * stale. Every step may be repeated, so a text that was interrupted anywhere is simply dispatched again.
 */
import { and, asc, eq, sql } from "drizzle-orm";
import { choiceOf } from "../../integrations/connections/index.ts";
import { findRecorded, TEXT_MESSAGE } from "../../agent/conversations/index.ts";
import { among, type Statement } from "../../platform/db/index.ts";
import { texts } from "../tables/inbox.ts";
import { isoTime, msOf } from "../../kernel/clock.ts";
import { formatNumber } from "../../kernel/phone.ts";
import type { Policy } from "../../approvals/api/policy.ts";
import type { Conversation } from "../../agent/api/conversation.ts";
import type { ContactText, ConversationIdentity } from "../../agent/api/objects.ts";
import type { TextReason } from "../api/reasons.ts";
import { attachedWords, mediaViews } from "../api/text-media.ts";
import { eventStatement, STEWARD_ACTOR } from "../../platform/events/index.ts";
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
    dispatch: ({ row }) => dispatchTexts(deps, [row]),
    dispatchTogether: (rows) =>
      dispatchTexts(
        deps,
        rows.map(({ row }) => row),
      ),
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

/** Puts texts of one number where they belong, in order; a repeat changes nothing. Throws where a step failed. */
async function dispatchTexts(deps: InboxDeps, found: readonly TextRow[]): Promise<void> {
  const rules = await deps.routing();
  let incoming: SortedText[] = [];
  for (const each of found) {
    const row = { ...sortRecipients(each, rules.lines), isGroup: each.others !== null };
    if (row.direction === "incoming") incoming.push(row);
    else {
      await dispatchIncoming(deps, incoming, rules);
      incoming = [];
      await dispatchOutgoing(deps, row);
    }
  }
  await dispatchIncoming(deps, incoming, rules);
}

/** Texts that came in one after the other: their conversation takes them in one call, and all are settled in one batch. */
async function dispatchIncoming(deps: InboxDeps, rows: readonly SortedText[], rules: Rules): Promise<void> {
  const newest = rows.at(-1);
  if (newest === undefined) return;
  const threadKey = threadKeyOf(newest.contactNumber);
  // A draft that comes to wait later was made with these texts on record.
  const [handed, drafts] = await Promise.all([handOver(deps, rows, rules), deps.hasWaitingDrafts(threadKey)]);
  if (drafts) await deps.markThreadStale(threadKey, "a new text has come in on this thread", newest.id);
  const questions = handed.flatMap(({ question }) => question ?? []);
  await settle(
    deps,
    handed.map(({ row, reason }) => ({ row, state: reason === null ? "handed" : "recorded", reason })),
    deps.urgencyAsked(questions),
  );
  if (questions.length > 0) await deps.judgeSoon(questions.map(({ id }) => id));
}

/** A text whose recipients are told apart. */
interface SortedText extends TextRow {
  readonly isGroup: boolean;
}

/** What became of a text: why it is for no conversation, or null; and the question whether it can wait, where there is one. */
interface HandedOver {
  readonly row: SortedText;
  readonly reason: TextReason | null;
  readonly question: UrgencyQuestion | null;
}

interface Rules {
  readonly settings: Policy["sms"];
  readonly lines: readonly RoutedLine[];
}

/** Gives texts to the conversations they are for. Those for the number's own conversation go last, in one call. */
async function handOver(deps: InboxDeps, rows: readonly SortedText[], rules: Rules): Promise<HandedOver[]> {
  const reasons = new Map<TextRow, TextReason | null>();
  const own: TextRow[] = [];
  for (const row of rows) {
    const where = await whereTo(deps, row, rules);
    if (where === "own") own.push(row);
    else reasons.set(row, where.reason);
  }
  const questions = await receive(deps, own, rules.settings);
  return rows.map((row) => ({ row, reason: reasons.get(row) ?? null, question: questions.get(row) ?? null }));
}

/** Gives a text to another conversation, or says why it is for none; `own` for one that is for the conversation of its number. */
async function whereTo(
  deps: InboxDeps,
  row: TextRow,
  rules: Rules,
): Promise<"own" | { readonly reason: TextReason | null }> {
  if (onTeamLine(row, rules) && (await deps.provePhone(row))) return { reason: "proof" };
  await tellAsked(deps, row);
  const quiet = quietReason(row, rules.settings, rules.lines);
  if (quiet === null) return "own";
  if (quiet !== "line" || isReaction(row.text)) return { reason: quiet };
  const asker = await askerOf(deps, row);
  if (asker !== null) {
    await receiveAnswer(deps, row, rules.settings, asker);
    return { reason: null };
  }
  const member = await memberOf(deps, row, rules);
  if (member === null) return { reason: quiet };
  await receiveFromMember(deps, row, member);
  return { reason: null };
}

/** Whoever asks in their own words not to be texted is left alone until a person has read it: somebody has to be asked to. */
async function tellAsked(deps: InboxDeps, { id, text, contactNumber: number }: TextRow): Promise<void> {
  const asked = choiceOf(text)?.asked ?? null;
  if (asked === null) return;
  const name = (await deps.contactOf(number))?.name ?? formatNumber(number);
  await deps.tellAsked({ id, name, number, asked });
}

async function dispatchOutgoing(deps: InboxDeps, row: SortedText): Promise<void> {
  const own = await deps.isOwnText(row);
  if (own && isUndelivered(row)) await deps.noteUndelivered(row.id);
  if (!own) {
    await deps.settleUrgent(row.contactNumber);
  }
  await settle(deps, [{ row, state: "recorded", reason: own ? "own" : "by_hand" }]);
  if (own) return;
  for (const number of [row.contactNumber, ...(row.others ?? [])]) await deps.showSent(threadKeyOf(number));
}

/** Answers what is still to be asked: whether each text can wait. The team's own words say so by themselves. */
async function receive(
  deps: InboxDeps,
  rows: readonly TextRow[],
  settings: Policy["sms"],
): Promise<ReadonlyMap<TextRow, UrgencyQuestion>> {
  const asked = new Map<TextRow, UrgencyQuestion>();
  const about = rows.map((row) => ({ eventId: row.id, words: wordsOf(row) }));
  const identities = await identitiesFor(deps, rows[0]?.contactNumber ?? "", about);
  const last = identities.at(-1);
  if (last === undefined) return asked;
  const { contact } = last;
  const from = { id: contact?.id, name: contact?.name };
  await deps.receive(
    last,
    rows.map((row) => textOf(row, settings, from)),
  );
  for (const [place, row] of rows.entries()) {
    const question: UrgencyQuestion = {
      id: `text.${row.id}`,
      source: "sms",
      conversationId: last.conversationId,
      name: contact?.name ?? formatNumber(row.contactNumber),
      words: wordsOf(row),
      routedTo: identities[place]?.trigger?.routedTo ?? null,
    };
    const word = teamWord(row.text, settings.urgentWords);
    if (word === null) asked.set(row, question);
    else await deps.ringUrgent(question, word);
  }
  return asked;
}

/** The conversation whose question a text answers that by itself starts nothing: whose text was the last word to that number from that line. */
async function askerOf(deps: InboxDeps, row: TextRow): Promise<Pick<Conversation, "id" | "source"> | null> {
  const conversationId = await deps.askedFrom(row);
  if (conversationId === null || conversationId === threadKeyOf(row.contactNumber)) return null;
  return findRecorded(deps.db, conversationId);
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
  await deps.receive(identity, [textOf(row, settings, { id: contact?.id, name: contact?.name })]);
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

/** What came in from a number. */
interface CameIn {
  readonly eventId: string;
  readonly words: string;
}

/** The conversation about a number, and with whom it is: as the directory knows them, else looked up. */
export async function identityFor(
  deps: Pick<InboxDeps, "db" | "contactOf" | "routeTo">,
  phone: string,
  about: CameIn,
): Promise<ConversationIdentity> {
  const [identity] = await identitiesFor(deps, phone, [about]);
  if (identity === undefined) throw new Error("what came in has no conversation");
  return identity;
}

/** The same as each of some things that came in one after the other leaves it. */
async function identitiesFor(
  deps: Pick<InboxDeps, "db" | "contactOf" | "routeTo">,
  phone: string,
  about: readonly CameIn[],
): Promise<ConversationIdentity[]> {
  if (about.length === 0) return [];
  const conversationId = threadKeyOf(phone);
  const [known, ...routes] = await Promise.all([
    findRecorded(deps.db, conversationId),
    ...about.map(({ words }) => deps.routeTo({ number: phone, words })),
  ]);
  const contact =
    known?.contact?.id === undefined
      ? await deps.contactOf(phone)
      : { ...known.contact, id: known.contact.id };
  const name = contact?.name ?? formatNumber(phone);
  let routedTo = known?.trigger?.routedTo ?? null;
  return about.map(({ eventId, words }, place) => {
    // What goes on about the same thing stays whose it was; a rule that fits only now decides only now.
    routedTo = routes[place] ?? routedTo;
    return {
      tenantId: deps.db.tenantId,
      conversationId,
      source: "sms",
      title: name,
      contact: { ...(contact === null ? {} : { id: contact.id }), name, phone },
      trigger: {
        source: "sms",
        eventId,
        preview: words.slice(0, PREVIEW_CHARS),
        contactName: name,
        phone,
        ...(routedTo === null ? {} : { routedTo }),
      },
    };
  });
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

interface Settled {
  readonly row: SortedText;
  readonly state: "handed" | "recorded";
  readonly reason: TextReason | null;
}

/** Says on record what became of texts. */
async function settle(
  deps: InboxDeps,
  settled: readonly Settled[],
  also: readonly Statement[] = [],
): Promise<void> {
  const { db, clock } = deps;
  const attempts = sql`${texts.attempts} + 1`;
  const alike = Map.groupBy(
    settled.filter(({ row }) => !row.isGroup),
    ({ state, reason }) => JSON.stringify([state, reason]),
  );
  await db.batch([
    ...[...alike.values()].flatMap((some) => {
      const [first] = some;
      if (first === undefined) return [];
      const ids = some.map(({ row }) => row.id);
      return [db.update(texts, { state: first.state, reason: first.reason, attempts }, among(texts.id, ids))];
    }),
    ...settled
      .filter(({ row }) => row.isGroup)
      .flatMap(({ row: { id, lineNumber, others }, state, reason }) => [
        db.update(texts, { state, reason, attempts, lineNumber, others }, eq(texts.id, id)),
        // Who of a group is our line is known only now.
        eventStatement(
          db,
          {
            id: `texts.text.sorted:${id}`,
            type: "texts.text.sorted",
            actor: STEWARD_ACTOR,
            payload: { ids: [id] },
          },
          clock.now(),
        ),
      ]),
    ...also,
  ]);
}
