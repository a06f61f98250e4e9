/** Asks for a new entry's name, or a new place. Shows invalid names early, and the server's refusal. */
import { useState } from "react";
import { useMutation } from "@tanstack/react-query";
import { ERROR_SHOWN_HERE } from "../api/mutations.ts";
import { Modal } from "../components/dialog.tsx";
import { DialogForm } from "../components/dialog-form.tsx";
import { TextBox } from "../components/form.tsx";
import { inFolder, isFile, nameOf, nameProblem, tidyPath, withSuffix } from "./paths.ts";

export type Ask =
  | { readonly kind: "file"; readonly folder: string }
  | { readonly kind: "folder"; readonly folder: string }
  | { readonly kind: "move"; readonly path: string; readonly etag?: string | undefined };

interface Props {
  readonly ask: Ask;
  readonly onClose: () => void;
  /** Does it and closes the dialog; a thrown error is shown in it. */
  readonly onDone: (path: string) => Promise<void>;
}

const TITLES = { file: "New file", folder: "New folder", move: "Rename or move" } as const;
const ACTS = { file: "Create", folder: "Create", move: "Move" } as const;

export function NameDialog({ ask, onClose, onDone }: Props) {
  const [name, setName] = useState(ask.kind === "move" ? ask.path : "");
  const [touched, setTouched] = useState(false);
  const doing = useMutation({ mutationFn: onDone, meta: ERROR_SHOWN_HERE });
  const kind = ask.kind === "move" ? (isFile(ask.path) ? "file" : "folder") : ask.kind;
  const wrong = nameProblem(name, kind, []);

  function submit(): void {
    setTouched(true);
    if (wrong !== null) return;
    if (ask.kind === "move" && tidyPath(name) === ask.path) return onClose();
    const named = kind === "file" ? withSuffix(name) : tidyPath(name.trim());
    doing.mutate(ask.kind === "move" ? named : inFolder(ask.folder, named));
  }

  return (
    <Modal open onClose={onClose} title={TITLES[ask.kind]}>
      <DialogForm job={doing} onCancel={onClose} act={ACTS[ask.kind]} onSubmit={submit}>
        <TextBox
          label={ask.kind === "move" ? "Path in the workspace" : "Name"}
          autoFocus
          value={name}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          {...(touched && wrong !== null ? { error: wrong } : { description: hint(ask, name) })}
          onChange={setName}
          onFocus={(event) => selectName(event.target, ask)}
          className="w-full"
        />
      </DialogForm>
    </Modal>
  );
}

/** Selects the name without its extension, the part people usually change. */
function selectName(field: HTMLInputElement, ask: Ask): void {
  if (ask.kind !== "move") return;
  const start = ask.path.length - nameOf(ask.path).length;
  const end = isFile(ask.path) ? ask.path.lastIndexOf(".") : ask.path.length;
  field.setSelectionRange(start, end);
}

function hint(ask: Ask, name: string): string {
  if (ask.kind === "move") return "Missing folders are created. The history moves with it.";
  const typed = tidyPath(name.trim());
  if (typed === "")
    return ask.kind === "file"
      ? "For example: vendors.md, or lists/keys.csv to put it in a folder."
      : "For example: areas.";
  return `Becomes ${inFolder(ask.folder, ask.kind === "file" ? withSuffix(typed) : typed)}`;
}
