/** An example's words, one by one: what differs for the list, everything for the form. Pure. */
import type { Example } from "../../../../src/workspace/api/examples.ts";
import { changesBetween, valueAt, withValueAt } from "../../approvals/draft/edits.ts";

/** One text of a draft. */
export interface Words {
  /** JSON pointer into the arguments. */
  readonly path: string;
  readonly label: string;
  readonly proposed: string;
  /** Null if the draft was rejected. */
  readonly wanted: string | null;
}

/** A person's changes; for a rejected draft, its text. Recipients' numbers and addresses are left out. */
export function wordsOf({ proposed, wanted }: Pick<Example, "proposed" | "wanted">): Words[] {
  if (wanted === null)
    return changesBetween({}, proposed)
      .filter(({ to }) => to.includes(" "))
      .map(({ path, to }) => ({ path, label: labelOf(path), proposed: to, wanted: null }));
  return changesBetween(proposed, wanted).map(({ path, from, to }) => ({
    path,
    label: labelOf(path),
    proposed: from,
    wanted: to,
  }));
}

/** An editable text and its location. */
export interface Field {
  readonly place: "asked" | "proposed" | "wanted" | "reason";
  /** JSON pointer within its place. */
  readonly path: string;
  readonly label: string;
  readonly value: string;
}

export function fieldsOf({ asked, proposed, wanted, reason }: Example): Field[] {
  const within = (place: "proposed" | "wanted", title: string): Field[] => {
    const args = place === "proposed" ? proposed : (wanted ?? {});
    return changesBetween({}, args)
      .filter(({ path, to }) => typeof valueAt(args, path) === "string" && /\p{L}/u.test(to))
      .map(({ path, to }) => ({ place, path, label: `${title}: ${labelOf(path).toLowerCase()}`, value: to }));
  };
  return [
    ...asked.map((value, index): Field => ({
      place: "asked",
      path: `/${index}`,
      label: "What led to it",
      value,
    })),
    ...within("proposed", "Proposed"),
    ...within("wanted", "Wanted"),
    ...(reason === null ? [] : [{ place: "reason", path: "", label: "Reason", value: reason } as const]),
  ];
}

/** The example with some texts changed, in the server's format. */
export function changed(
  { proposed, wanted, reason }: Example,
  fields: readonly Field[],
): Pick<Example, "asked" | "proposed" | "wanted" | "reason"> {
  const within = (place: Field["place"]) => fields.filter((field) => field.place === place);
  const filled = (args: Example["proposed"], place: Field["place"]): Example["proposed"] =>
    within(place).reduce((left, { path, value }) => withValueAt(left, path, value), args);
  return {
    asked: within("asked").flatMap(({ value }) => (value.trim() === "" ? [] : [value])),
    proposed: filled(proposed, "proposed"),
    wanted: wanted === null ? null : filled(wanted, "wanted"),
    reason: reason === null ? null : (within("reason")[0]?.value ?? reason),
  };
}

/** `/to/firstName` as `To: first name`. */
function labelOf(path: string): string {
  const words = path
    .slice(1)
    .split("/")
    .map((part) =>
      part
        .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
        .replaceAll("_", " ")
        .toLowerCase(),
    )
    .join(": ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
