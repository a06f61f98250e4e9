/** Presence in words. Pure. */
import type { PresentPerson } from "../../../../src/platform/api/socket.ts";
import { sentenceList } from "../words.ts";

/** First names, or full ones if two share the first; each once. */
export function shortNames(names: readonly string[]): string[] {
  const whole = [...new Set(names.map((name) => name.trim()).filter(Boolean))];
  const first = (name: string): string => name.split(/\s+/)[0] ?? name;
  return whole.map((name) =>
    whole.filter((other) => first(other) === first(name)).length > 1 ? name : first(name),
  );
}

/** Who else is looking: `Marcus and Priya`; null if it is only you. */
export function othersLooking(people: readonly PresentPerson[], myId: string): string | null {
  const names = shortNames(
    people.filter((person) => person.looking && person.userId !== myId).map((person) => person.name),
  );
  return names.length === 0 ? null : sentenceList(names);
}

/** `Marcus is editing this`; null if no one else is. */
export function editingWords(
  people: readonly PresentPerson[],
  approvalId: string,
  myId: string,
): string | null {
  const names = shortNames(
    people
      .filter((person) => person.editingApprovalId === approvalId && person.userId !== myId)
      .map((person) => person.name),
  );
  if (names.length === 0) return null;
  return `${sentenceList(names)} ${names.length === 1 ? "is" : "are"} editing this`;
}
