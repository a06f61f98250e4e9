/** What the pages about texts are given. */
import type { Contact } from "../connections/index.ts";
import type { Env } from "../platform/env.ts";
import type { Approval } from "../protocol/approval.ts";
import type { Backfill, DirectTextOptions } from "../protocol/texts.ts";
import {
  beginBackfill,
  directTextOptions,
  endBackfill,
  listBackfills,
  sendDirectText,
} from "../texts/index.ts";
import { contactsByNumber } from "./contacts-by-number.ts";
import { handOut } from "../clock/index.ts";
import { dbFor } from "../db/index.ts";
import { systemClock } from "../kernel/clock.ts";
import { directTextDeps } from "./direct-text.ts";
import { sendWork } from "./queues.ts";

/** One tenant's. */
export interface TextServices {
  /** Whose numbers are whose. Never throws: nobody is known where the phone system does not answer. */
  readonly contacts: () => Promise<(number: string) => Contact | null>;
  readonly directOptions: (number: string) => Promise<DirectTextOptions>;
  readonly backfills: () => Promise<Backfill[]>;
  readonly startBackfill: (connectionId: string, byName: string) => Promise<void>;
  readonly stopBackfill: (connectionId: string) => Promise<void>;
  readonly sendDirect: (input: Parameters<typeof sendDirectText>[1]) => Promise<Approval>;
}

/** Makes them. Cheap. */
export function textServices(env: Env, tenantId: string): TextServices {
  const deps = { db: dbFor(env.DB, tenantId), clock: systemClock };
  const wake = () => handOut(sendWork(env), { tenantId, kind: "texts.backfill" });
  return {
    contacts: () => contactsByNumber(env, tenantId),
    directOptions: async (number) => directTextOptions(await directTextDeps(env, tenantId), number),
    backfills: () => listBackfills(deps),
    startBackfill: (connectionId, byName) => beginBackfill(deps, { connectionId, byName }, wake),
    stopBackfill: (connectionId) => endBackfill(deps, connectionId),
    sendDirect: async (input) => sendDirectText(await directTextDeps(env, tenantId), input),
  };
}
