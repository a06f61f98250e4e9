/** Who is asked when something urgent stays untaken, and when the team is left alone. Admins change it; members read the same sentences. */
import { useState } from "react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import type * as z from "zod";
import {
  onCallEndpoints,
  type Hours,
  type OnCall,
  type OnCallPerson,
  type TeamMember,
} from "../../../../src/protocol/index.ts";
import { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { onCallQuery, teamQuery } from "../../api/queries.ts";
import { CaretDownIcon, CaretUpIcon, XIcon } from "../../components/icons.ts";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { useMe } from "../../components/session.tsx";
import { ListSkeleton } from "../../components/skeleton.tsx";
import { toasts } from "../../components/toasts.ts";
import {
  cleanPhone,
  escalationSentence,
  isPhone,
  moved,
  withChange,
  withoutPerson,
  withPerson,
} from "./on-call-edits.ts";
import { Choice, NumberBox, Sentence, TimeBox } from "./policy-inputs.tsx";
import { Rows, Section } from "./section.tsx";

type Answer = z.output<typeof onCallEndpoints.get.output>;
const NIGHT: Hours = { from: "22:00", to: "07:00" };

export function OnCallSettings() {
  const { data, error, isPending, refetch } = useQuery(onCallQuery);
  const team = useQuery(teamQuery);
  const failure = error ?? team.error;
  if (failure && (!data || !team.data)) {
    return (
      <ErrorNotice
        error={failure}
        onRetry={() => {
          void refetch();
          void team.refetch();
        }}
      />
    );
  }
  if (isPending || !data || !team.data) return <ListSkeleton />;
  return <Editor current={data} team={team.data.items} />;
}

function same(left: OnCall, right: OnCall): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

function Editor({ current, team }: { current: Answer; team: readonly TeamMember[] }) {
  const client = useQueryClient();
  const admin = useMe().role === "admin";
  const [base, setBase] = useState(current);
  const [mine, setMine] = useState(current.onCall);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const dirty = !same(mine, base.onCall);
  const overtaken = current.version !== base.version;
  // Nothing of mine is at stake: simply show what is true now.
  if (overtaken && !dirty) {
    setBase(current);
    setMine(current.onCall);
  }
  const good = mine.people.every((person) => isPhone(person.phone));
  const nameOf = (userId: string): string =>
    team.find((person) => person.id === userId)?.name ?? "Somebody who left";

  async function save(): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      const saved = await call(onCallEndpoints.update, { body: { onCall: mine, version: base.version } });
      client.setQueryData(onCallQuery.queryKey, saved);
      setBase(saved);
      setMine(saved.onCall);
      toasts.add({ variant: "success", title: "On call saved." });
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) await client.invalidateQueries(onCallQuery);
      else setProblem(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      {admin ? null : <Notice>Only admins of your team can change these. This is what holds.</Notice>}
      <fieldset disabled={!admin} className="flex min-w-0 flex-col gap-6">
        <QuietHours onCall={mine} onChange={setMine} />
        <Section title="On call" lead={escalationSentence(mine, nameOf)}>
          <Rows>
            <Sentence note="Whoever takes it presses “I am on it” on the notification, or decides the approval. Every step stands in the audit.">
              The next person is asked after{" "}
              <NumberBox
                label="Minutes until the next person on call is asked"
                value={mine.escalateAfterMinutes}
                min={1}
                max={240}
                whole
                onChange={(escalateAfterMinutes) => setMine({ ...mine, escalateAfterMinutes })}
              />{" "}
              minutes.
            </Sentence>
            <Sentence note="Texts to your own people only. Without this rule they get a notification instead.">
              Texts to people on call{" "}
              <Choice
                label="Texts to people on call"
                value={mine.textsAllowed ? "yes" : "no"}
                options={[
                  ["no", "are not sent"],
                  ["yes", "go out without asking"],
                ]}
                onChange={(value) => setMine({ ...mine, textsAllowed: value === "yes" })}
              />
              .
            </Sentence>
          </Rows>
          <Order onCall={mine} team={team} nameOf={nameOf} onChange={setMine} />
        </Section>
      </fieldset>
      {problem === null ? null : <ErrorNotice error={problem} />}
      {overtaken && dirty ? (
        <Notice
          tone="warning"
          live
          title="Somebody changed this while you were at it."
          actions={
            <>
              <Button size="sm" className="touch" onClick={() => setBase(current)}>
                Keep mine
              </Button>
              <Button
                size="sm"
                className="touch"
                onClick={() => {
                  setBase(current);
                  setMine(current.onCall);
                }}
              >
                Take theirs
              </Button>
            </>
          }
        >
          Theirs: {escalationSentence(current.onCall, nameOf)} Nothing of yours is saved yet.
        </Notice>
      ) : null}
      {admin && dirty && !overtaken ? (
        <div className="sticky bottom-0 -mx-4 flex flex-wrap items-center gap-2 border-t border-kumo-line bg-kumo-base px-4 py-3">
          <p className="flex-1 text-sm text-kumo-subtle">
            {good ? "Changed, not saved." : "A phone number is not complete."}
          </p>
          <Button className="touch" onClick={() => setMine(base.onCall)}>
            Discard
          </Button>
          <Button
            variant="primary"
            className="touch"
            disabled={!good}
            loading={busy}
            onClick={() => void save()}
          >
            Save on call
          </Button>
        </div>
      ) : null}
    </>
  );
}

