/** The text editor: CodeMirror behind a few words. Loaded when the first file is opened. */
import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState, type Ref } from "react";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorSelection, EditorState, type Extension } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { blameGutter, noteAt, tellNotes } from "./blame-gutter.ts";
import type { LineNote } from "./line-note.ts";
import { languageOf } from "./editor-language.ts";
import { editorLook } from "./editor-look.ts";
import { shadowOf } from "./editor-root.ts";

export interface EditorHandle {
  /** Goes to a line, with the focus. */
  goTo(line: number): void;
  /** The selected text; empty if there is none. */
  selected(): string;
  /** Replaces words that occur exactly once; returns whether it did. One undo reverts it. */
  swap(words: string, by: string): boolean;
  /** Replaces the text, changing only what differs, so that the cursor stays in place where possible. */
  replace(text: string): void;
}

interface Props {
  readonly path: string;
  /** The text at the start; later ones come through `handle`. */
  readonly text: string;
  readonly label: string;
  readonly readOnly?: boolean;
  readonly handle?: Ref<EditorHandle>;
  /** Where to scroll at the start and on every change. */
  readonly place?: { readonly line: number; readonly words?: string | undefined } | null;
  readonly onChange?: (text: string) => void;
  /** Each line's author; null hides the gutter. */
  readonly notes?: readonly (LineNote | null)[] | null;
  /** The cursor's line, with its note. */
  readonly onLine?: (line: number, note: LineNote | null) => void;
  readonly onFollow?: (href: string) => void;
}

/** The single change that turns one text into another. */
function changeBetween(from: string, to: string): { from: number; to: number; insert: string } {
  let head = 0;
  const most = Math.min(from.length, to.length);
  while (head < most && from.charCodeAt(head) === to.charCodeAt(head)) head++;
  let tail = 0;
  while (
    tail < most - head &&
    from.charCodeAt(from.length - 1 - tail) === to.charCodeAt(to.length - 1 - tail)
  )
    tail++;
  return { from: head, to: from.length - tail, insert: to.slice(head, to.length - tail) };
}

/** The position of some words: the selection, or their only occurrence. */
function placeOf(state: EditorState, words: string): number | null {
  const { from } = state.selection.main;
  if (state.sliceDoc(from, from + words.length) === words) return from;
  const text = state.doc.toString();
  const at = text.indexOf(words);
  return at === -1 || text.includes(words, at + 1) ? null : at;
}

/** Shows a line and selects the words on it. */
function show(editor: EditorView, number: number, words: string | undefined): void {
  const line = editor.state.doc.line(Math.min(Math.max(number, 1), editor.state.doc.lines));
  const at = words ? line.text.toLowerCase().indexOf(words.toLowerCase()) : -1;
  const selection =
    words && at >= 0
      ? EditorSelection.range(line.from + at, line.from + at + words.length)
      : EditorSelection.cursor(line.from);
  editor.dispatch({ selection, effects: EditorView.scrollIntoView(line.from, { y: "center" }) });
}

/** The marks and keys every text has. */
function plainExtensions(path: string, label: string, readOnly: boolean): Extension[] {
  return [
    lineNumbers(),
    history(),
    drawSelection(),
    highlightSpecialChars(),
    readOnly ? [] : highlightActiveLine(),
    highlightSelectionMatches(),
    search({ top: true }),
    languageOf(path),
    editorLook,
    EditorState.readOnly.of(readOnly),
    EditorState.lineSeparator.of("\n"),
    EditorView.contentAttributes.of({
      "aria-label": label,
      tabindex: "0",
      spellcheck: readOnly ? "false" : "true",
      autocapitalize: "sentences",
    }),
    keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap]),
  ];
}

/** The page's handle on the editor. */
function handleOf(shown: () => EditorView | null): EditorHandle {
  return {
    goTo: (number) => {
      const editor = shown();
      if (!editor) return;
      show(editor, number, undefined);
      editor.focus();
    },
    selected: () => {
      const { from, to } = shown()?.state.selection.main ?? { from: 0, to: 0 };
      return shown()?.state.sliceDoc(from, to) ?? "";
    },
    swap: (words, by) => {
      const editor = shown();
      if (!editor) return false;
      const from = placeOf(editor.state, words);
      if (from === null) return false;
      editor.dispatch({
        changes: { from, to: from + words.length, insert: by },
        selection: EditorSelection.range(from, from + by.length),
        scrollIntoView: true,
        userEvent: "input.replace",
      });
      editor.focus();
      return true;
    },
    replace: (to) => {
      const editor = shown();
      if (!editor) return;
      const from = editor.state.doc.toString();
      if (from !== to) editor.dispatch({ changes: changeBetween(from, to) });
    },
  };
}

export default function CodeEditor(props: Props) {
  const { path, text, label, readOnly = false, handle, notes = null } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const [blame] = useState(() => new Compartment());
  const changed = useEffectEvent((now: string) => props.onChange?.(now));
  const moved = useEffectEvent((editor: EditorView) => {
    const line = editor.state.doc.lineAt(editor.state.selection.main.head);
    props.onLine?.(line.number, noteAt(editor, line.from));
  });
  const follow = useEffectEvent((href: string) => props.onFollow?.(href));
  const textAtStart = useEffectEvent(() => text);

  useEffect(() => {
    if (!host.current) return;
    const root = shadowOf(host.current);
    const editor = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: textAtStart(),
        extensions: [
          blame.of([]),
          plainExtensions(path, label, readOnly),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) changed(update.state.doc.toString());
            if (update.docChanged || update.selectionSet) moved(update.view);
          }),
        ],
      }),
    });
    view.current = editor;
    return () => {
      editor.destroy();
      view.current = null;
    };
  }, [path, label, readOnly, blame]);

  const shown = notes !== null;
  useEffect(() => {
    const editor = view.current;
    if (!editor) return;
    editor.dispatch({ effects: blame.reconfigure(shown ? blameGutter(follow) : []) });
    if (notes) tellNotes(editor, notes);
    moved(editor);
  }, [notes, shown, path, label, readOnly, blame]);

  const { line, words } = props.place ?? {};
  useEffect(() => {
    if (view.current && line !== undefined) show(view.current, line, words);
  }, [line, words, path, label, readOnly]);

  useImperativeHandle(handle, () => handleOf(() => view.current));

  // Keys typed in the editor are no shortcuts of the page (keys/shortcuts.ts).
  return <div ref={host} data-typing className="h-full min-h-0 overflow-hidden" />;
}
