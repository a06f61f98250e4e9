/** The editor's theme: the page's own colors, inherited into its shadow root, in light and dark. */
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const TEXT = "var(--text-color-kumo-default)";
const SUBTLE = "var(--text-color-kumo-subtle)";
const LINK = "var(--text-color-kumo-link)";
const LINE = "var(--color-kumo-line)";
const TINT = "var(--color-kumo-tint)";
const BASE = "var(--color-kumo-base)";
const BRAND = "var(--color-kumo-brand)";
const ADDED = "var(--color-kumo-success-tint)";
const REMOVED = "var(--color-kumo-danger-tint)";
const MONO = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace";
const SANS = "var(--font-sans), ui-sans-serif, system-ui, sans-serif";

const theme = EditorView.theme({
  "&": { height: "100%", color: TEXT, backgroundColor: "transparent", fontSize: "14px" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: MONO, lineHeight: "1.6", overscrollBehavior: "contain" },
  ".cm-content": { padding: "12px 0 40vh", caretColor: TEXT },
  ".cm-line": { padding: "0 16px 0 8px" },
  ".cm-cursor": { borderLeftColor: TEXT },
  ".cm-gutters": { backgroundColor: "transparent", color: SUBTLE, border: "none" },
  ".cm-lineNumbers .cm-gutterElement": { padding: "0 4px 0 12px", minWidth: "32px", fontSize: "12px" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--color-kumo-tint) 60%, transparent)" },
  ".cm-activeLineGutter": { backgroundColor: "transparent", color: TEXT },
  ".cm-selectionMatch": { backgroundColor: "var(--color-kumo-warning-tint)" },
  ".cm-searchMatch": {
    backgroundColor: "var(--color-kumo-warning-tint)",
    outline: "1px solid var(--color-kumo-warning)",
  },
  ".cm-searchMatch-selected": { backgroundColor: "var(--color-kumo-info-tint)" },
  ".cm-panels": { backgroundColor: TINT, color: TEXT, borderColor: LINE, fontFamily: SANS },
  ".cm-panels-top": { borderBottom: `1px solid ${LINE}` },
  ".cm-panel.cm-search": { padding: "8px 40px 8px 12px", fontSize: "13px" },
  ".cm-panel.cm-search label": { fontSize: "13px" },
  ".cm-panel.cm-search [name=close]": {
    width: "32px",
    height: "32px",
    fontSize: "20px",
    color: TEXT,
    cursor: "pointer",
  },
  ".cm-textfield": {
    backgroundColor: BASE,
    color: TEXT,
    border: `1px solid ${LINE}`,
    borderRadius: "6px",
    padding: "4px 8px",
    fontSize: "14px",
  },
  ".cm-button": {
    backgroundImage: "none",
    backgroundColor: BASE,
    color: TEXT,
    border: `1px solid ${LINE}`,
    borderRadius: "6px",
    padding: "4px 10px",
    minHeight: "28px",
    fontSize: "13px",
    cursor: "pointer",
  },
  ".cm-button:focus-visible, .cm-textfield:focus-visible": { outline: `2px solid ${BRAND}` },
  ".cm-tooltip": {
    backgroundColor: BASE,
    color: TEXT,
    border: `1px solid ${LINE}`,
    borderRadius: "8px",
    boxShadow: "0 4px 16px rgb(0 0 0 / 0.16)",
    fontFamily: SANS,
    fontSize: "13px",
    maxWidth: "min(24rem, 90vw)",
  },
  ".cm-blame-note": { padding: "8px 12px", overflowWrap: "anywhere" },
  ".cm-blame-note a": { color: LINK, textDecoration: "underline", textUnderlineOffset: "2px" },
  ".cm-blame": { borderRight: `1px solid ${LINE}`, fontFamily: SANS, fontSize: "12px" },
  ".cm-blame .cm-gutterElement": {
    width: "9.5rem",
    padding: "0 8px 0 12px",
    whiteSpace: "nowrap",
    overflow: "hidden",
    textOverflow: "ellipsis",
    cursor: "default",
  },
  ".cm-fm": { color: SUBTLE },
  // The comparison's own look: by sign at the edge as well as by colour.
  ".cm-changedLine": { backgroundColor: `${ADDED} !important` },
  ".cm-deletedChunk": { backgroundColor: `${REMOVED} !important`, padding: "0 16px 0 8px" },
  "&.cm-merge-a .cm-changedLine": { backgroundColor: `${REMOVED} !important` },
  ".cm-changedText": {
    background: "none !important",
    textDecoration: "underline",
    textDecorationThickness: "2px",
  },
  ".cm-deletedText": { background: "none !important", textDecoration: "line-through" },
  ".cm-deletedChunk .cm-chunkButtons": {
    position: "static",
    display: "flex",
    justifyContent: "flex-end",
    gap: "4px",
  },
  ".cm-deletedChunk .cm-chunkButtons button": {
    backgroundColor: `${BASE} !important`,
    color: `${TEXT} !important`,
    border: `1px solid ${LINE} !important`,
    borderRadius: "6px",
    padding: "2px 8px",
    minHeight: "26px",
    fontFamily: SANS,
  },
  ".cm-collapsedLines": {
    background: `${TINT} !important`,
    color: `${SUBTLE} !important`,
    fontFamily: SANS,
    fontSize: "12px",
  },
  "@media (pointer: coarse)": { "&": { fontSize: "16px" } },
  "@media (max-width: 639px)": {
    ".cm-lineNumbers": { display: "none !important" },
    ".cm-line": { padding: "0 16px" },
    ".cm-blame .cm-gutterElement": { width: "4.5rem", padding: "0 6px" },
    ".cm-blame-when": { display: "none" },
  },
});

