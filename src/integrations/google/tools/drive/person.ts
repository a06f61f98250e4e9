import { eq } from "drizzle-orm";
import type { Mailbox } from "../../../connections/mailbox-settings.ts";
import { users, type TenantDb } from "../../../../platform/db/index.ts";
import { AppError } from "../../../../kernel/errors.ts";
import type { Acting } from "../../../../agent/tools/call.ts";
import { mailboxOfCall } from "../../../../messaging/addresses/index.ts";

/** A person on the allow-list, and whether they are the asker. */
export interface Person {
  readonly mailbox: Mailbox;
  readonly isAsker: boolean;
}

/**
 * The person files are opened as: the asker if their mailbox is on the list, else the team's first, also in runs no colleague started. A
 * resumed call keeps its person. Access is limited to what that person can see. Throws AppError `not_configured` if the list is empty.
 */
export async function actingPerson(
  db: TenantDb,
  mailboxes: readonly Mailbox[],
  { conversationId, callId, speaker }: Acting,
): Promise<Person> {
  const listed = (address: string | null | undefined): Mailbox | undefined =>
    mailboxes.find((mailbox) => mailbox.address === address?.toLowerCase());
  if (callId !== null) {
    const before = listed(await mailboxOfCall(db, conversationId, callId));
    if (before !== undefined) return { mailbox: before, isAsker: false };
  }
  const asker =
    speaker?.kind === "user" && speaker.id !== undefined
      ? await db.find(users, eq(users.id, speaker.id))
      : null;
  const own = listed(asker?.email);
  if (own !== undefined) return { mailbox: own, isAsker: true };
  const [first] = mailboxes;
  if (first === undefined) throw new AppError("not_configured", "No mailbox is set up to act for.");
  return { mailbox: first, isAsker: false };
}
