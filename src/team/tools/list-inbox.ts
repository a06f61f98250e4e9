import * as z from "zod";
import type { DraftLine } from "../../approvals/index.ts";
import type { Contact } from "../../integrations/connections/index.ts";
import type { RecentThread, ThreadSide } from "../../messaging/inbox/index.ts";
import { DAY_MS, isoTime } from "../../kernel/clock.ts";
import type { Json } from "../../kernel/hash.ts";
import { localTime } from "../../kernel/local-time.ts";
import { formatNumber } from "../../kernel/phone.ts";
import { BY_HAND } from "../../messaging/texts/index.ts";
import { defineTool } from "../../agent/tools/define-tool.ts";
import type { InboxServices } from "./index.ts";
import { dayStartMs } from "../../kernel/calendar.ts";

const DAYS = 7;
const WORDS_CHARS = 160;
const DEFAULT_LIMIT = 30;
/** From so many on, threads to which the team wrote the same words are one row, as automatic ones are. */
const BULK = { sent: 3, automatic: 2 } as const;
const NAMED = 6;

/** Lists incoming and unanswered messages, one row per thread. */
export const listInbox = defineTool({
  name: "list_inbox",
  title: "Check the inbox",
  done: "Checked the inbox",
  description:
    "Lists texts, calls and e-mails of the last days without a search word, a row for each person or e-mail thread; urgent ones first, then unanswered ones, what went to many and what machines sent last, folded: " +
    "who, when they and the team wrote last and who answered, how their words since then begin, whether it is unanswered, and the drafts that wait. list_approvals shows all that waits for approval.",
  keywords:
    "happened away urgent new recent received unread unanswered missed incoming inbound messages mail came in today yesterday overnight summary overview catch up waiting reply open news",
  input: z.strictObject({
    since: z.iso
      .date()
      .optional()
      .describe(`The first day that counts, as 2026-11-21; the last ${DAYS} days if left out`),
    channel: z.enum(["text", "email"]).optional().describe("Both if left out; calls are with the texts"),
    unanswered: z.boolean().optional().describe("True for those alone whose last words no one has answered"),
    limit: z.int().min(1).max(50).optional().describe(`Most rows to return; ${DEFAULT_LIMIT} if left out`),
  }),
  effect: "read",
  lists: true,
  egress: "none",
  summarize: ({ unanswered }) =>
    unanswered === true ? "Checking what is unanswered" : "Checking what came in",
  async run({ since, channel, unanswered = false, limit = DEFAULT_LIMIT }, services: InboxServices) {
    const { clock, timeZone } = services;
    const fromMs = since === undefined ? clock.now() - DAYS * DAY_MS : dayStartMs(since, timeZone);
    const usualMs = clock.now() - DAYS * DAY_MS;
    const [{ threads, more }, usual, drafts, mailSince] = await Promise.all([
      services.threads({ since: isoTime(fromMs), channel }),
      // `since` must not hide people who have waited longer.
      fromMs <= usualMs ? null : services.threads({ since: isoTime(usualMs), channel }),
      services.drafts.list({ state: "waiting", since: isoTime(Math.min(fromMs, usualMs)) }),
      channel === "text" ? null : services.mailSince(),
    ]);
    const isListed = new Set(threads.map(({ key }) => key));
    const before = (usual?.threads ?? []).filter(
      (thread) =>
        thread.isUnanswered && !thread.isAutomatic && !thread.needsNoReply && !isListed.has(thread.key),
    );
    const draftsOf = Map.groupBy(drafts.items, ({ threadKey }) => threadKey);
    const rows = folded(
      threads.filter((thread) => !unanswered || thread.isUnanswered),
      ({ key }) => draftsOf.has(key),
    );
    const shown = rows.slice(0, limit);
    const all = [...shown.flat(), ...before];
    const outgoing = shown.flatMap(([{ lastOut }]) => (lastOut?.kind === "text" ? [lastOut.id] : []));
    const view: View = {
      timeZone,
      senders: await services.records.senders(outgoing),
      owners: await services.owners(
        all.flatMap(({ channel: by, address }) => (by === "email" ? [] : [address])),
      ),
      drafts: draftsOf,
    };
    return {
      kind: "list",
      beside: {
        since: localTime(fromMs, timeZone),
        unanswered: threads.filter(({ isUnanswered }) => isUnanswered).length,
        waitingForApproval: drafts.items.length,
        ...(before.length === 0 ? {} : { leftOut: leftOut(before, fromMs, view) }),
        ...(mailSince === null || Date.parse(mailSince) <= fromMs
          ? {}
          : { emails: `Only since ${localTime(mailSince, timeZone)}; search_emails finds those before` }),
      },
      items: shown.map(([first, ...others]) =>
        others.length === 0 ? rowOf(first, view) : foldedRow([first, ...others], view),
      ),
      total: rows.length,
      more,
      keep: "first",
      outside: true,
    };
  },
});

/** Threads that make one row; almost always a single one. */
type Row = readonly [RecentThread, ...RecentThread[]];

/**
 * Rows in the order in which they need people: urgent, unanswered, the rest; last what went to many in the
 * same words, and what machines sent, each as one row. Newest first in each.
 */
function folded(threads: readonly RecentThread[], hasDraft: (thread: RecentThread) => boolean): Row[] {
  const keyOf = (thread: RecentThread): string => {
    const { key, channel, lastIn, lastOut, isUrgent, isAutomatic } = thread;
    if (isUrgent || hasDraft(thread)) return key;
    if (isAutomatic) return AUTOMATIC;
    return lastIn !== null || lastOut === null ? key : `${channel} ${ungreeted(lastOut.words)}`;
  };
  const groups = Map.groupBy(threads, keyOf);
  return threads
    .flatMap((thread): Row[] => {
      const key = keyOf(thread);
      const [first, ...others] = groups.get(key) ?? [];
      const isBulk = others.length + 1 >= (key === AUTOMATIC ? BULK.automatic : BULK.sent);
      return !isBulk ? [[thread]] : first === thread ? [[first, ...others]] : [];
    })
    .toSorted((one, other) => placeOf(one) - placeOf(other));
}

