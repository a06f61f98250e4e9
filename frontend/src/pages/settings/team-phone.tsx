/** The number by which a text to a member is a text to a colleague. Set by admins; saved on leaving the box. */
import { useState } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type * as z from "zod";
import { accountEndpoints, type TeamMember } from "../../../../src/protocol/index.ts";
import { call } from "../../api/call.ts";
import { optimistic } from "../../api/mutations.ts";
import { teamQuery } from "../../api/queries.ts";
import { TextBox } from "../../components/form.tsx";
import { toasts } from "../../components/toasts.ts";
import { phoneWords } from "../../components/words.ts";
import { cleanPhone, isPhone } from "./on-call-edits.ts";

type Team = z.output<typeof accountEndpoints.team.output>;

interface PhoneChange {
  readonly person: TeamMember;
  readonly phone: string | null;
}

function usePhoneChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ person, phone }: PhoneChange) =>
      call(accountEndpoints.updateMember, { params: { id: person.id }, body: { phone } }),
    ...optimistic(client, teamQuery.queryKey, (team: Team, { person, phone }: PhoneChange) => ({
      ...team,
      items: team.items.map((one) => (one.id === person.id ? { ...one, phone } : one)),
    })),
    onSuccess: (_answer, { person, phone }) =>
      toasts.add({
        variant: "success",
        title: phone === null ? `${person.name}’s number was removed.` : `${person.name}’s number was saved.`,
      }),
  });
}

export function MemberPhone({ person }: { person: TeamMember }) {
  const change = usePhoneChange();
  /** As it is written; null while no one is writing. */
  const [typed, setTyped] = useState<string | null>(null);
  const phone = typed === null ? person.phone : cleanPhone(typed);
  const save = (): void => {
    if (typed === null || !isPhone(phone)) return;
    setTyped(null);
    if (phone !== person.phone) change.mutate({ person, phone });
  };
  return (
    <span className="flex flex-col">
      <TextBox
        type="tel"
        aria-label={`${person.name}’s number`}
        aria-invalid={!isPhone(phone)}
        placeholder="Number"
        value={typed ?? (person.phone === null ? "" : phoneWords(person.phone))}
        onChange={setTyped}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === "Enter") save();
          if (event.key === "Escape") setTyped(null);
        }}
        className="h-8 w-40 tabular-nums aria-invalid:ring-2 aria-invalid:ring-kumo-danger"
      />
      {isPhone(phone) ? null : (
        <span role="alert" className="text-xs text-kumo-danger">
          Type the whole number.
        </span>
      )}
    </span>
  );
}
