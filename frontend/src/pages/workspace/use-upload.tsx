/** Taking files in: by the button or dropped on the list. What is there already is replaced only when a person says so. */
import { useRef, useState, type DragEvent, type ReactNode } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import { WORKSPACE_KEY } from "../../api/workspace-queries.ts";
import { Modal } from "../../components/dialog.tsx";
import { toastError, toasts } from "../../components/toasts.ts";
import { count } from "../../components/words.ts";
import { importZip, isZip, replaceTexts, uploadTexts, type Course, type Uploaded } from "./upload.ts";

/** What is asked after an upload. */
interface Question {
  readonly texts: Uploaded["taken"];
  readonly zips: readonly { readonly file: File; readonly taken: readonly string[] }[];
}

export interface Upload {
  readonly choose: () => void;
  readonly busy: boolean;
  /** Whether files hover over the list just now. */
  readonly over: boolean;
  readonly dropProps: {
    onDragOver: (event: DragEvent) => void;
    onDragLeave: (event: DragEvent) => void;
    onDrop: (event: DragEvent) => void;
  };
  /** The hidden field and the question; to be put somewhere. */
  readonly parts: ReactNode;
}

const hasFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes("Files");

export function useUpload(folder: string): Upload {
  const client = useQueryClient();
  const field = useRef<HTMLInputElement>(null);
  /** How far it is, in words; null while nothing is taken in. */
  const [progress, setProgress] = useState<Progress | null>(null);
  const busy = progress !== null;
  const stop = useRef(false);
  const [over, setOver] = useState(false);
  const [question, setQuestion] = useState<Question | null>(null);

  /** One course of taking in, from its begin to its end. */
  function begin(name: string): Course {
    setProgress({ words: `Reading ${name}…`, share: null });
    return {
      stopped: () => stop.current,
      onProgress: (done, of) => setProgress(progressOf(name, done, of)),
    };
  }

  async function take(files: readonly File[]): Promise<void> {
    if (files.length === 0) return;
    if (busy) {
      toasts.add({ title: "Others are still being taken in.", description: "Drop these again after that." });
      return;
    }
    const texts = files.filter((file) => !isZip(file));
    stop.current = false;
    try {
      const result = await uploadTexts(folder, texts, begin(nameOfAll(texts.length, files)));
      const zips: { file: File; taken: string[] }[] = [];
      let written = result.written.length;
      const refused = [...result.refused];
      for (const file of files.filter(isZip)) {
        const { written: came, skipped } = await importZip(folder, file, false, begin(file.name));
        written += came;
        const taken = skipped.filter((one) => one.taken).map((one) => one.path);
        if (taken.length > 0) zips.push({ file, taken });
        refused.push(
          ...skipped.filter((one) => !one.taken).map((one) => ({ name: one.path, reason: one.reason })),
        );
      }
      if (written > 0 || refused.length > 0) say(written, refused);
      if (result.taken.length > 0 || zips.length > 0) setQuestion({ texts: result.taken, zips });
      else if (written === 0 && refused.length === 0) toasts.add({ title: "Nothing in it is new." });
    } catch (error) {
      toastError(error);
    } finally {
      setProgress(null);
      void client.invalidateQueries({ queryKey: WORKSPACE_KEY });
    }
  }

  async function replace(asked: Question): Promise<void> {
    setQuestion(null);
    stop.current = false;
    try {
      const { written, problem } = await replaceTexts(
        asked.texts,
        begin(
          nameOfAll(
            asked.texts.length,
            asked.zips.map(({ file }) => file),
          ),
        ),
      );
      let all = written;
      for (const { file } of asked.zips)
        all += (await importZip(folder, file, true, begin(file.name))).written;
      if (all > 0) say(all, []);
      if (problem !== null) toastError(problem);
    } catch (error) {
      toastError(error);
    } finally {
      setProgress(null);
      void client.invalidateQueries({ queryKey: WORKSPACE_KEY });
    }
  }

  return {
    busy,
    over,
    choose: () => field.current?.click(),
    dropProps: {
      onDragOver: (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: (event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      },
      onDrop: (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(false);
        void take([...event.dataTransfer.files]);
      },
    },
    parts: (
      <>
        {progress ? <ProgressBar progress={progress} onStop={() => (stop.current = true)} /> : null}
        <input
          ref={field}
          type="file"
          multiple
          hidden
          data-upload
          accept=".md,.txt,.json,.csv,.zip"
          onChange={(event) => {
            const files = [...(event.target.files ?? [])];
            event.target.value = "";
            void take(files);
          }}
        />
        {question ? (
          <ReplaceQuestion
            question={question}
            onClose={() => setQuestion(null)}
            onReplace={() => void replace(question)}
          />
        ) : null}
      </>
    ),
  };
}

interface Progress {
  readonly words: string;
  /** Of 1; null where it is not known. */
  readonly share: number | null;
}

/** What is taken in first: so many files, or the first archive where there is nothing else. */
function nameOfAll(texts: number, files: readonly File[]): string {
  return texts > 0 ? count(texts, "file") : (files[0]?.name ?? "");
}

function progressOf(name: string, done: number, of: number | null): Progress {
  if (of !== null) return { words: `Taking in ${done + 1} of ${of}…`, share: of === 0 ? null : done / of };
  const far = done === 0 ? "" : `: ${count(done, "file")} so far`;
  return { words: `Taking in ${name}${far}…`, share: null };
}

/** How far it is, and the way to end it: what is in by then stays. */
function ProgressBar({ progress, onStop }: { progress: Progress; onStop: () => void }) {
  return (
    <div className="absolute inset-x-2 bottom-2 z-10 flex items-center gap-3 rounded-xl bg-kumo-base px-3 py-2 shadow-lg ring ring-kumo-line">
      <div className="min-w-0 flex-1">
        <p role="status" className="truncate text-sm tabular-nums">
          {progress.words}
        </p>
        <div
          aria-hidden
          className={`mt-1 h-1.5 overflow-hidden rounded-full bg-kumo-line ${progress.share === null ? "breathe" : ""}`}
        >
          <div
            className="h-full rounded-full bg-kumo-brand transition-[width]"
            style={{ width: `${Math.round((progress.share ?? 1) * 100)}%` }}
          />
        </div>
      </div>
      <Button size="sm" className="touch" onClick={onStop}>
        Stop
      </Button>
    </div>
  );
}

const MOST_NAMED = 8;

function ReplaceQuestion({
  question,
  onClose,
  onReplace,
}: {
  question: Question;
  onClose: () => void;
  onReplace: () => void;
}) {
  const names = [...question.texts.map((one) => one.path), ...question.zips.flatMap((zip) => zip.taken)];
  return (
    <Modal
      open
      onClose={onClose}
      title={names.length === 1 ? "It is there already" : "They are there already"}
    >
      <div className="flex flex-col gap-4 p-4">
        <div>
          <p>
            The workspace has {count(names.length, "file")} of the same name. What was, stays in the history.
          </p>
          <ul className="mt-2 list-disc pl-5 text-sm text-kumo-subtle">
            {names.slice(0, MOST_NAMED).map((name) => (
              <li key={name} className="wrap-anywhere">
                {name}
              </li>
            ))}
            {names.length > MOST_NAMED ? <li>and {names.length - MOST_NAMED} more</li> : null}
          </ul>
        </div>
        <div className="flex flex-wrap justify-end gap-2">
          <Button className="touch" onClick={onClose}>
            Leave them as they are
          </Button>
          <Button variant="primary" className="touch" onClick={onReplace}>
            Replace {names.length === 1 ? "it" : `all ${names.length}`}
          </Button>
        </div>
      </div>
    </Modal>
  );
}

function say(written: number, refused: Uploaded["refused"]): void {
  const first = refused[0];
  toasts.add({
    variant: refused.length > 0 ? "warning" : "success",
    title: written === 0 ? "Nothing was taken in." : `${count(written, "file")} taken in.`,
    ...(first
      ? {
          description: `Not taken: ${first.name} (${first.reason})${refused.length > 1 ? ` and ${refused.length - 1} more` : ""}`,
          timeout: 12_000,
        }
      : {}),
  });
}
