/** Composition of knowledge sources: which can be added, how each is opened and read. */
import { notifier } from "../../platform/notifier.ts";
import type { Task, WorkResult } from "../../platform/work/index.ts";
import {
  continueKnowledge,
  officeWords,
  pdfWords,
  summarizeMails,
  processServiceWebhooks,
  type SourceNews,
  membersOf,
  ownerOf,
  type OpenShelf,
  type SourceAt,
  type ReaderHelp,
} from "./index.ts";
import { unknownIds } from "../../messaging/inbox/index.ts";
import { isUrgencyAsked, summarizer } from "../../messaging/open-summaries.ts";
import { wasErased } from "../../platform/erased/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { accountDeps, LISTED } from "../../integrations/open.ts";
import { pause } from "../../kernel/time-limit.ts";
import { listConnectionRows } from "../../integrations/connections/index.ts";
import type { TenantDb } from "../../platform/db/index.ts";
import type { KnowledgeOffer } from "../api/knowledge.ts";
import { openAccount, type AccountDeps } from "../../integrations/open-account.ts";

/** Cheap: opens nothing. */
export function knowledgeDeps(ctx: TenantContext) {
  const files = ctx.code;
  const pdfText = pdfWords((bytes, fromPage) => files.readPdf({ bytes, fromPage }));
  const officeText = officeWords((bytes) => files.readOffice({ bytes }));
  return {
    db: ctx.db,
    clock: ctx.clock,
    logger: ctx.log,
    words: ctx.files.words,
    open: async (source: Parameters<typeof openShelf>[2]) => {
      const mail = {
        unknownIds: (mailbox: string, ids: readonly string[]) => unknownIds(ctx.db, mailbox, ids),
        wasErased: (address: string, at: string) => wasErased(ctx.db, [address], at),
      };
      const help = { clock: ctx.clock, pdfText, officeText, timeZone: await ctx.timeZone(), mail };
      return openShelf(accountDeps(ctx), help, source);
    },
    rest: pause,
    written: () => ctx.wake("events.consume"),
    titleOf: vendorTitle,
    tellAsker: (news: SourceNews) => notifier(ctx).tellAsker(news),
  };
}

/** Continues due sources. */
export function syncKnowledge(ctx: TenantContext, { untilMs }: Task): Promise<WorkResult> {
  return continueKnowledge(knowledgeDeps(ctx), untilMs);
}

/** Summarizes due items. */
export function summarizeKnowledge(ctx: TenantContext, { untilMs }: Task): Promise<WorkResult> {
  const summarize = summarizer(ctx, "system.knowledge");
  const isPressed = (): Promise<boolean> => isUrgencyAsked(ctx);
  return summarizeMails({ ...knowledgeDeps(ctx), summarize, isPressed }, untilMs);
}

/** Processes webhooks of the team's own service. */
export async function workOnWhatWasTold(ctx: TenantContext, { untilMs }: Task): Promise<WorkResult> {
  const timeZone = await ctx.timeZone();
  return processServiceWebhooks({ ...knowledgeDeps(ctx), timeZone }, untilMs);
}

/** Sources that can be added for the current connections. */
export async function knowledgeOffers(db: TenantDb): Promise<KnowledgeOffer[]> {
  const vendors = LISTED.filter(({ knowledge = [] }) => knowledge.length > 0);
  const rows = await listConnectionRows(
    db,
    vendors.map(({ name }) => name),
  );
  const members = await membersOf(db);
  return vendors.flatMap((vendor) =>
    rows
      .filter((row) => row.vendor === vendor.name)
      .flatMap((row) => {
        const settings = vendor.connections.settings.safeParse(row.settings);
        if (!settings.success) return [];
        return (vendor.knowledge ?? []).flatMap((shelf): KnowledgeOffer[] => {
          const people = shelf.people?.(settings.data);
          if (people?.length === 0) return [];
          const { kind, windowDays } = shelf;
          const where = { connectionId: row.id, vendor: vendor.name, service: vendor.title };
          const owned = (people ?? []).map(({ id, name, isOfTeam = false }) => ({
            id,
            name,
            ownerId: isOfTeam ? null : ownerOf(members, id),
          }));
          return [{ ...where, kind, windowDays, people: owned }];
        });
      }),
  );
}

/** Opens a source's reader; null if its connection is gone. Throws like `openAccount`. */
async function openShelf(deps: AccountDeps, help: ReaderHelp, source: SourceAt): Promise<OpenShelf | null> {
  const vendor = LISTED.find(({ name }) => name === source.vendor);
  const shelf = vendor?.knowledge?.find(({ kind }) => kind === source.kind);
  if (vendor === undefined || shelf === undefined) return null;
  const account = await openAccount(deps, vendor.name, source.connectionId);
  if (account === null) return null;
  const { msEach, isAlwaysWhole = false, keepsOlder = false } = shelf;
  return { reader: shelf.reader(account, source.person, help), msEach, isAlwaysWhole, keepsOlder };
}

export function vendorTitle(name: string): string {
  return LISTED.find((vendor) => vendor.name === name)?.title ?? name;
}
