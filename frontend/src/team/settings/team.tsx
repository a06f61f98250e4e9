import { useState } from "react";
import { useMutation, useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import type * as z from "zod";
import { teamEndpoints } from "../../../../src/team/api/team.ts";
import { type Role, type TeamMember } from "../../../../src/platform/api/members.ts";
import { announceSessionOver, call } from "../../api/call.ts";
import { optimistic } from "../../api/mutations.ts";
import { meQuery, teamQuery } from "../../api/queries.ts";
import { Confirm } from "../../components/confirm.tsx";
import { Choice } from "../../components/form.tsx";
import { useMe } from "../../components/session.tsx";
import { Time } from "../../components/time.tsx";
import { toasts } from "../../components/toasts.ts";
import { RowItem, Rows, Section } from "../../components/settings/section.tsx";
import { Invites } from "./team-invites.tsx";
import { Joining } from "./team-joining.tsx";
import { MemberPhone, OwnPhone } from "./team-phone.tsx";
import { NotLoaded } from "../../components/not-loaded.tsx";

type Team = z.output<typeof teamEndpoints.team.output>;

interface RoleChange {
  readonly person: TeamMember;
  readonly role: Role;
}

function useRoleChange() {
  const client = useQueryClient();
  const me = useMe().user.id;
  return useMutation({
    mutationFn: ({ person, role }: RoleChange) =>
      call(teamEndpoints.updateMember, { params: { id: person.id }, body: { role } }),
    ...optimistic(client, teamQuery.queryKey, (team: Team, { person, role }: RoleChange) => ({
      ...team,
      items: team.items.map((one) => (one.id === person.id ? { ...one, role } : one)),
    })),
    onSuccess: (_answer, { person, role }) => {
      toasts.add({
        variant: "success",
        title: `${person.name} is now ${role === "admin" ? "an admin" : "a member"}.`,
      });
      return person.id === me ? client.invalidateQueries(meQuery) : undefined;
    },
  });
}

/** Removing a member ends all their sessions, so it is not optimistic. */
function useRemoval(onDone: () => void) {
  const client = useQueryClient();
  const me = useMe().user.id;
  return useMutation({
    mutationFn: (person: TeamMember) => call(teamEndpoints.removeMember, { params: { id: person.id } }),
    onSuccess: (_answer, person) => {
      if (person.id === me) return announceSessionOver();
      onDone();
      toasts.add({ variant: "success", title: `${person.name} was removed.` });
    },
    onSettled: () => client.invalidateQueries(teamQuery),
  });
}

export default function TeamSettings() {
  const me = useMe();
  const query = useQuery(teamQuery);
  const { data } = query;
  const [leaving, setLeaving] = useState<TeamMember | null>(null);
  const role = useRoleChange();
  const removal = useRemoval(() => setLeaving(null));
  const admin = me.role === "admin";
  const admins = (data?.items ?? []).filter((person) => person.role === "admin").length;
  return (
    <>
      <Section
        title={me.tenant.name}
        lead={`Everyone here sees every conversation and can decide every approval; the audit log shows who did. ${
          admin
            ? "Admins can also change settings. Colleagues need a verified number before Steward treats their texts as internal."
            : "Only admins can change settings."
        }`}
      >
        {data === undefined ? (
          <NotLoaded query={query} rows={3} />
        ) : (
          <Rows>
            {data.items.map((person) => (
              <RowItem key={person.id}>
                <span className="min-w-0 flex-1 basis-48">
                  <Name person={person} me={person.id === me.user.id} />
                  {person.id === me.user.id && !admin ? <OwnPhone person={person} /> : null}
                </span>
                <MemberControls
                  person={person}
                  admin={admin}
                  lastAdmin={person.role === "admin" && admins === 1}
                  onRole={(next) => role.mutate({ person, role: next })}
                  onRemove={() => setLeaving(person)}
                />
              </RowItem>
            ))}
          </Rows>
        )}
        <Removal
          person={leaving}
          busy={removal.isPending}
          onClose={() => setLeaving(null)}
          onConfirm={(person) => removal.mutate(person)}
        />
      </Section>
      {admin ? (
        <>
          <Joining />
          <Invites />
        </>
      ) : null}
    </>
  );
}

function Name({ person, me }: { person: TeamMember; me: boolean }) {
  return (
    <span className="block wrap-anywhere">
      <span className="font-medium">{person.name}</span>
      {me ? " (you)" : ""}
      <span className="block text-xs text-kumo-subtle">
        {person.email} ·{" "}
        {person.lastSeenAt ? (
          <>
            last seen <Time at={person.lastSeenAt} />
          </>
        ) : (
          "never signed in"
        )}
      </span>
    </span>
  );
}

function Removal({
  person,
  busy,
  onClose,
  onConfirm,
}: {
  person: TeamMember | null;
  busy: boolean;
  onClose: () => void;
  onConfirm: (person: TeamMember) => void;
}) {
  const isMe = person?.id === useMe().user.id;
  return (
    <Confirm
      open={person !== null}
      title={isMe ? "Leave the team?" : `Remove ${person?.name ?? ""}?`}
      act={isMe ? "Leave the team" : "Remove from the team"}
      busy={busy}
      onClose={onClose}
      onConfirm={() => person && onConfirm(person)}
    >
      <p>
        {isMe ? "You’ll be" : `${person?.name ?? "They"} will be`} signed out everywhere right away.
        Everything {isMe ? "you" : "they"} wrote and decided is kept.
      </p>
    </Confirm>
  );
}

/** As wide for everyone, so that numbers stand below one another. */
const CONTROLS = "sm:w-46";

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
  if (!admin) return <span className="text-sm">{person.role === "admin" ? "Admin" : "Member"}</span>;
  if (lastAdmin)
    return (
      <span className="flex flex-wrap items-center gap-2">
        <MemberPhone person={person} />
        <span className={`text-sm text-kumo-subtle ${CONTROLS}`}>Only admin; can’t be removed</span>
      </span>
    );
  return (
    <span className="flex flex-wrap items-center gap-2">
      <MemberPhone person={person} />
      <span className={`flex items-center gap-2 ${CONTROLS}`}>
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
    </span>
  );
}

/** @public Called by the router. */
export function warm(client: QueryClient): void {
  void client.prefetchQuery(teamQuery);
}
