/** Decides which texts start a run. Pure: the only place for this decision. */
import { isE164 } from "../../kernel/e164.ts";
import type { Policy } from "../../team/api/policy.ts";
import type { TextReason } from "../api/reasons.ts";
import type { TextRow } from "./types.ts";
import { isReaction, quotesUs } from "./reactions.ts";
import { teamWord, urgentByPattern } from "./urgent.ts";

/**
 * Why a text starts no run: its line starts none, it is a reaction, its sender can't be answered (a short
 * code, a name), or it came from one of our own lines.
 */
export type Quiet = Extract<TextReason, "line" | "reaction" | "sender" | "own_line">;

export interface RoutedLine {
  readonly phoneNumberId: string;
  readonly number: string;
  readonly audience: "external" | "internal";
}

/** Whether a reaction's own words are urgent. Quoted words don't count. */
function isUrgentReaction(text: string, { urgentWords }: Policy["sms"]): boolean {
  return !quotesUs(text) && (urgentByPattern(text) ?? teamWord(text, urgentWords)) !== null;
}

/** Why an incoming text starts no run; null if it starts one. */
export function quietReason(
  text: Pick<TextRow, "text" | "contactNumber" | "lineId" | "lineNumber">,
  settings: Policy["sms"],
  lines: readonly RoutedLine[],
): Quiet | null {
  if (!isE164(text.contactNumber)) return "sender";
  if (lines.some(({ number }) => number === text.contactNumber)) return "own_line";
  if (!startsRuns(text, settings, lines)) return "line";
  return isReaction(text.text) && !isUrgentReaction(text.text, settings) ? "reaction" : null;
}

/**
 * Separates the recipients of a group text into our line and others, because the provider lists them all
 * alike. Other texts are unchanged.
 */
export function sortRecipients<
  Row extends Pick<TextRow, "direction" | "contactNumber" | "lineId" | "lineNumber" | "others">,
>(row: Row, lines: readonly RoutedLine[]): Row {
  if (row.others === null) return row;
  const incoming = row.direction === "incoming";
  const recipients = [incoming ? row.lineNumber : row.contactNumber, ...row.others];
  const isOurs = (number: string): boolean => lines.some((line) => line.number === number);
  const byId = lines.find(({ phoneNumberId }) => phoneNumberId === row.lineId)?.number;
  const line = incoming
    ? (recipients.find((number) => number === byId) ?? recipients.find(isOurs) ?? row.lineNumber)
    : row.lineNumber;
  const others = new Set(recipients.filter((number) => number !== line && number !== row.contactNumber));
  return { ...row, lineNumber: line, others: others.size === 0 ? null : [...others] };
}

/** If no lines were chosen, an unknown line (moved, renamed) starts runs, so that no text is lost. */
function startsRuns(
  text: Pick<TextRow, "lineId" | "lineNumber">,
  { startRunsOnLines }: Policy["sms"],
  lines: readonly RoutedLine[],
): boolean {
  const line = lines.find(
    ({ phoneNumberId, number }) => phoneNumberId === text.lineId || number === text.lineNumber,
  );
  if (startRunsOnLines === null) return line?.audience !== "internal";
  return startRunsOnLines.includes(line?.phoneNumberId ?? text.lineId ?? "");
}
