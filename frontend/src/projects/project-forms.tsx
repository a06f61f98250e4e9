/** Forms of a project: each submission becomes a task. */
import { useState } from "react";
import {
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import { DropdownMenu } from "@cloudflare/kumo/components/dropdown";
import { formsEndpoints, type Form } from "../../../src/projects/api/projects-records.ts";
import { call } from "../api/call.ts";
import { formsQuery, submissionsQuery } from "./project-queries.ts";
import { Modal } from "../components/dialog.tsx";
import { PagedList } from "../components/paged-list.tsx";
import { MoreMenu } from "../components/more-menu.tsx";
import { Column } from "../components/page.tsx";
import { clipped } from "../components/text-pieces.ts";
import { Time } from "../components/time.tsx";
import { count } from "../components/words.ts";
import { RowItem, Rows } from "../components/settings/section.tsx";
import { FillForm } from "./fill-form.tsx";
import { FormBuilder } from "./form-builder.tsx";
import { renewProjects, useRemove } from "./use-record.ts";
import { RecordList } from "../components/record-list.tsx";

type Open =
  | { readonly what: "new" }
  | { readonly what: "edit"; readonly form: Form }
  | { readonly what: "fill"; readonly form: Form }
  | { readonly what: "answers"; readonly form: Form };

export default function ProjectForms() {
  const id = useParams({ strict: false }).id ?? "";
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  return (
    <Column gap="gap-4">
      <RecordList
        query={useQuery(formsQuery(id))}
        add="New form"
        onAdd={() => setOpen({ what: "new" })}
        emptyTitle="No forms yet"
        empty="Ask for the same facts every time, such as for a repair or a move-out. Each answer becomes a task here."
      >
        {(forms) => (
          <Rows>
            {forms.map((form) => (
              <Line key={form.id} form={form} onOpen={(what) => setOpen({ what, form })} />
            ))}
          </Rows>
        )}
      </RecordList>
      <Modal open={open !== null} title={open === null ? "" : titleOf(open)} onClose={close}>
        {open === null ? null : <Opened open={open} projectId={id} onClose={close} />}
      </Modal>
    </Column>
  );
}

function titleOf(open: Open): string {
  if (open.what === "new") return "New form";
  return open.what === "edit" ? "Edit form" : clipped(open.form.title, 80);
}

function Opened({ open, projectId, onClose }: { open: Open; projectId: string; onClose: () => void }) {
  switch (open.what) {
    case "new":
      return <FormBuilder projectId={projectId} form={null} onClose={onClose} />;
    case "edit":
      return <FormBuilder projectId={projectId} form={open.form} onClose={onClose} />;
    case "fill":
      return <FillForm form={open.form} onClose={onClose} />;
    case "answers":
      return <Answers form={open.form} onClose={onClose} />;
  }
}

function Line({ form, onOpen }: { form: Form; onOpen: (what: "edit" | "fill" | "answers") => void }) {
  const client = useQueryClient();
  const remove = useRemove(formsEndpoints.remove, "Form removed. Its tasks stay.");
  const toggle = useMutation({
    mutationFn: () =>
      call(formsEndpoints.update, {
        params: { id: form.id },
        body: { enabled: !form.enabled, version: form.version },
      }),
    onSettled: () => renewProjects(client),
  });
  const { title, fields, enabled } = form;
  return (
    <RowItem>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{clipped(title, 120)}</span>
        <span className="block text-xs text-kumo-subtle">
          {count(fields.length, "question")}
          {enabled ? "" : " · Off"}
        </span>
      </span>
      <Button size="sm" className="touch" disabled={!enabled} onClick={() => onOpen("fill")}>
        Fill in
      </Button>
      <MoreMenu label={`Actions for ${clipped(title, 60)}`} size="sm">
        <DropdownMenu.Item onClick={() => onOpen("answers")}>Answers</DropdownMenu.Item>
        <DropdownMenu.Item onClick={() => onOpen("edit")}>Edit…</DropdownMenu.Item>
        <DropdownMenu.Item onClick={() => toggle.mutate()}>
          {enabled ? "Turn off" : "Turn on"}
        </DropdownMenu.Item>
        <DropdownMenu.Item variant="danger" onClick={() => remove.mutate(form)}>
          Remove
        </DropdownMenu.Item>
      </MoreMenu>
    </RowItem>
  );
}

function answerWords(answer: unknown): string {
  return typeof answer === "string" ? answer : JSON.stringify(answer);
}

function Answers({ form, onClose }: { form: Form; onClose: () => void }) {
  const query = useInfiniteQuery(submissionsQuery(form.id));
  return (
    <div className="flex flex-col gap-4 p-4">
      <PagedList
        query={query}
        rows={3}
        more="Earlier answers"
        empty={<p className="text-kumo-subtle">No answers yet.</p>}
      >
        {(items) =>
          items.map(({ id, taskId, answers, by, at }) => (
            <article
              key={id}
              className="flex flex-col gap-1 border-b border-kumo-hairline pb-3 last:border-b-0"
            >
              <p className="text-xs text-kumo-subtle">
                {clipped(by.name, 60)} · <Time at={at} />
              </p>
              <dl className="text-sm">
                {form.fields.map(({ key, label }) =>
                  answers[key] === undefined || answers[key] === "" ? null : (
                    <div key={key} className="flex gap-2">
                      <dt className="shrink-0 text-kumo-subtle">{clipped(label, 60)}</dt>
                      <dd className="min-w-0 wrap-anywhere">{clipped(answerWords(answers[key]), 400)}</dd>
                    </div>
                  ),
                )}
              </dl>
              <Link
                to="."
                search={(before) => ({ ...before, task: taskId })}
                onClick={onClose}
                className="self-start text-xs text-kumo-link hover:underline"
              >
                Open the task
              </Link>
            </article>
          ))
        }
      </PagedList>
    </div>
  );
}

/** @public Called by the router. */
export function warm(client: QueryClient, { id }: Readonly<Record<string, string | undefined>>): void {
  if (id !== undefined) void client.prefetchQuery(formsQuery(id));
}
