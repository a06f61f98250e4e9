/** A file's language, and the editor's support for it. */
import { json } from "@codemirror/lang-json";
import { markdown, markdownLanguage } from "@codemirror/lang-markdown";
import type { Extension } from "@codemirror/state";
import { tags } from "@lezer/highlight";

type MarkdownOptions = NonNullable<Parameters<typeof markdown>[0]>;
type Extensions = NonNullable<MarkdownOptions["extensions"]>;

/** The lines between `---` at the top of a file are settings; as Markdown they would be a heading. */
const frontMatter: Extensions = {
  defineNodes: [{ name: "FrontMatter", block: true, style: tags.meta }],
  parseBlock: [
    {
      name: "FrontMatter",
      before: "HorizontalRule",
      parse(cx, line) {
        if (cx.lineStart !== 0 || line.text.trimEnd() !== "---") return false;
        while (cx.nextLine()) {
          if (line.text.trimEnd() !== "---") continue;
          cx.addElement(cx.elt("FrontMatter", 0, cx.lineStart + line.text.length));
          cx.nextLine();
          return true;
        }
        return true;
      },
    },
  ],
};

/** Marks our own pages do not know: `20:00:` is a time and no face. */
const PLAIN: Extensions = { remove: ["Emoji", "Subscript", "Superscript"] };

export function languageOf(path: string): Extension {
  if (path.endsWith(".md")) return markdown({ base: markdownLanguage, extensions: [PLAIN, frontMatter] });
  if (path.endsWith(".json")) return json();
  return [];
}
