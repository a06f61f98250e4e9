/** Citable locations of texts and calls, for the model. Pure. */
import { textPath } from "../../inbox/index.ts";
import { localTime } from "../../../kernel/local-time.ts";
import type { PassagePlace } from "../../../agent/runs/index.ts";
import type { RecordedWords } from "../../texts/index.ts";

/** The thread of a message: contact and number. */
interface Thread {
  readonly contact: string;
  readonly number: string;
}

/** Location of a text or call in its thread. */
export function textPlace(
  { id, at, kind, from, by }: Omit<RecordedWords, "text">,
  { contact, number }: Thread,
  timeZone: string,
): PassagePlace {
  const title = from === "contact" ? contact : `${by ?? "Team"} to ${contact}`;
  return {
    link: number === "" ? "" : textPath(number, id),
    title: kind === "call" ? `Call with ${contact}` : title,
    in: kind === "call" ? "calls" : "texts",
    at: localTime(at, timeZone),
  };
}
