/** Parts of a rule's sentence: recipients, contents, and hours. */
import { useState } from "react";
import { BOUND_WORDS, RECIPIENT_WORDS } from "../../../../src/approvals/api/policy-words.ts";
import {
  recipientClassSchema,
  type BoundField,
  type PolicyBound,
  type PolicyRule,
} from "../../../../src/approvals/api/policy-rules.ts";
import { Choice, TextBox, Tick } from "../../components/form.tsx";
import { XIcon } from "../../components/icons.ts";
import { HoursBoxes } from "../../components/settings/hours-boxes.tsx";
import { boundOf, comparisonsOf, daysKindOf, hoursOf, type DaysKind } from "./policy-rule-edits.ts";
import { NumberBox } from "./policy-inputs.tsx";

interface PartProps<Value> {
  /** Begins what each input is called: `Rule 2`. */
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

export function Recipients({ label, value, onChange }: PartProps<PolicyRule["recipients"]>) {
  return (
    <>
      {" "}
      to{" "}
      <Choice
        label={`${label}: to whom`}
        value={value === null ? "anyone" : "only"}
        options={[
          ["anyone", "anyone"],
          ["only", "these only"],
        ]}
        onChange={(kind) => onChange(kind === "anyone" ? null : ["colleague"])}
      />
      {value === null ? null : (
        <span className="flex flex-wrap gap-x-4 gap-y-1 py-1 leading-normal">
          {recipientClassSchema.options.map((one) => (
            <Tick
              key={one}
              label={RECIPIENT_WORDS[one]}
              spoken={`${label}: to ${RECIPIENT_WORDS[one]}`}
              checked={value.includes(one)}
              onChange={(on) => onChange(on ? [...value, one] : value.filter((other) => other !== one))}
            />
          ))}
        </span>
      )}
    </>
  );
}

interface ConditionsProps extends PartProps<PolicyRule["bounds"]> {
  readonly fields: readonly BoundField[];
}

export function Conditions({ label, fields, value, onChange }: ConditionsProps) {
  return value.map((bound, index) => (
    <Condition
      // Conditions have no ids of their own, and are only added at the end.
      key={index}
      label={`${label}, condition ${index + 1}`}
      fields={fields}
      value={bound}
      onChange={(changed) => onChange(value.map((one, at) => (at === index ? changed : one)))}
      onRemove={() => onChange(value.filter((_, at) => at !== index))}
    />
  ));
}

interface ConditionProps extends PartProps<PolicyBound> {
  readonly fields: readonly BoundField[];
  readonly onRemove: () => void;
}

function Condition(props: ConditionProps) {
  const { label, fields, value, onChange, onRemove } = props;
  const field = fields.find((one) => one.field === value.field);
  return (
    <span className="block">
      with{" "}
      <Choice
        label={`${label}: field`}
        value={value.field}
        options={fields.map((one) => [one.field, one.label.toLowerCase()] as const)}
        onChange={(pointer) => {
          const next = fields.find((one) => one.field === pointer);
          if (next) onChange(boundOf(next));
        }}
      />{" "}
      <Choice
        label={`${label}: comparison`}
        value={value.is}
        options={(field === undefined ? [value.is] : comparisonsOf(field)).map((is) => [is, BOUND_WORDS[is]])}
        onChange={(is) => {
          if (field) onChange(boundOf(field, is));
        }}
      />{" "}
      <BoundValue {...props} field={field} />{" "}
      <button
        type="button"
        className="touch inline-grid size-8 place-items-center rounded-md align-middle hover:bg-kumo-tint"
        aria-label={`Remove ${label.charAt(0).toLowerCase()}${label.slice(1)}`}
        onClick={onRemove}
      >
        <XIcon aria-hidden className="size-4" />
      </button>
    </span>
  );
}

const UNITS: Partial<Record<BoundField["kind"], string>> = { text: " characters", list: " entries" };

interface ValueProps<Is extends PolicyBound["is"]> extends PartProps<PolicyBound> {
  readonly value: Extract<PolicyBound, { is: Is }>;
  readonly field: BoundField | undefined;
}

function BoundValue({ value: bound, ...props }: PartProps<PolicyBound> & { field: BoundField | undefined }) {
  switch (bound.is) {
    case "at_most":
    case "at_least":
      return <Size {...props} value={bound} />;
    case "equals":
    case "contains":
      return <OneValue {...props} value={bound} />;
    case "one_of":
      return (
        <ListWords
          label={`${props.label}: values`}
          value={bound.value}
          onChange={(value) => props.onChange({ ...bound, value })}
        />
      );
  }
}

function Size({ label, field, value: bound, onChange }: ValueProps<"at_most" | "at_least">) {
  const kind = field?.kind ?? "number";
  const isCount = kind !== "number";
  return (
    <>
      <NumberBox
        label={`${label}: value`}
        value={bound.value}
        min={isCount ? 0 : -1e12}
        max={isCount ? 100_000 : 1e12}
        whole={isCount}
        onChange={(value) => onChange({ ...bound, value })}
      />
      {UNITS[kind]}
    </>
  );
}

const YES_NO = [
  ["true", "yes"],
  ["false", "no"],
] as const;

function OneValue({ label, field, value: bound, onChange }: ValueProps<"equals" | "contains">) {
  const options = field?.kind === "boolean" ? YES_NO : field?.choices?.map((one) => [one, one] as const);
  const part = { label: `${label}: value`, value: bound.value };
  const set = (value: string): void => onChange({ ...bound, value });
  return options === undefined ? (
    <Words {...part} onChange={set} />
  ) : (
    <Choice<string> {...part} options={options} onChange={set} />
  );
}

function Words({ label, value, onChange }: PartProps<string>) {
  return (
    <span className="inline-flex max-w-full align-middle">
      <TextBox
        aria-label={label}
        aria-invalid={value.trim() === ""}
        maxLength={200}
        value={value}
        onChange={onChange}
        className="h-8 w-44 aria-invalid:ring-2 aria-invalid:ring-kumo-danger"
      />
    </span>
  );
}

/** Words with commas between. */
function ListWords({ label, value, onChange }: PartProps<string[]>) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <span className="inline-flex max-w-full align-middle">
      <TextBox
        aria-label={label}
        aria-invalid={value.length === 0}
        title="Separated by commas"
        placeholder="separated by commas"
        value={typed ?? value.join(", ")}
        onChange={(words) => {
          setTyped(words);
          onChange(
            words
              .split(",")
              .map((word) => word.trim())
              .filter((word) => word !== ""),
          );
        }}
        onBlur={() => setTyped(null)}
        className="h-8 w-56 max-w-full aria-invalid:ring-2 aria-invalid:ring-kumo-danger"
      />
    </span>
  );
}

