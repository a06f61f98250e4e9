/**
 * Dispatches texts: an incoming one to its conversation (texts are batched, and one run handles them); a
 * colleague's own marks drafts stale. Every step is idempotent, so an interrupted text is simply dispatched
 * again.
 */
import { and, asc, desc, eq, sql } from "drizzle-orm";
import { choiceOf } from "../../integrations/connections/index.ts";
import { findRecorded, TEXT_MESSAGE } from "../../agent/conversations/index.ts";
import { among, type Statement } from "../../platform/db/index.ts";
import { readerOf } from "../../platform/privacy.ts";
import { texts } from "../tables/inbox.ts";
import { isoTime, msOf } from "../../kernel/clock.ts";
import { formatNumber } from "../../kernel/phone.ts";
import type { Policy } from "../../team/api/policy.ts";
import type { Conversation } from "../../agent/api/conversation.ts";
import type { MediaPart } from "../../agent/api/message.ts";
import type { ContactText, ConversationIdentity } from "../../agent/api/objects.ts";
import type { TextReason } from "../api/reasons.ts";
import { attachedWords, mediaViews } from "../api/text-media.ts";
import { eventStatement, STEWARD_ACTOR } from "../../platform/events/index.ts";
import { teamWord } from "./urgent.ts";
import { isUndelivered } from "./delivery.ts";
import type { UrgencyQuestion } from "./judge-urgency.ts";
import type { InboxDeps } from "./ports.ts";
import { isReaction } from "./reactions.ts";
import { quietReason, sortRecipients, type RoutedLine } from "./run-triggers.ts";
import type { Stream, Waiting } from "./stream.ts";
import type { TextRow } from "./types.ts";

const PREVIEW_CHARS = 140;

/** Key of a number's conversation and thread. */
export function threadKeyOf(number: string): string {
  return `sms:${number}`;
}

interface WaitingText extends Waiting {
  readonly row: TextRow;
}

/** Texts of a tenant, ordered per number. */
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
        // Needed to sort the recipients of each text.
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

/** Dispatches texts of one number in order. Idempotent. Throws if a step failed. */
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

/** Consecutive incoming texts: delivered to their conversation in one call and settled in one batch. */
async function dispatchIncoming(deps: InboxDeps, rows: readonly SortedText[], rules: Rules): Promise<void> {
  const newest = rows.at(-1);
  if (newest === undefined) return;
  const threadKey = threadKeyOf(newest.contactNumber);
  // A draft added later was made with these texts already on record.
  const [handed, drafts] = await Promise.all([handOver(deps, rows, rules), deps.hasWaitingDrafts(threadKey)]);
  if (drafts) await deps.markThreadStale(threadKey, { code: "new_text" }, newest.id);
  const questions = handed.flatMap(({ question }) => question ?? []);
  await settle(
    deps,
    handed.map(({ row, reason }) => ({ row, state: reason === null ? "handed" : "recorded", reason })),
    deps.urgencyAsked(questions),
  );
  if (questions.length > 0) await deps.judgeSoon(questions.map(({ id }) => id));
}

/** A text whose recipients were separated into our line and others. */
interface SortedText extends TextRow {
  readonly isGroup: boolean;
}

/** The outcome for a text: why it has no conversation, or null; and the urgency question, if any. */
interface HandedOver {
  readonly row: SortedText;
  readonly reason: TextReason | null;
  readonly question: UrgencyQuestion | null;
}

interface Rules {
  readonly settings: Policy["sms"];
  readonly lines: readonly RoutedLine[];
}

/** Delivers texts to their conversations. Those for the number's own conversation go last, in one call. */
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

/**
 * Delivers a text to another conversation, or returns why it has none; `own` if it belongs to the
 * conversation of its number.
 */
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
  const [asker, member] = await Promise.all([askerOf(deps, row), memberOf(deps, row, rules)]);
  const { answerColleagues } = rules.settings;
  if (member !== null && answerColleagues) {
    if (asker !== null) await tellAsker(deps, row, member, asker);
    await deps.receiveFromMember(memberIdentity(deps, member), messageOf(row, member));
    return { reason: null };
  }
  if (asker !== null) {
    await receiveAnswer(deps, row, rules.settings, { asker, member });
    return { reason: null };
  }
  if (!answerColleagues || !onTeamLine(row, rules)) return { reason: quiet };
  const isColleagues = (await deps.contactOf(row.contactNumber))?.internal === true;
  return { reason: isColleagues && (await deps.memberWith(row.contactNumber)) === null ? "unproven" : quiet };
}

