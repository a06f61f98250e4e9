/** Composition of the inbox: the phone system, the conversations, approvals and the team's devices behind its ports. */
import { isOwnText } from "../actions/sms-send.ts";
import { hasWaitingDrafts, markThreadStale } from "../approvals/index.ts";
import { listLines, openWebhookSecrets } from "../connections/index.ts";
import { dbFor, systemDb, type TenantDb } from "../db/index.ts";
import {
  createDrain,
  createUrgentFirst,
  LOOK_MS,
  sweepInbox,
  type InboundText,
  type InboxDeps,
  type KnownContact,
  type SweepDeps,
} from "../inbox/index.ts";
import { systemClock } from "../kernel/clock.ts";
import { conversationObjectName } from "../kernel/tenant-names.ts";
import { notifyTeam, routeFor } from "../notifications/index.ts";
import type { Env } from "../platform/env.ts";
import { systemLogger } from "../platform/logger.ts";
import { getPolicy } from "../policy/index.ts";
import { approvalDeps } from "./approvals.ts";
import { contactsByNumber } from "./contacts-by-number.ts";
import { notificationDeps } from "./notifications.ts";
import { openTexting } from "./accounts.ts";
import { indexWaiting } from "./search.ts";
import { settleUrgentNews, unreadNews, urgentNews } from "./team-news.ts";

/** Hands on what was accepted, behind the answers: a burst is acknowledged first. One drain an isolate; what it misses, the clock hands on. */
const drain = createDrain();
const urgentFirst = createUrgentFirst();

/** A text that was just accepted. */
export interface FreshText {
  readonly tenantId: string;
  readonly text: InboundText;
}

/** Hands on every text that waits, unless this isolate is at it already; a fresh one that is urgent before all others. Never throws. */
export async function drainInbox(env: Env, fresh: FreshText): Promise<void> {
  await Promise.all([goFirst(env, fresh), drain(sweepDeps(env))]);
}

async function goFirst(env: Env, { tenantId, text }: FreshText): Promise<void> {
  const inbox = inboxDeps(env, tenantId);
  try {
    const went = await urgentFirst({ inbox, words: () => urgentWordsOf(inbox.db) }, text);
    if (went) await indexWaiting(env, tenantId);
  } catch (error) {
    // It stays in line, and the line tries again.
    systemLogger.warn("inbox.urgent_not_first", { tenantId, error });
  }
}

/** A team is asked what it calls urgent once for the texts of so long; handing on judges by what it says then. */
const WORDS_KNOWN_MS = 2_000;
const knownWords = new Map<string, { readonly words: readonly string[]; readonly untilMs: number }>();

async function urgentWordsOf(db: TenantDb): Promise<readonly string[]> {
  const known = knownWords.get(db.tenantId);
  if (known !== undefined && systemClock.now() < known.untilMs) return known.words;
  const words = (await getPolicy(db)).policy.sms.urgentWords;
  knownWords.delete(db.tenantId);
  for (const oldest of knownWords.keys()) if (knownWords.size >= MOST_KNOWN) knownWords.delete(oldest);
  knownWords.set(db.tenantId, { words, untilMs: systemClock.now() + WORDS_KNOWN_MS });
  return words;
}

function sweepDeps(env: Env): SweepDeps {
  return {
    system: systemDb(env.DB),
    clock: systemClock,
    logger: systemLogger,
    depsFor: (tenantId) => inboxDeps(env, tenantId),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    handedOn: (tenantId) => indexWaiting(env, tenantId),
  };
}

/** Who a webhook's connection belongs to and what its deliveries are signed with. Holds secrets: never log or store it. */
export interface WebhookSecrets {
  readonly tenantId: string;
  readonly secrets: readonly string[];
}

/** A connection is asked for once for the deliveries of so long: a burst is acknowledged in half the time. One that is disabled is believed that much longer. */
const CONNECTION_KNOWN_MS = 2_000;
const MOST_KNOWN = 64;
const knownConnections = new Map<string, { readonly secrets: WebhookSecrets; readonly untilMs: number }>();

/**
 * The one thing an unproven request makes us read. Null for a connection that is none, disabled, or another vendor's. `isFresh` asks anew, for a
 * delivery that the known secrets do not prove.
 */
