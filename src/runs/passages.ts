/** Words of the company in what a tool found: which of an answer they are, and where they stand. */

/** Where words of the company stand in an answer, so that a model can cite them. */
export interface PassagesIn {
  /** The field of each thing in it that holds them; a thing also has a `title`, and a `link` to where it stands in the app. */
  readonly words: string;
  /** What things don't say of themselves: of the one there is, or of each in a list. */
  readonly of?: PassagePlace | readonly PassagePlace[];
}

/** Where a thing stands. `in` is its kind as `retrieve_context` calls it; `at` is its day and time in the team's zone, or empty. */
export interface PassagePlace {
  readonly link: string;
  readonly title: string;
  readonly in: string;
  readonly at: string;
}

/** Where the thing at an index stands, as far as it doesn't say it itself. */
export function placeAt({ of }: PassagesIn, index: number): PassagePlace | undefined {
  return isList(of) ? of[index] : of;
}

/** What is left of passages where a list was cut to so many of its things. */
export function passagesOf(passages: PassagesIn, count: number, keep: "first" | "last"): PassagesIn {
  const { of } = passages;
  if (!isList(of)) return passages;
  return { ...passages, of: keep === "first" ? of.slice(0, count) : of.slice(-count) };
}

function isList(of: PassagesIn["of"]): of is readonly PassagePlace[] {
  return Array.isArray(of);
}
