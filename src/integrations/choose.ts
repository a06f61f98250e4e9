/** A setup question with one list of options. */
import { MAX_SETUP_OPTIONS, type SetupQuestion } from "./api/connections.ts";

/** A yes/no choice per option. `isBefore` tells which options are selected today. */
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