export async function webhookSecrets(
  env: Env,
  vendor: string,
  connectionId: string,
  isFresh = false,
): Promise<WebhookSecrets | null> {
  const key = `${vendor} ${connectionId}`;
  const known = knownConnections.get(key);
  if (!isFresh && known !== undefined && systemClock.now() < known.untilMs) return known.secrets;
  knownConnections.delete(key);
  const found = await systemDb(env.DB).findWebhookConnection(connectionId);
  if (found === null || found.vendor !== vendor) return null;
  const { tenantId, webhookSecrets: sealed } = found;
  const secrets = {
    tenantId,
    secrets: await openWebhookSecrets(env.MASTER_KEYS, { tenantId, connectionId }, sealed),
  };
  for (const oldest of knownConnections.keys())
    if (knownConnections.size >= MOST_KNOWN) knownConnections.delete(oldest);
  knownConnections.set(key, { secrets, untilMs: systemClock.now() + CONNECTION_KNOWN_MS });
  return secrets;
}

/** What the inbox of one tenant is given. Cheap: nothing is opened before a text needs it. */
export function inboxDeps(env: Env, tenantId: string): InboxDeps {
  const db = dbFor(env.DB, tenantId);
  let routing: ReturnType<InboxDeps["routing"]> | null = null;
  return {
    db,
    clock: systemClock,
    logger: systemLogger,
    contactOf: contactFinder(env, tenantId),
    routing: () => (routing ??= readRouting(db)),
    async receive(identity, text) {
      const name = await conversationObjectName(tenantId, identity.conversationId);
      return env.CONVERSATIONS.getByName(name).receiveText(identity, text);
    },
    isOwnText: (text) => isOwnText(db, text),
    async markThreadStale(threadKey, reason, newestMessageId) {
      if (!(await hasWaitingDrafts(db, threadKey))) return;
      await markThreadStale(await approvalDeps(env, tenantId), threadKey, reason, newestMessageId);
    },
    async routeTo({ number, words }) {
      try {
        return await routeFor(db, async () => {
          const contact = (await contactsByNumber(env, tenantId))(number);
          const places = [contact?.role, contact?.company].filter(Boolean).join(" · ");
          return { words, number, name: contact?.name ?? "", places };
        });
      } catch (error) {
        systemLogger.warn("inbox.not_routed", { tenantId, error });
        return null;
      }
    },
    async tellUrgent({ id, name, number, text, word, routedTo }) {
      const news = urgentNews({ key: id, name, words: text, word, conversationId: `sms:${number}` });
      await notifyTeam(notificationDeps(env, tenantId), { ...news, routedTo });
    },
    async settleUrgent(number) {
      await settleUrgentNews(notificationDeps(env, tenantId), `sms:${number}`, "Somebody has answered");
    },
    async tellUnread({ id, name, number, text }) {
      await notifyTeam(
        notificationDeps(env, tenantId),
        unreadNews({
          key: id,
          source: "sms",
          name,
          words: text,
          conversationId: `sms:${number}`,
          said: "",
        }),
      );
    },
  };
}

async function readRouting(db: TenantDb) {
  const [{ policy }, lines] = await Promise.all([getPolicy(db), listLines(db)]);
  return { settings: policy.sms, lines };
}

/** A name is worth waiting for, but a text is not held up by it. */
function contactFinder(env: Env, tenantId: string): (number: string) => Promise<KnownContact | null> {
  const find = async (number: string): Promise<KnownContact | null> => {
    const contacts = await (await openTexting(env, tenantId)).contacts();
    const found = contacts.find(({ numbers }) => numbers.some((one) => one.number === number));
    return found === undefined ? null : { id: found.id, name: found.name };
  };
  return async (number) => {
    const tooLate = new Promise<null>((resolve) => setTimeout(() => resolve(null), LOOK_MS.name));
    try {
      return await Promise.race([find(number), tooLate]);
    } catch (error) {
      systemLogger.warn("inbox.contact_not_found_out", { tenantId, error });
      return null;
    }
  };
}

/** The cron's part: what was accepted and not handed on. */
export function sweepAllInboxes(env: Env): Promise<void> {
  return sweepInbox(sweepDeps(env), drain);
}
