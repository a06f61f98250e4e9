/**
 * Dispatches what people write to the app in Slack or press on its cards. Identity is looked up at Slack,
 * never taken from the request, and only members are answered. A member's message goes to their own
 * conversation or, in a channel an admin enabled, to that thread's. Every step is idempotent.
 */
import { and, asc, eq, sql } from "drizzle-orm";
import { readableText } from "../../integrations/slack/text.ts";
import { type SlackChannel, type SlackUser } from "../../integrations/slack/messages.ts";
import { type SlackSettings } from "../../integrations/slack/connection.ts";
import { SLACK_MESSAGE, slackThreadId } from "../../agent/conversations/index.ts";
import { slackCards, slackInbox, type SlackPress } from "../tables/slack.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import { isoTime, msOf, type Clock } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/log.ts";
import type { SlackReason } from "../api/reasons.ts";
import type { InboxDeps } from "./ports.ts";
import type { Stream, Waiting } from "./stream.ts";
import { userActor } from "../../platform/audit/index.ts";

/** A stored message or button press. */
type SlackRow = typeof slackInbox.$inferSelect;

/** A Slack workspace, opened through its connection. */
export interface SlackWorkspace {
  readonly settings: SlackSettings;
  readonly user: (userId: string) => Promise<SlackUser | null>;
  readonly channel: (channelId: string) => Promise<SlackChannel | null>;
  /** Posts a message visible only to one person. Fixed text, never written by a model. */
  readonly tellAlone: (channelId: string, userId: string, words: string) => Promise<void>;
}

/** The member on whose behalf a person acts. */
interface Member {
  readonly id: string;
  readonly name: string;
}

/** A member's words in a thread of a direct conversation. */
export interface SlackReply {
  readonly channelId: string;
  readonly threadTs: string;
  readonly text: string;
  readonly member: Member;
}

/** Dependencies of dispatching, for one tenant. */
export interface SlackDeps {
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Null if the connection no longer exists. */
  readonly workspace: (connectionId: string) => Promise<SlackWorkspace | null>;
  /** The member who signs in with the address; null if there is none. */
  readonly memberAt: (address: string) => Promise<Member | null>;
  readonly teamName: () => Promise<string>;
  readonly receiveFromMember: InboxDeps["receiveFromMember"];
  /**
   * A member's reply in a thread that something else than the agent waits for. Returns what to tell them; null if nothing does.
   * Idempotent.
   */
  readonly replied: (reply: SlackReply) => Promise<string | null>;
  /** Decides as a member. Returns the reason for a refusal, or null. Idempotent by ID. */
  readonly decide: (by: Member, press: SlackPress, decisionId: string) => Promise<string | null>;
  /** Notifies the team once of a message that could not be delivered to the agent. */
  readonly tellUnread: (asked: { readonly id: string; readonly text: string }) => Promise<void>;
}

/** Sent to members, so that they don't wait for an answer. */
const TURNED_OFF =
  "I don’t answer in Slack yet. An admin can turn it on under Settings → Connections → Slack. Until then, write to me in Steward.";
/** Maximum requests of one person within `LOOP_MS`; further ones are not answered. */
const LOOP_ASKS = 20;
const LOOP_MS = 10 * 60_000;
/** Maximum mentioned people per message whose names are looked up. */
const NAMED = 5;

