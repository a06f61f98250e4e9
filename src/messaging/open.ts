/** Composition of messaging: owners of numbers, the text pages, facts of threads, and what the phone system had before. */
import type { Contact } from "../integrations/connections/index.ts";
import { recordedOwners, continueSyncs } from "./contacts/index.ts";
import type { TenantContext } from "../platform/context.ts";
import { findTexting, findAccount, openTexting } from "../integrations/open.ts";
import { smsSend, approversOf } from "./effects/sms-send.ts";
import { sendersOf, listDrafts } from "../approvals/index.ts";
import {
  beginBackfill,
  directTextOptions,
  endBackfill,
  listBackfills,
  readTextMedia,
  sendDirectText,
  type TextMediaDeps,
  type TextPages,
  advanceCalls as advanceCallsOf,
  continueBackfills as continueBackfillsOf,
  lookUpArrivals as lookUpArrivalsOf,
  type PastWorld,
} from "./texts/index.ts";
import { allowTexting } from "./inbox/index.ts";
import { directTextDeps } from "./open-replies.ts";
import type { AgentWorld } from "../agent/index.ts";
import { readThreadFacts } from "./read-thread.ts";
import { isoTime } from "../kernel/clock.ts";
import { liveByPath } from "../workspace/index.ts";
import { EFFECTS } from "../approvals/open.ts";
import { workspace } from "../workspace/open.ts";
import { dayOf } from "../kernel/calendar.ts";
import { fitPicture, type ReadPicture } from "../agent/pictures.ts";
import { mailServices } from "./routes/mail.ts";
import type { Task, WorkResult } from "../platform/work/index.ts";
import { quoHistory } from "../integrations/quo/history.ts";
import { textInbox } from "./open-inbox.ts";
import { pause } from "../kernel/time-limit.ts";
import { pageOfContacts } from "../integrations/quo/read.ts";

/** Contacts of the numbers; null if no phone system is connected. Throws if they can't be read. */
export async function ownersOfNumbers(
  ctx: TenantContext,
  numbers: readonly string[],
): Promise<((number: string) => readonly Contact[]) | null> {
  const recorded = await recordedOwners(ctx.db, numbers);
  if (numbers.every((number) => recorded(number).length > 0)) return recorded;
  const texting = await findTexting(ctx);
  return texting === null ? null : texting.contacts.owners(numbers);
}

/** First contact of each number, for the inbox. Never throws: contacts are omitted if they can't be read. */
export async function contactsByNumber(
  ctx: TenantContext,
  numbers: readonly string[],
): Promise<(number: string) => Contact | null> {
  try {
    const owners = await ownersOfNumbers(ctx, numbers);
    return (number) => owners?.(number)[0] ?? null;
  } catch (error) {
    ctx.log.warn("texts.contacts_read_failed", { tenantId: ctx.tenantId, error });
    return () => null;
  }
}

export function textServices(ctx: TenantContext): TextPages {
  const deps = { db: ctx.db, clock: ctx.clock };
  const wake = () => ctx.send("texts.backfill");
  return {
    senders: (ids) => sendersOf(deps.db, smsSend.kind, ids),
    media: (which) => readTextMedia({ db: deps.db, ...mediaStores(ctx) }, which),
    directOptions: async (number) => directTextOptions(await directTextDeps(ctx), number),
    allow: (number, by) => allowTexting({ ...deps, ids: ctx.ids }, number, by),
    backfills: () => listBackfills(deps),
    startBackfill: (connectionId, byName) => beginBackfill(deps, { connectionId, byName }, wake),
    stopBackfill: (connectionId) => endBackfill(deps, connectionId),
    async sendDirect(input) {
      const approval = await sendDirectText(await directTextDeps(ctx), input);
      await ctx.wake("events.consume");
      return approval;
    },
  };
}

