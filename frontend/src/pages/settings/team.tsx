import { useState } from "react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import { accountEndpoints, type Role, type TeamMember } from "../../../../src/protocol/index.ts";
import { announceSessionOver, call } from "../../api/call.ts";
import { meQuery, teamQuery } from "../../api/queries.ts";
import { Confirm } from "../../components/confirm.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { useMe } from "../../components/session.tsx";
import { ListSkeleton } from "../../components/skeleton.tsx";
import { Time } from "../../components/time.tsx";
import { toastError, toasts } from "../../components/toasts.ts";
import { Choice } from "./policy-inputs.tsx";
import { RowItem, Rows, Section } from "./section.tsx";

export default function TeamSettings() {
  const client = useQueryClient();
  const me = useMe();
  const { data, error, isPending, refetch } = useQuery(teamQuery);
  const [removing, setRemoving] = useState<TeamMember | null>(null);
  const [busy, setBusy] = useState(false);
  const admin = me.role === "admin";
  const admins = (data?.items ?? []).filter((person) => person.role === "admin").length;

  async function changeRole(person: TeamMember, role: Role): Promise<void> {
    try {
      await call(accountEndpoints.updateMember, { params: { id: person.id }, body: { role } });
      toasts.add({
        variant: "success",
        title: `${person.name} is now ${role === "admin" ? "an admin" : "a member"}.`,
      });
      if (person.id === me.user.id) await client.invalidateQueries(meQuery);
    } catch (failure) {
      toastError(failure);
    } finally {
      await client.invalidateQueries(teamQuery);
    }
  }

  async function remove(person: TeamMember): Promise<void> {
    setBusy(true);
    try {
      await call(accountEndpoints.removeMember, { params: { id: person.id } });
      if (person.id === me.user.id) return announceSessionOver();
      setRemoving(null);
      toasts.add({ variant: "success", title: `${person.name} was removed.` });
    } catch (failure) {
      toastError(failure);
    } finally {
      setBusy(false);
      await client.invalidateQueries(teamQuery);
    }
  }

  return (
    <Section
      title={me.tenant.name}
      lead={`Everybody here sees every conversation and may decide every approval; the audit says who did. ${
        admin
          ? "Admins also change the settings."
          : "Admins also change the settings; ask one to change this."
      }`}
    >
      {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? <ListSkeleton rows={3} /> : null}
      {data ? (
        <Rows>
          {data.items.map((person) => (
            <RowItem key={person.id}>
              <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
                <span className="font-medium">{person.name}</span>
                {person.id === me.user.id ? " (you)" : ""}
                <span className="block text-xs text-kumo-subtle">
                  {person.email} · {person.lastSeenAt ? <Seen at={person.lastSeenAt} /> : "never seen"}
                </span>
              </span>
              <MemberControls
                person={person}
                admin={admin}
                lastAdmin={person.role === "admin" && admins === 1}
                onRole={(role) => void changeRole(person, role)}
                onRemove={() => setRemoving(person)}
              />
            </RowItem>
          ))}
        </Rows>
      ) : null}
      <Confirm
        open={removing !== null}
        title={removing?.id === me.user.id ? "Leave the team?" : `Remove ${removing?.name ?? ""}?`}
        act={removing?.id === me.user.id ? "Leave the team" : "Remove from the team"}
        busy={busy}
        onClose={() => setRemoving(null)}
        onConfirm={() => removing && void remove(removing)}
      >
        <p>
          Every session of {removing?.id === me.user.id ? "yours" : (removing?.name ?? "this person")} ends at
          once, on all devices. What was written and decided stays, with the name.
        </p>
      </Confirm>
    </Section>
  );
}

function Seen({ at }: { at: string }) {
  return (
    <>
      seen <Time at={at} />
    </>
  );
}

function MemberControls({
  person,
  admin,
  lastAdmin,
  onRole,
  onRemove,
}: {
  person: TeamMember;
  admin: boolean;
  lastAdmin: boolean;
  onRole: (role: Role) => void;
  onRemove: () => void;
}) {
  const word = person.role === "admin" ? "Admin" : "Member";
  if (!admin) return <span className="text-sm">{word}</span>;
  if (lastAdmin) return <span className="text-sm text-kumo-subtle">Admin, the only one: stays</span>;
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Choice<Role>
        label={`Role of ${person.name}`}
        value={person.role}
        options={[
          ["admin", "Admin"],
          ["member", "Member"],
        ]}
        onChange={onRole}
      />
      <Button size="sm" className="touch" aria-label={`Remove ${person.name}`} onClick={onRemove}>
        Remove
      </Button>
    </span>
  );
}
