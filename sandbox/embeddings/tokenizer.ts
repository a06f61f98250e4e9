/** SentencePiece unigram tokenization: the most likely segmentation of a text (Kudo, arXiv:1804.10959). */

/** Pieces with log probabilities; the index is the ID. */
export type Vocabulary = readonly (readonly [piece: string, score: number])[];

/** Deterministic. */
export type Tokenize = (text: string) => number[];

/** Represents a space, also before the first word. */
const BLANK = "\u2581";
const UNKNOWN = 0;
/** Lower IDs are control symbols. */
const FIRST_PIECE = 6;

/** The best segmentation up to a position. */
interface Cut {
  readonly score: number;
  readonly id: number;
  readonly from: number;
}

export function createTokenizer(vocabulary: Vocabulary): Tokenize {
  const ids = new Map(vocabulary.flatMap(([piece], id) => (id < FIRST_PIECE ? [] : [[piece, id] as const])));
  const longest = Math.max(...[...ids.keys()].map((piece) => Array.from(piece).length));

  return (text) => {
    const normal = text.normalize("NFKC");
    if (normal === "") return [];
    const symbols = Array.from(BLANK + normal.replaceAll(" ", BLANK));
    const cuts: (Cut | undefined)[] = [{ score: 0, id: UNKNOWN, from: 0 }];
    const offer = (end: number, cut: Cut): void => {
      const known = cuts[end];
      if (known === undefined || cut.score >= known.score) cuts[end] = cut;
    };
    for (const [from] of symbols.entries()) {
      const begun = cuts[from];
      if (begun === undefined) continue;
      let piece = "";
      let isKnown = false;
      for (const [index, symbol] of symbols.slice(from, from + longest).entries()) {
        piece += symbol;
        const id = ids.get(piece);
        if (id === undefined) continue;
        isKnown = true;
        offer(from + index + 1, { score: begun.score + (vocabulary[id]?.[1] ?? 0), id, from });
      }
      if (!isKnown) offer(from + 1, { score: begun.score, id: UNKNOWN, from });
    }
    return readBack(cuts, symbols.length);
  };
}

/** Traces the segmentation from the end; consecutive unknown symbols form one piece. */
function readBack(cuts: readonly (Cut | undefined)[], end: number): number[] {
  const found: number[] = [];
  for (let cut = cuts[end], at = end; at > 0 && cut !== undefined; at = cut.from, cut = cuts[at])
    found.push(cut.id);
  return found.toReversed().filter((id, index, all) => id !== UNKNOWN || all[index - 1] !== UNKNOWN);
}
