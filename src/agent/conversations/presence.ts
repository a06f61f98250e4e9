/**
 * Who is here now: what open pages said of themselves, put together person by person. Pure; it is kept with the sockets alone and ends
 * with them, so nothing here is ever a record.
 */
import type { ClientFrame, PresentPerson } from "../../platform/api/socket.ts";

/** People a frame names at most. */
const PEOPLE_SHOWN = 50;

/** What one page shows. */
export interface Presence {
  readonly looking: boolean;
  readonly editingApprovalId: string | null;
}

/** One page with whose it is. `presence` is null where it has not said anything yet. */
export interface PresentPage {
  readonly userId: string;
  readonly name: string;
  readonly presence: Presence | null;
}

/** What a page said. */
export function presenceOf(frame: ClientFrame & { type: "presence" }): Presence {
  return { looking: frame.looking, editingApprovalId: frame.editingApprovalId ?? null };
}

/**
 * The people of some pages: one entry for each person and approval they edit; somebody who only looks has one without. Always in the
 * same order, so that what did not change is the same bytes.
 */
export function peopleOf(pages: Iterable<PresentPage>): PresentPerson[] {
  const people = new Map<string, { name: string; looking: boolean; editing: Set<string> }>();
  for (const { userId, name, presence } of pages) {
    if (presence === null || (!presence.looking && presence.editingApprovalId === null)) continue;
    const person = people.get(userId) ?? { name, looking: false, editing: new Set() };
    person.looking ||= presence.looking;
    if (presence.editingApprovalId !== null) person.editing.add(presence.editingApprovalId);
    people.set(userId, person);
  }
  return [...people]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([userId, { name, looking, editing }]) =>
      (editing.size === 0 ? [null] : [...editing].toSorted()).map((editingApprovalId) => {
        return { userId, name, looking, editingApprovalId };
      }),
    )
    .slice(0, PEOPLE_SHOWN);
}
