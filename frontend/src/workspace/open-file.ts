/**
 * State of an open file: the saved base, the typed text, and a version someone else saved meanwhile. A colleague's version is never overwritten and
 * never overwrites: it is shown if nothing was typed, and otherwise waits to be merged. Pure.
 */

/** One saved version; `etag` identifies it, `version` orders it. */
export interface Edition {
  readonly etag: string;
  readonly version: number;
  readonly content: string;
}

export interface OpenFile {
  /** The version the typed text is based on. */
  readonly base: Edition;
  readonly text: string;
  /** A newer version by someone else, until it is merged; null otherwise. */
  readonly theirs: Edition | null;
  /** Incremented for each text that wasn't typed, so that the editor loads it. */
  readonly revision: number;
}

export function opened(edition: Edition): OpenFile {
  return { base: edition, text: edition.content, theirs: null, revision: 0 };
}

export function isDirty(file: OpenFile): boolean {
  return file.text !== file.base.content;
}

export function typed(file: OpenFile, text: string): OpenFile {
  return text === file.text ? file : { ...file, text };
}

/** The server has this version. Answers can overtake each other: an older one is ignored. */
export function afterServer(file: OpenFile, edition: Edition): OpenFile {
  if (edition.version <= (file.theirs ?? file.base).version) return file;
  if (!isDirty(file))
    return {
      base: edition,
      text: edition.content,
      theirs: null,
      revision: edition.content === file.text ? file.revision : file.revision + 1,
    };
  // Both came to the same words: nothing to put together.
  if (edition.content === file.text) return { ...file, base: edition, theirs: null };
  return { ...file, theirs: edition };
}

/** The sent text is saved as this version; text typed since stays unsaved. */
export function saved(file: OpenFile, edition: Edition): OpenFile {
  const newer = file.theirs !== null && file.theirs.version > edition.version ? file.theirs : null;
  return { ...file, base: edition, theirs: newer };
}

/** Both texts are merged: the result is based on theirs and still unsaved. */
export function merged(file: OpenFile, text: string): OpenFile {
  if (file.theirs === null) return file;
  return { base: file.theirs, text, theirs: null, revision: file.revision + 1 };
}

/** A draft that was kept on this device comes back, over the version it began with. */
export function withDraft(
  file: OpenFile,
  draft: { readonly base: Edition; readonly text: string },
): OpenFile {
  if (draft.text === file.base.content) return file;
  const newer = draft.base.etag === file.base.etag ? null : file.base;
  return { base: draft.base, text: draft.text, theirs: newer, revision: file.revision + 1 };
}

/** Discards typed text in favor of the newest saved version. */
export function discarded(file: OpenFile): OpenFile {
  const newest = file.theirs ?? file.base;
  return { base: newest, text: newest.content, theirs: null, revision: file.revision + 1 };
}