const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

export function Hours({ label, value, onChange }: PartProps<PolicyRule["hours"]>) {
  /** Days are being picked individually, even if they match a preset. */
  const [picking, setPicking] = useState(daysKindOf(value) === "days");
  const kind: DaysKind = picking && value !== null && value.days !== null ? "days" : daysKindOf(value);
  return (
    <>
      <Choice<DaysKind>
        label={`${label}: when`}
        value={kind}
        options={[
          ["any", "at any time"],
          ["weekdays", "on weekdays"],
          ["weekends", "on weekends"],
          ["daily", "every day"],
          ["days", "on these days"],
        ]}
        onChange={(next) => {
          setPicking(next === "days");
          onChange(hoursOf(next, value));
        }}
      />
      {value === null ? null : (
        <HoursBoxes
          label={`${label}: hours`}
          hours={value}
          onChange={(hours) => onChange({ ...hours, days: value.days })}
        />
      )}
      {value !== null && value.from === value.to ? " (all day)" : null}
      {kind === "days" && value?.days ? (
        <Days label={label} value={value.days} onChange={(days) => onChange({ ...value, days })} />
      ) : null}
    </>
  );
}

/** At least one day stays. */
export function Days({ label, value, onChange }: PartProps<number[]>) {
  return (
    <span className="flex flex-wrap gap-x-4 gap-y-1 py-1 leading-normal">
      {DAYS.map((name, index) => {
        const day = index + 1;
        const on = value.includes(day);
        return (
          <Tick
            key={name}
            label={name.slice(0, 3)}
            spoken={`${label}: on ${name}`}
            checked={on}
            disabled={on && value.length === 1}
            onChange={(now) => onChange(now ? [...value, day] : value.filter((one) => one !== day))}
          />
        );
      })}
    </span>
  );
}
