/** Who else is here: beside a title, and on an approval card. */
import { useEffect, useSyncExternalStore } from "react";
import type { PresentPerson } from "../../../../src/platform/api/socket.ts";
import { presence } from "../../api/presence.ts";
import { EyeIcon, PencilSimpleIcon } from "../icons.ts";
import { useMe } from "../session.tsx";
import { useInFront } from "./use-in-front.ts";
import { editingWords, othersLooking } from "./words.ts";

function usePeople(): readonly PresentPerson[] {
  return useSyncExternalStore(presence.subscribe, presence.people);
}

/** For the approvals page: says that it is looked at while it is in front. */
export function useLookingAtApprovals(): void {
  const inFront = useInFront();
  useEffect(() => {
    presence.look(inFront);
    return () => presence.look(false);
  }, [inFront]);
}

/** For an approval card: tells the team while its edit form is open. */
export function useEditing(approvalId: string, editing: boolean): void {
  useEffect(() => (editing ? presence.edit(approvalId) : undefined), [approvalId, editing]);
}

/** "also viewing: Marcus". Without `people`: who is at the approvals page. */
export function AlsoLooking({ people }: { people?: readonly PresentPerson[] | undefined }) {
  const atApprovals = usePeople();
  const here = people ?? atApprovals;
  const names = othersLooking(here, useMe().user.id);
  return (
    <span role="status" className="min-w-0 truncate text-xs text-kumo-subtle empty:hidden">
      {names ? (
        <span
          className="inline-flex max-w-full items-center gap-1"
          title={here
            .filter((person) => person.looking)
            .map((person) => person.name)
            .join(", ")}
        >
          <EyeIcon aria-hidden className="size-3.5 shrink-0" />
          <span className="truncate">
            <span className="max-sm:sr-only">also viewing: </span>
            {names}
          </span>
        </span>
      ) : null}
    </span>
  );
}

/** "Marcus is editing this", on a card; nothing if no one else is. */
export function PresenceNote({ approvalId }: { approvalId: string }) {
  const words = editingWords(usePeople(), approvalId, useMe().user.id);
  return (
    <p role="status" className="text-xs text-kumo-subtle empty:hidden">
      {words ? (
        <span className="inline-flex items-center gap-1 rounded-full bg-kumo-warning-tint px-2 py-0.5 text-kumo-default ring ring-kumo-warning/40">
          <PencilSimpleIcon aria-hidden className="size-3.5 shrink-0" />
          {words}
        </span>
      ) : null}
    </p>
  );
}
