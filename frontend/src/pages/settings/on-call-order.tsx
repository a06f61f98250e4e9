/** Who is asked in which order, how and at which hours. */
import { useState } from "react";
import type { OnCall, OnCallPerson, TeamMember } from "../../../../src/protocol/index.ts";
import { CaretDownIcon, CaretUpIcon, XIcon } from "../../components/icons.ts";
import { HoursBoxes, NIGHT } from "./hours-boxes.tsx";
import { cleanPhone, isPhone, moved, withChange, withoutPerson, withPerson } from "./on-call-edits.ts";
import { Choice } from "./policy-inputs.tsx";

export function Order({
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
  /** As it is written; null while nobody is writing. */
  const [text, setText] = useState<string | null>(null);
  return (
    <label className="flex flex-wrap items-center gap-x-2 pt-1 text-sm">
      <span className="text-kumo-subtle">Number, if the contacts know none:</span>
      <input
        type="tel"
        aria-label={`Number of ${name}`}
        aria-invalid={!isPhone(phone)}
        value={text ?? phone ?? ""}
        placeholder="+1 412 555 0142"
        onChange={(event) => {
          setText(event.target.value);
          onChange(cleanPhone(event.target.value));
        }}
        onBlur={() => setText(null)}
        className="touch h-8 w-44 rounded-md bg-kumo-control px-2 tabular-nums ring ring-kumo-line focus:outline-2 focus:outline-kumo-brand aria-invalid:ring-2 aria-invalid:ring-kumo-danger"
      />
    </label>
  );
}
