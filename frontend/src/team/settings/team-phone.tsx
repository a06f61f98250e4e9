/** Members' own numbers: set by admins, saved on leaving the box, and verified by their owner. */
import { useState } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type * as z from "zod";
import { teamEndpoints } from "../../../../src/team/api/team.ts";
import { type TeamMember } from "../../../../src/platform/api/members.ts";
import { call } from "../../api/call.ts";
import { optimistic } from "../../api/mutations.ts";
import { teamQuery } from "../../api/queries.ts";
import { TextBox } from "../../components/form.tsx";
import { toasts } from "../../components/toasts.ts";
import { phoneWords } from "../../components/words.ts";
import { CheckIcon } from "../../components/icons.ts";
import { useMe } from "../../components/session.tsx";
import { Time } from "../../components/time.tsx";
import { cleanPhone, isPhone } from "../../notifications/settings/on-call-edits.ts";
import { VerifyPhone } from "./verify-phone.tsx";

type Team = z.output<typeof teamEndpoints.team.output>;

interface PhoneChange {
  readonly person: TeamMember;
  readonly phone: string | null;
}

function usePhoneChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ person, phone }: PhoneChange) =>
      call(teamEndpoints.updateMember, { params: { id: person.id }, body: { phone } }),
    ...optimistic(client, teamQuery.queryKey, (team: Team, { person, phone }: PhoneChange) => ({
      ...team,
      items: team.items.map((one) => (one.id === person.id ? { ...one, phone, phoneVerifiedAt: null } : one)),
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
  /** The text while typing; null otherwise. */
  const [typed, setTyped] = useState<string | null>(null);
  const phone = typed === null ? person.phone : cleanPhone(typed);
  const save = (): void => {
    if (typed === null || !isPhone(phone)) return;
    setTyped(null);
    if (phone !== person.phone) change.mutate({ person, phone });
  };
  return (
    <span className="flex w-46 flex-col">
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
      {isPhone(phone) && typed === null ? <PhoneState person={person} /> : null}
    </span>
  );
}

/** A member's own number. */
export function OwnPhone({ person }: { person: TeamMember }) {
  return (
    <span className="flex flex-col text-sm">
      {person.phone === null ? null : <span className="tabular-nums">{phoneWords(person.phone)}</span>}
      <PhoneState person={person} />
    </span>
  );
}

/** Whether a number is verified and, for its owner, the button to verify it. */
function PhoneState({ person }: { person: TeamMember }) {
  const mine = useMe().user.id === person.id;
  const [open, setOpen] = useState(false);
  if (person.phone === null && !mine) return null;
  return (
    <span className="flex min-h-6 flex-wrap items-center gap-x-2 text-xs">
      {person.phone === null ? null : person.phoneVerifiedAt === null ? (
        <span className="text-kumo-subtle">Not verified</span>
      ) : (
        <span className="inline-flex items-center gap-1 text-kumo-success">
          <CheckIcon aria-hidden /> Verified <Time at={person.phoneVerifiedAt} />
        </span>
      )}
      {mine ? (
        <button
          type="button"
          className="touch inline-flex items-center font-medium text-kumo-link hover:underline"
          onClick={() => setOpen(true)}
        >
          {actWords(person)}
        </button>
      ) : null}
      {mine ? <VerifyPhone person={person} open={open} onClose={() => setOpen(false)} /> : null}
    </span>
  );
}

function actWords({ phone, phoneVerifiedAt }: TeamMember): string {
  if (phone === null) return "Verify your number…";
  return phoneVerifiedAt === null ? "Verify…" : "Change…";
}
