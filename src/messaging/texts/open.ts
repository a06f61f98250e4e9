/** What the pages about texts are given. */
import { smsSend } from "../effects/sms-send.ts";
import { sendersOf } from "../../approvals/index.ts";
import type { Env } from "../../platform/env.ts";
import {
  beginBackfill,
  directTextOptions,
  endBackfill,
  listBackfills,
  readTextMedia,
  sendDirectText,
  type TextMediaDeps,
  type TextPages,
} from "./index.ts";
import { handOut } from "../../platform/work/index.ts";
import { tenantDb } from "../../platform/db/index.ts";
import { allowTexting } from "../inbox/index.ts";
import { systemClock } from "../../kernel/clock.ts";
import { systemIds } from "../../kernel/ids.ts";
import { tenantFilePrefix } from "../../kernel/tenant-names.ts";
import { findAccount } from "../../integrations/open.ts";
import { directTextDeps } from "../wiring/direct-text.ts";
import { consumeSoon, sendWork } from "../../platform/wiring/queues.ts";

export function textServices(env: Env, tenantId: string): TextPages {
  const deps = { db: tenantDb(env, tenantId), clock: systemClock };
  const wake = () => handOut(sendWork(env), { tenantId, kind: "texts.backfill" });
  return {
    senders: (ids) => sendersOf(deps.db, smsSend.kind, ids),
    media: (which) => readTextMedia({ db: deps.db, ...mediaStores(env, tenantId) }, which),
    directOptions: async (number) => directTextOptions(await directTextDeps(env, tenantId), number),
    allow: (number, by) => allowTexting({ ...deps, ids: systemIds }, number, by),
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

/** Where photos and files of texts are: the phone system's own store, and ours. */
function mediaStores(env: Env, tenantId: string): Pick<TextMediaDeps, "fetchMedia" | "kept"> {
  const keyOf = async (name: string): Promise<string> =>
    `${await tenantFilePrefix(tenantId)}attachments/${name}`;
  return {
    fetchMedia: async (connectionId, url) =>
      (await findAccount(env, tenantId, "quo", connectionId))?.media(url) ?? null,
    kept: {
      async get(name) {
        const found = await env.FILES.get(await keyOf(name));
        return found === null ? null : new Uint8Array(await found.arrayBuffer());
      },
      put: async (name, bytes) => void (await env.FILES.put(await keyOf(name), bytes)),
    },
  };
}
