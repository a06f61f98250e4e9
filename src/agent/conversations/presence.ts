/**
 * Who is present: the state reported by open pages, merged per person. Pure. Stored only with the sockets,
 * and never recorded.
 */
import type { ClientFrame, PresentPerson } from "../../platform/api/socket.ts";

/** Maximum people in a frame. */
const PEOPLE_SHOWN = 50;

export interface Presence {
  readonly looking: boolean;
  readonly editingApprovalId: string | null;
}

/** A page with its owner. `presence` is null until the page reports it. */
export interface PresentPage {
  readonly userId: string;
  readonly name: string;
  readonly presence: Presence | null;
}

export function presenceOf(frame: ClientFrame & { type: "presence" }): Presence {
  return { looking: frame.looking, editingApprovalId: frame.editingApprovalId ?? null };
}

/**
 * One entry for each person and approval they edit; people who only read have one entry without an
 * approval. The order is stable, so that unchanged state has the same bytes.
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
