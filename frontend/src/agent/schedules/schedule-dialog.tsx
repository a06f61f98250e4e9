/** Creates or edits a schedule: what to do, when, and the next run times. */
import { useState, type ReactNode } from "react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { scheduleEndpoints, type CadenceInput, type Schedule } from "../../../../src/agent/api/schedules.ts";
import { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { ERROR_SHOWN_HERE } from "../../api/mutations.ts";
import { teamQuery } from "../../api/queries.ts";
import { cadenceQuery } from "../schedule-queries.ts";
import { newId } from "../../api/storage.ts";
import { Modal } from "../../components/dialog.tsx";
import { DialogForm } from "../../components/dialog-form.tsx";
import { Choice, TextArea, TextBox, Tick } from "../../components/form.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { useMe, useZone } from "../../components/session.tsx";
import { exactTime } from "../../components/words.ts";
import { DateBox, NumberBox, TimeBox } from "../../approvals/settings/policy-inputs.tsx";
import { cadenceOf, DAYS, draftOf, NEW_DRAFT, RHYTHMS, type CadenceDraft } from "./cadence-draft.ts";

const EVERYONE = "";
const MONTH_DAYS = [
  ...Array.from({ length: 31 }, (_, index) => [String(index + 1), String(index + 1)] as const),
  ["L", "last day"] as const,
];

interface DialogProps {
  /** Null for a new one. */
  readonly schedule: Schedule | null;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

interface Fields {
  readonly title: string;
  readonly instruction: string;
  readonly cadence: CadenceDraft;
  /** The person a run notifies; empty for everyone. */
  readonly tells: string;
}

function useFields(schedule: Schedule | null) {
  const zone = useZone();
  const me = useMe().user.id;
  const [fields, setFields] = useState<Fields>(() =>
    schedule === null
      ? { title: "", instruction: "", cadence: NEW_DRAFT, tells: me }
      : {
          title: schedule.title,
          instruction: schedule.instruction,
          cadence: draftOf(schedule.cadence, zone),
          tells: schedule.tells?.userId ?? EVERYONE,
        },
  );
  return { fields, set: (change: Partial<Fields>) => setFields((now) => ({ ...now, ...change })) };
}

/** Creates the schedule, or saves the changed fields. The id is generated once, so that a retry makes no second schedule. */
function useSave({ schedule, onSaved }: DialogProps, { title, instruction, cadence, tells }: Fields) {
  const zone = useZone();
  const [id] = useState(newId);
  return useMutation({
    mutationFn: (when: CadenceInput) => {
      const whom = { tells: tells === EVERYONE ? null : tells };
      if (schedule === null)
        return call(scheduleEndpoints.create, { body: { id, title, instruction, cadence: when, ...whom } });
      const before = cadenceOf(draftOf(schedule.cadence, zone));
      return call(scheduleEndpoints.update, {
        params: { id: schedule.id },
        body: {
          title,
          instruction,
          ...(whom.tells === (schedule.tells?.userId ?? null) ? {} : whom),
          ...(JSON.stringify(cadenceOf(cadence)) === JSON.stringify(before) ? {} : { cadence: when }),
        },
      });
    },
    meta: ERROR_SHOWN_HERE,
    onSuccess: onSaved,
  });
}

export function ScheduleDialog(props: DialogProps) {
  const { schedule, onClose } = props;
  const { fields, set } = useFields(schedule);
  const save = useSave(props, fields);
  const cadence = cadenceOf(fields.cadence);
  const preview = useQuery(cadenceQuery(cadence));
  const isReady = fields.title.trim() !== "" && fields.instruction.trim() !== "" && !preview.error;

  return (
    <Modal open onClose={onClose} title={schedule === null ? "New schedule" : "Edit schedule"}>
      <DialogForm
        job={save}
        ready={isReady && cadence !== null}
        onCancel={onClose}
        act={schedule === null ? "Create schedule" : "Save"}
        onSubmit={() => {
          if (isReady && cadence !== null) save.mutate(cadence);
        }}
      >
        <TextBox
          label="Name"
          autoFocus
          value={fields.title}
          maxLength={120}
          placeholder="Open repairs"
          onChange={(title) => set({ title })}
          className="w-full"
        />
        <TextArea
          label="What should Steward do?"
          description="Write it as you would in a chat. Anything sent outside still needs approval."
          value={fields.instruction}
          rows={4}
          maxLength={4000}
          placeholder="Go through last week’s texts and list the repairs no one has answered."
          onChange={(instruction) => set({ instruction })}
          className="w-full"
        />
        <When
          draft={fields.cadence}
          missing={cadence === null}
          preview={preview}
          onChange={(change) => set({ cadence: { ...fields.cadence, ...change } })}
        />
        <Recipient tells={fields.tells} schedule={schedule} onChange={(tells) => set({ tells })} />
      </DialogForm>
    </Modal>
  );
}

function When({
  draft,
  missing,
  preview,
  onChange,
}: {
  draft: CadenceDraft;
  missing: boolean;
  preview: { readonly error: unknown; readonly data: PreviewAnswer | undefined };
  onChange: (change: Partial<CadenceDraft>) => void;
}) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1 font-medium">When</legend>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-2 leading-9">
        <Choice
          label="How often"
          value={draft.rhythm}
          options={RHYTHMS}
          onChange={(rhythm) => onChange({ rhythm })}
        />
        <Details draft={draft} onChange={onChange} />
      </div>
      <Preview
        isMissing={missing}
        isOnce={draft.rhythm === "once"}
        error={preview.error}
        answer={preview.data}
      />
    </fieldset>
  );
}

