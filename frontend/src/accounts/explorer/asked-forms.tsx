/** Questions Steward asks back: whether to create an account, which account is meant, or what to change. */
import { useState, type ReactNode } from "react";
import { Button } from "@cloudflare/kumo/components/button";
import type {
  AccountAnswer,
  AccountCandidate,
  AccountFormField,
} from "../../../../src/accounts/api/account-query.ts";
import { Modal } from "../../components/dialog.tsx";
import { DialogForm } from "../../components/dialog-form.tsx";
import { Choice, TextArea, TextBox, Tick } from "../../components/form.tsx";
import { CaretRightIcon } from "../../components/icons.ts";
import { clipped } from "../../components/text-pieces.ts";
import { StageBadge } from "../stage-choice.tsx";
import type { ConfirmBody } from "./use-explorer.ts";

export type Asked = Extract<
  AccountAnswer,
  { type: "confirmation_required" | "clarification_needed" | "vague_update_clarification" }
>;

interface AskedProps<Kind extends Asked["type"]> {
  readonly asked: Extract<Asked, { type: Kind }>;
  readonly job: { readonly isPending: boolean; readonly error: Error | null };
  readonly onAnswer: (body: ConfirmBody) => void;
  readonly onClose: () => void;
}

export function AskedDialog({
  asked,
  ...props
}: Omit<AskedProps<Asked["type"]>, "asked"> & { readonly asked: Asked }) {
  switch (asked.type) {
    case "confirmation_required":
      return <NewAccountForm asked={asked} {...props} />;
    case "clarification_needed":
      return <WhichForm asked={asked} {...props} />;
    case "vague_update_clarification":
      return <VagueForm asked={asked} {...props} />;
  }
}

type Values = Readonly<Record<string, string | readonly string[]>>;

function startOf(fields: readonly AccountFormField[]): Values {
  return Object.fromEntries(
    fields.map(({ id, type, current_value }) => [id, current_value ?? (type === "multi-select" ? [] : "")]),
  );
}

/** Fields that were filled in or changed. */
function changedOf(fields: readonly AccountFormField[], values: Values): Record<string, string | string[]> {
  return Object.fromEntries(
    fields.flatMap(({ id, current_value }) => {
      const value = values[id] ?? "";
      const isEmpty = typeof value === "string" ? value.trim() === "" : value.length === 0;
      if (isEmpty || JSON.stringify(value) === JSON.stringify(current_value)) return [];
      return [[id, typeof value === "string" ? value.trim() : [...value]]];
    }),
  );
}

function NewAccountForm({ asked, job, onAnswer, onClose }: AskedProps<"confirmation_required">) {
  const [values, setValues] = useState<Values>(() => startOf(asked.fields));
  const create = (): void => {
    onAnswer({
      session_id: asked.session_id,
      confirmed: true,
      ...changedOf(asked.fields, values),
    } as ConfirmBody);
  };
  return (
    <Modal open onClose={onClose} title={`New account: ${clipped(asked.account_name, 60)}`}>
      <DialogForm
        job={job}
        onCancel={() => onAnswer({ session_id: asked.session_id, confirmed: false })}
        act="Create account"
        onSubmit={create}
      >
        <p className="wrap-anywhere">{asked.message}</p>
        <Candidates
          title="Or did you mean"
          candidates={asked.alternatives}
          disabled={job.isPending}
          onPick={(id) => onAnswer({ session_id: asked.session_id, account_id: id })}
        />
        <Further>
          <Fields fields={asked.fields} values={values} onChange={setValues} />
        </Further>
      </DialogForm>
    </Modal>
  );
}

function WhichForm({ asked, job, onAnswer, onClose }: AskedProps<"clarification_needed">) {
  const [answer, setAnswer] = useState("");
  const say = (words: string): void => onAnswer({ session_id: asked.session_id, answer: words });
  // Without a reason, the account is clear but the request is not.
  const isAccount = asked.reason !== null;
  return (
    <Modal
      open
      onClose={onClose}
      title={isAccount ? "Which account do you mean?" : "What would you like to do?"}
    >
      <DialogForm
        job={job}
        ready={answer.trim() !== ""}
        onCancel={onClose}
        act="Continue"
        onSubmit={() => say(answer.trim())}
      >
        <p className="wrap-anywhere">{asked.message}</p>
        {asked.candidates.length > 0 ? (
          <Candidates
            candidates={asked.candidates}
            disabled={job.isPending}
            onPick={(id) => onAnswer({ session_id: asked.session_id, account_id: id })}
          />
        ) : (
          <ul className="flex flex-col gap-1.5">
            {asked.suggestions.map((words) => (
              <li key={words}>
                <Button
                  className="touch h-auto min-h-9 w-full justify-start py-1.5 text-left whitespace-normal"
                  disabled={job.isPending}
                  onClick={() => say(words)}
                >
                  {clipped(words, 300)}
                </Button>
              </li>
            ))}
          </ul>
        )}
        <TextBox
          label={
            asked.candidates.length + asked.suggestions.length > 0
              ? "Or say it in your own words"
              : "Your answer"
          }
          value={answer}
          maxLength={500}
          autoComplete="off"
          placeholder={
            isAccount
              ? "A name, or what you know: the child care center in Texas"
              : "Ask for it in other words"
          }
          onChange={setAnswer}
          className="w-full"
        />
      </DialogForm>
    </Modal>
  );
}

