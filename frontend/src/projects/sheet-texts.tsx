/** Title and description, edited in place. After a conflict the typed text stays. */
import { Suspense, useState, type KeyboardEvent } from "react";
import { Button } from "@cloudflare/kumo/components/button";
import { PROJECT_LIMITS } from "../../../src/projects/api/projects.ts";
import type { Task } from "../../../src/projects/api/projects-tasks.ts";
import { TextArea } from "../components/form.tsx";
import { Notice } from "../components/notice.tsx";
import { clipped } from "../components/text-pieces.ts";
import { SheetPart } from "./sheet-part.tsx";
import { WriteHelp } from "../components/write-help.tsx";
import type { TaskActs } from "./use-task-acts.ts";
import { Markdown } from "../components/lazy-markdown.ts";

const isElsewhere = ({ link }: Task): boolean => link !== null;

export function EditableTitle({ task, acts, begin }: { task: Task; acts: TaskActs; begin: boolean }) {
  const [words, setWords] = useState<string | null>(begin && !isElsewhere(task) ? task.title : null);
  if (words === null)
    return (
      <h2 className="text-lg leading-6 font-semibold wrap-anywhere">
        {isElsewhere(task) ? (
          clipped(task.title, 200)
        ) : (
          <button
            type="button"
            title="Rename"
            className="-mx-1.5 -my-0.5 w-[calc(100%+0.75rem)] rounded-md px-1.5 py-0.5 text-left hover:bg-kumo-tint"
            onClick={() => setWords(task.title)}
          >
            {clipped(task.title, 200)}
          </button>
        )}
      </h2>
    );
  const end = async (): Promise<void> => {
    const title = words.trim();
    if (title === "" || title === task.title) return setWords(null);
    if (await acts.change(task, { title }, "Renamed.")) setWords(null);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") {
      event.preventDefault();
      void end();
    }
    if (event.key === "Escape") {
      event.stopPropagation();
      setWords(null);
    }
  };
  return (
    <TextArea
      autoFocus
      aria-label="Title"
      rows={1}
      value={words}
      maxLength={PROJECT_LIMITS.nameChars}
      onChange={(now) => setWords(now.replace(/\n/g, " "))}
      onKeyDown={onKeyDown}
      onBlur={() => void end()}
      className="min-h-0 w-full text-lg leading-6 font-semibold"
    />
  );
}

export function EditableProse({ task, acts }: { task: Task; acts: TaskActs }) {
  const [isEdited, setEdited] = useState(false);
  return (
    <SheetPart title="Description">
      {isEdited ? (
        <ProseEditor task={task} acts={acts} onClose={() => setEdited(false)} />
      ) : (
        <Prose task={task} onEdit={() => setEdited(true)} />
      )}
    </SheetPart>
  );
}

function Prose({ task, onEdit }: { task: Task; onEdit: () => void }) {
  if (task.description === "")
    return isElsewhere(task) ? (
      <p className="text-sm text-kumo-subtle">None.</p>
    ) : (
      <button
        type="button"
        className="touch -mx-1.5 rounded-md px-1.5 py-1 text-left text-sm text-kumo-subtle hover:bg-kumo-tint"
        onClick={onEdit}
      >
        Add a description
      </button>
    );
  return (
    <div className="flex flex-col items-start gap-1.5">
      <div className="w-full min-w-0 text-sm">
        <Suspense fallback={<p className="whitespace-pre-wrap wrap-anywhere">{task.description}</p>}>
          <Markdown text={task.description} />
        </Suspense>
      </div>
      {isElsewhere(task) ? null : (
        <button
          type="button"
          className="touch -mx-1 rounded px-1 text-xs text-kumo-link hover:underline"
          onClick={onEdit}
        >
          Edit description
        </button>
      )}
    </div>
  );
}

function ProseEditor({ task, acts, onClose }: { task: Task; acts: TaskActs; onClose: () => void }) {
  const [from] = useState(task.description);
  const [words, setWords] = useState(task.description);
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    if (words === task.description) return onClose();
    setBusy(true);
    const saved = await acts.change(task, { description: words }, "Description changed.");
    setBusy(false);
    if (saved) onClose();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) {
      event.preventDefault();
      void save();
    }
    if (event.key !== "Escape") return;
    event.stopPropagation();
    if (words === from) onClose();
  };
  return (
    <>
      {from === task.description || busy ? null : (
        <Notice tone="warning" live title="Someone else changed this description while you were writing.">
          <p className="whitespace-pre-wrap">{clipped(task.description, 600) || "It’s empty now."}</p>
          <p className="mt-1">Saving replaces it with yours.</p>
        </Notice>
      )}
      <TextArea
        autoFocus
        aria-label="Description"
        placeholder="What, why, and what done looks like. Markdown works."
        value={words}
        maxLength={PROJECT_LIMITS.textChars}
        onChange={setWords}
        onKeyDown={onKeyDown}
        className="max-h-96 min-h-28 w-full"
      />
      <WriteHelp
        place={{ projectId: task.projectId, taskId: task.id, what: "description" }}
        text={words}
        onTake={setWords}
      />
      <div className="flex justify-end gap-2">
        <Button size="sm" className="touch" onClick={onClose}>
          Cancel
        </Button>
        <Button size="sm" variant="primary" className="touch" loading={busy} onClick={() => void save()}>
          Save
        </Button>
      </div>
    </>
  );
}
