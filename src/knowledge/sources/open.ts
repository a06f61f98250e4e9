/** Composition of reading knowledge sources. */
import { notifier } from "../../platform/notifier.ts";
import type { Task, WorkResult } from "../../platform/work/index.ts";
import { openShelf, vendorTitle } from "./open-shelf.ts";
import {
  continueKnowledge,
  officeWords,
  pdfWords,
  summarizeMails,
  processServiceWebhooks,
  type SourceNews,
} from "./index.ts";
import { unknownIds } from "../../messaging/inbox/index.ts";
import { isUrgencyAsked, summarizer } from "../../messaging/open-summaries.ts";
import { wasErased } from "../../platform/erased/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { accountDeps } from "../../integrations/open.ts";
import { pause } from "../../kernel/time-limit.ts";

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
