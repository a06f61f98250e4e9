/** Wires automatic filing with accounts. */
import { fileKnown, type FilingDeps } from "../index.ts";
import type { Task, WorkResult } from "../../platform/work/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { contactsByNumber } from "../../messaging/contacts/open.ts";
import { pastMailOf } from "../../messaging/open-mail-poll.ts";
import { openFiles } from "../../workspace/open-files.ts";

/** Does no I/O. */
export function filingDeps(ctx: TenantContext): FilingDeps {
  return {
    files: openFiles(ctx),
    logger: ctx.log,
    timeZone: () => ctx.timeZone(),
    async namesOf(numbers) {
      const contactOf = await contactsByNumber(ctx, numbers);
      return (number) => contactOf(number)?.name ?? null;
    },
    pastMail: (address, after) => pastMailOf(ctx, address, after),
  };
}

/** Makes open pages reload accounts. */
export function tellOfAccounts(ctx: TenantContext): () => Promise<void> {
  return async () => ctx.publish({ type: "records.changed", records: ["accounts"] });
}

/** Files existing records of accounts' new people. */
export function fileAccounts(ctx: TenantContext, { untilMs }: Task): Promise<WorkResult> {
  return fileKnown(filingDeps(ctx), untilMs, tellOfAccounts(ctx));
}
