/** The box for team notes on a thread. It looks different from the reply box, and its text is never sent. */
import { useState, type RefObject } from "react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import { NOTE_CHARS, threadEndpoints } from "../../../../src/messaging/api/threads.ts";
import { call } from "../../api/call.ts";
import { ERROR_SHOWN_HERE } from "../../api/mutations.ts";
import { teamQuery } from "../../api/queries.ts";
import { newId, readStored, writeStored } from "../../api/storage.ts";
import { ErrorNotice } from "../../components/notice.tsx";
import { useMe } from "../../components/session.tsx";
import { ComposerField } from "./composer-field.tsx";
import { Suggestions, useSuggestions } from "./suggest.tsx";

interface NoteProps {
  readonly note: ReturnType<typeof useNote>;
  readonly box: RefObject<HTMLTextAreaElement | null>;
}

/** The id of a note with these words, kept until it is answered: after a lost answer or a reload it is the same note. */
function noteIdFor(key: string, words: string): string {
  const [id = "", ...kept] = readStored(key)?.split("\n") ?? [];
  if (id !== "" && kept.join("\n") === words) return id;
  const fresh = newId();
  writeStored(key, `${fresh}\n${words}`);
  return fresh;
}

/** The words of a note, kept on this device, and their writing: once, however often it is tried. */
function useNote(number: string, line: string) {
  const client = useQueryClient();
  const key = `note.${useMe().user.id}.${number}`;
  const [words, setWords] = useState(() => readStored(key) ?? "");
  const change = (value: string): void => {
    setWords(value);
    writeStored(key, value === "" ? null : value);
  };
  const adding = useMutation({
    mutationFn: () => {
      const note = words.trim();
      const noteId = noteIdFor(`${key}.id`, note);
      return call(threadEndpoints.addNote, { params: { number }, body: { line, noteId, words: note } });
    },
    meta: ERROR_SHOWN_HERE,
    onSuccess: () => {
      change("");
      writeStored(`${key}.id`, null);
      return client.invalidateQueries({ queryKey: ["texts", number] });
    },
  });
  return { words, change, adding };
}

export function NoteComposer({ number, line, box }: { number: string; line: string; box: NoteProps["box"] }) {
  const note = useNote(number, line);
  return <NoteForm note={note} box={box} />;
}

function NoteForm(props: NoteProps) {
  const { words, adding } = props.note;
  const addable = words.trim() !== "" && !adding.isPending;
  const add = (): void => {
    if (addable) adding.mutate();
  };
  return (
    <form
      aria-label="Internal note"
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      {adding.error ? <ErrorNotice error={adding.error} /> : null}
      <NoteBox {...props} addable={addable} onAdd={add} />
      <p className="px-2 text-xs text-kumo-subtle">Only your team sees this. It’s never sent.</p>
    </form>
  );
}

function NoteBox({
  box,
  note: { words, change, adding },
  addable,
  onAdd,
}: NoteProps & { addable: boolean; onAdd: () => void }) {
  const me = useMe();
  const { data: team } = useQuery(teamQuery);
  const suggest = useSuggestions({
    box,
    text: words,
    change,
    sign: "@",
    all: (team?.items ?? [])
      .filter(({ id }) => id !== me.user.id)
      .map(({ id, name }) => ({ id, title: name, words: `@${name} ` })),
  });
  return (
    <>
      <Suggestions label="Members" items={suggest.items} chosen={suggest.chosen} take={suggest.take} />
      <div className="flex items-end gap-2 rounded-2xl bg-kumo-warning-tint p-1.5 ring ring-kumo-warning/40 focus-within:ring-2">
        <ComposerField
          ref={box}
          suggest={suggest}
          change={change}
          aria-label="Note for your team"
          value={words}
          maxLength={NOTE_CHARS}
          placeholder="Note for your team. Type @ to mention someone."
          onDone={onAdd}
        />
        <Button type="submit" className="touch rounded-xl" disabled={!addable} loading={adding.isPending}>
          Add note
        </Button>
      </div>
    </>
  );
}
