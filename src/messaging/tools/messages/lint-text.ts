/** Warnings on a drafted text, based on the recipient's record and thread. Pure. */
import type { TextMessage } from "../../../integrations/connections/index.ts";
import { plainWords } from "../../../kernel/plain-words.ts";
import type { Lint } from "../../../approvals/api/approval.ts";

interface DraftedText {
  readonly text: string;
  /** The recipient's record, the fields of a contact created with the text, or null. */
  readonly recipient: {
    readonly name: string;
    readonly role: string | null;
    readonly record: "contact" | "made" | "none";
  };
  /** Other contacts with the same number. */
  readonly sharedWith: readonly string[];
  /** The thread with the number, oldest first. */
  readonly thread: readonly TextMessage[];
}

const GREETING =
  /^\s*(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|hola|buen[oa]s (?:d[ií]as|tardes|noches))[\s,]+(?:(?:mr|mrs|ms|mx|dr|sr|sra)\.?\s+)?(\p{L}[\p{L}'’-]*)/iu;
/** Words after a greeting that are not names. */
const NOT_A_NAME = new Set(
  "a again all an and another any as both everybody everyone folks for from here how i if in it just my neighbor neighbors no on our please quick sir sorry maam team thank thanks that the there these they this those to today tomorrow tonight update was we what when yes you your".split(
    " ",
  ),
);
const UNIT =
  /(?:\b(?:unit|apt|apartment|suite|ste|no)\b\.?\s*#?\s*|#\s*)(\d+[\s-]?[a-z]?|[a-z][\s-]?\d+)(?![\p{L}\p{N}])/giu;

/** `/text` and `/to` in lints point into the text's document. */
export function lintText(draft: DraftedText): Lint[] {
  return [...lintRecipient(draft), ...lintWords(draft)];
}

function lintRecipient({ recipient, sharedWith, thread }: DraftedText): Lint[] {
  const lints: Lint[] = [];
  if (recipient.record !== "contact") {
    lints.push({
      code: "recipient_unknown",
      level: "warning",
      message:
        recipient.record === "made"
          ? "This number isn’t in your contacts yet. Sending this text adds it."
          : "This number isn’t in your contacts, and stays out of them.",
      path: "/to/number",
    });
  }
  if (sharedWith.length > 0) {
    lints.push({
      code: "shared_number",
      level: "warning",
      message: `This number also belongs to ${sharedWith.join(", ")}.`,
      path: "/to/number",
    });
  }
  if (thread.length === 0) {
    lints.push({
      code: "first_contact",
      level: "info",
      message: "You haven’t texted with this number before.",
      path: "/to/number",
    });
  }
  return lints;
}

function lintWords({ text, recipient }: DraftedText): Lint[] {
  const lints: Lint[] = [];
  const greeted = GREETING.exec(text)?.[1];
  if (greeted !== undefined && recipient.record !== "none" && !isNameOf(greeted, recipient.name)) {
    lints.push({
      code: "name_differs",
      level: "warning",
      message: `The text greets "${greeted}", but the record says ${recipient.name}.`,
      path: "/text",
    });
  }
  const own = unitsIn(recipient.role ?? "");
  const other = own.length === 0 ? undefined : unitsIn(text).find((unit) => !own.includes(unit));
  if (other !== undefined) {
    lints.push({
      code: "unit_differs",
      level: "warning",
      message: `The text names unit ${other.toUpperCase()}, but the record says ${recipient.role ?? ""}.`,
      path: "/text",
    });
  }
  return lints;
}

/** Whether a greeting fits: any word of the name, or a short form of one ("Dan" for "Daniel"). */
function isNameOf(greeted: string, name: string): boolean {
  const word = plainWords(greeted).join("");
  if (NOT_A_NAME.has(word)) return true;
  return plainWords(name).some(
    (part) =>
      part === word ||
      (word.length >= 2 && part.startsWith(word)) ||
      (part.length >= 2 && word.startsWith(part)),
  );
}

function unitsIn(text: string): string[] {
  return [...text.matchAll(UNIT)].map(([, unit = ""]) => unit.toLowerCase().replace(/[\s-]/g, ""));
}
