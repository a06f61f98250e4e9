/** The form an edit is made in: fields from the tool's schema, resolved again by the server as one types, marked where it differs. */
import { useEffect, useId, useState } from "react";
import { Button } from "@cloudflare/kumo/components/button";
import { approvalEndpoints, type Approval, type Preview } from "../../../../src/protocol/index.ts";
import { call } from "../../api/call.ts";
import { readStored, writeStored } from "../../api/storage.ts";
import { ErrorNotice, Notice } from "../notice.tsx";
import { changesOfEffect, textOf, valueAt, withValueAt, type Arguments } from "./edits.ts";
import { BUBBLE_STYLE, EffectView } from "./effect-view.tsx";
import { issuesByField } from "./field-issues.ts";
import { Lints } from "./lints.tsx";
import type { ApprovalActions } from "./use-approval-actions.ts";

type Field = Approval["form"][number];

const PREVIEW_DELAY_MS = 350;

type Check =
  | { readonly kind: "checking" }
  | { readonly kind: "ok"; readonly preview: Preview }
  | { readonly kind: "refused"; readonly error: unknown };

/** Asks the server what the edited arguments would do, once typing pauses. An answer counts only for the arguments it was asked about. */
function usePreview(approvalId: string, args: Arguments): { check: Check; again: () => void } {
  const [answer, setAnswer] = useState<{ question: string; check: Check } | null>(null);
  const [round, setRound] = useState(0);
  const bytes = JSON.stringify(args);
  const question = `${approvalId} ${round} ${bytes}`;
  useEffect(() => {
    const abort = new AbortController();
    const timer = window.setTimeout(() => {
      call(approvalEndpoints.preview, {
        params: { id: approvalId },
        body: { arguments: JSON.parse(bytes) as Arguments },
        signal: abort.signal,
      }).then(
        (preview) => setAnswer({ question, check: { kind: "ok", preview } }),
        (error: unknown) => {
          if (!abort.signal.aborted) setAnswer({ question, check: { kind: "refused", error } });
        },
      );
    }, PREVIEW_DELAY_MS);
    return () => {
      window.clearTimeout(timer);
      abort.abort();
    };
  }, [approvalId, bytes, question]);
  const check: Check = answer?.question === question ? answer.check : { kind: "checking" };
  return { check, again: () => setRound((count) => count + 1) };
}

function draftKey(approval: Approval): string {
  return `edit.${approval.id}.${approval.effectHash}`;
}

function storedDraft(approval: Approval): Arguments {
  const stored = readStored(draftKey(approval));
  if (!stored) return approval.arguments;
  try {
    return JSON.parse(stored) as Arguments;
  } catch {
    return approval.arguments;
  }
}

function typed(field: Field, text: string): Arguments[string] | undefined {
  if (text === "" && !field.required) return undefined;
  if (field.type === "number" && text.trim() !== "" && Number.isFinite(Number(text))) return Number(text);
  return text;
}

export function EditForm({
  approval,
  actions,
  label,
  onClose,
}: {
  approval: Approval;
  actions: ApprovalActions;
  label: string;
  onClose: () => void;
}) {
  const [args, setArgs] = useState(() => storedDraft(approval));
  const { check, again } = usePreview(approval.id, args);
  const issues = check.kind === "refused" ? issuesByField(check.error) : {};
  const edited = JSON.stringify(args) !== JSON.stringify(approval.arguments);

  function change(field: Field, text: string | boolean): void {
    const next = withValueAt(args, field.path, typeof text === "boolean" ? text : typed(field, text));
    setArgs(next);
    writeStored(draftKey(approval), JSON.stringify(next));
  }

  function leave(): void {
    writeStored(draftKey(approval), null);
    onClose();
  }

  async function approve(): Promise<void> {
    if (check.kind !== "ok") return;
    const hash = check.preview.effectHash;
    const done = edited
      ? await actions.approve({ arguments: args, effectHash: hash })
      : await actions.approve();
    if (done) leave();
  }

  return (
    <form
      noValidate
      aria-label="Edit before approving"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void approve();
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) {
          event.preventDefault();
          event.stopPropagation();
          void approve();
        } else if (event.key === "Escape") {
          event.stopPropagation();
          onClose();
        }
      }}
    >
      <Fields
        form={approval.form}
        args={args}
        proposed={approval.proposedArguments}
        issues={issues}
        onChange={change}
      />
      <Outcome
        approval={approval}
        check={check}
        again={again}
        fieldsMarked={Object.keys(issues).length > 0}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant="primary"
          className="touch"
          disabled={check.kind !== "ok" || actions.busy !== null}
          loading={actions.busy === "approve"}
        >
          {check.kind === "checking" ? "Checking…" : edited ? `${label}, as edited` : label}
        </Button>
        <Button className="touch" onClick={leave}>
          Discard the edit
        </Button>
      </div>
    </form>
  );
}