/**
 * Notifies the team that a sender asks in their own words not to be texted: texting is held until a person
 * has reviewed it.
 */
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

/**
 * Returns the urgency questions still open. Texts with one of the team's own urgent words need no question.
 */
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

type Asker = Pick<Conversation, "id" | "source"> & { readonly title: string; readonly sent: TextRow };

/**
 * The conversation whose question this text answers, although the line starts no runs: the one that sent the
 * last text to this number from this line.
 */
async function askerOf(deps: InboxDeps, row: TextRow): Promise<Asker | null> {
  const asked = await deps.askedFrom(row);
  if (asked === null || asked.conversationId === threadKeyOf(row.contactNumber)) return null;
  const recorded = await findRecorded(deps.db, asked.conversationId);
  return recorded === null ? null : { ...recorded, sent: asked.sent };
}

/** Texts within this time of the first reply belong to it. */
const REPLY_MS = 10 * 60_000;

/**
 * A member who answers is answered in their own conversation, which reads what they were asked. The conversation
 * that asked reads the reply, and starts no run for it.
 */
async function tellAsker(
  deps: InboxDeps,
  row: TextRow,
  member: { readonly id: string; readonly name: string },
  { id, source, title, sent }: Asker,
): Promise<void> {
  const { db } = deps;
  const own = memberIdentity(deps, member);
  if (id === own.conversationId) return;
  const [first] = await db
    .rows(
      texts,
      sql`${texts.contactNumber} = ${row.contactNumber} and ${texts.lineNumber} = ${row.lineNumber}
        and ${texts.direction} = 'incoming' and ${texts.at} > ${sent.at} and ${texts.at} <= ${row.at}`,
    )
    .orderBy(asc(texts.at))
    .limit(1);
  if (msOf(row.at) - msOf(first?.at ?? row.at) > REPLY_MS) return;
  const about = (await readerOf(db, id)) === null ? ` for “${title}”` : "";
  await deps.receiveNotice(own, {
    messageId: `${TEXT_MESSAGE}${sent.id}`,
    text: `Texted to ${member.name}${about}: “${sent.text}”`,
  });
  await deps.receiveNotice(
    { tenantId: db.tenantId, conversationId: id, source },
    {
      messageId: `${TEXT_MESSAGE}${row.id}`,
      text: `${member.name} replied by text, and is answered there: “${wordsOf(row)}”`,
    },
  );
}

/**
 * Delivers a reply to the conversation that asked by text: a member's as their own words, anyone else's as words
 * of an outsider who is not the conversation's contact.
 */
async function receiveAnswer(
  deps: InboxDeps,
  row: TextRow,
  settings: Policy["sms"],
  {
    asker,
    member,
  }: {
    readonly asker: Asker;
    readonly member: Awaited<ReturnType<typeof memberOf>>;
  },
): Promise<void> {
  const identity = { tenantId: deps.db.tenantId, conversationId: asker.id, source: asker.source };
  if (member !== null) {
    await deps.receiveFromMember(identity, messageOf(row, member));
    return;
  }
  const contact = await deps.contactOf(row.contactNumber);
  await deps.receive(identity, [textOf(row, settings, { id: contact?.id, name: contact?.name })]);
}

/**
 * Maximum texts of one number within `LOOP_MS`; further ones are not answered, because two bots may be
 * answering each other.
 */
const LOOP_TEXTS = 20;
const LOOP_MS = 10 * 60_000;

