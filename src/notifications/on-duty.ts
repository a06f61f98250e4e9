/** The people of a team and who of them would be asked now, in the order they are asked. */
import { asc, isNull } from "drizzle-orm";
import { users, type TenantDb } from "../platform/db/index.ts";
import type { OnCall } from "./api/on-call.ts";
import { getOnCall } from "./on-call-settings.ts";
import { isOnCall } from "./ringing.ts";

/** Most people of a team that are listed. */
const MAX_LISTED = 100;

/** One of the team. */
export interface TeamMember {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  /** Their own number in E.164, as far as an admin set it. */
  readonly phone: string | null;
  /** When they are on call; null where they are not in the on-call order. */
  readonly duty: { readonly place: number; readonly hours: string; readonly now: boolean } | null;
}

/** The team as of a moment, by name, with its on-call settings. */
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