const AUTOMATIC = "automatic";

/** Words that went to many, without the name of each. */
function ungreeted(words: string): string {
  return plainLine(words).replace(/^(?:hi|hello|hey|dear|hola)\b[^,!.]{0,40}[,!.]\s*/i, "");
}

function placeOf([{ isUrgent, isUnanswered, isAutomatic, needsNoReply }, ...others]: Row): number {
  if (isUrgent) return 0;
  if (others.length > 0 || isAutomatic) return 3;
  return isUnanswered && !needsNoReply ? 1 : 2;
}

/** Several threads as one row. */
function foldedRow(threads: Row, view: View): Json {
  const [{ isAutomatic, lastIn, lastOut }] = threads;
  const names = namesOf(threads, view);
  if (isAutomatic)
    return {
      from: `${threads.length} automatic messages: ${names}`,
      ...(lastIn === null ? {} : { lastIn: localTime(lastIn.at, view.timeZone) }),
    };
  return {
    with: `${threads.length} people, the same words to each: ${names}`,
    ...(lastOut === null
      ? {}
      : {
          lastOut: localTime(lastOut.at, view.timeZone),
          by: senderOf(lastOut, view),
          wrote: firstWords(lastOut.words),
        }),
  };
}

function namesOf(threads: readonly RecentThread[], view: View): string {
  const names = new Set(
    threads.map((thread) => {
      const { with: person, from } = whoOf(thread, view);
      return typeof person === "string" ? person : typeof from === "string" ? from : "";
    }),
  );
  const more = names.size > NAMED ? ` and ${names.size - NAMED} more` : "";
  return `${[...names].slice(0, NAMED).join(", ")}${more}`;
}

/** Who waited already before the day that was named. */
function leftOut(before: readonly RecentThread[], fromMs: number, view: View): string {
  const urgent = before.filter(({ isUrgent }) => isUrgent);
  const calm = before.filter((thread) => !urgent.includes(thread));
  const names = [
    ...(urgent.length === 0 ? [] : [`urgent: ${namesOf(urgent, view)}`]),
    ...(calm.length === 0 ? [] : [namesOf(calm, view)]),
  ].join("; ");
  return `Unanswered since before ${localTime(fromMs, view.timeZone)}: ${before.length} (${names}). Say so; without since they are listed.`;
}

interface View {
  readonly timeZone: string;
  /** Senders on our side, by text ID. */
  readonly senders: ReadonlyMap<string, string>;
  readonly owners: (number: string) => readonly Contact[];
  /** Pending drafts, by thread. */
  readonly drafts: ReadonlyMap<string | null, readonly DraftLine[]>;
}

function rowOf(thread: RecentThread, view: View): Json {
  const { lastIn, lastOut, subject, isUnanswered, isUrgent, lastTurn, needsNoReply, key } = thread;
  const drafts = (view.drafts.get(key) ?? []).map((draft) => ({
    id: draft.id,
    since: localTime(draft.createdAt, view.timeZone),
    words: firstWords(draft.words ?? ""),
  }));
  const [draft, ...further] = drafts;
  const at = (side: ThreadSide): string => localTime(side.at, view.timeZone);
  return {
    ...whoOf(thread, view),
    ...(isUrgent ? { urgent: true } : {}),
    ...(subject === null ? {} : { subject }),
    ...(isUnanswered ? { unanswered: true } : {}),
    ...(needsNoReply ? { needsNoReply: "Steward read it and found nothing to do" } : {}),
    ...(lastIn === null
      ? {}
      : { lastIn: at(lastIn), said: lastTurn.map(({ words }) => firstWords(words)).join(" / ") }),
    ...(lastIn?.kind === "email" ? { emailId: lastIn.id } : {}),
    ...(lastOut === null ? {} : { lastOut: at(lastOut), by: senderOf(lastOut, view) }),
    // If they wrote nothing in this period, the row shows what we wrote.
    ...(lastIn === null && lastOut !== null ? { wrote: firstWords(lastOut.words) } : {}),
    ...(draft === undefined ? {} : further.length === 0 ? { draft } : { drafts }),
  };
}

function whoOf({ channel, address, lastIn }: RecentThread, { owners }: View): Record<string, Json> {
  if (channel === "email") return { from: lastIn?.writer ?? address, email: address };
  const [owner, ...others] = owners(address);
  if (owner === undefined) return { with: formatNumber(address), number: address, known: false };
  return {
    with: owner.name,
    ...(owner.role === null ? {} : { about: owner.role }),
    number: address,
    ...(owner.internal ? { internal: true } : {}),
    ...(others.length === 0 ? {} : { sharedWith: others.map(({ name }) => name) }),
  };
}

function senderOf(side: ThreadSide, { senders }: View): string {
  if (side.kind === "call") return "a colleague, by phone";
  if (side.kind === "email") return side.writer ?? "the team";
  return senders.get(side.id) ?? (side.byHand ? BY_HAND : "the team");
}

function plainLine(words: string): string {
  return words.replace(/\s+/g, " ").trim();
}

/** The first words, on one line. */
export function firstWords(words: string): string {
  const line = plainLine(words);
  return line.length <= WORDS_CHARS ? line : `${line.slice(0, WORDS_CHARS).trimEnd()}…`;
}