const colours = HighlightStyle.define([
  { tag: tags.heading1, fontWeight: "700", fontSize: "1.3em" },
  { tag: tags.heading2, fontWeight: "700", fontSize: "1.15em" },
  { tag: tags.heading, fontWeight: "700" },
  { tag: tags.strong, fontWeight: "700" },
  { tag: tags.emphasis, fontStyle: "italic" },
  { tag: tags.strikethrough, textDecoration: "line-through" },
  { tag: [tags.link, tags.url], color: LINK },
  { tag: tags.quote, color: SUBTLE, fontStyle: "italic" },
  { tag: tags.monospace, color: "var(--text-color-kumo-success)" },
  { tag: [tags.processingInstruction, tags.meta, tags.contentSeparator, tags.comment], color: SUBTLE },
  { tag: [tags.propertyName, tags.labelName], color: LINK },
  { tag: tags.string, color: "var(--text-color-kumo-success)" },
  { tag: [tags.number, tags.bool, tags.null, tags.keyword], color: "var(--text-color-kumo-warning)" },
  { tag: tags.invalid, color: "var(--text-color-kumo-danger)" },
]);

export const editorLook: Extension = [theme, syntaxHighlighting(colours), EditorView.lineWrapping];

/** Styles around two editors side by side, which an editor theme can't reach. */
const MERGE_CSS = `
.cm-mergeView { height: 100%; overflow-y: auto; }
.cm-mergeViewEditors { min-height: 100%; }
.cm-merge-revert { width: 32px; background: ${TINT}; border-inline: 1px solid ${LINE}; }
.cm-merge-revert button {
  width: 26px; height: 26px; margin: 0 auto; padding: 0; inset-inline: 0;
  border: 1px solid ${LINE}; border-radius: 6px; background: ${BASE}; color: ${TEXT}; cursor: pointer;
}
.cm-merge-revert button:focus-visible { outline: 2px solid ${BRAND}; }
`;

/** Gives it to a root, once. */
export function lookOfMerge(root: ShadowRoot): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(MERGE_CSS);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}
