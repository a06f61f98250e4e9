/** The open file over time: typing, saving, drafts on this device, and what others save meanwhile. */
import { useCallback, useEffect, useEffectEvent, useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { workspaceEndpoints, type WorkspaceFile } from "../../../../src/protocol/index.ts";
import { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { fileQuery, versionQuery, WORKSPACE_KEY } from "../../api/workspace-queries.ts";
import { useMe } from "../../components/session.tsx";
import { keepDraft, readDraft, type Draft } from "./drafts.ts";
import {
  discarded,
  heard,
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
  /** Saves what is typed, or the text given. Whether it is saved now. */
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

/** `fetched` is the newest version the server told of; `gone`: it has none any more. */
export function useOpenFile(fetched: WorkspaceFile, gone: boolean): OpenFileState {
  const { path } = fetched;
  const userId = useMe().user.id;
  const client = useQueryClient();
  const [start] = useState(() => startOf(userId, fetched));
  const [file, setFile] = useState(start.file);
  const [draftOf, setDraftOf] = useState(start.draftOf);
  const [settled, setSettled] = useState(start.older === null);
  const [known, setKnown] = useState(fetched.etag);
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const dirty = isDirty(file);

  if (fetched.etag !== known) {
    setKnown(fetched.etag);
    // Behind what is queued already: the answer to a save of ours may not have been drawn yet.
    setFile((now) => heard(now, editionOf(fetched)));
  }

  const bringBack = useEffectEvent((older: Draft, base: Edition) => {
    setFile((now) => withDraft(now, { base, text: older.text }));
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
      // Nothing is known of what it began with: then all of it is to be put together by hand.
      .catch(() => ({ etag: older.etag, version: 0, content: "" }))
      .then((base) => {
        if (!left) bringBack(older, base);
      })
      .catch(() => undefined);
    return () => {
      left = true;
    };
  }, [start, path, client]);

  const keep = useEffectEvent(() => {
    if (!settled) return;
    keepDraft(
      userId,
      path,
      dirty ? { etag: file.base.etag, text: file.text, at: new Date().toISOString() } : null,
    );
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

  async function write(text: string, over: OpenFile): Promise<boolean> {
    setSaving(true);
    setProblem(null);
    try {
      const done = await call(workspaceEndpoints.write, {
        body: { path, content: text, ...(gone ? {} : { etag: over.base.etag }) },
      });
      const edition = { etag: done.etag, version: done.version, content: text };
      setFile((now) => saved(now, edition));
      setDraftOf(null);
      keepDraft(userId, path, null);
      client.setQueryData(fileQuery(path).queryKey, (old) => ({
        prompt: null,
        ...old,
        ...done,
        content: text,
      }));
      void client.invalidateQueries({ queryKey: WORKSPACE_KEY });
      return true;
    } catch (error) {
      // Somebody was faster, or it is gone: the file asked for anew says which, and nothing was overwritten.
      if (error instanceof ApiError && error.code === "changed")
        await client.invalidateQueries({ queryKey: WORKSPACE_KEY });
      else setProblem(error);
      return false;
    } finally {
      setSaving(false);
    }
  }

  // What could not be saved for want of a line is saved when it is back.
  const again = useEffectEvent(() => {
    if (dirty && !saving && problem instanceof ApiError && problem.code === "offline")
      void write(file.text, file);
  });
  useEffect(() => {
    const online = (): void => again();
    window.addEventListener("online", online);
    return () => window.removeEventListener("online", online);
  }, []);

  return {
    file,
    dirty,
    saving,
    problem,
    draftOf: dirty ? draftOf : null,
    type: useCallback((text: string) => setFile((now) => typed(now, text)), []),
    save: async (text = file.text) => {
      if (saving) return false;
      if (!dirty && !gone) return true;
      return write(text, file);
    },
    saveMerged: async (text) => {
      if (saving) return false;
      const now = merged(file, text);
      setFile(now);
      return write(text, now);
    },
    discard: () => {
      setFile(discarded);
      setDraftOf(null);
      setProblem(null);
      keepDraft(userId, path, null);
    },
    clearProblem: () => setProblem(null),
  };
}
