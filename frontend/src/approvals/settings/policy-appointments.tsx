/** The part of the policy on appointments: when Steward offers them. */
import { useState } from "react";
import type { AppointmentHours, Policy } from "../../../../src/team/api/policy.ts";
import { TextArea, Tick } from "../../components/form.tsx";
import { HoursBoxes } from "../../components/settings/hours-boxes.tsx";
import { Sentence } from "./policy-inputs.tsx";
import { Days } from "./policy-rule-parts.tsx";
import { Rows, Section } from "../../components/settings/section.tsx";
import { daysIn } from "../../components/settings/words-list.ts";

export function Appointments({ policy, onChange }: { policy: Policy; onChange: (policy: Policy) => void }) {
  const { appointments } = policy;
  const { hours, days, usHolidays, closedOn } = appointments;
  const set = (change: Partial<AppointmentHours>): void =>
    onChange({ ...policy, appointments: { ...appointments, ...change } });
  const isBackwards = hours.to <= hours.from;
  return (
    <Section title="Appointments" lead="When Steward offers showings and visits, if a calendar is free.">
      <Rows>
        <Sentence>
          Offer appointments
          <HoursBoxes label="Appointments" hours={hours} onChange={(next) => set({ hours: next })} />
          <Days
            label="Appointments"
            value={days}
            onChange={(next) => set({ days: next.toSorted((left, right) => left - right) })}
          />
          {isBackwards ? (
            <p role="alert" className="text-sm text-kumo-danger">
              The end is before the start, so no times are offered.
            </p>
          ) : null}
        </Sentence>
        <Sentence note="As observed: July 3 if July 4 is a Saturday.">
          <Tick
            label="None on US federal holidays"
            spoken="No appointments on US federal holidays"
            checked={usHolidays}
            onChange={(next) => set({ usHolidays: next })}
          />
        </Sentence>
        <ClosedOn value={closedOn} onChange={(next) => set({ closedOn: next })} />
      </Rows>
    </Section>
  );
}

function ClosedOn({ value, onChange }: { value: readonly string[]; onChange: (days: string[]) => void }) {
  const [typed, setTyped] = useState<string | null>(null);
  const { days, wrong } = daysIn(typed ?? "");
  const holds = typed !== null && days.join() === value.join();
  return (
    <li className="flex flex-col gap-1.5 px-4 py-2.5">
      <p>Other days your team is closed:</p>
      <TextArea
        aria-label="Other days your team is closed"
        rows={2}
        value={holds ? typed : value.join("\n")}
        onChange={(text) => {
          setTyped(text);
          onChange(daysIn(text).days);
        }}
      />
      <p className="text-xs text-kumo-subtle">One per line, such as 2026-12-24.</p>
      {holds && wrong.length > 0 ? (
        <p role="alert" className="text-sm text-kumo-danger wrap-anywhere">
          Not a day: {wrong.join(", ")}
        </p>
      ) : null}
    </li>
  );
}
