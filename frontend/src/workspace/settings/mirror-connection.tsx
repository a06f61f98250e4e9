/** The mirror of the workspace. The token is write-only, and typing survives others' saves. */
import { useState, type FormEvent } from "react";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import { mirrorEndpoints, type Mirror } from "../../../../src/workspace/api/mirror.ts";
import { call } from "../../api/call.ts";
import { ERROR_SHOWN_HERE } from "../../api/mutations.ts";
import { Confirm } from "../../components/confirm.tsx";
import { TextBox, Tick } from "../../components/form.tsx";
import { LeaveGuard } from "../../components/leave-guard.tsx";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { Section } from "../../components/settings/section.tsx";

export const mirrorQuery = queryOptions({
  queryKey: ["mirror"],
  queryFn: ({ signal }) => call(mirrorEndpoints.mirror, { signal }),
});

interface Form {
  readonly repository: string;
  readonly branch: string;
  readonly token: string;
  readonly enabled: boolean;
  readonly withSources: boolean;
}

function formOf({ repository, branch, connected, enabled, withSources }: Mirror): Form {
  return {
    repository: repository ?? "",
    branch: branch ?? "main",
    token: "",
    enabled: connected ? enabled : true,
    withSources,
  };
}

function sameForm(left: Form, right: Form): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

function useForm(mirror: Mirror) {
  const current = formOf(mirror);
  /** Based on the saved values at the start of typing, so that others' saves don't overwrite it. */
  const [begun, setBegun] = useState<{ readonly from: Form; readonly mine: Form } | null>(null);
  const form = begun?.mine ?? current;
  const dirty = begun !== null && !sameForm(begun.mine, begun.from);
  const hasToken = mirror.connected || form.token.trim() !== "";
  return {
    form,
    dirty,
    overtaken: dirty && !sameForm(begun.from, current),
    whole: form.repository.trim() !== "" && form.branch.trim() !== "" && hasToken,
    set: (change: Partial<Form>) => setBegun({ from: begun?.from ?? current, mine: { ...form, ...change } }),
    reset: () => setBegun(null),
  };
}

function useConnecting(reset: () => void) {
  const client = useQueryClient();
  const onSuccess = async (): Promise<void> => {
    await client.invalidateQueries(mirrorQuery);
    reset();
  };
  const saving = useMutation({
    mutationFn: ({ token, ...form }: Form) =>
      call(mirrorEndpoints.setMirror, {
        body: { ...form, ...(token.trim() === "" ? {} : { token: token.trim() }) },
      }),
    meta: ERROR_SHOWN_HERE,
    onSuccess,
  });
  const leaving = useMutation({
    mutationFn: () => call(mirrorEndpoints.removeMirror, {}),
    meta: ERROR_SHOWN_HERE,
    onSuccess,
  });
  return { saving, leaving };
}

export function MirrorConnection({ mirror }: { mirror: Mirror }) {
  const { form, dirty, overtaken, whole, set, reset } = useForm(mirror);
  const { saving, leaving } = useConnecting(reset);
  const [asking, setAsking] = useState(false);
  const problem = saving.error ?? leaving.error;
  const save = (): Promise<boolean> =>
    saving.mutateAsync(form).then(
      () => true,
      () => false,
    );
  function submit(event: FormEvent): void {
    event.preventDefault();
    saving.mutate(form);
  }
  return (
    <Section
      title="Connection"
      lead="Use a fine-grained token for this one repository with read and write access to its contents. The repository needs at least one commit."
    >
      <form onSubmit={submit} className="flex flex-col gap-3">
        <Fields form={form} connected={mirror.connected} onChange={set} />
        {overtaken ? <Overtaken onTakeTheirs={reset} /> : null}
        {problem ? <ErrorNotice error={problem} /> : null}
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            variant="primary"
            className="touch"
            loading={saving.isPending}
            disabled={!whole}
          >
            {mirror.connected ? "Save" : "Connect"}
          </Button>
          {mirror.connected ? (
            <Button className="touch" onClick={() => setAsking(true)}>
              Disconnect…
            </Button>
          ) : null}
        </div>
      </form>
      <LeaveGuard title="Leave without saving?" dirty={dirty} onSave={whole ? save : null} onDiscard={reset}>
        What you typed will be lost.
      </LeaveGuard>
      <Confirm
        open={asking}
        title="Disconnect GitHub?"
        act="Disconnect"
        busy={leaving.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => leaving.mutate(undefined, { onSettled: () => setAsking(false) })}
      >
        <p>Steward deletes the token. Your files stay as they are, here and on GitHub.</p>
      </Confirm>
    </Section>
  );
}

function Fields({
  form,
  connected,
  onChange,
}: {
  form: Form;
  connected: boolean;
  onChange: (change: Partial<Form>) => void;
}) {
  const plain = { autoComplete: "off", spellCheck: false, className: "w-full max-w-md" } as const;
  return (
    <>
      <TextBox
        {...plain}
        label="Repository"
        description="owner/name"
        value={form.repository}
        onChange={(repository) => onChange({ repository })}
      />
      <TextBox {...plain} label="Branch" value={form.branch} onChange={(branch) => onChange({ branch })} />
      <TextBox
        {...plain}
        type="password"
        label="Token"
        description={
          connected ? "Leave empty to keep the stored token." : "Stored encrypted and never shown again."
        }
        value={form.token}
        onChange={(token) => onChange({ token })}
      />
      <Tick
        label="Sync automatically, without asking before each commit"
        checked={form.enabled}
        onChange={(enabled) => onChange({ enabled })}
      />
      <Tick
        label="Include customers’ e-mails, calls, and texts filed with accounts"
        checked={form.withSources}
        onChange={(withSources) => onChange({ withSources })}
      />
    </>
  );
}

function Overtaken({ onTakeTheirs }: { onTakeTheirs: () => void }) {
  return (
    <Notice
      tone="warning"
      live
      title="Someone else changed this."
      actions={
        <Button size="sm" className="touch" onClick={onTakeTheirs}>
          Use theirs
        </Button>
      }
    >
      What you typed is still here. Saving replaces their changes.
    </Notice>
  );
}
