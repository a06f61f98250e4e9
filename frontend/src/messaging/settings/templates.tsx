/** A team's saved replies to texts, picked by a slash where one writes. */
import { useState } from "react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import {
  replyTemplateEndpoints,
  TEMPLATE_PLACES,
  type ReplyTemplate,
} from "../../../../src/messaging/api/reply-templates.ts";
import { call } from "../../api/call.ts";
import { SAID_HERE } from "../../api/mutations.ts";
import { newId } from "../../api/storage.ts";
import { templatesQuery } from "../template-queries.ts";
import { Confirm } from "../../components/confirm.tsx";
import { Modal } from "../../components/dialog.tsx";
import { FormEnd } from "../../components/form-end.tsx";
import { TextArea, TextBox } from "../../components/form.tsx";
import { PlusIcon } from "../../components/icons.ts";
import { ErrorNotice } from "../../components/notice.tsx";
import { Empty } from "../../components/page.tsx";
import { ListSkeleton } from "../../components/skeleton.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { RowItem, Rows, Section } from "../../components/settings/section.tsx";

type Draft = Pick<ReplyTemplate, "id" | "name" | "words">;

export default function TemplateSettings() {
  const { data, error, refetch } = useQuery(templatesQuery);
  const [open, setOpen] = useState<Draft | null>(null);
  const [gone, setGone] = useState<Draft | null>(null);
  const add = (
    <Button
      className="touch self-start"
      icon={<PlusIcon aria-hidden className="size-4" />}
      onClick={() => setOpen({ id: newId(), name: "", words: "" })}
    >
      New reply
    </Button>
  );
  return (
    <Section
      title="Saved replies"
      lead="Type / where you write a text to use one. Everyone on your team can add and change them."
    >
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <ListSkeleton /> : null}
      {data?.length === 0 ? (
        <Empty title="No saved replies yet" action={add}>
          Save what you write often, such as office hours or how to reach the plumber.
        </Empty>
      ) : null}
      {data && data.length > 0 ? (
        <>
          <Rows>
            {data.map((template) => (
              <RowItem key={template.id}>
                <div className="min-w-0 flex-1 basis-60">
                  <p className="font-medium wrap-anywhere">{clipped(template.name, 60)}</p>
                  <p className="line-clamp-2 text-sm text-kumo-subtle wrap-anywhere">{template.words}</p>
                </div>
                <Button size="sm" className="touch" onClick={() => setOpen(template)}>
                  Edit
                </Button>
                <Button size="sm" className="touch" onClick={() => setGone(template)}>
                  Delete
                </Button>
              </RowItem>
            ))}
          </Rows>
          {add}
        </>
      ) : null}
      <Modal open={open !== null} onClose={() => setOpen(null)} title="Saved reply">
        {open ? <Form key={open.id} template={open} onClose={() => setOpen(null)} /> : null}
      </Modal>
      <Delete template={gone} onClose={() => setGone(null)} />
    </Section>
  );
}

function Form({ template, onClose }: { template: Draft; onClose: () => void }) {
  const client = useQueryClient();
  const [name, setName] = useState(template.name);
  const [words, setWords] = useState(template.words);
  const saving = useMutation({
    mutationFn: () =>
      call(replyTemplateEndpoints.put, { params: { id: template.id }, body: { name: name.trim(), words } }),
    meta: SAID_HERE,
    onSuccess: async () => {
      await client.invalidateQueries(templatesQuery);
      onClose();
    },
  });
  const whole = name.trim() !== "" && words.trim() !== "";
  return (
    <form
      className="flex flex-col gap-3 p-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (whole) saving.mutate();
      }}
    >
      <TextBox label="Name" value={name} maxLength={60} onChange={setName} />
      <TextArea label="Words" rows={5} value={words} maxLength={600} onChange={setWords} className="w-full" />
      <p className="text-xs text-kumo-subtle">
        {TEMPLATE_PLACES.join(", ")} are filled in when you use it. You see the words before they’re sent.
      </p>
      <FormEnd job={saving} ready={whole} onCancel={onClose}>
        Save
      </FormEnd>
    </form>
  );
}

function Delete({ template, onClose }: { template: Draft | null; onClose: () => void }) {
  const client = useQueryClient();
  const removing = useMutation({
    mutationFn: (id: string) => call(replyTemplateEndpoints.remove, { params: { id } }),
    onSuccess: async () => {
      await client.invalidateQueries(templatesQuery);
      onClose();
    },
  });
  return (
    <Confirm
      open={template !== null}
      title="Delete this reply?"
      act="Delete"
      busy={removing.isPending}
      onConfirm={() => template && removing.mutate(template.id)}
      onClose={onClose}
    >
      “{clipped(template?.name ?? "", 60)}” will be gone for everyone on your team. Texts you’ve sent with it
      stay.
    </Confirm>
  );
}
