/** A project's documents: files of the workspace, each with its versions. */
import { useState } from "react";
import { useInfiniteQuery, useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { DropdownMenu } from "@cloudflare/kumo/components/dropdown";
import type * as z from "zod";
import {
  documentKindSchema,
  projectDocumentsEndpoints,
  type ProjectDocument,
} from "../../../src/projects/api/projects-records.ts";
import { call } from "../api/call.ts";
import { ERROR_SHOWN_HERE } from "../api/mutations.ts";
import { documentsQuery } from "./project-queries.ts";
import { newId } from "../api/storage.ts";
import { Modal } from "../components/dialog.tsx";
import { DialogForm } from "../components/dialog-form.tsx";
import { Choice, TextBox } from "../components/form.tsx";
import { FileTextIcon } from "../components/icons.ts";
import { PagedList } from "../components/paged-list.tsx";
import { MoreMenu } from "../components/more-menu.tsx";
import { Column } from "../components/page.tsx";
import { clipped } from "../components/text-pieces.ts";
import { Time } from "../components/time.tsx";
import { Rows } from "../components/settings/section.tsx";
import { ByAgent } from "./task-bits.tsx";
import { renewProjects, useRemove } from "./use-record.ts";
import { AddButton, NoRecords } from "../components/record-list.tsx";

type Kind = z.infer<typeof documentKindSchema>;

const KIND_WORDS: Readonly<Record<Kind, string>> = {
  plan: "Plan",
  report: "Report",
  sow: "Statement of work",
  note: "Note",
};

export default function ProjectDocuments() {
  const id = useParams({ strict: false }).id ?? "";
  const query = useInfiniteQuery(documentsQuery(id));
  const [creating, setCreating] = useState(false);
  const add = { add: "New document", onAdd: () => setCreating(true) };
  return (
    <Column gap="gap-4">
      <PagedList
        query={query}
        rows={4}
        more="Older documents"
        empty={
          <NoRecords
            {...add}
            emptyTitle="No documents yet"
            empty="Plans, reports, and statements of work are files in your workspace, with every version kept."
          />
        }
      >
        {(documents) => (
          <>
            <Rows>
              {documents.map((document) => (
                <Line key={document.id} document={document} />
              ))}
            </Rows>
            <AddButton {...add} />
          </>
        )}
      </PagedList>
      <Modal open={creating} title="New document" onClose={() => setCreating(false)}>
        {creating ? <DocumentForm projectId={id} onClose={() => setCreating(false)} /> : null}
      </Modal>
    </Column>
  );
}

function Line({ document }: { document: ProjectDocument }) {
  const remove = useRemove(projectDocumentsEndpoints.remove, "Taken off this project. The file stays.");
  const { title, kind, path, runId, updatedAt } = document;
  return (
    <li className="flex items-center gap-3 border-b border-kumo-hairline px-4 py-2 last:border-b-0">
      <FileTextIcon aria-hidden className="size-5 shrink-0 text-kumo-subtle" />
      <Link
        to="/workspace/$"
        params={{ _splat: path }}
        className="touch flex min-w-0 flex-1 flex-col justify-center hover:underline"
      >
        <span className="truncate font-medium">{clipped(title, 120)}</span>
        <span className="flex items-center gap-1.5 text-xs text-kumo-subtle">
          {runId === null ? null : <ByAgent />}
          {KIND_WORDS[kind]} · <Time at={updatedAt} />
        </span>
      </Link>
      <MoreMenu label={`Actions for ${clipped(title, 60)}`} size="sm">
        <DropdownMenu.LinkItem
          closeOnClick
          href={`/api/workspace/download?path=${encodeURIComponent(path)}`}
          download
        >
          Download
        </DropdownMenu.LinkItem>
        <DropdownMenu.Item onClick={() => remove.mutate(document)}>Take off this project</DropdownMenu.Item>
      </MoreMenu>
    </li>
  );
}

function DocumentForm({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [id] = useState(newId);
  const [title, setTitle] = useState("");
  const [kind, setKind] = useState<Kind>("note");
  const create = useMutation({
    mutationFn: () =>
      call(projectDocumentsEndpoints.create, {
        body: { id, projectId, title: title.trim(), kind, content: `# ${title.trim()}\n` },
      }),
    meta: ERROR_SHOWN_HERE,
    onSuccess: ({ record }) => {
      onClose();
      void navigate({ to: "/workspace/$", params: { _splat: record.path } });
    },
    onSettled: () => renewProjects(client),
  });
  return (
    <DialogForm
      job={create}
      ready={title.trim() !== ""}
      onCancel={onClose}
      act="Create and open"
      onSubmit={() => create.mutate()}
    >
      <TextBox label="Title" autoFocus value={title} maxLength={200} onChange={setTitle} className="w-full" />
      <Choice
        label="Kind"
        shown
        value={kind}
        options={documentKindSchema.options.map((one) => [one, KIND_WORDS[one]] as const)}
        onChange={setKind}
      />
    </DialogForm>
  );
}

/** @public Called by the router. */
export function warm(client: QueryClient, { id }: Readonly<Record<string, string | undefined>>): void {
  if (id !== undefined) void client.prefetchInfiniteQuery(documentsQuery(id));
}