/** Slack messages and presses of a tenant, ordered per person. */
export function slackStream(deps: SlackDeps): Stream<Waiting & { readonly row: SlackRow }> {
  const { db, clock, logger } = deps;
  return {
    clock,
    logger,
    name: "slack",
    async waiting(key, limit) {
      const rows = await db
        .rows(slackInbox, sql`${slackInbox.state} = 'received' and ${slackInbox.userId} = ${key}`)
        .orderBy(asc(slackInbox.receivedAt), asc(slackInbox.ts))
        .limit(limit);
      return rows.map((row) => {
        const { tenantId, receivedAt, attempts } = row;
        return { tenantId, row, key, receivedMs: msOf(receivedAt), attempts };
      });
    },
    async overdueKeys(beforeMs, limit) {
      const rows = await db
        .pick(
          { key: slackInbox.userId },
          slackInbox,
          sql`${slackInbox.state} = 'received' and ${slackInbox.receivedAt} <= ${isoTime(beforeMs)}`,
        )
        .groupBy(slackInbox.userId)
        .orderBy(sql`min(${slackInbox.attempts})`, sql`min(${slackInbox.receivedAt})`)
        .limit(limit);
      return rows.map((row) => String(row["key"]));
    },
    dispatch: ({ row }) => dispatch(deps, row),
    async noteFailure({ row }) {
      const waits = and(eq(slackInbox.id, row.id), sql`${slackInbox.state} = 'received'`) ?? sql`false`;
      await db.update(slackInbox, { attempts: sql`${slackInbox.attempts} + 1` }, waits);
    },
    async tellUnread({ row: { id } }) {
      const row = await db.find(slackInbox, eq(slackInbox.id, id));
      if (row?.state === "received" && row.kind !== "press") await deps.tellUnread({ id, text: row.text });
    },
  };
}

/** The request behind a message; null if there is none. */
export async function slackAsk(db: TenantDb, messageId: string): Promise<SlackRow | null> {
  return db.find(slackInbox, eq(slackInbox.id, messageId.slice(SLACK_MESSAGE.length)));
}

/** The outcome of a request, and what the requester alone is told. */
interface Settled extends Partial<Pick<SlackRow, "reason" | "answerIn">>, Pick<SlackRow, "state"> {
  readonly tell?: string;
}

async function dispatch(deps: SlackDeps, row: SlackRow): Promise<void> {
  const workspace = await deps.workspace(row.connectionId);
  const { tell, ...settled } =
    workspace === null ? quiet("disconnected") : await handOver(deps, workspace, row);
  const waits = and(eq(slackInbox.id, row.id), sql`${slackInbox.state} = 'received'`) ?? sql`false`;
  const won = await deps.db
    .update(slackInbox, { ...settled, attempts: sql`${slackInbox.attempts} + 1` }, waits)
    .returning({ id: slackInbox.id });
  // Only the dispatcher that settled the row sends the message.
  if (tell !== undefined && workspace !== null && won.length > 0)
    await workspace.tellAlone(row.channelId, row.userId, tell);
}

const quiet = (reason: SlackReason, tell?: string): Settled => ({
  state: "recorded",
  reason,
  ...(tell === undefined ? {} : { tell }),
});

async function handOver(deps: SlackDeps, workspace: SlackWorkspace, row: SlackRow): Promise<Settled> {
  const { direct, channels } = workspace.settings.answers;
  const isOff = !direct && channels.length === 0;
  if (isOff && row.press !== null) return quiet("off");
  if (await isLoop(deps.db, row)) return quiet("loop");
  const user = await workspace.user(row.userId);
  if (user === null || user.isApp) return quiet("app");
  const member = await memberOf(deps, workspace, row, user);
  // Don't reveal the team's settings to strangers.
  if (member === null)
    return isOff ? quiet("off") : quiet("stranger", `I only answer members of ${await deps.teamName()}.`);
  if (isOff) return quiet("off", TURNED_OFF);
  return row.press === null ? passToAgent(deps, workspace, row, member) : press(deps, row, row.press, member);
}

/** More requests than a person makes: two bots may be answering each other. */
async function isLoop(db: TenantDb, { userId, receivedAt }: SlackRow): Promise<boolean> {
  const since = isoTime(msOf(receivedAt) - LOOP_MS);
  const recent = await db
    .pick(
      { id: slackInbox.id },
      slackInbox,
      sql`${slackInbox.userId} = ${userId} and ${slackInbox.receivedAt} > ${since} and ${slackInbox.kind} <> 'press'`,
    )
    .limit(LOOP_ASKS);
  return recent.length >= LOOP_ASKS;
}

/** A member of this workspace, not a guest, whose confirmed address belongs to a team member. */
async function memberOf(
  deps: Pick<SlackDeps, "memberAt">,
  { settings }: SlackWorkspace,
  row: SlackRow,
  user: SlackUser,
): Promise<Member | null> {
  const home = settings.workspace.id;
  const isHere = row.workspaceId === home && user.workspaceId === home;
  const isProven = user.isActive && !user.isGuest && user.isEmailConfirmed;
  if (!isHere || !isProven || user.email === null) return null;
  return deps.memberAt(user.email);
}

