/** Whether a member ordered changes of projects: what they name, write and set stands in their message. Pure. */
import type { Asker } from "../../agent/tools/call.ts";
import { isDaySaid, isNamed, isSaid, isTeams, saysOneOf } from "../../agent/tools/rests-on.ts";
import type { Described } from "../index.ts";

/** What people call a state. */
const STATES: Readonly<Record<string, string>> = {
  created: "reopen|to do",
  in_progress: "in progress|start|started|started on|working on",
  blocked: "blocked|stuck",
  in_review: "in review|for review",
  completed: "completed|complete|done|finished|close",
  cancelled: "cancelled|canceled|cancel",
};
/** Fields that only place or color a record. */
const PLACES = new Set(["sortOrder", "color"]);
const ID_FIELD = /Ids?$|^(?:dependsOn|mentions)$/;

interface Ordered {
  readonly operation: string;
  readonly data?: Readonly<Record<string, unknown>> | undefined;
}

export function isOrdered(
  changes: readonly Ordered[],
  {
    described,
    names,
    nowMs,
  }: {
    readonly described: readonly Described[];
    readonly names: ReadonlyMap<string, string>;
    readonly nowMs: number;
  },
  asker: Asker | null,
): boolean {
  const fresh = new Set(described.flatMap(({ id }, at) => (changes[at]?.operation === "insert" ? [id] : [])));
  const isKnown = (id: unknown): boolean =>
    typeof id === "string" && (fresh.has(id) || isSpeaker(id, asker) || isNamed(names.get(id) ?? "", asker));
  return changes.every(({ operation, data = {} }, at) => {
    const { label = "", id = "" } = described[at] ?? {};
    if (operation !== "insert" && !isKnown(id) && !isNamed(label, asker)) return false;
    return Object.entries(data).every(([field, value]) => {
      if (PLACES.has(field) || value === undefined) return true;
      if (ID_FIELD.test(field)) return value !== null && [value].flat().every(isKnown);
      if (field.endsWith("Date")) return typeof value === "string" && isDaySaid(value, asker, nowMs);
      if (typeof value === "number") return isSaid(String(value), asker);
      if (field === "done") return value === true && saysOneOf(["done"], asker);
      if (field === "status" || field === "priority")
        return typeof value === "string" && saysOneOf((STATES[value] ?? value).split("|"), asker);
      return typeof value === "string" && (isSaid(value, asker) || isTeams(value, asker));
    });
  });
}

function isSpeaker(id: string, asker: Asker | null): boolean {
  return asker?.speaker.kind === "user" && asker.speaker.id === id;
}
