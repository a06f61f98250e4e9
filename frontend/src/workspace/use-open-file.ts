/** The open file over time: typing, saving, drafts on this device, and others' saves. */
import { useCallback, useEffect, useEffectEvent, useState } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { workspaceEndpoints, type WorkspaceFile } from "../../../src/workspace/api/workspace.ts";
import { ApiError } from "../api/api-error.ts";
import { call } from "../api/call.ts";
import { ERROR_SHOWN_HERE } from "../api/mutations.ts";
import { fileQuery, versionQuery, WORKSPACE_KEY } from "./workspace-queries.ts";
import { useMe } from "../components/session.tsx";
import { keepDraft, readDraft, type Draft } from "./drafts.ts";
import {
  discarded,
  afterServer,
  isDirty,
  merged,
  opened,
  saved,
  typed,
  withDraft,
  type Edition,
  type OpenFile,
} from "./open-file.ts";

const DRAFT_PAUSE_MS = 200;

export interface OpenFileState {
  readonly file: OpenFile;
  readonly dirty: boolean;
  readonly saving: boolean;
  readonly problem: unknown;
  /** When the text that came back from this device was typed; null where none did. */
  readonly draftOf: string | null;
  readonly type: (text: string) => void;
  /** Saves the typed text, or the given one. Returns whether it is saved now. */
  readonly save: (text?: string) => Promise<boolean>;
  readonly saveMerged: (text: string) => Promise<boolean>;
  readonly discard: () => void;
  readonly clearProblem: () => void;
}

function editionOf(file: WorkspaceFile): Edition {
  return { etag: file.etag, version: file.version, content: file.content };
}

interface Start {
  readonly file: OpenFile;
  readonly draftOf: string | null;
  /** A draft of an older version: that version has to be asked for first. */
  readonly older: Draft | null;
}

function startOf(userId: string, fetched: WorkspaceFile): Start {
  const base = editionOf(fetched);
  const file = opened(base);
  const draft = readDraft(userId, fetched.path);
  if (!draft || draft.text === base.content) return { file, draftOf: null, older: null };
  if (draft.etag !== base.etag) return { file, draftOf: null, older: draft };
  return { file: withDraft(file, { base, text: draft.text }), draftOf: draft.at, older: null };
}

type Update = (change: (file: OpenFile) => OpenFile) => void;

/** A draft of an older version comes back once that version is known. Says whether everything is back, and when it was typed. */
function useDraftBack(path: string, start: Start, update: Update) {
  const client = useQueryClient();
  const [draftOf, setDraftOf] = useState(start.draftOf);
  const [settled, setSettled] = useState(start.older === null);
  const bringBack = useEffectEvent((older: Draft, base: Edition) => {
    update((now) => withDraft(now, { base, text: older.text }));
    setDraftOf(older.at);
    setSettled(true);
  });
  useEffect(() => {
    const { older } = start;
    if (!older) return;
    let left = false;
    client
      .fetchQuery(versionQuery(path, older.etag))
      .then(({ etag, version, content }) => ({ etag, version, content }))
      // The base version is unknown, so everything must be merged by hand.
      .catch(() => ({ etag: older.etag, version: 0, content: "" }))
      .then((base) => {
        if (!left) bringBack(older, base);
      })
      .catch(() => undefined);
    return () => {
      left = true;
    };
  }, [start, path, client]);
  return { draftOf, setDraftOf, settled };
}

/** Stores typed text on this device, shortly after each change and when leaving the page. */
function useKeptDraft(path: string, file: OpenFile, settled: boolean): void {
  const userId = useMe().user.id;
  const keep = useEffectEvent(() => {
    if (!settled) return;
    const draft = { etag: file.base.etag, text: file.text, at: new Date().toISOString() };
    keepDraft(userId, path, isDirty(file) ? draft : null);
  });
  useEffect(() => {
    const timer = window.setTimeout(keep, DRAFT_PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [file.text, file.base, settled]);
  useEffect(() => {
    const atOnce = (): void => keep();
    window.addEventListener("pagehide", atOnce);
    return () => {
      window.removeEventListener("pagehide", atOnce);
      keep();
    };
  }, []);
}

interface Writing {
  readonly text: string;
  readonly over: OpenFile;
}

function isOvertaken(error: unknown): boolean {
  return error instanceof ApiError && error.code === "changed";
}

/** Saves by compare-and-set: what someone else saved is never overwritten. */
function useWriting(path: string, gone: boolean, onSaved: (edition: Edition) => void) {
  const client = useQueryClient();
  const userId = useMe().user.id;
  return useMutation({
    mutationFn: ({ text, over }: Writing) =>
      call(workspaceEndpoints.write, {
        body: { path, content: text, ...(gone ? {} : { etag: over.base.etag }) },
      }),
    meta: ERROR_SHOWN_HERE,
    onSuccess: (done, { text }) => {
      onSaved({ etag: done.etag, version: done.version, content: text });
      keepDraft(userId, path, null);
      client.setQueryData(fileQuery(path).queryKey, (old) => ({
        prompt: null,
        ...old,
        ...done,
        content: text,
      }));
      void client.invalidateQueries({ queryKey: WORKSPACE_KEY });
    },
    // Someone else saved first, or the file is gone: a refetch tells which.
    onError: (error) =>
      isOvertaken(error) ? client.invalidateQueries({ queryKey: WORKSPACE_KEY }) : undefined,
  });
}

/** A save that failed offline is repeated when the connection is back. */
function useSaveOnline(again: () => void): void {
  const retry = useEffectEvent(again);
  useEffect(() => {
    const online = (): void => retry();
    window.addEventListener("online", online);
    return () => window.removeEventListener("online", online);
  }, []);
}

/** `fetched` is the newest version from the server; `gone` if it was deleted. */
export function useOpenFile(fetched: WorkspaceFile, gone: boolean): OpenFileState {
  const { path } = fetched;
  const userId = useMe().user.id;
  const [start] = useState(() => startOf(userId, fetched));
  const [file, setFile] = useState(start.file);
  const [known, setKnown] = useState(fetched.etag);
  const { draftOf, setDraftOf, settled } = useDraftBack(path, start, setFile);
  useKeptDraft(path, file, settled);
  const writing = useWriting(path, gone, (edition) => {
    setFile((now) => saved(now, edition));
    setDraftOf(null);
  });
  const dirty = isDirty(file);
  const saving = writing.isPending;
  const problem = isOvertaken(writing.error) ? null : writing.error;

  if (fetched.etag !== known) {
    setKnown(fetched.etag);
    // Queued after pending updates: the answer to our own save may not have rendered yet.
    setFile((now) => afterServer(now, editionOf(fetched)));
  }

  const write = (given: Writing): Promise<boolean> =>
    writing.mutateAsync(given).then(
      () => true,
      () => false,
    );
  useSaveOnline(() => {
    if (dirty && !saving && problem instanceof ApiError && problem.code === "offline")
      void write({ text: file.text, over: file });
  });

  return {
    file,
    dirty,
    saving,
    problem,
    draftOf: dirty ? draftOf : null,
    type: useCallback((text: string) => setFile((now) => typed(now, text)), []),
    save: async (text = file.text) => {
      if (saving) return false;
      return !dirty && !gone ? true : write({ text, over: file });
    },
    saveMerged: async (text) => {
      if (saving) return false;
      const now = merged(file, text);
      setFile(now);
      return write({ text, over: now });
    },
    discard: () => {
      setFile(discarded);
      setDraftOf(null);
      writing.reset();
      keepDraft(userId, path, null);
    },
    clearProblem: writing.reset,
  };
}
