/** Composition of what files itself with accounts. */
import { fileKnown, type FilingDeps } from "../accounts/index.ts";
import type { Task, WorkResult } from "../clock/index.ts";
import type { Env } from "../platform/env.ts";
import { systemLogger } from "../platform/logger.ts";
import { contactsByNumber } from "./contacts-by-number.ts";
import { publish } from "./feed.ts";
import { pastMailOf } from "./mail-poll.ts";
import { openFiles } from "./open-files.ts";
import { zoneOf } from "./zone.ts";

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