function onlyIn({ answers }: SlackSettings): string {
  return `I only answer in ${answers.channels.map(({ name }) => name).join(", ")} here. Mention me there.`;
}

/** Passes a member's message to the agent. */
async function passToAgent(
  deps: SlackDeps,
  workspace: SlackWorkspace,
  row: SlackRow,
  member: Member,
): Promise<Settled> {
  const answerIn = await threadOf(workspace, row);
  if (answerIn === null && !workspace.settings.answers.direct)
    return quiet("off", onlyIn(workspace.settings));
  const [text, quoted] = await Promise.all([wordsOf(workspace, row.text), wordsOf(workspace, row.quoted)]);
  if (text === "" && quoted === "") return quiet("empty");
  if (row.kind === "direct" && row.threadTs !== null && quoted === "") {
    const { channelId, threadTs } = row;
    const told = await deps.replied({
      channelId,
      threadTs,
      text,
      member: { id: member.id, name: member.name },
    });
    if (told !== null) return { state: "handed", tell: told };
  }
  await deps.receiveFromMember(
    {
      tenantId: deps.db.tenantId,
      conversationId: answerIn === null ? `slack:${member.id}` : slackThreadId(answerIn),
      source: "team_slack",
      title: answerIn === null ? `${member.name}, in Slack` : `${member.name}, in ${answerIn.name} in Slack`,
    },
    {
      messageId: `${SLACK_MESSAGE}${row.id}`,
      author: userActor(member),
      text: text === "" ? "(They wrote nothing of their own.)" : text,
      ...(quoted === "" ? {} : { quoted }),
    },
  );
  const isElsewhere = row.kind === "mention" && answerIn === null;
  return {
    state: "handed",
    answerIn,
    ...(isElsewhere ? { tell: "I’ll answer you in a direct message." } : {}),
  };
}

/**
 * The thread in which to answer: that of a mention in a channel that an admin enabled and that no outsider
 * can read. Anything else is answered by direct message.
 */
async function threadOf({ settings, channel }: SlackWorkspace, row: SlackRow): Promise<SlackRow["answerIn"]> {
  const { kind, channelId, ts, threadTs } = row;
  const root = threadTs ?? ts;
  if (kind !== "mention" || root === null) return null;
  if (!settings.answers.channels.some(({ id }) => id === channelId)) return null;
  const now = await channel(channelId);
  if (now === null || now.isShared || !now.isPublic) return null;
  return { channelId, name: `#${now.name}`, threadTs: root };
}

/** The text without the app's mention, and with user IDs replaced by names. */
async function wordsOf({ settings, user }: SlackWorkspace, text: string): Promise<string> {
  const mention = new RegExp(`<@${settings.botUserId}(?:\\|[^>]*)?>`, "g");
  const own = text
    .replace(mention, " ")
    .replace(/^[\s,:]+/, "")
    .trim();
  const ids = [...new Set([...own.matchAll(/<@([UW][A-Z0-9]+)/g)].map(([, id]) => id ?? ""))].slice(0, NAMED);
  const found = await Promise.all(ids.map((id) => user(id)));
  const names = new Map(found.flatMap((one) => (one === null ? [] : [[one.id, one.name] as const])));
  return readableText(own, names).trim();
}

/** Decides through a button: only on the member's own card, for exactly the bytes it showed. */
async function press(deps: SlackDeps, row: SlackRow, pressed: SlackPress, member: Member): Promise<Settled> {
  const { approvalId, ts } = pressed;
  const card = await deps.db.find(
    slackCards,
    and(
      eq(slackCards.approvalId, approvalId),
      eq(slackCards.channelId, row.channelId),
      eq(slackCards.ts, ts),
      eq(slackCards.connectionId, row.connectionId),
    ) ?? sql`0`,
  );
  const problem =
    card?.memberId === member.id
      ? await deps.decide(member, pressed, `slack-${row.id}`)
      : "This card isn’t yours to decide. Open it in Steward.";
  return problem === null ? { state: "handed" } : quiet("refused", problem);
}
