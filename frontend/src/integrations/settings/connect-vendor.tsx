/** Connects a service, replaces its key, or changes its uses: the typed values first, then the service's own questions. Keys are write-only. */
import { useEffect, useState, type FormEvent } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import {
  connectionEndpoints,
  type Chosen,
  type ConnectionView,
  type KeyFieldView,
  type SetupQuestion,
} from "../../../../src/integrations/api/connections.ts";
import { call } from "../../api/call.ts";
import { ERROR_SHOWN_HERE } from "../../api/mutations.ts";
import { Modal } from "../../components/dialog.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { TextBox } from "../../components/form.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { withView } from "./connections-query.ts";
import { SetupQuestionFields, isAnswered } from "./setup-question.tsx";

type Answer = Chosen[string];

/** The starting point: the stored key, the consent from the redirect, or typed input. */
interface Start {
  readonly isChange: boolean;
  readonly consent: string | null;
}

/** The typed values, the extra answers, and the choices. */
function useSetup(
  { vendor, key }: ConnectionView,
  { isChange, consent }: Start,
  onDone: (notice: string | null) => void,
) {
  const client = useQueryClient();
  const asksAtOnce = isChange || consent !== null;
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>(() => initially(key?.fields ?? []));
  const [settled, setSettled] = useState<Chosen>({});
  const [question, setQuestion] = useState<SetupQuestion | null>(null);
  const [answer, setAnswer] = useState<Answer>({});
  const stepping = useMutation({
    mutationFn: (chosen: Chosen) =>
      call(connectionEndpoints.connect, {
        params: { vendor },
        body: { typed: asksAtOnce ? null : typed, consent, chosen },
      }),
    meta: ERROR_SHOWN_HERE,
    onSuccess: (step, chosen) => {
      if (step.connection !== null) {
        withView(client, step.connection);
        onDone(step.notice);
        return;
      }
      setSettled(chosen);
      setQuestion(step.question);
      setAnswer(chosenAtFirst(step.question));
    },
  });
  const { mutate } = stepping;
  useEffect(() => {
    if (asksAtOnce) mutate({});
  }, [asksAtOnce, mutate]);
  function type(name: string, value: string): void {
    setTyped({ ...typed, [name]: value });
    setQuestion(null);
    setSettled({});
    stepping.reset();
  }
  return {
    typed,
    type,
    question,
    answer,
    choose: (next: Answer): void => {
      setAnswer(next);
      if (stepping.isError) stepping.reset();
    },
    whole:
      question === null
        ? !asksAtOnce &&
          (key?.fields ?? []).every(({ name, isOptional }) => isOptional || (typed[name] ?? "").trim() !== "")
        : isAnswered(question, answer),
    busy: stepping.isPending,
    problem: stepping.error,
    next: () => mutate(question === null ? {} : { ...settled, [question.name]: answer }),
  };
}

function initially(fields: readonly KeyFieldView[]): Record<string, string> {
  return Object.fromEntries(fields.map(({ name, value }) => [name, value]));
}

function chosenAtFirst({ options }: SetupQuestion): Answer {
  return Object.fromEntries(options.flatMap(({ id, use }) => (use === null ? [] : [[id, use]])));
}

export function ConnectDialog({
  view,
  isChange,
  consent,
  onClose,
  onNotice,
}: {
  view: ConnectionView;
  isChange: boolean;
  consent: string | null;
  onClose: (isConnected: boolean) => void;
  /** Called with a notice about the access that was replaced. */
  onNotice: (notice: string | null) => void;
}) {
  return (
    <Modal open onClose={() => onClose(false)} title={titleOf(view, { isChange, consent })}>
      <SetupForm
        view={view}
        start={{ isChange, consent }}
        onDone={(notice) => {
          onNotice(notice);
          onClose(true);
        }}
        onCancel={() => onClose(false)}
      />
    </Modal>
  );
}

/** The typed values and the service's questions. Without `onCancel`, there is no way out of it. */
export function SetupForm({
  view,
  start: { isChange, consent },
  onDone,
  onCancel,
}: {
  view: ConnectionView;
  start: Start;
  onDone: (notice: string | null) => void;
  onCancel?: () => void;
}) {
  const { typed, type, question, answer, choose, whole, busy, problem, next } = useSetup(
    view,
    { isChange, consent },
    onDone,
  );
  const isTyped = !isChange && consent === null;
  const fields = !isTyped ? [] : (view.key?.fields ?? []);
  const paste = !isTyped || view.connected ? null : (view.key?.paste ?? null);
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (whole && !busy) next();
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4 p-4">
      {paste === null ? null : <Paste paste={paste} />}
      {fields.map((field) => (
        <Field
          key={field.name}
          field={field}
          value={typed[field.name] ?? ""}
          onChange={(value) => type(field.name, value)}
        />
      ))}
      {question === null ? null : (
        <SetupQuestionFields question={question} answer={answer} onChange={choose} />
      )}
      {problem ? <ErrorNotice error={problem} /> : null}
      <div className="flex flex-wrap justify-end gap-2">
        {onCancel === undefined ? null : (
          <Button className="touch" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button type="submit" variant="primary" className="touch" loading={busy} disabled={!whole}>
          {actOf(view, { isChange, consent }, question)}
        </Button>
      </div>
    </form>
  );
}

/** What to paste at the service before anything can be typed. */
function Paste({ paste: { label, hint, text } }: { paste: { label: string; hint: string; text: string } }) {
  return (
    <section aria-label={label} className="flex flex-col gap-2">
      <p className="text-sm text-kumo-subtle">{hint}</p>
      <div className="flex items-center justify-between gap-2">
        <span className="font-medium">{label}</span>
        <CopyButton value={text} label={`Copy the ${label.toLowerCase()}`} variant="secondary" />
      </div>
      <pre
        // Scrollable content must be reachable by keyboard.
        tabIndex={0}
        className="max-h-40 overflow-auto rounded-lg border border-kumo-line bg-kumo-recessed p-3 text-xs"
      >
        {text}
      </pre>
    </section>
  );
}

function titleOf({ title, connected, change }: ConnectionView, { isChange, consent }: Start): string {
  if (consent !== null) return `Connect ${title}`;
  if (isChange) return `${title}: ${(change ?? "").replace(/…$/, "").toLowerCase()}`;
  return connected ? `Replace the ${title} key` : `Connect ${title}`;
}

function actOf(
  { connected }: ConnectionView,
  { isChange, consent }: Start,
  question: SetupQuestion | null,
): string {
  if (consent !== null) return question?.isLast === false ? "Next" : "Connect";
  if (isChange) return question?.isLast === false ? "Next" : "Save";
  if (question === null) return "Check key";
  if (!question.isLast) return "Next";
  return connected ? "Replace key" : "Connect";
}

function Field({
  field: { label, hint, isSecret },
  value,
  onChange,
}: {
  field: KeyFieldView;
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <TextBox
      label={label}
      type={isSecret ? "password" : "text"}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      description={isSecret ? `${hint} Stored encrypted and never shown again.` : hint}
      value={value}
      onChange={onChange}
    />
  );
}
