/** What the pages about texts are given. */
import { smsSend } from "../actions/sms-send.ts";
import { sendersOf } from "../approvals/index.ts";
import type { Env } from "../platform/env.ts";
import {
  beginBackfill,
  directTextOptions,
  endBackfill,
  listBackfills,
  sendDirectText,
  type TextPages,
} from "../texts/index.ts";
import { handOut } from "../clock/index.ts";
import { dbFor } from "../db/index.ts";
import { systemClock } from "../kernel/clock.ts";
import { directTextDeps } from "./direct-text.ts";
import { sendWork } from "./queues.ts";
import { consumeSoon } from "./search.ts";

/** Makes them. Cheap. */
export function textServices(env: Env, tenantId: string): TextPages {
  const deps = { db: dbFor(env.DB, tenantId), clock: systemClock };
  const wake = () => handOut(sendWork(env), { tenantId, kind: "texts.backfill" });
  return {
    senders: (ids) => sendersOf(deps.db, smsSend.kind, ids),
    directOptions: async (number) => directTextOptions(await directTextDeps(env, tenantId), number),
    backfills: () => listBackfills(deps),
    startBackfill: (connectionId, byName) => beginBackfill(deps, { connectionId, byName }, wake),
    stopBackfill: (connectionId) => endBackfill(deps, connectionId),
    async sendDirect(input) {
      const approval = await sendDirectText(await directTextDeps(env, tenantId), input);
      await consumeSoon(env, tenantId);
      return approval;
    },
  };
}
