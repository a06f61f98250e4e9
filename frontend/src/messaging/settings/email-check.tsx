/** A scheduled check of the mailboxes: how often, at which hours, for what, and how the last run went. */
import { Button } from "@cloudflare/kumo/components/button";
import type { MailCheckName, MailCheckSettings } from "../../../../src/messaging/api/mail.ts";
import type { Schedule } from "../../../../src/agent/api/schedules.ts";
import { Choice, FormLock, TextArea } from "../../components/form.tsx";
import { Notice } from "../../components/notice.tsx";
import { Time } from "../../components/time.tsx";
import { useScheduleActions } from "../../agent/schedules/use-schedule-actions.ts";
import { NumberBox, Sentence, TimeBox } from "../../approvals/settings/policy-inputs.tsx";
import { Rows } from "../../components/settings/section.tsx";

const TITLES: Readonly<Record<MailCheckName, string>> = { general: "New e-mail", leads: "Leads" };
const NOTES: Readonly<Record<MailCheckName, string>> = {
  general:
    "It leaves out promotions, tool notifications, and leads. E-mail it doesn’t find is never read here, such as e-mail that someone opened before the check.",
  leads: "Leads are judged by skills/lead-qualification in your workspace.",
};
const SYNTAX = {
  Gmail: "A Gmail search.",
  Outlook: "A search written as in Gmail, such as in:inbox is:unread from:example.com.",
};
const DAY = { from: "08:00", to: "20:00" };

interface Props {
  readonly name: MailCheckName;
  readonly check: MailCheckSettings;
  readonly schedule: Schedule | null;
  readonly service: "Gmail" | "Outlook";
  readonly admin: boolean;
  readonly onChange: (check: MailCheckSettings) => void;
}

export function MailCheck({ name, check, schedule, service, admin, onChange }: Props) {
  const title = TITLES[name];
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h3 className="font-medium">{title}</h3>
      <FormLock locked={!admin}>
        <Rows>
          <Sentence>
            <Choice
              label={`${title}: on or off`}
              value={check.enabled ? "on" : "off"}
              options={[
                ["on", "Check"],
                ["off", "Don’t check"],
              ]}
              onChange={(value) => onChange({ ...check, enabled: value === "on" })}
            />{" "}
            {check.enabled ? <Frequency title={title} check={check} onChange={onChange} /> : "automatically."}
          </Sentence>
          <Query
            note={`${SYNTAX[service]} ${NOTES[name]}`}
            label={`${title}: ${service === "Gmail" ? "Gmail search" : "search"}`}
            check={check}
            onChange={onChange}
          />
        </Rows>
      </FormLock>
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
        label={`${title}: minutes between checks`}
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
  const empty = check.query.trim() === "";
  return (
    <li className="flex flex-col gap-1 px-4 py-2.5">
      <TextArea
        aria-label={label}
        aria-invalid={empty}
        className="min-h-10 w-full font-mono text-sm aria-invalid:ring-2 aria-invalid:ring-kumo-danger"
        value={check.query}
        maxLength={500}
        onChange={(typed) => onChange({ ...check, query: typed.replace(/[\r\n]+/g, " ") })}
      />
      <p className="text-xs text-kumo-subtle">{note}</p>
    </li>
  );
}

function State({ title, schedule }: { title: string; schedule: Schedule | null }) {
  const actions = useScheduleActions();
  if (schedule === null)
    return <p className="text-sm text-kumo-subtle">Setting up. This takes up to a minute.</p>;
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <p role="status" className="min-w-0 flex-1 basis-56 text-kumo-subtle">
          <LastAndNext schedule={schedule} />
        </p>
        <Button
          size="sm"
          className="touch"
          loading={schedule.running}
          aria-label={`Check now: ${title}`}
          onClick={() => actions.runNow(schedule)}
        >
          Check now
        </Button>
      </div>
      {schedule.lastError === null ? null : (
        <Notice tone="danger" title="The last check failed. The next one will catch up.">
          {schedule.lastError}
        </Notice>
      )}
    </div>
  );
}

function LastAndNext({ schedule }: { schedule: Schedule }) {
  const { lastSeenAt, lastSummary, lastError, nextAt, status } = schedule;
  return (
    <>
      {lastSeenAt === null ? (
        "Not checked yet."
      ) : (
        <>
          Last checked <Time at={lastSeenAt} />
          {lastError === null && lastSummary ? `: ${lastSummary}` : "."}
        </>
      )}{" "}
      {status === "paused" ? (
        "Paused."
      ) : nextAt ? (
        <>
          Next check <Time at={nextAt} as="upcoming" />.
        </>
      ) : null}
    </>
  );
}