function QuietHours({ onCall, onChange }: { onCall: OnCall; onChange: (onCall: OnCall) => void }) {
  const zone = useMe().tenant.timeZone;
  const quiet = onCall.staffQuietHours;
  return (
    <Section
      title="Quiet hours of the team"
      lead={`In these hours only what is urgent rings. The rest waits silently under Notifications and rings when they end. Times are ${zone.replaceAll("_", " ")}.`}
    >
      <Rows>
        <Sentence note="Quiet hours for contacts, in which nothing is sent to them, stand in the policy.">
          The team has{" "}
          <Choice
            label="Quiet hours of the team"
            value={quiet ? "hours" : "none"}
            options={[
              ["none", "no quiet hours"],
              ["hours", "quiet hours"],
            ]}
            onChange={(kind) => onChange({ ...onCall, staffQuietHours: kind === "hours" ? NIGHT : null })}
          />
          {quiet ? (
            <HoursBoxes
              label="Quiet hours"
              hours={quiet}
              onChange={(staffQuietHours) => onChange({ ...onCall, staffQuietHours })}
            />
          ) : null}
          .
        </Sentence>
      </Rows>
    </Section>
  );
}

function HoursBoxes({
  label,
  hours,
  onChange,
}: {
  label: string;
  hours: Hours;
  onChange: (hours: Hours) => void;
}) {
  return (
    <>
      {" "}
      from{" "}
      <TimeBox
        label={`${label} begin`}
        value={hours.from}
        onChange={(from) => onChange({ ...hours, from })}
      />{" "}
      to <TimeBox label={`${label} end`} value={hours.to} onChange={(to) => onChange({ ...hours, to })} />
    </>
  );
}

function Order({
  onCall,
  team,
  nameOf,
  onChange,
}: {
  onCall: OnCall;
  team: readonly TeamMember[];
  nameOf: (userId: string) => string;
  onChange: (onCall: OnCall) => void;
}) {
  const free = team.filter((person) => !onCall.people.some((known) => known.userId === person.id));
  return (
    <div className="flex flex-col gap-2">
      {onCall.people.length > 0 ? (
        <ol aria-label="Order" className="overflow-hidden rounded-xl border border-kumo-line bg-kumo-base">
          {onCall.people.map((person, index) => (
            <li key={person.userId} className="border-b border-kumo-hairline px-4 py-2.5 last:border-b-0">
              <Person
                person={person}
                name={nameOf(person.userId)}
                place={index + 1}
                last={index === onCall.people.length - 1}
                textsAllowed={onCall.textsAllowed}
                onChange={(change) => onChange(withChange(onCall, person.userId, change))}
                onMove={(by) => onChange(moved(onCall, person.userId, by))}
                onRemove={() => onChange(withoutPerson(onCall, person.userId))}
              />
            </li>
          ))}
        </ol>
      ) : (
        <p className="text-kumo-subtle">Nobody yet. Choose who is asked first.</p>
      )}
      {free.length > 0 && onCall.people.length < 20 ? (
        <p>
          <select
            aria-label="Add somebody to the order"
            value=""
            onChange={(event) => event.target.value && onChange(withPerson(onCall, event.target.value))}
            className="touch h-9 max-w-full rounded-md bg-kumo-control px-2 ring ring-kumo-line focus:outline-2 focus:outline-kumo-brand"
          >
            <option value="">Add somebody…</option>
            {free.map((person) => (
              <option key={person.id} value={person.id}>
                {person.name}
              </option>
            ))}
          </select>
        </p>
      ) : null}
    </div>
  );
}

