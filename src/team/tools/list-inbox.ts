import * as z from "zod";
import type { DraftLine } from "../../approvals/index.ts";
import type { Contact } from "../../integrations/connections/index.ts";
import type { RecentThread, ThreadSide } from "../../messaging/inbox/index.ts";
import { isoTime } from "../../kernel/clock.ts";
import type { Json } from "../../kernel/hash.ts";
import { localTime } from "../../kernel/local-time.ts";
import { formatNumber } from "../../kernel/phone.ts";
import { BY_HAND } from "../../messaging/texts/index.ts";
import { dayStartMs } from "../../agent/usage/index.ts";
import { defineTool } from "../../agent/tools/define-tool.ts";
import type { InboxServices } from "./index.ts";

const DAYS = 7;
const DAY_MS = 86_400_000;
const WORDS_CHARS = 160;
const DEFAULT_LIMIT = 30;

/** Lists incoming and unanswered messages, one row per thread. */
export const listInbox = defineTool({
  name: "list_inbox",
  title: "Check the inbox",
  done: "Checked the inbox",
  description:
    "Lists texts, calls and e-mails of the last days without a search word, a row for each person or e-mail thread, urgent ones first, then newest first: who, when they and the team " +
    "wrote last and who answered, how their words since then begin, whether it is unanswered, and the drafts that wait. list_approvals shows all that waits for approval.",
  keywords:
    "new recent received unread unanswered missed incoming inbound messages mail came in today yesterday overnight summary overview catch up waiting reply open news",
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
    const [{ threads, more }, drafts, mailSince] = await Promise.all([
      services.threads({ since: isoTime(fromMs), channel }),
      services.drafts.list({ state: "waiting", since: isoTime(fromMs) }),
      channel === "text" ? null : services.mailSince(),
    ]);
    const rows = threads
      .filter((thread) => !unanswered || thread.isUnanswered)
      .toSorted((one, other) => Number(other.isUrgent) - Number(one.isUrgent));
    const shown = rows.slice(0, limit);
    const outgoing = shown.flatMap(({ lastOut }) => (lastOut?.kind === "text" ? [lastOut.id] : []));
    const view: View = {
      timeZone,
      senders: await services.records.senders(outgoing),
      owners: await services.owners(
        shown.flatMap(({ channel: by, address }) => (by === "email" ? [] : [address])),
      ),
      drafts: Map.groupBy(drafts.items, ({ threadKey }) => threadKey),
    };
    return {
      kind: "list",
      beside: {
        since: localTime(fromMs, timeZone),
        unanswered: threads.filter(({ isUnanswered }) => isUnanswered).length,
        waitingForApproval: drafts.items.length,
        ...(mailSince === null || Date.parse(mailSince) <= fromMs
          ? {}
          : { emails: `Only since ${localTime(mailSince, timeZone)}; search_emails finds those before` }),
      },
      items: shown.map((thread) => rowOf(thread, view)),
      total: rows.length,
      more,
      keep: "first",
      outside: true,
    };
  },
});

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

/** The first words, on one line. */
export function firstWords(words: string): string {
  const line = words.replace(/\s+/g, " ").trim();
  return line.length <= WORDS_CHARS ? line : `${line.slice(0, WORDS_CHARS).trimEnd()}…`;
}
