/** A paragraph more for an account's notes. */
import { useState } from "react";
import { Button } from "@cloudflare/kumo/components/button";
import { ACCOUNT_LIMITS, type Account, type AccountProof } from "../../../src/accounts/api/accounts.ts";
import { DialogForm } from "../components/dialog-form.tsx";
import { TextArea } from "../components/form.tsx";
import { PlusIcon } from "../components/icons.ts";
import { NewerNotice } from "./newer-notice.tsx";
import { useForm } from "./use-account.ts";

export function AddNote({ account, onSaved }: { account: Account; onSaved: (proof: AccountProof) => void }) {
  const [open, setOpen] = useState(false);
  if (open) return <NoteForm account={account} onSaved={onSaved} onClose={() => setOpen(false)} />;
  return (
    <Button
      size="sm"
      className="touch self-start"
      icon={<PlusIcon aria-hidden className="size-3.5" />}
      onClick={() => setOpen(true)}
    >
      Add a note
    </Button>
  );
}

function NoteForm({
  account,
  onSaved,
  onClose,
}: {
  account: Account;
  onSaved: (proof: AccountProof) => void;
  onClose: () => void;
}) {
  const [words, setWords] = useState("");
  const form = useForm(account, (proof) => {
    onSaved(proof);
    onClose();
  });
  const ready = words.trim() !== "";
  return (
    <DialogForm
      job={form}
      ready={ready}
      onCancel={onClose}
      act="Add note"
      className="flex flex-col gap-2"
      onSubmit={() => form.save({ notes: words })}
    >
      <TextArea
        aria-label="New note"
        autoFocus
        rows={3}
        value={words}
        maxLength={ACCOUNT_LIMITS.notesChars}
        placeholder="What should your team and Steward know?"
        onChange={setWords}
        className="w-full"
      />
      <NewerNotice account={account} since={form.since} />
    </DialogForm>
  );
}