/** The member whose verified number wrote on an internal line; null if there is none. */
async function memberOf(
  deps: InboxDeps,
  row: TextRow,
  rules: Rules,
): Promise<{ readonly id: string; readonly name: string } | null> {
  if (!onTeamLine(row, rules)) return null;
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

/** Whether a text has a single sender and was sent to one of the team's own lines. */
function onTeamLine(row: TextRow, { lines }: Rules): boolean {
  const line = lines.find(({ number }) => number === row.lineNumber);
  return line?.audience === "internal" && row.others === null;
}

/** A member's texts with Steward. */
function memberIdentity(
  { db }: InboxDeps,
  { id, name }: { readonly id: string; readonly name: string },
): ConversationIdentity {
  return {
    tenantId: db.tenantId,
    conversationId: `team:${id}`,
    source: "team_text",
    title: `${name}, by text`,
  };
}

function messageOf(row: TextRow, { id, name }: { readonly id: string; readonly name: string }) {
  return {
    messageId: `${TEXT_MESSAGE}${row.id}`,
    author: { kind: "user" as const, id, name },
    text: wordsOf(row),
    ...(row.media === null ? {} : { media: mediaPartOf(row, row.media) }),
  };
}

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

/** Newest texts of a thread that are looked at for one that was not answered. */
const LOOKED_AT = 20;

/**
 * Has Steward answer texts that were only imported: those after our last text on this line go to their
 * conversation at once. No one is alerted, however urgent they are. Returns false if none of them starts a run.
 * Idempotent.
 */
export async function answerImported(
  deps: InboxDeps,
  { number, line }: { readonly number: string; readonly line: string },
): Promise<boolean> {
  const thread = and(eq(texts.contactNumber, number), eq(texts.lineNumber, line));
  const [rows, { settings, lines }] = await Promise.all([
    deps.db.rows(texts, thread).orderBy(desc(texts.at), desc(texts.id)).limit(LOOKED_AT),
    deps.routing(),
  ]);
  const answered = rows.findIndex(({ direction }) => direction === "outgoing");
  const open = (answered < 0 ? rows : rows.slice(0, answered)).toReversed();
  const imported = open.filter(
    (row) =>
      row.state === "recorded" && row.reason === "backfill" && quietReason(row, settings, lines) === null,
  );
  if (imported.length === 0) return open.some(({ state }) => state === "handed");
  await receive(deps, imported, {
    ...settings,
    urgentWords: [],
    debounceSeconds: 0,
    debounceMaxSeconds: 0,
  });
  await settle(
    deps,
    imported.map((row) => ({ row: { ...row, isGroup: false }, state: "handed", reason: null })),
  );
  return true;
}

interface CameIn {
  readonly eventId: string;
  readonly words: string;
}

/** The conversation of a number and its contact: from the directory, else looked up. */
export async function identityFor(
  deps: Pick<InboxDeps, "db" | "contactOf" | "routeTo">,
  phone: string,
  about: CameIn,
): Promise<ConversationIdentity> {
  const [identity] = await identitiesFor(deps, phone, [about]);
  if (identity === undefined) throw new Error("what came in has no conversation");
  return identity;
}

/** Identities for several consecutive items, each building on the previous one. */
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
    // Later items keep an existing assignment; a new rule match applies only from that item on.
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

/** The text for the agent and the records. It may consist only of pictures, or be a group text. */
export function wordsOf(row: WordsRow): string {
  const attached = attachedWords(row.attachments, row.media ?? null);
  return [wordsBeside(row), noteOf(attached)].filter((words) => words !== "").join("\n");
}

function noteOf(attached: string): string {
  return attached === "" ? "" : `(${attached}, which people can see under Texts)`;
}

/** Attachments of a text, for its conversation. */
function mediaOf(row: TextRow): Pick<ContactText, "media" | "line"> {
  return row.media === null ? {} : { media: mediaPartOf(row, row.media), line: lineOf(row) };
}

function mediaPartOf({ id, attachments }: TextRow, media: NonNullable<TextRow["media"]>): MediaPart {
  const note = noteOf(attachedWords(attachments, media));
  return { type: "media", textId: id, note, files: mediaViews(media) };
}

/** Like `wordsOf`, for views that show attachments separately. */
export function wordsBeside({ text, attachments, others }: WordsRow): string {
  const shown = (others ?? []).map(formatNumber).join(", ");
  return [
    text.trim() !== "" ? text : attachments === 0 ? "(an empty text)" : "",
    others === null
      ? ""
      : `(a group text that also went to ${shown}; a reply from here goes to one person only)`,
  ]
    .filter((words) => words !== "")
    .join("\n");
}

/** Like `wordsOf`, shortened to one line for lists: the text, else its attachments. */
export function lineOf(row: WordsRow): string {
  const attached = attachedWords(row.attachments, row.media ?? null);
  return row.text.trim() === "" && attached !== "" ? `(${attached})` : wordsBeside(row);
}

interface Settled {
  readonly row: SortedText;
  readonly state: "handed" | "recorded";
  readonly reason: TextReason | null;
}

/** Records the outcome of texts. */
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
        // Only now is it known which group recipient is our line.
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