function VagueForm({ asked, job, onAnswer, onClose }: AskedProps<"vague_update_clarification">) {
  const fields = asked.clarification_fields;
  const [values, setValues] = useState<Values>(() => startOf(fields));
  const changed = changedOf(fields, values);
  return (
    <Modal open onClose={onClose} title={`Update ${clipped(asked.account_name, 60)}`}>
      <DialogForm
        job={job}
        ready={Object.keys(changed).length > 0}
        onCancel={onClose}
        act="Apply"
        onSubmit={() => onAnswer({ session_id: asked.session_id, clarification_data: changed })}
      >
        <p className="wrap-anywhere">{asked.message}</p>
        <Fields fields={fields} values={values} onChange={setValues} />
      </DialogForm>
    </Modal>
  );
}

function Candidates({
  title = "",
  candidates,
  disabled,
  onPick,
}: {
  title?: string;
  candidates: readonly AccountCandidate[];
  disabled: boolean;
  onPick: (id: string) => void;
}) {
  if (candidates.length === 0) return null;
  return (
    <div className="flex flex-col gap-1.5">
      {title === "" ? null : <p className="text-sm text-kumo-subtle">{title}</p>}
      <ul className="overflow-hidden rounded-lg border border-kumo-line">
        {candidates.map((one) => (
          <li key={one.account_id} className="border-b border-kumo-hairline last:border-0">
            <button
              type="button"
              disabled={disabled}
              className="touch flex w-full flex-wrap items-center gap-x-2 gap-y-0.5 px-3 py-2 text-left hover:bg-kumo-tint"
              onClick={() => onPick(one.account_id)}
            >
              <span className="font-medium">{clipped(one.name, 100)}</span>
              <StageBadge stage={one.stage} />
              <span className="w-full text-sm text-kumo-subtle">
                {clipped(
                  [one.industry, one.location, `Account ${one.account_id}`].filter(Boolean).join(" · "),
                  200,
                )}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Further({ children }: { children: ReactNode }) {
  return (
    <details className="group flex flex-col">
      <summary className="touch -mx-1 inline-flex items-center gap-1 rounded-lg px-1 py-1 text-kumo-subtle hover:text-kumo-default">
        <CaretRightIcon aria-hidden className="size-4 transition-transform group-open:rotate-90" />
        Details you know already
      </summary>
      <div className="flex flex-col gap-4 pt-3">{children}</div>
    </details>
  );
}

const NONE = "-";

function Fields({
  fields,
  values,
  onChange,
}: {
  fields: readonly AccountFormField[];
  values: Values;
  onChange: (values: Values) => void;
}) {
  return fields.map((field) => {
    const { id, label, type, options = [], placeholder = "" } = field;
    const value = values[id] ?? "";
    const set = (now: string | readonly string[]): void => onChange({ ...values, [id]: now });
    if (type === "multi-select") {
      const picked = typeof value === "string" ? [] : value;
      return (
        <fieldset key={id} className="flex flex-col gap-1">
          <legend className="mb-1 text-sm font-medium">{label}</legend>
          <div className="flex flex-wrap gap-x-4">
            {[...new Set([...options, ...picked])].map((option) => (
              <Tick
                key={option}
                label={clipped(option, 100)}
                checked={picked.includes(option)}
                onChange={(now) => set(now ? [...picked, option] : picked.filter((one) => one !== option))}
              />
            ))}
          </div>
        </fieldset>
      );
    }
    const text = typeof value === "string" ? value : value.join("\n");
    if (type === "select")
      return (
        <Choice
          key={id}
          label={label}
          shown
          value={text === "" ? NONE : text}
          options={[
            [NONE, "Not set"] as const,
            ...[...new Set([...options, ...(text === "" ? [] : [text])])].map((one) => [one, one] as const),
          ]}
          onChange={(picked) => set(picked === NONE ? "" : picked)}
        />
      );
    const box = { label, value: text, placeholder, onChange: set, className: "w-full" };
    return type === "textarea" ? (
      <TextArea key={id} rows={3} maxLength={2_000} {...box} />
    ) : (
      <TextBox key={id} maxLength={500} autoComplete="off" {...box} />
    );
  });
}
