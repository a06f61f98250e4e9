/** The part of JQL the product uses: clauses joined by AND, plain or quoted values, and ORDER BY. */
import { Refused } from "../vendor/define-vendor.ts";

export interface Clause {
  readonly field: string;
  readonly operator: string;
  readonly values: readonly string[];
}

const TOKEN = /\s*(?:"((?:[^"\\]|\\.)*)"|(!=|>=|<=|[=~(),])|([\w.()-]+))/y;

interface Piece {
  readonly kind: "text" | "sign" | "word";
  readonly value: string;
}

function piecesOf(jql: string): Piece[] {
  const pieces: Piece[] = [];
  TOKEN.lastIndex = 0;
  for (const query = jql.trimEnd(); TOKEN.lastIndex < query.length;) {
    const found = TOKEN.exec(query);
    if (found === null) throw new Refused(400, "Error in the JQL Query");
    const [, quoted, sign, word] = found;
    if (quoted !== undefined) pieces.push({ kind: "text", value: quoted.replace(/\\(.)/gs, "$1") });
    else if (sign !== undefined) pieces.push({ kind: "sign", value: sign });
    else pieces.push({ kind: "word", value: word ?? "" });
  }
  return pieces;
}

/** Throws Refused 400 for unsupported syntax. */
export function readJql(jql: string): Clause[] {
  const pieces = piecesOf(jql);
  let at = 0;
  const next = (): Piece => {
    const piece = pieces[at++];
    if (piece === undefined) throw new Refused(400, "Error in the JQL Query: it ends too early");
    return piece;
  };
  const isWord = (value: string): boolean => pieces[at]?.kind === "word" && pieces[at]?.value === value;
  const clauses: Clause[] = [];
  do {
    const { value: field } = next();
    const { value: operator } = next();
    const values: string[] = [];
    if (operator === "in") {
      next();
      do values.push(next().value);
      while (next().value === ",");
    } else values.push(next().value);
    clauses.push({ field, operator, values });
  } while (isWord("AND") && next());
  if (at < pieces.length && !isWord("ORDER"))
    throw new Refused(400, "Error in the JQL Query: AND was expected");
  return clauses;
}
