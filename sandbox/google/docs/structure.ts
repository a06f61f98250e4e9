/** A document's Markdown as the structure the Docs API gives: paragraphs with styles and bullets, tables, links, each with its place. */
import { lexer, type Token, type Tokens } from "marked";

interface Run {
  readonly content: string;
  readonly style: Readonly<Record<string, unknown>>;
}

/** Lists by id, as `documentTab.lists` has them. */
type Lists = Record<string, { listProperties: { nestingLevels: Readonly<Record<string, unknown>>[] } }>;

/** The body and the lists of a document. */
export function structureOf(markdown: string) {
  const lists: Lists = {};
  let at = 1;
  const paragraph = (
    runs: readonly Run[],
    more: Readonly<Record<string, unknown>> = {},
    style = "NORMAL_TEXT",
  ) => {
    const startIndex = at;
    const whole = runs.length === 0 ? [{ content: "\n", style: {} }] : withBreak(runs);
    const elements = whole.map(({ content, style: textStyle }) => {
      const from = at;
      at += content.length;
      return { startIndex: from, endIndex: at, textRun: { content, textStyle } };
    });
    return {
      startIndex,
      endIndex: at,
      paragraph: { elements, paragraphStyle: { namedStyleType: style, direction: "LEFT_TO_RIGHT" }, ...more },
    };
  };
  const table = ({ header, rows }: Tokens.Table) => {
    const startIndex = at;
    at += 1;
    const tableRows = [header, ...rows].map((cells) => {
      const from = at;
      at += 1;
      const tableCells = cells.map(({ tokens }) => {
        const begin = at;
        at += 1;
        const content = [paragraph(runsOf(tokens))];
        return { startIndex: begin, endIndex: at, content, tableCellStyle: {} };
      });
      return { startIndex: from, endIndex: at, tableCells, tableRowStyle: {} };
    });
    at += 1;
    return {
      startIndex,
      endIndex: at,
      table: { rows: tableRows.length, columns: header.length, tableRows, tableStyle: {} },
    };
  };
  const list = (token: Tokens.List, level: number, listId: string): unknown[] => {
    (lists[listId] ??= { listProperties: { nestingLevels: [] } }).listProperties.nestingLevels[level] ??=
      token.ordered
        ? { glyphType: "DECIMAL", glyphFormat: `%${level}.`, startNumber: 1 }
        : { glyphType: "GLYPH_TYPE_UNSPECIFIED", glyphSymbol: "●", glyphFormat: `%${level}` };
    return token.items.flatMap(({ tokens }) => {
      const [first, ...others] = tokens;
      const words = first !== undefined && "tokens" in first ? (first.tokens ?? []) : [];
      return [
        paragraph(runsOf(words), { bullet: { listId, ...(level === 0 ? {} : { nestingLevel: level }) } }),
        ...others.flatMap((other) =>
          other.type === "list" ? list(other as Tokens.List, level + 1, listId) : [],
        ),
      ];
    });
  };
  const block = (token: Token): unknown[] => {
    switch (token.type) {
      case "heading":
        return [paragraph(runsOf(token.tokens ?? []), {}, `HEADING_${String(token["depth"])}`)];
      case "paragraph":
        return [paragraph(runsOf(token.tokens ?? []))];
      case "list":
        return list(token as Tokens.List, 0, `kix.list${Object.keys(lists).length + 1}`);
      case "table":
        return [table(token as Tokens.Table)];
      case "space":
        return [];
      default:
        return [paragraph([{ content: token.raw.trimEnd(), style: {} }])];
    }
  };
  const breakAtTop = { endIndex: 1, sectionBreak: { sectionStyle: { sectionType: "CONTINUOUS" } } };
  const content = [breakAtTop, ...lexer(markdown).flatMap(block)];
  return { body: { content: content.length === 1 ? [...content, paragraph([])] : content }, lists };
}

/** A paragraph ends with a line break, which belongs to its last run. */
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
