/** Drafts that people edited or rejected, stored without names: the proposal beside the wanted version. */
import { useState } from "react";
import { useInfiniteQuery, useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Button, LinkButton } from "@cloudflare/kumo/components/button";
import { exampleEndpoints, EXAMPLES_DOWNLOAD, type Example } from "../../../../src/workspace/api/examples.ts";
import { call } from "../../api/call.ts";
import { examplesQuery } from "../example-queries.ts";
import { Comparison } from "../../approvals/draft/changes.tsx";
import { Confirm } from "../../components/confirm.tsx";
import { Modal } from "../../components/dialog.tsx";
import { PagedList } from "../../components/paged-list.tsx";
import { Empty } from "../../components/page.tsx";
import { useIsAdmin } from "../../components/session.tsx";
import { Time } from "../../components/time.tsx";
import { wordsOf, changed, fieldsOf } from "./example-words.ts";
import { Rows, Section } from "../../components/settings/section.tsx";
import { ERROR_SHOWN_HERE } from "../../api/mutations.ts";
import { DialogForm } from "../../components/dialog-form.tsx";
import { TextArea } from "../../components/form.tsx";

export default function ExampleSettings() {
  const query = useInfiniteQuery(examplesQuery);
  const isAdmin = useIsAdmin();
  const [open, setOpen] = useState<Example | null>(null);
  const [gone, setGone] = useState<Example | null>(null);
  return (
    <Section
      title="Examples"
      lead={
        <>
          Drafts your team edited or rejected, kept without names. They show how you want things written:
          Steward proposes style rules for{" "}
          <Link to="/workspace/$" params={{ _splat: "MEMORY.md" }} className="link">
            MEMORY.md
          </Link>{" "}
          from them, and agents can be measured against them. Read each over: a name may have been missed.
        </>
      }
    >
      <PagedList
        query={query}
        rows={3}
        more="Earlier"
        empty={
          <Empty title="No examples yet">
            Edit a draft before you approve it, or reject it. Then choose <em>Keep as an example</em> under
            it.
          </Empty>
        }
      >
        {(examples) => (
          <>
            {isAdmin ? (
              <LinkButton variant="secondary" href={EXAMPLES_DOWNLOAD} download className="touch self-start">
                Download
              </LinkButton>
            ) : (
              <p className="text-sm text-kumo-subtle">An admin can download all of them.</p>
            )}
            <Rows>
              {examples.map((example) => (
                <Row
                  key={example.id}
                  example={example}
                  onEdit={() => setOpen(example)}
                  onRemove={() => setGone(example)}
                />
              ))}
            </Rows>
          </>
        )}
      </PagedList>
      <Modal open={open !== null} onClose={() => setOpen(null)} title="Words of this example">
        {open ? <ExampleForm key={open.id} example={open} onClose={() => setOpen(null)} /> : null}
      </Modal>
      <Remove example={gone} onClose={() => setGone(null)} />
    </Section>
  );
}

function Row({ example, onEdit, onRemove }: { example: Example; onEdit: () => void; onRemove: () => void }) {
  const { agentTitle, toolTitle, verdict, keptBy, createdAt, reason, asked, mayChange } = example;
  return (
    <li className="flex flex-col gap-2 border-b border-kumo-hairline px-4 py-3 last:border-b-0">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
        <p className="min-w-0 flex-1 basis-52 wrap-anywhere">
          <span className="font-medium">
            {agentTitle}: {toolTitle}
          </span>{" "}
          <span className="text-sm text-kumo-subtle">
            {verdict}, kept by {keptBy.name} <Time at={createdAt} />
          </span>
        </p>
        {mayChange ? (
          <span className="flex gap-2">
            <Button size="sm" className="touch" onClick={onEdit}>
              Edit words
            </Button>
            <Button size="sm" className="touch" onClick={onRemove}>
              Remove
            </Button>
          </span>
        ) : null}
      </div>
      {example.unrecognised.length === 0 ? null : (
        <p className="rounded-lg bg-kumo-warning-tint px-2.5 py-1.5 text-sm wrap-anywhere ring ring-kumo-warning/40">
          <span className="font-medium">Could identify someone:</span> {example.unrecognised.join(", ")}
        </p>
      )}
      {wordsOf(example).map(({ path, label, proposed, wanted }) => (
        <div key={path} className="text-sm">
          <span className="text-xs text-kumo-subtle">{label}</span>
          <p>
            {wanted === null ? (
              <span className="whitespace-pre-wrap wrap-anywhere">{proposed}</span>
            ) : (
              <Comparison from={proposed} to={wanted} />
            )}
          </p>
        </div>
      ))}
      {reason === null || reason === "" ? null : (
        <p className="text-sm wrap-anywhere">
          <span className="text-kumo-subtle">Reason:</span> “{reason}”
        </p>
      )}
      {asked.length === 0 ? null : (
        <details className="text-sm">
          <summary className="touch inline-flex items-center link">What led to it</summary>
          <ul className="mt-1 flex flex-col gap-1">
            {asked.map((words, index) => (
              <li key={index} className="whitespace-pre-wrap wrap-anywhere">
                “{words}”
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

function Remove({ example, onClose }: { example: Example | null; onClose: () => void }) {
  const client = useQueryClient();
  const removing = useMutation({
    mutationFn: (id: string) => call(exampleEndpoints.remove, { params: { id } }),
    onSuccess: async () => {
      await Promise.all([
        client.invalidateQueries({ queryKey: examplesQuery.queryKey }),
        client.invalidateQueries({ queryKey: ["approval", example?.approvalId] }),
        client.invalidateQueries({ queryKey: ["approvals", "recent"] }),
      ]);
      onClose();
    },
  });
  return (
    <Confirm
      open={example !== null}
      title="Remove this example?"
      act="Remove"
      busy={removing.isPending}
      onConfirm={() => example && removing.mutate(example.id)}
      onClose={onClose}
    >
      Steward no longer learns from it. The draft itself stays, and you can keep it again.
    </Confirm>
  );
}

/** The words of an example, to take out a name that was missed. */
function ExampleForm({ example, onClose }: { example: Example; onClose: () => void }) {
  const client = useQueryClient();
  const [fields, setFields] = useState(() => fieldsOf(example));
  const saving = useMutation({
    mutationFn: () =>
      call(exampleEndpoints.change, { params: { id: example.id }, body: changed(example, fields) }),
    meta: ERROR_SHOWN_HERE,
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: examplesQuery.queryKey });
      onClose();
    },
  });
  return (
    <DialogForm job={saving} onCancel={onClose} act="Save" onSubmit={() => saving.mutate()}>
      {fields.map((field, index) => (
        <TextArea
          key={`${field.place}${field.path}`}
          label={field.label}
          rows={1}
          value={field.value}
          className="w-full"
          onChange={(value) => setFields(fields.with(index, { ...field, value }))}
        />
      ))}
    </DialogForm>
  );
}

/** @public Called by the router. */
export function warm(client: QueryClient): void {
  void client.prefetchInfiniteQuery(examplesQuery);
}
