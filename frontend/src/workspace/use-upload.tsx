/** Uploads by button or drop. Existing files are replaced only after confirmation. */
import { useRef, useState, type DragEvent, type ReactNode } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import { WORKSPACE_KEY } from "./workspace-queries.ts";
import { Modal } from "../components/dialog.tsx";
import { toastError, toasts } from "../components/toasts.ts";
import { count } from "../components/words.ts";
import { importZip, isZip, replaceTexts, uploadTexts, type Course, type Uploaded } from "./upload.ts";

/** The question after an upload with conflicts. */
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

/** The combined result of uploaded texts and archives. */
interface Taken {
  readonly written: number;
  readonly refused: Uploaded["refused"];
  readonly question: Question;
}

type Begin = (name: string) => Course;

async function takeIn(folder: string, files: readonly File[], begin: Begin): Promise<Taken> {
  const texts = files.filter((file) => !isZip(file));
  const result = await uploadTexts(folder, texts, begin(nameOfAll(texts.length, files)));
  const zips: { file: File; taken: string[] }[] = [];
  const refused = [...result.refused];
  let written = result.written.length;
  for (const file of files.filter(isZip)) {
    const { written: came, skipped } = await importZip(folder, file, false, begin(file.name));
    written += came;
    const taken = skipped.filter((one) => one.taken).map((one) => one.path);
    if (taken.length > 0) zips.push({ file, taken });
    const others = skipped.filter((one) => !one.taken);
    refused.push(...others.map((one) => ({ name: one.path, reason: one.reason })));
  }
  return { written, refused, question: { texts: result.taken, zips } };
}

async function replaceAll(folder: string, { texts, zips }: Question, begin: Begin) {
  const files = zips.map(({ file }) => file);
  const { written, problem } = await replaceTexts(texts, begin(nameOfAll(texts.length, files)));
  let all = written;
  for (const file of files) all += (await importZip(folder, file, true, begin(file.name))).written;
  return { written: all, problem };
}

/** Taking in and replacing, with how far it is. */
function useTaking(folder: string) {
  const client = useQueryClient();
  const [progress, setProgress] = useState<Progress | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const stop = useRef(false);
  /** One upload from start to finish. */
  const begin: Begin = (name) => {
    setProgress({ words: `Reading ${name}…`, share: null });
    return {
      stopped: () => stop.current,
      onProgress: (done, of) => setProgress(progressOf(name, done, of)),
    };
  };
  const shared = {
    onMutate: () => {
      stop.current = false;
    },
    onSettled: () => {
      setProgress(null);
      void client.invalidateQueries({ queryKey: WORKSPACE_KEY });
    },
  };
  const taking = useMutation({
    ...shared,
    mutationFn: (files: readonly File[]) => takeIn(folder, files, begin),
    onSuccess: ({ written, refused, question: asked }) => {
      const clash = asked.texts.length > 0 || asked.zips.length > 0;
      if (written > 0 || refused.length > 0) reportUpload(written, refused);
      else if (!clash) toasts.add({ title: "Nothing new to upload." });
      if (clash) setQuestion(asked);
    },
  });
  const replacing = useMutation({
    ...shared,
    mutationFn: (asked: Question) => replaceAll(folder, asked, begin),
    onSuccess: ({ written, problem }) => {
      if (written > 0) reportUpload(written, []);
      if (problem !== null) toastError(problem);
    },
  });
  return {
    progress,
    question,
    end: () => {
      stop.current = true;
    },
    take: (files: readonly File[]) => {
      if (files.length === 0) return;
      if (progress === null) taking.mutate(files);
      else
        toasts.add({
          title: "An upload is already running.",
          description: "Drop these again when it’s done.",
        });
    },
    replace: (asked: Question) => {
      setQuestion(null);
      replacing.mutate(asked);
    },
    closeQuestion: () => setQuestion(null),
  };
}

export function useUpload(folder: string): Upload {
  const field = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const { progress, question, end, take, replace, closeQuestion } = useTaking(folder);
  return {
    busy: progress !== null,
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
        take([...event.dataTransfer.files]);
      },
    },
    parts: (
      <>
        {progress ? <ProgressBar progress={progress} onStop={end} /> : null}
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
            take(files);
          }}
        />
        {question ? (
          <ReplaceQuestion question={question} onClose={closeQuestion} onReplace={() => replace(question)} />
        ) : null}
      </>
    ),
  };
}

interface Progress {
  readonly words: string;
  /** A fraction of 1; null if unknown. */
  readonly share: number | null;
}

/** What is uploaded, in words: the number of files, or the name of the first archive. */
function nameOfAll(texts: number, files: readonly File[]): string {
  return texts > 0 ? count(texts, "file") : (files[0]?.name ?? "");
}

function progressOf(name: string, done: number, of: number | null): Progress {
  if (of !== null) return { words: `Uploading ${done + 1} of ${of}…`, share: of === 0 ? null : done / of };
  const far = done === 0 ? "" : `: ${count(done, "file")} so far`;
  return { words: `Uploading ${name}${far}…`, share: null };
}

/** The progress and a stop button; files uploaded before the stop stay. */
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

const MAX_NAMED = 8;

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
    <Modal open onClose={onClose} title={names.length === 1 ? "Replace this file?" : "Replace these files?"}>
      <div className="flex flex-col gap-4 p-4">
        <div>
          <p>
            Your workspace already has {names.length === 1 ? "a file" : `${names.length} files`} with the same
            name. The current version stays in the history.
          </p>
          <ul className="mt-2 list-disc pl-5 text-sm text-kumo-subtle">
            {names.slice(0, MAX_NAMED).map((name) => (
              <li key={name} className="wrap-anywhere">
                {name}
              </li>
            ))}
            {names.length > MAX_NAMED ? <li>and {names.length - MAX_NAMED} more</li> : null}
          </ul>
        </div>
        <div className="flex flex-wrap justify-end gap-2">
          <Button className="touch" onClick={onClose}>
            Keep existing
          </Button>
          <Button variant="primary" className="touch" onClick={onReplace}>
            Replace {names.length === 1 ? "it" : `all ${names.length}`}
          </Button>
        </div>
      </div>
    </Modal>
  );
}

function reportUpload(written: number, refused: Uploaded["refused"]): void {
  const first = refused[0];
  toasts.add({
    variant: refused.length > 0 ? "warning" : "success",
    title: written === 0 ? "Nothing was uploaded." : `${count(written, "file")} uploaded.`,
    ...(first
      ? {
          description: `Not uploaded: ${first.name} (${first.reason})${refused.length > 1 ? ` and ${refused.length - 1} more` : ""}`,
          timeout: 12_000,
        }
      : {}),
  });
}
