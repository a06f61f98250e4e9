/** Makes or changes a schedule: what is to be done, when in plain fields, and the next times it would be done. */
import { useState, type FormEvent, type ReactNode } from "react";
import { useQuery } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import { scheduleEndpoints, type Schedule } from "../../../../src/protocol/schedules.ts";
import { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { teamQuery } from "../../api/queries.ts";
import { cadenceQuery } from "../../api/schedule-queries.ts";
import { newId } from "../../api/storage.ts";
import { Modal } from "../../components/dialog.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { useMe, useZone } from "../../components/session.tsx";
import { exactTime } from "../../components/words.ts";
import { Choice, NumberBox, TimeBox } from "../settings/policy-inputs.tsx";
import { cadenceOf, DAYS, draftOf, NEW_DRAFT, RHYTHMS, type CadenceDraft } from "./cadence-draft.ts";

const FIELD =
  "touch w-full rounded-lg bg-kumo-control px-3 py-2 text-base ring ring-kumo-line focus:outline-2 focus:outline-kumo-brand aria-invalid:ring-2 aria-invalid:ring-kumo-danger";
const EVERYBODY = "";
const MONTH_DAYS = [
  ...Array.from({ length: 31 }, (_, index) => [String(index + 1), String(index + 1)] as const),
  ["L", "last day"] as const,
];

export function ScheduleDialog({
  schedule,
  onClose,
  onSaved,
}: {
  /** Null for a new one. */
  schedule: Schedule | null;
  onClose: () => void;
  onSaved: () => void;
}) {
  const zone = useZone();
  const me = useMe().user.id;
  const [id] = useState(newId);
  const [title, setTitle] = useState(schedule?.title ?? "");
  const [instruction, setInstruction] = useState(schedule?.instruction ?? "");
  const [draft, setDraft] = useState<CadenceDraft>(() =>
    schedule === null ? NEW_DRAFT : draftOf(schedule.cadence, zone),
  );
  const [tells, setTells] = useState(schedule === null ? me : (schedule.tells?.userId ?? EVERYBODY));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const cadence = cadenceOf(draft);
  const preview = useQuery(cadenceQuery(cadence));
  const isReady = cadence !== null && title.trim() !== "" && instruction.trim() !== "" && !preview.error;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!isReady) return;
    setBusy(true);
    setProblem(null);
    try {
      const whom = { tells: tells === EVERYBODY ? null : tells };
      if (schedule === null)
        await call(scheduleEndpoints.create, { body: { id, title, instruction, cadence, ...whom } });
      else {
        const isSame = JSON.stringify(cadence) === JSON.stringify(cadenceOf(draftOf(schedule.cadence, zone)));
        await call(scheduleEndpoints.update, {
          params: { id: schedule.id },
          body: {
            title,
            instruction,
            ...(whom.tells === (schedule.tells?.userId ?? null) ? {} : whom),
            ...(isSame ? {} : { cadence }),
          },
        });
      }
      onSaved();
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Modal open onClose={onClose} title={schedule === null ? "New schedule" : "Change the schedule"}>
      <form className="flex flex-col gap-4 p-4" noValidate onSubmit={(event) => void submit(event)}>
        <label className="flex flex-col gap-1">
          <span className="text-sm font-medium">Name</span>
          <input
            autoFocus
            value={title}
            maxLength={120}
            placeholder="Open repairs"
            onChange={(event) => setTitle(event.target.value)}
            className={FIELD}
          />
        </label>
        <label className="flex flex-col gap-1">
          <span className="text-sm font-medium">What is Steward to do then?</span>
          <textarea
            value={instruction}
            rows={4}
            maxLength={4000}
            placeholder="Look through the texts of the last week and list the repairs nobody has answered."
            aria-describedby="schedule-note"
            onChange={(event) => setInstruction(event.target.value)}
            className={FIELD}
          />
          <span id="schedule-note" className="text-xs text-kumo-subtle">
            As you would ask it in a chat. What leaves the house is put before you as always.
          </span>
        </label>
        <fieldset className="flex flex-col gap-2">
          <legend className="pb-1 text-sm font-medium">When?</legend>
          <div className="flex flex-wrap items-center gap-x-2 gap-y-2 leading-9">
            <Choice
              label="How often"
              value={draft.rhythm}
              options={RHYTHMS}
              onChange={(rhythm) => setDraft({ ...draft, rhythm })}
            />
            <Details draft={draft} onChange={(change) => setDraft({ ...draft, ...change })} />
          </div>
          <Preview
            isMissing={cadence === null}
            isOnce={draft.rhythm === "once"}
            error={preview.error}
            answer={preview.data}
          />
        </fieldset>
        <Recipient tells={tells} schedule={schedule} onChange={setTells} />
        {problem === null ? null : <ErrorNotice error={problem} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button type="button" className="touch" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" className="touch" loading={busy} disabled={!isReady}>
            {schedule === null ? "Schedule it" : "Save"}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** Whose phone rings when a run has something to tell. */
function Recipient({
  tells,
  schedule,
  onChange,
}: {
  tells: string;
  schedule: Schedule | null;
  onChange: (tells: string) => void;
}) {
  const me = useMe().user.id;
  const { data } = useQuery(teamQuery);
  const people = data?.items ?? [];
  const told = schedule?.tells;
  // Also before the team is known, and where they have left it.
  const other = told && !people.some(({ id }) => id === told.userId) ? [{ ...told, id: told.userId }] : [];
  const named = [...other, ...people]
    .filter(({ id }) => id !== me)
    .map(({ id, name }) => [id, name] as const);
  return (
    <p className="leading-9">
      When there is something to tell, it tells{" "}
      <Choice
        label="Who is told"
        value={tells}
        options={[[me, "me"], ...named, [EVERYBODY, "the whole team"]]}
        onChange={onChange}
      />
      .
    </p>
  );
}

function Details({
  draft,
  onChange,
}: {
  draft: CadenceDraft;
  onChange: (change: Partial<CadenceDraft>) => void;
}) {
  const at = (
    <>
      at <TimeBox label="Time" value={draft.time} onChange={(time) => onChange({ time })} />
    </>
  );
  switch (draft.rhythm) {
    case "once":
      return (
        <>
          on{" "}
          <input
            type="date"
            aria-label="Date"
            value={draft.date}
            onChange={(event) => onChange({ date: event.target.value })}
            className="touch h-8 rounded-md bg-kumo-control px-2 ring ring-kumo-line focus:outline-2 focus:outline-kumo-brand"
          />{" "}
          {at}
        </>
      );
    case "daily":
    case "weekdays":
      return at;
    case "weekly":
      return (
        <>
          {at}
          <WeekDays days={draft.days} onChange={(days) => onChange({ days })} />
        </>
      );
    case "monthly":
      return (
        <>
          on the{" "}
          <Choice
            label="Day of the month"
            value={draft.monthDay}
            options={MONTH_DAYS}
            onChange={(monthDay) => onChange({ monthDay })}
          />{" "}
          {at}
        </>
      );
    case "hours":
      return (
        <>
          every{" "}
          <NumberBox
            label="Hours between"
            value={draft.hours}
            min={1}
            max={24}
            whole
            onChange={(hours) => onChange({ hours })}
          />{" "}
          hours from <TimeBox label="From" value={draft.from} onChange={(from) => onChange({ from })} /> to{" "}
          <TimeBox label="To" value={draft.to} onChange={(to) => onChange({ to })} />
        </>
      );
    case "expression":
      return (
        <input
          aria-label="Cron expression: minute, hour, day of the month, month, day of the week"
          value={draft.expression}
          maxLength={100}
          spellCheck={false}
          onChange={(event) => onChange({ expression: event.target.value })}
          className={`${FIELD} font-mono`}
        />
      );
  }
}

function WeekDays({ days, onChange }: { days: readonly string[]; onChange: (days: string[]) => void }) {
  return (
    <div role="group" aria-label="Days of the week" className="flex w-full flex-wrap gap-1.5">
      {DAYS.map(([day, name]) => (
        <label
          key={day}
          className="touch flex h-9 cursor-pointer items-center gap-1.5 rounded-lg border border-kumo-line px-2.5 text-sm has-[:checked]:border-kumo-brand has-[:checked]:bg-kumo-tint"
        >
          <input
            type="checkbox"
            checked={days.includes(day)}
            aria-label={name}
            onChange={(event) =>
              onChange(event.target.checked ? [...days, day] : days.filter((other) => other !== day))
            }
            className="size-4 accent-[var(--color-kumo-brand)]"
          />
          <span aria-hidden>{name.slice(0, 3)}</span>
        </label>
      ))}
    </div>
  );
}

/** What the fields mean, as the server reads them. */
function Preview({
  isMissing,
  isOnce,
  error,
  answer,
}: {
  isMissing: boolean;
  isOnce: boolean;
  error: unknown;
  answer: { readonly when: string; readonly next: readonly string[] } | undefined;
}): ReactNode {
  const zone = useZone();
  if (isMissing)
    return (
      <p className="text-sm text-kumo-subtle">
        {isOnce ? "Choose a day." : "Something is still missing."} Times are {zone.replaceAll("_", " ")}.
      </p>
    );
  if (error instanceof ApiError && error.code === "invalid_arguments")
    return (
      <p role="alert" className="text-sm font-medium text-kumo-danger">
        {error.message}
      </p>
    );
  if (error) return <ErrorNotice error={error} />;
  if (!answer) return <p className="text-sm text-kumo-subtle">Working out the next times…</p>;
  return (
    <div aria-live="polite" className="rounded-lg bg-kumo-tint px-3 py-2 text-sm">
      <p className="font-medium">{answer.when}</p>
      <p className="text-xs text-kumo-subtle">{answer.next.length > 1 ? "The next times:" : "That is:"}</p>
      <ol className="text-xs">
        {answer.next.map((at) => (
          <li key={at}>{exactTime(at, zone)}</li>
        ))}
      </ol>
    </div>
  );
}
