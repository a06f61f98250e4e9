/** The guarantee behind the checks: three times a minute, what was accepted and not handed on is handed on; what cannot be is told to a person. */
import { and, eq, sql, type SQL } from "drizzle-orm";
import { mails, type SystemDb } from "../db/index.ts";
import { isoTime, msOf, type Clock } from "../kernel/clock.ts";
import type { Logger } from "../kernel/log.ts";
import { handOnMail } from "./hand-on-mail.ts";
import { LOOK_MS, tryEach } from "./look.ts";
import type { MailDeps } from "./mail-ports.ts";

/** Younger e-mails are still with the check that accepted them. */
const SETTLING_MS = 5_000;
const AT_ONCE = 100;

/** What the sweep is given. */
export interface MailSweepDeps {
  readonly system: SystemDb;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly depsFor: (tenantId: string) => MailDeps;
}

/** Hands on what waits, and tells a person of what cannot be. One e-mail's failure stops no other. */
export async function sweepMails(sweep: MailSweepDeps): Promise<void> {
  const { clock, logger, system } = sweep;
  const listed = await system.listWaitingMails(isoTime(clock.now() - SETTLING_MS), AT_ONCE);
  const waiting = listed.map(({ tenantId, threadId, ...mail }) => ({
    tenantId,
    inOrderWith: `${tenantId} ${threadId}`,
    deps: sweep.depsFor(tenantId),
    mail,
  }));
  const unhanded = await tryEach(
    clock,
    waiting,
    ({ deps, mail }) => handOnMail(deps, mail),
    async ({ tenantId, deps, mail }, error) => {
      logger.error("mail.not_handed_on", { tenantId, error });
      // It goes behind those that were tried less.
      await deps.db.update(mails, { attempts: sql`${mails.attempts} + 1` }, isWaiting(mail));
    },
  );
  for (const told of await Promise.allSettled(unhanded.map(({ deps, mail }) => tellIfUnread(deps, mail)))) {
    if (told.status === "rejected") logger.error("mail.unread_not_told", { error: told.reason });
  }
}

interface MailKey {
  readonly mailbox: string;
  readonly id: string;
}

/** Tells a person of an e-mail that was not handed on for so long. */
async function tellIfUnread(deps: MailDeps, mail: MailKey): Promise<void> {
  const row = await deps.db.find(mails, isWaiting(mail));
  if (row === null || row.direction !== "incoming") return;
  if (deps.clock.now() - msOf(row.receivedAt) >= LOOK_MS.unread) await deps.tellUnread(row);
}

function isWaiting({ mailbox, id }: MailKey): SQL {
  return and(eq(mails.mailbox, mailbox), eq(mails.id, id), eq(mails.state, "received")) ?? sql`0`;
}
