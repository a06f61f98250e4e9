/** Adds a contact of the team's own, changes it, or deletes it. */
import { useState } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import { ownContactEndpoints, type ContactRecord } from "../../../../src/messaging/api/contact-import.ts";
import type { Person } from "../../../../src/messaging/api/contacts.ts";
import { call } from "../../api/call.ts";
import { ERROR_SHOWN_HERE } from "../../api/mutations.ts";
import { Modal } from "../../components/dialog.tsx";
import { DialogForm } from "../../components/dialog-form.tsx";
import { TextArea, TextBox } from "../../components/form.tsx";
import { toasts } from "../../components/toasts.ts";

interface Draft {
  readonly name: string;
  readonly company: string;
  readonly role: string;
  readonly phones: string;
  readonly emails: string;
  readonly notes: string;
}

const FIELDS = [
  ["name", "Name", "Maria Lopez"],
  ["phones", "Phone", "Several with a comma between"],
  ["emails", "E-mail", "Several with a comma between"],
  ["company", "Company", ""],
  ["role", "Role and address", "Tenant, 12 Birch St #4B"],
] as const satisfies readonly (readonly [keyof Draft, string, string])[];

function draftOf(person: Person | null): Draft {
  return {
    name: person?.name ?? "",
    company: person?.company ?? "",
    role: [person?.role, person?.place].filter(Boolean).join(", "),
    phones: (person?.numbers ?? []).map(({ number }) => number).join(", "),
    emails: (person?.emails ?? []).map(({ address }) => address).join(", "),
    notes: person?.notes ?? "",
  };
}

function recordOf({ phones, emails, ...draft }: Draft): ContactRecord {
  const parts = (words: string): string[] =>
    words
      .split(/[,;\n]/)
      .map((one) => one.trim())
      .filter(Boolean);
  return { ...draft, phones: parts(phones), emails: parts(emails) };
}

export default function ContactForm({
  person,
  onClose,
}: {
  /** Null for a new contact. */
  person: Person | null;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [id] = useState(() => person?.id ?? crypto.randomUUID());
  const [draft, setDraft] = useState(() => draftOf(person));
  const renew = () => client.invalidateQueries({ queryKey: ["contacts"] });
  const saving = useMutation({
    mutationFn: () => call(ownContactEndpoints.save, { params: { id }, body: recordOf(draft) }),
    meta: ERROR_SHOWN_HERE,
    onSuccess: async () => {
      await renew();
      onClose();
      if (person === null) void navigate({ to: "/contacts/$id", params: { id } });
    },
  });
  const removing = useMutation({
    mutationFn: () => call(ownContactEndpoints.remove, { params: { id } }),
    onSuccess: async () => {
      onClose();
      await navigate({ to: "/contacts" });
      await renew();
      toasts.add({ variant: "success", title: `${draft.name} deleted` });
    },
  });
  return (
    <Modal open onClose={onClose} title={person === null ? "New contact" : "Edit contact"}>
      <DialogForm
        job={saving}
        ready={[draft.name, draft.company, draft.phones, draft.emails].some((one) => one.trim() !== "")}
        act="Save"
        onCancel={onClose}
        onSubmit={() => saving.mutate()}
      >
        {FIELDS.map(([field, label, placeholder]) => (
          <TextBox
            key={field}
            label={label}
            placeholder={placeholder}
            autoFocus={field === "name"}
            autoComplete="off"
            maxLength={200}
            value={draft[field]}
            onChange={(words) => setDraft({ ...draft, [field]: words })}
            className="w-full"
          />
        ))}
        <TextArea
          label="Notes"
          maxLength={4_000}
          value={draft.notes}
          onChange={(notes) => setDraft({ ...draft, notes })}
          className="w-full"
        />
        {person === null ? null : (
          <Button
            type="button"
            className="touch self-start"
            loading={removing.isPending}
            onClick={() => removing.mutate()}
          >
            Delete contact
          </Button>
        )}
      </DialogForm>
    </Modal>
  );
}
