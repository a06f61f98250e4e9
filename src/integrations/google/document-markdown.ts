/**
 * Converts a Docs API document to Markdown (developers.google.com/workspace/docs/api/concepts/structure, read 2026-11-23): headings,
 * lists, tables, links, bold and italic. Images and drawings become placeholders. Pure.
 */
import * as z from "zod";

const styleSchema = z.object({
  bold: z.boolean().optional(),
  italic: z.boolean().optional(),
  strikethrough: z.boolean().optional(),
  link: z.object({ url: z.string().optional() }).optional(),
});

const partSchema = z.object({
  textRun: z.object({ content: z.string().default(""), textStyle: styleSchema.default({}) }).optional(),
  person: z
    .object({
      personProperties: z.object({ name: z.string().optional(), email: z.string().optional() }).optional(),
    })
    .optional(),
  richLink: z
    .object({
      richLinkProperties: z.object({ title: z.string().optional(), uri: z.string().optional() }).optional(),
    })
    .optional(),
  inlineObjectElement: z.object({}).optional(),
  horizontalRule: z.object({}).optional(),
  footnoteReference: z.object({ footnoteNumber: z.string().optional() }).optional(),
});

type Part = z.output<typeof partSchema>;

const paragraphSchema = z.object({
  elements: z.array(partSchema).default([]),
  paragraphStyle: z.object({ namedStyleType: z.string().optional() }).default({}),
  bullet: z.object({ listId: z.string(), nestingLevel: z.number().default(0) }).optional(),
});
type Paragraph = z.output<typeof paragraphSchema>;

interface Block {
  readonly paragraph?: Paragraph | undefined;
  readonly table?:
    | {
        readonly tableRows: readonly {
          readonly tableCells: readonly { readonly content: readonly Block[] }[];
        }[];
      }
    | undefined;
}

const blockSchema: z.ZodType<Block> = z.lazy(() =>
  z.object({
    paragraph: paragraphSchema.optional(),
    table: z
      .object({
        tableRows: z
          .array(
            z.object({
              tableCells: z.array(z.object({ content: z.array(blockSchema).default([]) })).default([]),
            }),
          )
          .default([]),
      })
      .optional(),
  }),
);

const listsSchema = z.record(
  z.string(),
  z.object({
    listProperties: z
      .object({ nestingLevels: z.array(z.object({ glyphType: z.string().optional() })).default([]) })
      .prefault({}),
  }),
);
type Lists = z.output<typeof listsSchema>;

interface Tab {
  readonly tabProperties: { readonly title: string };
  readonly documentTab?:
    | { readonly body: { readonly content: readonly Block[] }; readonly lists: Lists }
    | undefined;
  readonly childTabs: readonly Tab[];
}

const tabSchema: z.ZodType<Tab> = z.lazy(() =>
  z.object({
    tabProperties: z.object({ title: z.string().default("") }).prefault({}),
    documentTab: z
      .object({
        body: z.object({ content: z.array(blockSchema).default([]) }).prefault({}),
        lists: listsSchema.default({}),
      })
      .optional(),
    childTabs: z.array(tabSchema).default([]),
  }),
);

export const documentSchema = z.object({
  title: z.string().default(""),
  tabs: z.array(tabSchema).default([]),
});

/** Title and text. With several tabs, each starts with its name. */
export function markdownOf({ title, tabs }: z.output<typeof documentSchema>): {
  readonly title: string;
  readonly markdown: string;
} {
  const all = tabs.flatMap(withChildren);
  const parts = all.map(({ tabProperties, documentTab }) => {
    const words = documentTab === undefined ? "" : blocks(documentTab.body.content, documentTab.lists);
    return all.length === 1 ? words : `<!-- tab: ${tabProperties.title} -->\n\n${words}`;
  });
  return { title, markdown: parts.join("\n\n").trim() };
}

function withChildren(tab: Tab): readonly Tab[] {
  return [tab, ...tab.childTabs.flatMap(withChildren)];
}

