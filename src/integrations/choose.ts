/** A question of a connection's form with one list to choose from. */
import { MAX_SETUP_OPTIONS, type SetupQuestion } from "./api/connections.ts";

/** A question whose options have no uses: chosen, or not. `isBefore` says which are chosen today. */
export function choice(
  question: Pick<SetupQuestion, "name" | "text" | "most" | "isLast">,
  options: readonly { readonly id: string; readonly label: string; readonly detail?: string | null }[],
  isBefore: (id: string) => boolean,
): SetupQuestion {
  return {
    ...question,
    least: 1,
    options: options
      .slice(0, MAX_SETUP_OPTIONS)
      .map(({ id, label, detail = null }) => ({ id, label, detail, use: isBefore(id) ? "yes" : null })),
    uses: [],
  };
}
