/** Invites by address, mailed if this deployment can, or by a link for anyone who has it. */
import { useState } from "react";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, LinkButton } from "@cloudflare/kumo/components/button";
import type * as z from "zod";
import { inviteEndpoints } from "../../../../src/team/api/invites.ts";
import { type Invite } from "../../../../src/platform/api/members.ts";
import { type Role } from "../../../../src/platform/api/members.ts";
import { call } from "../../api/call.ts";
import { optimistic } from "../../api/mutations.ts";
import { CopyButton } from "../../components/copy-button.tsx";
import { Choice, TextBox } from "../../components/form.tsx";
import { useMe } from "../../components/session.tsx";
import { Time } from "../../components/time.tsx";
import { RowItem, Rows, Section } from "../../components/settings/section.tsx";
import { NotLoaded } from "../../components/not-loaded.tsx";

type Open = z.output<typeof inviteEndpoints.invites.output>;

const invitesQuery = queryOptions({
  queryKey: ["invites"],
  queryFn: ({ signal }) => call(inviteEndpoints.invites, { signal }),
});

const ROLES = [
  ["member", "Member"],
  ["admin", "Admin"],
] as const satisfies readonly (readonly [Role, string])[];

export function Invites() {
  const client = useQueryClient();
  const [role, setRole] = useState<Role>("member");
  const [email, setEmail] = useState("");
  const query = useQuery(invitesQuery);
  const { data } = query;
  const isMailed = data?.mails === true && email.trim() !== "";
  const making = useMutation({
    mutationFn: () =>
      call(inviteEndpoints.createInvite, {
        body: { role, ...(email.trim() === "" ? {} : { email: email.trim() }) },
      }),
    onSuccess: ({ mailed }) => {
      if (mailed) setEmail("");
      return client.invalidateQueries(invitesQuery);
    },
  });
  const revoking = useMutation({
    mutationFn: (invite: Invite) => call(inviteEndpoints.revokeInvite, { params: { id: invite.id } }),
    ...optimistic(client, invitesQuery.queryKey, (open: Open, { id }: Invite) => ({
      ...open,
      items: open.items.filter((one) => one.id !== id),
    })),
    onSuccess: (_done, { id }) => {
      if (making.data?.id === id) making.reset();
    },
  });
  return (
    <Section
      title="Invite someone"
      lead={
        data?.mails === false
          ? "A link lets one person join with the role you choose. It works once and expires after seven days. With an address, only that person can use it. This deployment can’t send e-mail, so copy the link and send it yourself."
          : "We e-mail the invite to the address you enter. Without an address, you get a link for one person to copy. Either works once and expires after seven days."
      }
    >
      <form
        className="flex flex-wrap items-center gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          making.mutate();
        }}
      >
        <TextBox
          aria-label="Address of the person you invite"
          type="email"
          placeholder="name@company.com (optional)"
          value={email}
          onChange={setEmail}
          className="w-64"
        />
        <Choice<Role> label="Role of the person you invite" value={role} options={ROLES} onChange={setRole} />
        <Button
          variant={making.data ? "secondary" : "primary"}
          className="touch"
          type="submit"
          loading={making.isPending}
        >
          {isMailed ? "Send invite" : making.data ? "Create another link" : "Create invite link"}
        </Button>
      </form>
      {making.data ? <NewLink invite={making.data} mails={data?.mails === true} /> : null}
      {data ? null : <NotLoaded query={query} rows={1} />}
      {data && data.items.length > 0 ? (
        <Rows>
          {data.items.map((invite) => (
            <RowItem key={invite.id}>
              <span className="min-w-0 flex-1 basis-48">
                {invite.email === null ? "Link for " : `${invite.email}, as `}
                {invite.role === "admin" ? "an admin" : "a member"}
                <span className="block text-xs text-kumo-subtle">
                  Created by {invite.createdBy} <Time at={invite.createdAt} /> · expires{" "}
                  <Time at={invite.expiresAt} as="upcoming" />
                </span>
              </span>
              <Button size="sm" className="touch" onClick={() => revoking.mutate(invite)}>
                Revoke
              </Button>
            </RowItem>
          ))}
        </Rows>
      ) : null}
    </Section>
  );
}

function NewLink({
  invite: { url, email, mailed },
  mails,
}: {
  invite: z.output<typeof inviteEndpoints.createInvite.output>;
  mails: boolean;
}) {
  const team = useMe().tenant.name;
  const [subject, body] = [
    `Join ${team} on Steward`,
    `Open this link and sign in with this address. It works once, for seven days.\n\n${url}`,
  ];
  return (
    <div className="sheet flex flex-col gap-2 p-4">
      <p role="status" className="font-medium">
        {mailed
          ? `Invite sent to ${email ?? ""}. `
          : mails && email !== null
            ? "The e-mail couldn’t be sent. "
            : ""}
        <span className={mailed ? "font-normal text-kumo-subtle" : ""}>
          {mailed
            ? "You can also copy the link now; you won’t see it again."
            : "Copy the link now. You won’t see it again."}
        </span>
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 flex-1 basis-60">
          <TextBox
            aria-label="Invite link"
            readOnly
            value={url}
            onChange={() => undefined}
            onFocus={(event) => event.target.select()}
            className="w-full font-mono text-xs"
          />
        </div>
        <CopyButton value={url} label="Copy invite link" />
        {email === null || mailed ? null : (
          <LinkButton
            href={`mailto:${email}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`}
            className="touch"
          >
            E-mail it
          </LinkButton>
        )}
      </div>
    </div>
  );
}