function blocks(content: readonly Block[], lists: Lists): string {
  let text = "";
  let inList = false;
  for (const { paragraph, table } of content) {
    const words =
      table === undefined ? (paragraph === undefined ? "" : lineOf(paragraph, lists)) : tableOf(table, lists);
    if (words === "") continue;
    const isItem = paragraph?.bullet !== undefined;
    // List items are separated by one line break; all other blocks by a blank line.
    text += text === "" ? words : `${inList && isItem ? "\n" : "\n\n"}${words}`;
    inList = isItem;
  }
  return text;
}

const HEADINGS: Readonly<Record<string, string>> = { TITLE: "# ", SUBTITLE: "## " };
const ORDERED = /^(?:ZERO_)?DECIMAL$|ALPHA|ROMAN/;

function lineOf({ elements, paragraphStyle, bullet }: Paragraph, lists: Lists): string {
  const words = elements.map(partOf).join("").replace(/\s+$/, "").replaceAll("\v", "\n");
  if (words.trim() === "") return "";
  if (bullet !== undefined) {
    const { listId, nestingLevel } = bullet;
    const glyph = lists[listId]?.listProperties.nestingLevels[nestingLevel]?.glyphType ?? "";
    const indent = "  ".repeat(Math.min(nestingLevel, 8));
    return `${indent}${ORDERED.test(glyph) ? "1." : "-"} ${words.replaceAll("\n", " ")}`;
  }
  const style = paragraphStyle.namedStyleType ?? "";
  const [, level] = /^HEADING_([1-6])$/.exec(style) ?? [];
  const mark = level === undefined ? (HEADINGS[style] ?? "") : `${"#".repeat(Number(level))} `;
  return mark === "" ? words : `${mark}${words.replaceAll("\n", " ")}`;
}

function partOf(part: Part): string {
  const { textRun, person, richLink, footnoteReference } = part;
  if (textRun !== undefined) return styled(textRun.content, textRun.textStyle);
  if (person !== undefined) return nameOf(person);
  if (richLink !== undefined) return chipOf(richLink);
  if (footnoteReference !== undefined) return `[^${footnoteReference.footnoteNumber ?? ""}]`;
  if (part.horizontalRule !== undefined) return "---";
  return part.inlineObjectElement === undefined ? "" : "[picture]";
}

function nameOf({ personProperties }: NonNullable<Part["person"]>): string {
  return personProperties?.name ?? personProperties?.email ?? "";
}

function chipOf({ richLinkProperties }: NonNullable<Part["richLink"]>): string {
  const { title = "", uri = "" } = richLinkProperties ?? {};
  return linked(title === "" ? uri : title, uri);
}

/** Applies a run's marks, keeping leading and trailing spaces outside them. */
function styled(
  content: string,
  { bold, italic, strikethrough, link }: z.output<typeof styleSchema>,
): string {
  const [, before = "", words = "", after = ""] = /^(\s*)([\s\S]*?)(\s*)$/.exec(content) ?? [];
  if (words === "") return content;
  const marks = [bold === true ? "**" : "", italic === true ? "*" : "", strikethrough === true ? "~~" : ""];
  const marked = `${marks.join("")}${words}${marks.toReversed().join("")}`;
  return `${before}${linked(marked, link?.url ?? "")}${after}`;
}

function linked(words: string, url: string): string {
  return url === "" || url === words
    ? words
    : `[${words}](${url.replaceAll(")", "%29").replaceAll(" ", "%20")})`;
}

function tableOf({ tableRows }: NonNullable<Block["table"]>, lists: Lists): string {
  const rows = tableRows.map(({ tableCells }) =>
    tableCells.map(({ content }) =>
      blocks(content, lists)
        .replace(/\s*\n\s*/g, " / ")
        .replaceAll("|", "\\|"),
    ),
  );
  const width = Math.max(0, ...rows.map((row) => row.length));
  const line = (cells: readonly string[]): string =>
    `| ${Array.from({ length: width }, (_, at) => cells[at] ?? "").join(" | ")} |`;
  const [head = [], ...body] = rows;
  if (width === 0) return "";
  return [line(head), line(Array.from({ length: width }, () => "---")), ...body.map(line)].join("\n");
}
