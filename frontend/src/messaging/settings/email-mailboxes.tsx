/** The watched mailboxes and calendars, and the person Steward acts as. Limited to the connection's list. */
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import type * as z from "zod";
import { mailEndpoints, type MailSettings, type MailState } from "../../../../src/messaging/api/mail.ts";
import { call } from "../../api/call.ts";
import { ERROR_SHOWN_HERE } from "../../api/mutations.ts";
import { Choice, Tick, useLocked } from "../../components/form.tsx";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { Sentence } from "../../approvals/settings/policy-inputs.tsx";
import { RowItem, Rows, Section } from "../../components/settings/section.tsx";

interface Props {
  readonly connection: NonNullable<MailState["connection"]>;
  readonly settings: MailSettings;
  readonly onChange: (settings: MailSettings) => void;
}

type Tested = z.output<typeof mailEndpoints.test.output>["mailboxes"];

/** A list with an address added or removed. */
function toggled(list: readonly string[], address: string): string[] {
  return list.includes(address) ? list.filter((one) => one !== address) : [...list, address];
}

export function Mailboxes({ connection, settings, onChange }: Props) {
  const locked = useLocked();
  const testing = useMutation({
    mutationFn: async () => (await call(mailEndpoints.test, {})).mailboxes,
    meta: ERROR_SHOWN_HERE,
  });
  return (
    <Section title="Mailboxes and calendars" lead={throughWhat(connection)}>
      <Rows>
        {connection.mailboxes.map(({ address, name }) => (
          <RowItem key={address}>
            <div className="min-w-0 flex-1 basis-48">
              <p className="font-medium wrap-anywhere">{name}</p>
              <p className="text-sm text-kumo-subtle wrap-anywhere">{address}</p>
              <Answer answer={testing.data?.find((one) => one.address === address)} />
            </div>
            <Tick
              label="Watch e-mail"
              spoken={`Watch ${name}’s e-mail`}
              checked={settings.watched.includes(address)}
              onChange={() => onChange({ ...settings, watched: toggled(settings.watched, address) })}
            />
            <Tick
              label="Read calendar"
              spoken={`Read ${name}’s calendar`}
              checked={settings.calendars.includes(address)}
              onChange={() => onChange({ ...settings, calendars: toggled(settings.calendars, address) })}
            />
          </RowItem>
        ))}
      </Rows>
      {connection.lacks.length === 0 ? null : (
        <Notice>
          Not allowed yet: {connection.lacks.join(", ")}. An admin allows it under{" "}
          <Link to="/settings/connections" className="link">
            Connections
          </Link>
          .
        </Notice>
      )}
      {settings.watched.length === 0 ? (
        <Notice tone="warning">No mailbox is watched, so e-mail won’t start anything.</Notice>
      ) : null}
      {testing.error ? <ErrorNotice error={testing.error} /> : null}
      <p>
        <Button
          className="touch"
          disabled={locked}
          loading={testing.isPending}
          onClick={() => testing.mutate()}
        >
          Test connection
        </Button>
      </p>
    </Section>
  );
}

function throughWhat({ label, serviceAccount, mailboxes }: Props["connection"]): string {
  const isListed = "It can act only for the people listed here; the list is part of the connection.";
  if (serviceAccount !== null)
    return `${label}, through the service account ${serviceAccount || "(unreadable)"}. ${isListed}`;
  return `${label}, as ${mailboxes[0]?.address ?? "one person"} signed in. Set what Steward may do there under Settings → Connections.`;
}

function Answer({ answer }: { answer: Tested[number] | undefined }) {
  if (!answer) return null;
  return (
    <p role="status" className={`text-sm ${answer.ok ? "text-kumo-success" : "text-kumo-danger"}`}>
      {answer.ok ? "Connected" : answer.problem}
    </p>
  );
}

export function Colleagues({ connection, settings, onChange }: Props) {
  const { answersAt } = settings;
  return (
    <Section
      title="E-mail to Steward"
      lead="Colleagues can write to Steward from the address they sign in with. It replies to them without asking; anything it drafts for others still needs approval."
    >
      <Rows>
        <Sentence note="Best is a mailbox just for Steward, such as steward@yourcompany.com. It’s watched like the others, so an answer takes until the next check.">
          Colleagues write to{" "}
          <Choice
            label="Mailbox in which colleagues write to Steward"
            value={answersAt ?? "none"}
            options={[
              ["none", "no mailbox"],
              ...connection.mailboxes.map(({ address }) => [address, address] as const),
            ]}
            onChange={(value) =>
              onChange({
                ...settings,
                answersAt: value === "none" ? null : value,
                watched: value === "none" ? settings.watched : [...new Set([...settings.watched, value])],
              })
            }
          />
          .
        </Sentence>
      </Rows>
    </Section>
  );
}

export function Acting({ connection, settings, onChange }: Props) {
  const { actAs } = settings;
  const people = connection.mailboxes.map(({ address, name }) => [address, `${name} (${address})`] as const);
  return (
    <Section title="Act as" lead="Replies always come from the mailbox that got the e-mail.">
      <Rows>
        <Sentence note="If that person’s mailbox isn’t listed, Steward uses the one for background work.">
          In chats, Steward searches, writes, and reads calendars as{" "}
          <Choice
            label="In chats, act as"
            value={actAs.chat}
            options={[["own", "the person who asks"], ...people]}
            onChange={(chat) => onChange({ ...settings, actAs: { ...actAs, chat } })}
          />
          .
        </Sentence>
        <Sentence>
          In background work, it acts as{" "}
          <Choice
            label="In the background, act as"
            value={actAs.background}
            options={people}
            onChange={(background) => onChange({ ...settings, actAs: { ...actAs, background } })}
          />
          .
        </Sentence>
      </Rows>
    </Section>
  );
}
