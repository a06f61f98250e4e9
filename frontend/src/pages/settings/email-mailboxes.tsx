/** Which mailboxes and calendars are watched, and on whose behalf Steward acts. Only those on the connection's list can be chosen. */
import { useState } from "react";
import { Button } from "@cloudflare/kumo/components/button";
import type * as z from "zod";
import { mailEndpoints, type MailSettings, type MailState } from "../../../../src/protocol/index.ts";
import { call } from "../../api/call.ts";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { Choice, Sentence } from "./policy-inputs.tsx";
import { RowItem, Rows, Section } from "./section.tsx";

interface Props {
  readonly connection: NonNullable<MailState["connection"]>;
  readonly settings: MailSettings;
  readonly onChange: (settings: MailSettings) => void;
}

type Tested = z.output<typeof mailEndpoints.test.output>["mailboxes"];

/** A list with an address put in or taken out. */
function toggled(list: readonly string[], address: string): string[] {
  return list.includes(address) ? list.filter((one) => one !== address) : [...list, address];
}

export function Mailboxes({ connection, settings, onChange }: Props) {
  const [tested, setTested] = useState<Tested | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);

  async function test(): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      setTested((await call(mailEndpoints.test, {})).mailboxes);
    } catch (failure) {
      setProblem(failure);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Section
      title="Mailboxes and calendars"
      lead={`${connection.label}, by the service account ${connection.serviceAccount || "(not readable)"}. It may act for these people and nobody else; the list is set where the connection is made.`}
    >
      <Rows>
        {connection.mailboxes.map(({ address, name }) => {
          const answer = tested?.find((one) => one.address === address);
          return (
            <RowItem key={address}>
              <div className="min-w-0 flex-1 basis-48">
                <p className="font-medium wrap-anywhere">{name}</p>
                <p className="text-sm text-kumo-subtle wrap-anywhere">{address}</p>
                {answer ? (
                  <p
                    role="status"
                    className={`text-sm ${answer.ok ? "text-kumo-success" : "text-kumo-danger"}`}
                  >
                    {answer.ok ? "Answers." : answer.problem}
                  </p>
                ) : null}
              </div>
              <Tick
                label="Watch e-mail"
                spoken={`Watch the e-mail of ${name}`}
                checked={settings.watched.includes(address)}
                onChange={() => onChange({ ...settings, watched: toggled(settings.watched, address) })}
              />
              <Tick
                label="Look into calendar"
                spoken={`Look into the calendar of ${name}`}
                checked={settings.calendars.includes(address)}
                onChange={() => onChange({ ...settings, calendars: toggled(settings.calendars, address) })}
              />
            </RowItem>
          );
        })}
      </Rows>
      {settings.watched.length === 0 ? (
        <Notice tone="warning">No mailbox is watched: no e-mail starts anything.</Notice>
      ) : null}
      {problem === null ? null : <ErrorNotice error={problem} />}
      <p>
        <Button className="touch" loading={busy} onClick={() => void test()}>
          Test the connection
        </Button>
      </p>
    </Section>
  );
}

function Tick({
  label,
  spoken,
  checked,
  onChange,
}: {
  label: string;
  spoken: string;
  checked: boolean;
  onChange: () => void;
}) {
  return (
    <label className="touch flex items-center gap-2 text-sm">
      <input
        type="checkbox"
        aria-label={spoken}
        className="size-5 accent-kumo-brand"
        checked={checked}
        onChange={onChange}
      />
      {label}
    </label>
  );
}

export function Acting({ connection, settings, onChange }: Props) {
  const { actAs } = settings;
  const people = connection.mailboxes.map(({ address, name }) => [address, `${name} (${address})`] as const);
  return (
    <Section
      title="On whose behalf Steward acts"
      lead="An answer always leaves from the mailbox the e-mail came to."
    >
      <Rows>
        <Sentence note="“The one who asks” is their own mailbox where it is on the list, else the one for background work.">
          Asked in chat, it searches, writes and looks into calendars as{" "}
          <Choice
            label="Acts in chat as"
            value={actAs.chat}
            options={[["own", "the one who asks"], ...people]}
            onChange={(chat) => onChange({ ...settings, actAs: { ...actAs, chat } })}
          />
          .
        </Sentence>
        <Sentence>
          In work nobody asked for, as{" "}
          <Choice
            label="Acts in the background as"
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