/** Where attachments are stored: at the phone system, and with us. */
function mediaStores(ctx: TenantContext): Pick<TextMediaDeps, "fetchMedia" | "kept"> {
  return {
    fetchMedia: async (connectionId, url) =>
      (await findAccount(ctx, "quo", connectionId))?.media(url) ?? null,
    kept: ctx.files.attachments,
  };
}

/** Never throws. */
export function threadFacts(ctx: TenantContext): AgentWorld["threadOf"] {
  const db = ctx.db;
  return (identity, { timeZone, ...asked }) => {
    let opened: ReturnType<typeof openTexting> | null = null;
    const texting = () => (opened ??= openTexting(ctx));
    return readThreadFacts(
      {
        db,
        logger: ctx.log,
        timeZone,
        contacts: async () => (await texting()).contacts,
        owners: async (number) => (await ownersOfNumbers(ctx, [number]))?.(number) ?? null,
        texts: async (number, limit) => (await texting()).messages(number, limit),
        approvers: (ids) => approversOf(db, ids),
        today: () => dayOf(ctx.clock.now(), timeZone),
        notes: async (paths) => {
          const files = workspace(ctx);
          const rows = (await liveByPath(files, paths)).toSorted((one, other) =>
            one.path < other.path ? -1 : 1,
          );
          return Promise.all(rows.map(({ sha256 }) => files.blobs.get(sha256)));
        },
        drafts: async (contact) => {
          const since = isoTime(ctx.clock.now());
          return (await listDrafts({ db, effects: EFFECTS }, { state: "waiting", since, contact })).items;
        },
      },
      identity,
      asked,
    );
  };
}

/** Does no I/O before a file is read. */
export function readPicture(ctx: TenantContext): ReadPicture {
  return async ({ of, id, index }) => {
    const file =
      of === "text"
        ? await textServices(ctx).media({ textId: id, index })
        : await mailServices(ctx).attachment({ id, index });
    return fitPicture(ctx.images, file.bytes);
  };
}

/**
 * The provider allows ten calls a second in total (quo.com/docs, read 2026-11-21): leave room for live
 * traffic.
 */
const PACE_MS = 200;

/** Does no I/O. */
function pastWorld(ctx: TenantContext): PastWorld {
  const inbox = textInbox(ctx);
  return {
    db: inbox.db,
    clock: ctx.clock,
    logger: ctx.log,
    inbox,
    history: async (connectionId) => {
      const account = await findAccount(ctx, "quo", connectionId);
      return account === null ? null : quoHistory(account);
    },
    pause: () => pause(PACE_MS),
  };
}

/** Continues the due backfills. */
export async function continueBackfills(ctx: TenantContext, { untilMs }: Task): Promise<WorkResult> {
  const result = await continueBackfillsOf(pastWorld(ctx), untilMs);
  await ctx.wake("events.consume");
  return result;
}

/** Looks up the delivery status of sent texts, and queues undelivered ones for dispatch. */
export async function lookUpArrivals(ctx: TenantContext, { untilMs }: Task): Promise<WorkResult> {
  const world = pastWorld(ctx);
  return lookUpArrivalsOf(
    {
      ...world,
      dispatch: (key) => ctx.handOut("inbox.sweep", [key]),
    },
    untilMs,
  );
}

/** Does the due work of calls. */
export async function advanceCalls(ctx: TenantContext, { untilMs }: Task): Promise<WorkResult> {
  const result = await advanceCallsOf(pastWorld(ctx), untilMs);
  await ctx.wake("events.consume");
  return result;
}

/** Continues the syncs that are due. */
export function syncContacts(ctx: TenantContext, { untilMs }: Task): Promise<WorkResult> {
  const world = {
    db: ctx.db,
    clock: ctx.clock,
    logger: ctx.log,
    source: async (connectionId: string) => {
      const account = await findAccount(ctx, "quo", connectionId);
      return account === null ? null : (after: string | null) => pageOfContacts(account, after);
    },
    pause: () => pause(PACE_MS),
  };
  return continueSyncs(world, untilMs);
}
