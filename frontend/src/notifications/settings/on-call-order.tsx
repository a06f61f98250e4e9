/** The order, channels and hours of on-call notifications. */
import { useState } from "react";
import type { OnCall, OnCallPerson } from "../../../../src/notifications/api/on-call.ts";
import type { TeamMember } from "../../../../src/platform/api/members.ts";
import { Choice, TextBox, useLocked } from "../../components/form.tsx";
import { HoursBoxes, NIGHT } from "../../components/settings/hours-boxes.tsx";
import { cleanPhone, isPhone, withChange, withoutPerson, withPerson } from "./on-call-edits.ts";
import { OrderButtons } from "../../components/order-buttons.tsx";
import { moveItem } from "../../components/move-item.ts";

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
        <ol aria-label="Order" className="sheet overflow-hidden">
          {onCall.people.map((person, index) => (
            <li key={person.userId} className="border-b border-kumo-hairline px-4 py-2.5 last:border-b-0">
              <Person
                person={person}
                name={nameOf(person.userId)}
                place={index + 1}
                last={index === onCall.people.length - 1}
                textsAllowed={onCall.textsAllowed}
                onChange={(change) => onChange(withChange(onCall, person.userId, change))}
                onMove={(by) => onChange({ ...onCall, people: moveItem(onCall.people, index, by) })}
                onRemove={() => onChange(withoutPerson(onCall, person.userId))}
              />
            </li>
          ))}
        </ol>
      ) : (
        <p className="text-kumo-subtle">No one yet. Choose who’s first.</p>
      )}
      {free.length > 0 && onCall.people.length < 20 ? (
        <div>
          <Choice
            label="Add someone to the order"
            value={null}
            placeholder="Add someone…"
            options={free.map((person) => [person.id, person.name] as const)}
            onChange={(userId) => onChange(withPerson(onCall, userId))}
          />
        </div>
      ) : null}
    </div>
  );
}

interface PersonProps {
  readonly person: OnCallPerson;
  readonly name: string;
  readonly place: number;
  readonly last: boolean;
  readonly textsAllowed: boolean;
  readonly onChange: (change: Partial<OnCallPerson>) => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

function Person(props: PersonProps) {
  const { person, name, place, textsAllowed, onChange } = props;
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <div className="leading-9">
          <span className="font-medium">
            {place}. {name}
          </span>
          , by{" "}
          <Choice
            label={`How ${name} is notified`}
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
              ["hours", "during these hours:"],
            ]}
            onChange={(kind) => onChange({ hours: kind === "hours" ? NIGHT : null })}
          />
          {person.hours ? (
            <HoursBoxes
              label={`${name}’s hours`}
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
      <Buttons {...props} />
    </div>
  );
}

function Buttons({ name, place, last, onMove, onRemove }: PersonProps) {
  return useLocked() ? null : (
    <OrderButtons
      name={name}
      isFirst={place === 1}
      isLast={last}
      remove={`Take ${name} off call`}
      onMove={onMove}
      onRemove={onRemove}
    />
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
  /** The text while typing; null otherwise. */
  const [text, setText] = useState<string | null>(null);
  return (
    <div className="flex flex-wrap items-center gap-x-2 pt-1 text-sm">
      <span className="text-kumo-subtle">Number, if none is set under Team:</span>
      <TextBox
        type="tel"
        aria-label={`${name}’s number`}
        aria-invalid={!isPhone(phone)}
        value={text ?? phone ?? ""}
        placeholder="+1 412 555 0142"
        onChange={(typed) => {
          setText(typed);
          onChange(cleanPhone(typed));
        }}
        onBlur={() => setText(null)}
        className="h-8 w-44 tabular-nums aria-invalid:ring-2 aria-invalid:ring-kumo-danger"
      />
    </div>
  );
}
