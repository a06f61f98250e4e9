/** The team's saved replies to texts, inserted by typing a slash. */
import { useState } from "react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import {
  replyTemplateEndpoints,
  TEMPLATE_PLACES,
  type ReplyTemplate,
} from "../../../../src/messaging/api/reply-templates.ts";
import { call } from "../../api/call.ts";
import { ERROR_SHOWN_HERE } from "../../api/mutations.ts";
import { newId } from "../../api/storage.ts";
import { templatesQuery } from "../template-queries.ts";
import { Confirm } from "../../components/confirm.tsx";
import { Modal } from "../../components/dialog.tsx";
import { DialogForm } from "../../components/dialog-form.tsx";
import { TextArea, TextBox } from "../../components/form.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { RowItem, Rows, Section } from "../../components/settings/section.tsx";
import { RecordList } from "../../components/record-list.tsx";

type Draft = Pick<ReplyTemplate, "id" | "name" | "words">;

export default function TemplateSettings() {
  const [open, setOpen] = useState<Draft | null>(null);
  const [gone, setGone] = useState<Draft | null>(null);
  return (
    <Section
      title="Saved replies"
      lead="Type / in a text to insert one. Everyone on your team can add and change them."
    >
      <RecordList
        query={useQuery(templatesQuery)}
        add="New reply"
        onAdd={() => setOpen({ id: newId(), name: "", words: "" })}
        emptyTitle="No saved replies yet"
        empty="Save what you write often, such as office hours or how to reach the plumber."
      >
        {(templates) => (
          <Rows>
            {templates.map((template) => (
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
        )}
      </RecordList>
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
    meta: ERROR_SHOWN_HERE,
    onSuccess: async () => {
      await client.invalidateQueries(templatesQuery);
      onClose();
    },
  });
  const whole = name.trim() !== "" && words.trim() !== "";
  return (
    <DialogForm job={saving} ready={whole} onCancel={onClose} act="Save" onSubmit={() => saving.mutate()}>
      <TextBox label="Name" value={name} maxLength={60} onChange={setName} />
      <TextArea label="Words" rows={5} value={words} maxLength={600} onChange={setWords} className="w-full" />
      <p className="text-xs text-kumo-subtle">
        {TEMPLATE_PLACES.join(", ")} are filled in when you use it. You see the words before they’re sent.
      </p>
    </DialogForm>
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
