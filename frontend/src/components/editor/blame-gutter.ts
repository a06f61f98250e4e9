/** Who wrote each line, in the gutter and on hover. Lines typed since the last save have no author. */
import { type Extension, RangeSet, type Range, StateEffect, StateField } from "@codemirror/state";
import { type EditorView, gutter, GutterMarker, hoverTooltip, type Tooltip } from "@codemirror/view";
import type { LineNote } from "./line-note.ts";

const NOT_SAVED = "not saved yet";

class Mark extends GutterMarker {
  readonly note: LineNote;
  /** The first of several lines by the same hand says so; the rest are quiet. */
  readonly first: boolean;

  constructor(note: LineNote, first: boolean) {
    super();
    this.note = note;
    this.first = first;
  }

  override eq(other: GutterMarker): boolean {
    return other instanceof Mark && other.note === this.note && other.first === this.first;
  }

  override toDOM(): Node {
    const span = document.createElement("span");
    span.title = this.note.full;
    if (!this.first) {
      span.textContent = "\u00a0";
      return span;
    }
    const when = document.createElement("span");
    when.className = "cm-blame-when";
    when.textContent = ` · ${this.note.when}`;
    span.append(this.note.who, when);
    return span;
  }
}

class Unsaved extends GutterMarker {
  override toDOM(): Node {
    const span = document.createElement("span");
    span.textContent = NOT_SAVED;
    return span;
  }
}

const unsaved = new Unsaved();
const setNotes = StateEffect.define<readonly (LineNote | null)[]>();

const marks = StateField.define<RangeSet<Mark>>({
  create: () => RangeSet.empty,
  update(value, transaction) {
    let now = value.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setNotes)) continue;
      const ranges: Range<Mark>[] = [];
      const lines = Math.min(effect.value.length, transaction.state.doc.lines);
      for (let line = 0; line < lines; line++) {
        const note = effect.value[line];
        if (!note) continue;
        const first = effect.value[line - 1] !== note;
        ranges.push(new Mark(note, first).range(transaction.state.doc.line(line + 1).from));
      }
      now = RangeSet.of(ranges);
    }
    return now;
  },
});

/** What is known about the line at a position; null if it was never saved. */
export function noteAt(view: EditorView, from: number): LineNote | null {
  let found: LineNote | null = null;
  view.state.field(marks, false)?.between(from, from, (at, _to, mark) => {
    if (at === from) found = mark.note;
  });
  return found;
}

function tooltipOf(view: EditorView, at: number, onFollow: (href: string) => void): Tooltip | null {
  const line = view.state.doc.lineAt(at);
  const note = noteAt(view, line.from);
  if (!note) return null;
  return {
    pos: line.from,
    above: true,
    create: () => {
      const dom = document.createElement("div");
      dom.className = "cm-blame-note";
      dom.append(note.full);
      if (note.place) {
        const { href, words } = note.place;
        const link = document.createElement("a");
        link.href = href;
        link.textContent = words;
        link.addEventListener("click", (event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          onFollow(href);
        });
        dom.append(" · ", link);
      }
      return { dom };
    },
  };
}

/** The gutter, on. `onFollow` goes to a page of ours. */
export function blameGutter(onFollow: (href: string) => void): Extension {
  return [
    marks,
    gutter({
      class: "cm-blame",
      markers: (view) => view.state.field(marks),
      // Text after the last line break is not an authored line.
      lineMarker: (view, line, others) =>
        others.length > 0 || (line.from === view.state.doc.length && line.from === line.to) ? null : unsaved,
    }),
    hoverTooltip((view, at) => tooltipOf(view, at, onFollow), { hoverTime: 400 }),
  ];
}

/** Shows who wrote each line of the last saved text. */
export function tellNotes(view: EditorView, notes: readonly (LineNote | null)[]): void {
  view.dispatch({ effects: setNotes.of(notes) });
}
