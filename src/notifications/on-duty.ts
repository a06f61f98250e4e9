/** The team's members, and who would be asked now, in escalation order. */
import { asc, isNull } from "drizzle-orm";
import { users, type TenantDb } from "../platform/db/index.ts";
import type { OnCall } from "./api/on-call.ts";
import { getOnCall } from "./on-call-settings.ts";
import { isOnCall } from "./ring-schedule.ts";

/** Maximum members listed. */
const MAX_LISTED = 100;

export interface TeamMember {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  /** Their own number in E.164, if an admin set it. */
  readonly phone: string | null;
  /** Their on-call hours; null if they are not in the on-call order. */
  readonly duty: { readonly place: number; readonly hours: string; readonly now: boolean } | null;
}

/** The team at a given time, by name, with its on-call settings. */
export async function teamOnDuty(
  db: TenantDb,
  timeZone: string,
  nowMs: number,
): Promise<{ readonly members: readonly TeamMember[]; readonly onCall: OnCall }> {
  const [rows, { onCall }] = await Promise.all([
    db.rows(users, isNull(users.removedAt)).orderBy(asc(users.name)).limit(MAX_LISTED),
    getOnCall(db),
  ]);
  const members = rows.map(({ id, name, email, role, phone }): TeamMember => {
    const place = onCall.people.findIndex(({ userId }) => userId === id);
    const person = onCall.people[place];
    return {
      id,
      name,
      email,
      role,
      phone: phone ?? person?.phone ?? null,
      duty:
        person === undefined
          ? null
          : {
              place: place + 1,
              hours: person.hours === null ? "always" : `${person.hours.from}–${person.hours.to}`,
              now: isOnCall(person.hours, timeZone, nowMs),
            },
    };
  });
  return { members, onCall };
}
