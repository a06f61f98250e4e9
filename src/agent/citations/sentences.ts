/** An answer's sentences, bare of Markdown. Pure. */
import { withoutMarks, type Piece } from "./cited.ts";
import { placeOf } from "./given.ts";

/** One of them. */
export interface Sentence {
  readonly text: string;
  /** Where its links lead. */
  readonly links: readonly string[];
  /** Which of the answer's passages its model cites for it. */
  readonly cites: readonly number[];
  /** Its pieces, where its model cites any. */
  readonly pieces: readonly Piece[];
  /** Each word of a heading has a capital. */
  readonly isHeading: boolean;
  /** Asks or offers: its days and times are proposed. */
  readonly isOffer: boolean;
}

const OFFER =
  /^(?:i['’]ll|i can|i could|i would|i['’]d|shall|should|want|would|let me|do you want|if you|say the word|happy to|can i|could)\b|\?["”)*\s]*$/i;

/** In their order; rows of a table and points of a list are sentences too. */
export function sentencesOf(answer: string): Sentence[] {
  return answer
    .replace(/```[\s\S]*?(?:```|$)/g, "")
    .split("\n")
    .filter((line, at, lines) => !isRule(line) && !isTableHead(line, lines[at + 1]))
    .flatMap((line) => {
      const isHeading = /^\s*#|^\s*\*\*[^*]+\*\*:?\s*$/.test(withoutMarks(line).text);
      const bare = line.replace(/^\s*(?:#+|[-*+•>]|\d{1,3}[.)])\s+/, "");
      return bare.split(/(?<=[.!?]["”)*]*)\s+(?=(?:\uE000[\d-]+\uE001)*[\p{Lu}"“*[(])/u).map((marked) => {
        const { text, links } = withoutLinks(marked);
        const read = withoutMarks(text);
        const cites = [...new Set(read.pieces.flatMap((piece) => piece.cites))];
        return { ...read, links, cites, isHeading };
      });
    })
    .map(({ text, ...rest }) => ({ text, ...rest, isOffer: OFFER.test(text) }));
}

/** Nothing but lines, such as those under a table's head. */
function isRule(line: string): boolean {
  return /^[\s|:-]*$/.test(withoutMarks(line).text);
}

/** The names of a table's columns claim nothing. */
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
