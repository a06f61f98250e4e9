/** The guarantee behind the checks: each minute, what was accepted and not handed on is handed on; what cannot be is told to a person. */
import { and, eq, sql } from "drizzle-orm";
import { mails, type SystemDb } from "../db/index.ts";
import { isoTime, msOf, type Clock } from "../kernel/clock.ts";
import type { Logger } from "../kernel/log.ts";
import { handOnMail } from "./hand-on-mail.ts";
import type { MailDeps } from "./mail-ports.ts";

/** Younger e-mails are still with the check that accepted them. */
const SETTLING_MS = 5_000;
/** An e-mail that could not be handed on for so long is told to a person. */
const UNREAD_MS = 15_000;
const AT_ONCE = 100;

/** What the sweep is given. */
export interface MailSweepDeps {
  readonly system: SystemDb;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly depsFor: (tenantId: string) => MailDeps;
}

/** Hands on what waits. One e-mail's failure stops no other. */
export async function sweepMails(sweep: MailSweepDeps): Promise<void> {
  const waiting = await sweep.system.listWaitingMails(isoTime(sweep.clock.now() - SETTLING_MS), AT_ONCE);
  for (const { tenantId, mailbox, id } of waiting) {
    const deps = sweep.depsFor(tenantId);
    try {
      await handOnMail(deps, { mailbox, id });
    } catch (error) {
      sweep.logger.error("mail.not_handed_on", { tenantId, error });
      await tell(sweep, deps, { mailbox, id });
    }
  }
}

async function tell(
  { clock, logger }: MailSweepDeps,
  deps: MailDeps,
  { mailbox, id }: { readonly mailbox: string; readonly id: string },
): Promise<void> {
  try {
    const isIt = and(eq(mails.mailbox, mailbox), eq(mails.id, id), eq(mails.state, "received")) ?? sql`0`;
    // It goes behind those that were tried less.
    await deps.db.update(mails, { attempts: sql`${mails.attempts} + 1` }, isIt);
    const row = await deps.db.find(mails, isIt);
    if (row === null || row.direction !== "incoming" || clock.now() - msOf(row.receivedAt) < UNREAD_MS)
      return;
    await deps.tellUnread(row);
  } catch (error) {
    logger.error("mail.unread_not_told", { tenantId: deps.db.tenantId, error });
  }
}
