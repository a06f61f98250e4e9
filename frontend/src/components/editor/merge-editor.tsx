/** A merge editor: two texts side by side, the second one editable, with each difference marked and acceptable. Lazy-loaded. */
import { useEffect, useEffectEvent, useRef } from "react";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { MergeView, unifiedMergeView } from "@codemirror/merge";
import { EditorState, type Extension } from "@codemirror/state";
import { drawSelection, EditorView, keymap, lineNumbers } from "@codemirror/view";
import { languageOf } from "./editor-language.ts";
import { editorLook, lookOfMerge } from "./editor-look.ts";
import { shadowOf } from "./editor-root.ts";

interface Props {
  readonly path: string;
  /** The read-only side. */
  readonly other: string;
  readonly otherLabel: string;
  /** The initial text. Give a new text a new key. */
  readonly text: string;
  readonly label: string;
  /** Side by side, or stacked on narrow screens. */
  readonly wide: boolean;
  readonly onChange: (text: string) => void;
}

const COLLAPSE = { margin: 3, minSize: 6 };

function sharedExtensions(path: string, label: string): Extension {
  return [
    lineNumbers(),
    drawSelection(),
    languageOf(path),
    editorLook,
    EditorState.lineSeparator.of("\n"),
    EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
  ];
}

function takeButton(): HTMLElement {
  const button = document.createElement("button");
  button.type = "button";
  button.title = "Take this over";
  button.setAttribute("aria-label", "Take this over");
  button.textContent = "→";
  return button;
}

export default function MergeEditor(props: Props) {
  const { path, other, otherLabel, label, wide } = props;
  const host = useRef<HTMLDivElement>(null);
  const changed = useEffectEvent((now: string) => props.onChange(now));
  const current = useRef(props.text);

  useEffect(() => {
    if (!host.current) return;
    const root = shadowOf(host.current);
    const editing: Extension = [
      sharedExtensions(path, label),
      history(),
      keymap.of([...defaultKeymap, ...historyKeymap]),
      EditorView.updateListener.of((update) => {
        if (!update.docChanged) return;
        current.current = update.state.doc.toString();
        changed(current.current);
      }),
    ];
    if (!wide) {
      const view = new EditorView({
        root,
        parent: root,
        state: EditorState.create({
          doc: current.current,
          extensions: [
            editing,
            unifiedMergeView({
              original: other,
              collapseUnchanged: COLLAPSE,
              mergeControls: (type, action) => {
                const button = document.createElement("button");
                button.type = "button";
                button.textContent = type === "reject" ? "Take theirs" : "Keep this";
                button.addEventListener("mousedown", action);
                button.addEventListener("keydown", (event) => {
                  if (event.key === "Enter" || event.key === " ") action(event as unknown as MouseEvent);
                });
                return button;
              },
            }),
          ],
        }),
      });
      return () => view.destroy();
    }
    const view = new MergeView({
      root,
      parent: root,
      a: {
        doc: other,
        extensions: [
          sharedExtensions(path, otherLabel),
          EditorView.editorAttributes.of({ class: "cm-merge-a" }),
          EditorState.readOnly.of(true),
        ],
      },
      b: { doc: current.current, extensions: editing },
      revertControls: "a-to-b",
      renderRevertControl: takeButton,
      collapseUnchanged: COLLAPSE,
    });
    lookOfMerge(root);
    return () => view.destroy();
  }, [path, other, otherLabel, label, wide]);

  return <div ref={host} data-typing tabIndex={-1} className="h-full min-h-0 overflow-auto" />;
}
