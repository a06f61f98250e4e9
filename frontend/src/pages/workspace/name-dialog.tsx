/** Asks for the name of something new, or where something goes. Says early what cannot be, and what the server refused. */
import { useState, type FormEvent } from "react";
import { Button } from "@cloudflare/kumo/components/button";
import { Modal } from "../../components/dialog.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { inFolder, isFile, nameOf, nameProblem, tidyPath, withSuffix } from "./paths.ts";

export type Ask =
  | { readonly kind: "file"; readonly folder: string }
  | { readonly kind: "folder"; readonly folder: string }
  | { readonly kind: "move"; readonly path: string; readonly etag?: string | undefined };

interface Props {
  readonly ask: Ask;
  readonly onClose: () => void;
  /** Does it and closes this; what it throws is shown here. */
  readonly onDone: (path: string) => Promise<void>;
}

const TITLES = { file: "New file", folder: "New folder", move: "Rename or move" } as const;
const ACTS = { file: "Create", folder: "Create", move: "Move" } as const;

export function NameDialog({ ask, onClose, onDone }: Props) {
  const [name, setName] = useState(ask.kind === "move" ? ask.path : "");
  const [touched, setTouched] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const kind = ask.kind === "move" ? (isFile(ask.path) ? "file" : "folder") : ask.kind;
  const wrong = nameProblem(name, kind, []);
  const same = ask.kind === "move" && tidyPath(name) === ask.path;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setTouched(true);
    if (wrong !== null) return;
    if (same) return onClose();
    setBusy(true);
    setProblem(null);
    try {
      const named = kind === "file" ? withSuffix(name) : tidyPath(name.trim());
      await onDone(ask.kind === "move" ? named : inFolder(ask.folder, named));
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Modal open onClose={onClose} title={TITLES[ask.kind]}>
      <form className="flex flex-col gap-3 p-4" onSubmit={(event) => void submit(event)} noValidate>
        <label className="flex flex-col gap-1">
          <span className="text-sm font-medium">
            {ask.kind === "move" ? "Path in the workspace" : "Name"}
          </span>
          <input
            autoFocus
            value={name}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            aria-invalid={touched && wrong !== null}
            aria-describedby="name-note"
            onChange={(event) => setName(event.target.value)}
            onFocus={(event) => selectName(event.target, ask)}
            className="touch h-10 w-full rounded-lg bg-kumo-control px-3 text-base ring ring-kumo-line focus:outline-2 focus:outline-kumo-brand aria-invalid:ring-2 aria-invalid:ring-kumo-danger"
          />
          <span id="name-note" role="status" className="text-xs text-kumo-subtle">
            {touched && wrong !== null ? wrong : hint(ask, name)}
          </span>
        </label>
        {problem === null ? null : <ErrorNotice error={problem} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button type="button" className="touch" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" className="touch" loading={busy}>
            {ACTS[ask.kind]}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** Selects the name without its suffix, which is what one mostly changes. */
function selectName(field: HTMLInputElement, ask: Ask): void {
  if (ask.kind !== "move") return;
  const start = ask.path.length - nameOf(ask.path).length;
  const end = isFile(ask.path) ? ask.path.lastIndexOf(".") : ask.path.length;
  field.setSelectionRange(start, end);
}

function hint(ask: Ask, name: string): string {
  if (ask.kind === "move") return "Folders that are missing are made. The history goes with it.";
  const typed = tidyPath(name.trim());
  if (typed === "")
    return ask.kind === "file"
      ? "For example: vendors.md, or lists/keys.csv for one in a folder of its own."
      : "For example: areas.";
  return `Becomes ${inFolder(ask.folder, ask.kind === "file" ? withSuffix(typed) : typed)}`;
}