const SMALL = "touch grid size-8 place-items-center rounded-md hover:bg-kumo-tint disabled:opacity-40";

function Person({
  person,
  name,
  place,
  last,
  textsAllowed,
  onChange,
  onMove,
  onRemove,
}: {
  person: OnCallPerson;
  name: string;
  place: number;
  last: boolean;
  textsAllowed: boolean;
  onChange: (change: Partial<OnCallPerson>) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}) {
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <div className="leading-9">
          <span className="font-medium">
            {place}. {name}
          </span>
          , by{" "}
          <Choice
            label={`How ${name} is asked`}
            value={person.channel}
            options={[
              ["push", "notification"],
              ["sms", "text"],
            ]}
            onChange={(channel) => onChange({ channel })}
          />
          ,{" "}
          <Choice
            label={`When ${name} is on call`}
            value={person.hours ? "hours" : "always"}
            options={[
              ["always", "always"],
              ["hours", "at these hours:"],
            ]}
            onChange={(kind) => onChange({ hours: kind === "hours" ? NIGHT : null })}
          />
          {person.hours ? (
            <HoursBoxes
              label={`Hours of ${name}`}
              hours={person.hours}
              onChange={(hours) => onChange({ hours })}
            />
          ) : null}
        </div>
        {person.channel === "sms" ? (
          <PhoneBox name={name} phone={person.phone} onChange={(phone) => onChange({ phone })} />
        ) : null}
        {person.channel === "sms" && !textsAllowed ? (
          <p className="text-xs text-kumo-subtle">Gets a notification until texts are allowed above.</p>
        ) : null}
      </div>
      <div className="flex shrink-0">
        <button
          type="button"
          className={SMALL}
          disabled={place === 1}
          aria-label={`${name}: earlier`}
          onClick={() => onMove(-1)}
        >
          <CaretUpIcon aria-hidden className="size-4" />
        </button>
        <button
          type="button"
          className={SMALL}
          disabled={last}
          aria-label={`${name}: later`}
          onClick={() => onMove(1)}
        >
          <CaretDownIcon aria-hidden className="size-4" />
        </button>
        <button type="button" className={SMALL} aria-label={`Take ${name} off call`} onClick={onRemove}>
          <XIcon aria-hidden className="size-4" />
        </button>
      </div>
    </div>
  );
}

function PhoneBox({
  name,
  phone,
  onChange,
}: {
  name: string;
  phone: string | null;
  onChange: (phone: string | null) => void;
}) {
  const [text, setText] = useState(phone ?? "");
  const clean = cleanPhone(text);
  return (
    <label className="flex flex-wrap items-center gap-x-2 text-sm">
      <span className="text-kumo-subtle">Number, if the contacts know none:</span>
      <input
        type="tel"
        aria-label={`Number of ${name}`}
        aria-invalid={!isPhone(clean)}
        value={text}
        placeholder="+1 412 555 0142"
        onChange={(event) => {
          setText(event.target.value);
          onChange(cleanPhone(event.target.value));
        }}
        onBlur={() => setText(clean ?? "")}
        className="touch h-8 w-44 rounded-md bg-kumo-control px-2 tabular-nums ring ring-kumo-line focus:outline-2 focus:outline-kumo-brand aria-invalid:ring-2 aria-invalid:ring-kumo-danger"
      />
    </label>
  );
}