/** What the edit would send, or why it cannot. */
function Outcome({
  approval,
  check,
  again,
  fieldsMarked,
}: {
  approval: Approval;
  check: Check;
  again: () => void;
  fieldsMarked: boolean;
}) {
  if (check.kind === "checking") {
    return (
      <p role="status" className="text-sm text-kumo-subtle">
        Checking what this would send…
      </p>
    );
  }
  if (check.kind === "refused") {
    if (fieldsMarked) {
      return (
        <Notice tone="danger" live title="This cannot be sent as it is.">
          Correct the fields that are marked. Nothing was sent.
        </Notice>
      );
    }
    return <ErrorNotice error={check.error} onRetry={again} />;
  }
  return (
    <section
      aria-label="What will be sent"
      className="flex flex-col gap-2.5 rounded-lg border border-dashed border-kumo-line p-3"
    >
      <h4 className="text-xs font-medium text-kumo-subtle">This is what will be sent</h4>
      {check.preview.effects.map((effect) => (
        <EffectView key={effect.index} effect={effect} changes={changesOfEffect(approval, effect)} />
      ))}
      <Lints lints={check.preview.lints} />
    </section>
  );
}

/** Ids of records say nothing to a person: they can be changed, further down. */
const RECORD_ID = /(?:_id|Id)$/;

interface FieldsProps {
  readonly form: Approval["form"];
  readonly args: Arguments;
  readonly proposed: Arguments;
  readonly issues: Readonly<Record<string, string>>;
  readonly onChange: (field: Field, value: string | boolean) => void;
}

function Fields({ form, args, proposed, issues, onChange }: FieldsProps) {
  // Which fields stand open is decided once: a field must not vanish under the cursor because it was emptied.
  const [[first, later]] = useState(() => {
    const open = (field: Field): boolean =>
      field.required
        ? field.path.lastIndexOf("/") <= 0 || textOf(valueAt(args, field.path)) !== ""
        : textOf(valueAt(args, field.path)) !== "" && !RECORD_ID.test(field.path);
    // The words stand first, where the card showed them: that is what is edited nearly always.
    const words = form.filter((field) => field.type === "longtext");
    const rest = form.filter((field) => field.type !== "longtext");
    return [[...words, ...rest.filter(open)], rest.filter((field) => !open(field))] as const;
  });
  const draw = (field: Field) => (
    <FieldInput
      key={field.path}
      field={field}
      value={valueAt(args, field.path)}
      before={valueAt(proposed, field.path)}
      issue={issues[field.path]}
      focus={field === first[0]}
      onChange={(value) => onChange(field, value)}
    />
  );
  return (
    <div className="flex flex-col gap-3">
      {first.map(draw)}
      {later.length > 0 ? (
        <details open={later.some((field) => issues[field.path] !== undefined)}>
          <summary className="touch inline-flex items-center text-sm text-kumo-link underline underline-offset-2">
            More fields
          </summary>
          <div className="mt-3 flex flex-col gap-3">{later.map(draw)}</div>
        </details>
      ) : null}
    </div>
  );
}

const INPUT_STYLE =
  "w-full rounded-lg bg-kumo-control px-3 py-2 text-base ring ring-kumo-line focus:outline-2 focus:outline-kumo-brand aria-invalid:ring-2 aria-invalid:ring-kumo-danger";

function FieldInput({
  field,
  value,
  before,
  issue,
  focus,
  onChange,
}: {
  field: Field;
  value: Arguments[string] | undefined;
  before: Arguments[string] | undefined;
  issue: string | undefined;
  focus: boolean;
  onChange: (value: string | boolean) => void;
}) {
  const id = useId();
  const text = textOf(value);
  const changed = text !== textOf(before);
  const shared = {
    id,
    "aria-invalid": issue !== undefined,
    "aria-describedby": `${id}-help`,
    "aria-required": field.required,
    autoFocus: focus,
  };
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="flex items-baseline gap-2 text-sm font-medium">
        {field.label}
        {changed ? <span className="text-xs font-normal text-kumo-link">changed</span> : null}
      </label>
      <FieldControl field={field} text={text} shared={shared} onChange={onChange} />
      <div id={`${id}-help`} className="flex flex-col text-xs text-kumo-subtle">
        {issue ? <span className="font-medium text-kumo-danger">{issue}</span> : null}
        {field.help ? <span>{field.help}</span> : null}
        {field.maxLength !== null && text.length > field.maxLength * 0.8 ? (
          <span>
            {text.length} of {field.maxLength} characters
          </span>
        ) : null}
      </div>
    </div>
  );
}

interface SharedProps {
  readonly id: string;
  readonly "aria-required": boolean;
  readonly autoFocus: boolean;
}

function FieldControl({
  field,
  text,
  shared,
  onChange,
}: {
  field: Field;
  text: string;
  shared: SharedProps;
  onChange: (value: string | boolean) => void;
}) {
  switch (field.type) {
    case "longtext":
      return (
        <textarea
          {...shared}
          className={`${BUBBLE_STYLE} field-sizing-content max-h-96 min-h-16 resize-y focus:outline-2 focus:outline-kumo-brand aria-invalid:ring-2 aria-invalid:ring-kumo-danger`}
          value={text}
          onFocus={({ currentTarget }) => currentTarget.setSelectionRange(text.length, text.length)}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case "boolean":
      return (
        <input
          id={shared.id}
          type="checkbox"
          className="size-5 accent-kumo-brand"
          checked={text === "true"}
          onChange={(event) => onChange(event.target.checked)}
        />
      );
    case "choice":
      return (
        <select
          {...shared}
          className={INPUT_STYLE}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        >
          {field.required ? null : <option value="">—</option>}
          {(field.choices ?? []).map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      );
    case "number":
    case "text":
      return (
        <input
          {...shared}
          className={INPUT_STYLE}
          inputMode={field.type === "number" ? "decimal" : undefined}
          autoComplete="off"
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      );
  }
}
