/** Changes to the on-call settings, and how they read. Pure. */
import type { Hours } from "../../../../src/platform/api/hours.ts";
import type { OnCall, OnCallPerson } from "../../../../src/notifications/api/on-call.ts";

/** A new person at the end of the order: always on call, by notification. */
export function withPerson(onCall: OnCall, userId: string): OnCall {
  if (onCall.people.some((person) => person.userId === userId)) return onCall;
  const person: OnCallPerson = { userId, hours: null, channel: "push", phone: null };
  return { ...onCall, people: [...onCall.people, person] };
}

export function withoutPerson(onCall: OnCall, userId: string): OnCall {
  return { ...onCall, people: onCall.people.filter((person) => person.userId !== userId) };
}

export function withChange(onCall: OnCall, userId: string, change: Partial<OnCallPerson>): OnCall {
  return {
    ...onCall,
    people: onCall.people.map((person) => (person.userId === userId ? { ...person, ...change } : person)),
  };
}

/** Digits with a leading plus, as the settings store them; null if empty. */
export function cleanPhone(text: string): string | null {
  const digits = text.replace(/[^\d+]/g, "");
  if (digits === "") return null;
  if (digits.startsWith("+")) return `+${digits.replaceAll("+", "")}`;
  return digits.length === 10 ? `+1${digits}` : `+${digits}`;
}

export function isPhone(phone: string | null): boolean {
  return phone === null || /^\+[1-9]\d{6,14}$/.test(phone);
}

const clock = (time: string): string => {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const half = hour < 12 ? "AM" : "PM";
  return `${hour % 12 === 0 ? 12 : hour % 12}${minute === 0 ? "" : `:${String(minute).padStart(2, "0")}`} ${half}`;
};

/** `from 10 PM to 7 AM`, `always`. */
export function hoursWords(hours: Hours | null): string {
  return hours ? `from ${clock(hours.from)} to ${clock(hours.to)}` : "always";
}

/** The escalation of an unclaimed urgent alert, in one sentence. */
export function escalationSentence(onCall: OnCall, nameOf: (userId: string) => string): string {
  const minutes = `${onCall.escalateAfterMinutes} ${onCall.escalateAfterMinutes === 1 ? "minute" : "minutes"}`;
  const steps = onCall.people.map((person) => {
    const how = person.channel === "sms" && onCall.textsAllowed ? "by text" : "by notification";
    const when = person.hours ? ` (${hoursWords(person.hours)})` : "";
    return `${nameOf(person.userId)} ${how}${when}`;
  });
  if (steps.length === 0) return "No one is on call, so urgent news notifies everyone once. No escalation.";
  return `If no one takes something urgent within ${minutes}, it goes to ${steps.join(`, and after ${minutes} more to `)}.`;
}
