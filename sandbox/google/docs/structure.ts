/** Converts Markdown to the Docs API's structure: paragraphs with styles and bullets, tables and links, with indexes. */
import { lexer, type Token, type Tokens } from "marked";

interface Run {
  readonly content: string;
  readonly style: Readonly<Record<string, unknown>>;
}

/** Lists by ID, as in `documentTab.lists`. */
type Lists = Record<string, { listProperties: { nestingLevels: Readonly<Record<string, unknown>>[] } }>;

/** A document's body and lists. */
export function structureOf(markdown: string) {
  const writer = new Writer();
  const content = lexer(markdown).flatMap((token) => writer.block(token));
  const breakAtTop = { endIndex: 1, sectionBreak: { sectionStyle: { sectionType: "CONTINUOUS" } } };
  return {
    body: { content: [breakAtTop, ...(content.length === 0 ? [writer.paragraph([])] : content)] },
    lists: writer.lists,
  };
}

/** Writes the structure in order; indexes are UTF-16 and start at 1. */
class Writer {
  readonly lists: Lists = {};
  #at = 1;

  block(token: Token): unknown[] {
    switch (token.type) {
      case "heading":
        return [this.paragraph(runsOf(token.tokens ?? []), {}, `HEADING_${String(token["depth"])}`)];
      case "paragraph":
        return [this.paragraph(runsOf(token.tokens ?? []))];
      case "list":
        return this.#list(token as Tokens.List, 0, `kix.list${Object.keys(this.lists).length + 1}`);
      case "table":
        return [this.#table(token as Tokens.Table)];
      case "space":
        return [];
      default:
        return [this.paragraph([{ content: token.raw.trimEnd(), style: {} }])];
    }
  }

  paragraph(
    runs: readonly Run[],
    more: Readonly<Record<string, unknown>> = {},
    style = "NORMAL_TEXT",
  ): unknown {
    return this.#placed(() => {
      const whole = runs.length === 0 ? [{ content: "\n", style: {} }] : withBreak(runs);
      const elements = whole.map(({ content, style: textStyle }) =>
        this.#placed(() => {
          this.#at += content.length;
          return { textRun: { content, textStyle } };
        }),
      );
      const paragraphStyle = { namedStyleType: style, direction: "LEFT_TO_RIGHT" };
      return { paragraph: { elements, paragraphStyle, ...more } };
    });
  }

  #list(token: Tokens.List, level: number, listId: string): unknown[] {
    const known = (this.lists[listId] ??= { listProperties: { nestingLevels: [] } });
    known.listProperties.nestingLevels[level] ??= token.ordered
      ? { glyphType: "DECIMAL", glyphFormat: `%${level}.`, startNumber: 1 }
      : { glyphType: "GLYPH_TYPE_UNSPECIFIED", glyphSymbol: "●", glyphFormat: `%${level}` };
    return token.items.flatMap(({ tokens }) => {
      const [first, ...others] = tokens;
      const words = first !== undefined && "tokens" in first ? (first.tokens ?? []) : [];
      const bullet = { listId, ...(level === 0 ? {} : { nestingLevel: level }) };
      return [
        this.paragraph(runsOf(words), { bullet }),
        ...others.flatMap((other) =>
          other.type === "list" ? this.#list(other as Tokens.List, level + 1, listId) : [],
        ),
      ];
    });
  }

  #table({ header, rows }: Tokens.Table): unknown {
    return this.#placed(() => {
      this.#at += 1;
      const tableRows = [header, ...rows].map((cells) =>
        this.#placed(() => {
          this.#at += 1;
          const tableCells = cells.map(({ tokens }) =>
            this.#placed(() => {
              this.#at += 1;
              return { content: [this.paragraph(runsOf(tokens))], tableCellStyle: {} };
            }),
          );
          return { tableCells, tableRowStyle: {} };
        }),
      );
      this.#at += 1;
      return { table: { rows: tableRows.length, columns: header.length, tableRows, tableStyle: {} } };
    });
  }

  #placed<Part extends object>(make: () => Part) {
    const startIndex = this.#at;
    const part = make();
    return { startIndex, endIndex: this.#at, ...part };
  }
}

/** A paragraph ends with a line break, part of its last run. */
function withBreak(runs: readonly Run[]): Run[] {
  const last = runs.at(-1);
  return last === undefined ? [] : [...runs.slice(0, -1), { ...last, content: `${last.content}\n` }];
}

function runsOf(tokens: readonly Token[], style: Readonly<Record<string, unknown>> = {}): Run[] {
  return tokens.flatMap((token): Run[] => {
    const inner = "tokens" in token ? (token.tokens ?? []) : [];
    switch (token.type) {
      case "strong":
        return runsOf(inner, { ...style, bold: true });
      case "em":
        return runsOf(inner, { ...style, italic: true });
      case "link":
        return runsOf(inner, { ...style, underline: true, link: { url: (token as Tokens.Link).href } });
      case "br":
        return [{ content: "\v", style }];
      default:
        return [{ content: unescaped("text" in token ? String(token.text) : token.raw), style }];
    }
  });
}

function unescaped(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}
