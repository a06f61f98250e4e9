/** Dependencies of the text pages. */
import { smsSend } from "../effects/sms-send.ts";
import { sendersOf } from "../../approvals/index.ts";
import type { TenantContext } from "../../platform/context.ts";
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
import { allowTexting } from "../inbox/index.ts";
import { findAccount } from "../../integrations/open.ts";
import { directTextDeps } from "../open-replies.ts";

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
