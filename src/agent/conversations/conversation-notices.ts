/** Port through which conversations notify people. */
import { portOf } from "../../kernel/features.ts";
import type { TenantContext } from "../../platform/context.ts";
import type { Notice } from "./background-run.ts";

/** Sends a notice. Repeats notify once. */
export type SendNotice = (notice: Notice) => Promise<void>;

declare module "../../kernel/features.ts" {
  interface Feature {
    /** Opens the sender, without I/O. */
    readonly noticeSender?: (ctx: TenantContext) => SendNotice;
  }
}

const opener = portOf("noticeSender");

/** Opens a team's sender, without I/O. */
export function noticeSender(ctx: TenantContext): SendNotice {
  return opener()(ctx);
}