/** Recipients of a notification when a run has something to report. */
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
  // Also before the team has loaded, and if they have left it.
  const other = told && !people.some(({ id }) => id === told.userId) ? [{ ...told, id: told.userId }] : [];
  const named = [...other, ...people]
    .filter(({ id }) => id !== me)
    .map(({ id, name }) => [id, name] as const);
  return (
    <div className="leading-9">
      When there’s something to report, notify{" "}
      <Choice
        label="Who to notify"
        value={tells}
        options={[[me, "me"], ...named, [EVERYONE, "the whole team"]]}
        onChange={onChange}
      />
    </div>
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
          on <DateBox label="Date" value={draft.date} onChange={(date) => onChange({ date })} /> {at}
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
      return <Hours draft={draft} onChange={onChange} />;
    case "expression":
      return (
        <TextBox
          aria-label="Cron expression: minute, hour, day of the month, month, day of the week"
          value={draft.expression}
          maxLength={100}
          spellCheck={false}
          onChange={(expression) => onChange({ expression })}
          className="w-full font-mono"
        />
      );
  }
}

function Hours({
  draft,
  onChange,
}: {
  draft: CadenceDraft;
  onChange: (change: Partial<CadenceDraft>) => void;
}) {
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
}

function WeekDays({ days, onChange }: { days: readonly string[]; onChange: (days: string[]) => void }) {
  return (
    <div role="group" aria-label="Days of the week" className="flex w-full flex-wrap gap-x-4 gap-y-1.5">
      {DAYS.map(([day, name]) => (
        <Tick
          key={day}
          label={name.slice(0, 3)}
          spoken={name}
          checked={days.includes(day)}
          onChange={(on) => onChange(on ? [...days, day] : days.filter((other) => other !== day))}
        />
      ))}
    </div>
  );
}

interface PreviewAnswer {
  readonly when: string;
  readonly next: readonly string[];
}

/** The field values as the server parses them. */
function Preview({
  isMissing,
  isOnce,
  error,
  answer,
}: {
  isMissing: boolean;
  isOnce: boolean;
  error: unknown;
  answer: PreviewAnswer | undefined;
}): ReactNode {
  const zone = useZone();
  if (isMissing)
    return (
      <p className="text-sm text-kumo-subtle">
        {isOnce ? "Pick a date." : "Fill in the rest to see the next times."} Times are in{" "}
        {zone.replaceAll("_", " ")}.
      </p>
    );
  if (error instanceof ApiError && error.code === "invalid_arguments")
    return (
      <p role="alert" className="text-sm font-medium text-kumo-danger">
        {error.message}
      </p>
    );
  if (error) return <ErrorNotice error={error} />;
  if (!answer) return <p className="text-sm text-kumo-subtle">Checking the next times…</p>;
  return (
    <div aria-live="polite" className="rounded-lg bg-kumo-tint px-3 py-2 text-sm">
      <p className="font-medium">{answer.when}</p>
      <p className="text-xs text-kumo-subtle">{answer.next.length > 1 ? "Next times:" : "Exactly:"}</p>
      <ol className="text-xs">
        {answer.next.map((at) => (
          <li key={at}>{exactTime(at, zone)}</li>
        ))}
      </ol>
    </div>
  );
}
