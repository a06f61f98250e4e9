import type { FollowupChannel } from "../../../../src/accounts/api/account-stages.ts";
import { Choice, TextBox, Tick, useLocked } from "../../components/form.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { NumberBox } from "../../approvals/settings/policy-inputs.tsx";
import { CHANNELS, withChannel, type EditedStage } from "./stage-edits.ts";
import { OrderButtons } from "../../components/order-buttons.tsx";

const NOTHING = "-";

interface RowProps {
  readonly stage: EditedStage;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onChange: (change: Partial<EditedStage>) => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

export function StageRow(props: RowProps) {
  const { stage, aliases } = props.stage;
  const called = clipped(stage, 60) || "New stage";
  return (
    <li className="flex flex-col gap-2 sheet px-4 py-3">
      <Head {...props} called={called} />
      <FollowUp {...props} called={called} />
      {aliases.length === 0 ? null : (
        <p className="text-xs text-kumo-subtle wrap-anywhere">Also called {aliases.join(", ")}</p>
      )}
    </li>
  );
}

function Head({ stage, isFirst, isLast, called, onChange, onMove, onRemove }: RowProps & { called: string }) {
  const locked = useLocked();
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div className="min-w-0 flex-1 basis-40 sm:max-w-72">
        <TextBox
          aria-label={`Name of ${called}`}
          placeholder="Name of the stage"
          value={stage.stage}
          maxLength={60}
          onChange={(name) => onChange({ stage: name })}
          className="h-9 w-full font-medium"
        />
      </div>
      <span className="order-last w-full text-sm text-kumo-subtle sm:order-none sm:w-auto sm:flex-1">
        {counted(stage.accounts)}
      </span>
      {locked ? null : (
        <OrderButtons
          name={called}
          isFirst={isFirst}
          isLast={isLast}
          canRemove={!isFirst || !isLast}
          onMove={onMove}
          onRemove={onRemove}
        />
      )}
    </div>
  );
}

const NEVER = { days: null, channels: [], purpose: "" };
const AT_FIRST = { days: 2, channels: ["email"] } satisfies Partial<EditedStage>;

function FollowUp({ stage, called, onChange }: Pick<RowProps, "stage" | "onChange"> & { called: string }) {
  const { days, purpose } = stage;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Tick
          label="Follow up"
          spoken={`Follow up ${called}`}
          checked={days !== null}
          onChange={(on) => onChange(on ? AT_FIRST : NEVER)}
        />
        {days === null ? null : <Rule stage={stage} called={called} days={days} onChange={onChange} />}
      </div>
      {days === null ? null : (
        <TextBox
          aria-label={`What a follow-up in ${called} is about`}
          placeholder="What it’s about, such as missing documents"
          value={purpose}
          maxLength={200}
          onChange={(words) => onChange({ purpose: words })}
          className="h-9 w-full"
        />
      )}
    </>
  );
}

function Rule({
  stage: { channels },
  called,
  days,
  onChange,
}: {
  stage: EditedStage;
  called: string;
  days: number;
  onChange: (change: Partial<EditedStage>) => void;
}) {
  const places = [...channels, ...(channels.length < CHANNELS.length ? [null] : [])];
  return (
    <>
      <span>
        after{" "}
        <NumberBox
          label={`Days in ${called}`}
          value={days}
          min={1}
          max={365}
          whole
          onChange={(number) => onChange({ days: number })}
        />{" "}
        {days === 1 ? "day" : "days"}, by
      </span>
      {places.map((channel, index) => (
        <Way
          key={index}
          label={`${index === 0 ? "First way" : `Way ${index + 1}`} in ${called}`}
          channel={channel}
          taken={channels.slice(0, index)}
          required={index === 0}
          onChange={(picked) => onChange({ channels: withChannel(channels, index, picked) })}
        />
      ))}
    </>
  );
}

function Way({
  label,
  channel,
  taken,
  required,
  onChange,
}: {
  label: string;
  channel: FollowupChannel | null;
  taken: readonly FollowupChannel[];
  required: boolean;
  onChange: (channel: FollowupChannel | null) => void;
}) {
  const open = CHANNELS.filter(([name]) => !taken.includes(name));
  const none = required ? [] : [[NOTHING, "then nothing"] as const];
  return (
    <Choice<FollowupChannel | typeof NOTHING>
      label={label}
      value={channel ?? NOTHING}
      options={[
        ...none,
        ...open.map(([name, words]) => [name, required ? words : `then ${words.toLowerCase()}`] as const),
      ]}
      onChange={(picked) => onChange(picked === NOTHING ? null : picked)}
    />
  );
}

function counted(accounts: number): string {
  if (accounts === 0) return "No accounts";
  return accounts === 1 ? "1 account" : `${accounts >= 100 ? "100 or more" : accounts} accounts`;
}
