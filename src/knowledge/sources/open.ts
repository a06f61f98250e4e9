/** Composition of what is read from connected services to be found. */
import { consumeSoon } from "../../platform/wiring/queues.ts";
import type { Task, WorkResult } from "../../platform/work/index.ts";
import { tenantDb } from "../../platform/db/index.ts";
import { openShelf, vendorTitle } from "./open-shelf.ts";
import { systemClock as clock } from "../../kernel/clock.ts";
import { continueKnowledge, officeWords, pdfWords, workOnTold, type SourceNews } from "./index.ts";
import { tellAsker } from "../../notifications/index.ts";
import type { Env } from "../../platform/env.ts";
import { knowledgeWords } from "../../platform/knowledge-words.ts";
import { systemLogger as logger } from "../../platform/logger.ts";
import { accountDeps } from "../../integrations/open.ts";
import { fileReaders } from "../../platform/wiring/code.ts";
import { notificationDeps } from "../../notifications/open.ts";
import { zoneOf } from "../../platform/wiring/zone.ts";

/** What reading one tenant's sources takes. Cheap. */
export function knowledgeDeps(env: Env, tenantId: string) {
  const files = fileReaders(env);
  const pdfText = pdfWords((bytes, fromPage) => files.readPdf({ bytes, fromPage }));
  const officeText = officeWords((bytes) => files.readOffice({ bytes }));
  return {
    db: tenantDb(env, tenantId),
    clock,
    logger,
    words: knowledgeWords(env.FILES, tenantId),
    open: async (source: Parameters<typeof openShelf>[2]) => {
      const help = { clock, pdfText, officeText, timeZone: await zoneOf(env, tenantId) };
      return openShelf(accountDeps(env, tenantId), help, source);
    },
    rest: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
    written: () => consumeSoon(env, tenantId),
    titleOf: vendorTitle,
    tellAsker: (news: SourceNews) => tellAsker(notificationDeps(env, tenantId), news),
  };
}

/** Goes on with the sources that are due. */
export function syncKnowledge(env: Env, { tenantId, untilMs }: Task): Promise<WorkResult> {
  return continueKnowledge(knowledgeDeps(env, tenantId), untilMs);
}

/** Keeps what the team's own service told. */
export async function workOnWhatWasTold(env: Env, { tenantId, untilMs }: Task): Promise<WorkResult> {
  const timeZone = await zoneOf(env, tenantId);
  return workOnTold({ ...knowledgeDeps(env, tenantId), timeZone }, untilMs);
}
