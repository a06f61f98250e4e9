/** One check of the mailboxes: how often, at which hours, for what, and how it went last. */
import { useId } from "react";
import { Button } from "@cloudflare/kumo/components/button";
import type { MailCheckName, MailCheckSettings, Schedule } from "../../../../src/protocol/index.ts";
import { Notice } from "../../components/notice.tsx";
import { Time } from "../../components/time.tsx";
import { useScheduleActions } from "../schedules/use-schedule-actions.ts";
import { Choice, NumberBox, Sentence, TimeBox } from "./policy-inputs.tsx";
import { Rows } from "./section.tsx";

const TITLES: Readonly<Record<MailCheckName, string>> = { general: "New e-mail", leads: "Leads" };
const NOTES: Readonly<Record<MailCheckName, string>> = {
  general: "A Gmail search; without promotions, notifications of tools, and leads.",
  leads: "A Gmail search. Leads are judged by skills/lead-qualification in the workspace.",
};
const DAY = { from: "08:00", to: "20:00" };

interface Props {
  readonly name: MailCheckName;
  readonly check: MailCheckSettings;
  readonly schedule: Schedule | null;
  readonly admin: boolean;
  readonly onChange: (check: MailCheckSettings) => void;
}

export function MailCheck({ name, check, schedule, admin, onChange }: Props) {
  const title = TITLES[name];
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h3 className="font-medium">{title}</h3>
      <fieldset disabled={!admin} className="min-w-0">
        <Rows>
          <Sentence>
            <Choice
              label={`${title}: on or off`}
              value={check.enabled ? "on" : "off"}
              options={[
                ["on", "Looks"],
                ["off", "Does not look"],
              ]}
              onChange={(value) => onChange({ ...check, enabled: value === "on" })}
            />{" "}
            {check.enabled ? <Frequency title={title} check={check} onChange={onChange} /> : "by itself."}
          </Sentence>
          <Query note={NOTES[name]} label={`${title}: what it looks for`} check={check} onChange={onChange} />
        </Rows>
      </fieldset>
      <State title={title} schedule={schedule} />
    </section>
  );
}

function Frequency({
  title,
  check,
  onChange,
}: {
  title: string;
  check: MailCheckSettings;
  onChange: (check: MailCheckSettings) => void;
}) {
  const { hours } = check;
  return (
    <>
      every{" "}
      <NumberBox
        label={`${title}: minutes between two looks`}
        value={check.everyMinutes}
        min={1}
        max={1440}
        whole
        onChange={(everyMinutes) => onChange({ ...check, everyMinutes })}
      />{" "}
      minutes,{" "}
      <Choice
        label={`${title}: hours`}
        value={hours ? "hours" : "always"}
        options={[
          ["always", "day and night"],
          ["hours", "from"],
        ]}
        onChange={(value) => onChange({ ...check, hours: value === "hours" ? DAY : null })}
      />
      {hours ? (
        <>
          {" "}
          <TimeBox
            label={`${title}: from`}
            value={hours.from}
            onChange={(from) => onChange({ ...check, hours: { ...hours, from } })}
          />{" "}
          to{" "}
          <TimeBox
            label={`${title}: to`}
            value={hours.to}
            onChange={(to) => onChange({ ...check, hours: { ...hours, to } })}
          />
        </>
      ) : null}
      .
    </>
  );
}

function Query({
  label,
  note,
  check,
  onChange,
}: {
  label: string;
  note: string;
  check: MailCheckSettings;
  onChange: (check: MailCheckSettings) => void;
}) {
  const id = useId();
  return (
    <li className="flex flex-col gap-1 px-4 py-2.5">
      <textarea
        aria-label={label}
        aria-describedby={id}
        aria-invalid={check.query.trim() === ""}
        className="field-sizing-content min-h-10 w-full rounded-md bg-kumo-control px-2 py-1.5 font-mono text-sm ring ring-kumo-line focus:outline-2 focus:outline-kumo-brand aria-invalid:ring-2 aria-invalid:ring-kumo-danger"
        value={check.query}
        maxLength={500}
        onChange={(event) => onChange({ ...check, query: event.target.value.replace(/[\r\n]+/g, " ") })}
      />
      <p id={id} className="text-xs text-kumo-subtle">
        {note}
      </p>
    </li>
  );
}

function State({ title, schedule }: { title: string; schedule: Schedule | null }) {
  const actions = useScheduleActions();
  if (schedule === null) {
    return <p className="text-sm text-kumo-subtle">It is set up within a minute.</p>;
  }
  const { lastSeenAt, lastSummary, lastError, nextAt, running } = schedule;
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <p role="status" className="min-w-0 flex-1 basis-56 text-kumo-subtle">
          {lastSeenAt === null ? (
            "Not looked yet."
          ) : (
            <>
              Last look <Time at={lastSeenAt} />
              {lastError === null && lastSummary ? `: ${lastSummary}` : "."}
            </>
          )}{" "}
          {schedule.status === "paused" ? (
            "Paused."
          ) : nextAt ? (
            <>
              Next look <Time at={nextAt} as="upcoming" />.
            </>
          ) : null}
        </p>
        <Button
          size="sm"
          className="touch"
          loading={running}
          aria-label={`Look now: ${title}`}
          onClick={() => void actions.runNow(schedule)}
        >
          Look now
        </Button>
      </div>
      {lastError === null ? null : (
        <Notice tone="danger" title="The last look failed. The next one takes what it missed.">
          {lastError}
        </Notice>
      )}
    </div>
  );
}
