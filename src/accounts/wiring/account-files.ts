/** Composition of what files itself with accounts. */
import { fileKnown, type FilingDeps } from "../index.ts";
import type { Task, WorkResult } from "../../platform/work/index.ts";
import type { Env } from "../../platform/env.ts";
import { systemLogger } from "../../platform/logger.ts";
import { contactsByNumber } from "../../messaging/contacts/open.ts";
import { publish } from "../../platform/wiring/feed.ts";
import { pastMailOf } from "../../messaging/wiring/mail-poll.ts";
import { openFiles } from "../../workspace/open-files.ts";
import { zoneOf } from "../../platform/wiring/zone.ts";

/** What filing is given. Cheap. */
export function filingDeps(env: Env, tenantId: string): FilingDeps {
  return {
    files: openFiles(env, tenantId),
    logger: systemLogger,
    timeZone: () => zoneOf(env, tenantId),
    async namesOf(numbers) {
      const contactOf = await contactsByNumber(env, tenantId, numbers);
      return (number) => contactOf(number)?.name ?? null;
    },
    pastMail: (address, after) => pastMailOf(env, tenantId, address, after),
  };
}

/** Has open pages read accounts again. */
export function tellOfAccounts(env: Env, tenantId: string): () => Promise<void> {
  return async () => publish(env, tenantId, { type: "records.changed", records: ["accounts"] });
}

/** Files what is on record of new people of accounts. */
export function fileAccounts(env: Env, { tenantId, untilMs }: Task): Promise<WorkResult> {
  return fileKnown(filingDeps(env, tenantId), untilMs, tellOfAccounts(env, tenantId));
}
