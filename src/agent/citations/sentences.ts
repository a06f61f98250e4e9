/** Splits an answer into sentences without Markdown. Pure. */
import { withoutMarks, type Piece } from "./cited.ts";
import { placeOf } from "./given.ts";

export interface Sentence {
  readonly text: string;
  /** Targets of its links. */
  readonly links: readonly string[];
  /** Indexes of the passages cited for it. */
  readonly cites: readonly number[];
  /** Its pieces, if any has citations. */
  readonly pieces: readonly Piece[];
  /** Whether it is a heading, which capitalizes every word. */
  readonly isHeading: boolean;
  /** Whether it asks or offers, so that its dates and times are proposals. */
  readonly isOffer: boolean;
}

const OFFER =
  /^(?:i['’]ll|i can|i could|i would|i['’]d|shall|should|want|would|let me|do you want|if you|say the word|happy to|can i|could)\b|\?["”)*\s]*$/i;

/** In order. Table rows and list items are sentences, too; column names make no claims. */
export function sentencesOf(answer: string): Sentence[] {
  return linesOf(answer).flatMap(({ line, isColumns }) => (isColumns ? [] : sentencesIn(line)));
}

/** The same with each table's column names before its rows. */
export function sentencesAndColumns(
  answer: string,
): ({ readonly columns: string } | { readonly sentence: string })[] {
  return linesOf(answer).flatMap(({ line, isColumns }): ReturnType<typeof sentencesAndColumns> => {
    const found = sentencesIn(line).map(({ text }) => text);
    return isColumns ? [{ columns: found.join(" ") }] : found.map((sentence) => ({ sentence }));
  });
}

/** Lines outside code, without rulers. */
function linesOf(answer: string): { readonly line: string; readonly isColumns: boolean }[] {
  return answer
    .replace(/```[\s\S]*?(?:```|$)/g, "")
    .split("\n")
    .map((line, at, lines) => ({ line, isColumns: isTableHead(line, lines[at + 1]) }))
    .filter(({ line }) => !isRule(line));
}

function sentencesIn(line: string): Sentence[] {
  const isHeading = /^\s*#|^\s*\*\*[^*]+\*\*:?\s*$/.test(withoutMarks(line).text);
  const bare = line.replace(/^\s*(?:#+|[-*+•>]|\d{1,3}[.)])\s+/, "");
  return bare.split(/(?<=[.!?]["”)*]*)\s+(?=(?:\uE000[\d-]+\uE001)*[\p{Lu}"“*[(])/u).map((marked) => {
    const { text, links } = withoutLinks(marked);
    const read = withoutMarks(text);
    const cites = [...new Set(read.pieces.flatMap((piece) => piece.cites))];
    return { ...read, links, cites, isHeading, isOffer: OFFER.test(read.text) };
  });
}

/** Whether it is only a line, such as below a table's header. */
function isRule(line: string): boolean {
  return /^[\s|:-]*$/.test(withoutMarks(line).text);
}

function isTableHead(line: string, next = ""): boolean {
  return line.includes("|") && next.includes("-") && next.includes("|") && isRule(next);
}

function withoutLinks(text: string): Pick<Sentence, "text" | "links"> {
  const links: string[] = [];
  const bare = text.replace(/\[([^\]]*)\]\(([^)\s]*)\)/g, (_, words: string, link: string) => {
    links.push(placeOf(link));
    return words;
  });
  return {
    text: bare
      .replace(/https?:\/\/\S+/g, "")
      .replace(/[*`]/g, "")
      .trim(),
    links,
  };
}
