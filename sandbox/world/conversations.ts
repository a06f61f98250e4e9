/** Generates dated texts from thread scripts. */
import { stableId } from "./contacts.ts";
import type { DemoLine, DemoPerson, DemoTenant } from "./company.ts";
import { inZone } from "./dates.ts";
import { durationMs } from "./duration.ts";
import { BUILDINGS } from "./places.ts";
import { between, pick, shuffled, type Random } from "./random.ts";
import type { ContactKind, PinnedThread, ThreadScript, WorldContact, WorldMessage } from "./types.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Share of conversations by contact kind, in percent. */
const SHARE: readonly (readonly [ContactKind, number])[] = [
  ["resident", 70],
  ["vendor", 12],
  ["owner", 6],
  ["applicant", 7],
  ["team", 5],
];

/** The line used for a contact: the team's own for colleagues, the shared one for others. */
export function lineFor(tenant: DemoTenant, kind: ContactKind): DemoLine {
  const audience = kind === "team" ? "internal" : "external";
  const line = tenant.quo.lines.find((candidate) => candidate.audience === audience);
  if (line === undefined) throw new Error(`${tenant.name} has no ${audience} line`);
  return line;
}

interface ScriptLine {
  readonly incoming: boolean;
  readonly pauseMs: number;
  readonly wordings: readonly string[];
}

/** Parses a line such as `>2h Text || Other wording`. */
export function parseLine(line: string): ScriptLine {
  const match = /^([<>])(\d+[mhd])? (.+)$/s.exec(line);
  if (match === null) throw new Error(`Not a line of a thread: ${line}`);
  const pause = match[2];
  return {
    incoming: match[1] === "<",
    pauseMs: pause === undefined ? 0 : durationMs(pause),
    wordings: (match[3] ?? "").split(" || "),
  };
}

/** Slot values of a conversation; `{building}` and `{unit}` come from the contact's home, if any. */
export function slots(
  random: Random,
  tenant: DemoTenant,
  contact: WorldContact,
  staff: string,
  startMs: number,
) {
  const home = /, (.+) #(\w+)$/.exec(contact.role ?? "");
  const named = /, (\d.+)$/.exec(contact.role ?? "");
  const { timeZone } = tenant;
  const dollars = (low: number, high: number, step: number): string =>
    `$${(Math.round(between(random, low, high) / step) * step).toLocaleString("en-US")}`;
  return {
    first: contact.firstName,
    company: contact.company ?? contact.firstName,
    staff,
    unit: home?.[2] ?? pick(random, ["1A", "2B", "3A"]),
    building: home?.[1] ?? named?.[1] ?? pick(random, BUILDINGS).address,
    room: pick(random, ["bedroom", "living room", "kitchen", "back room", "bathroom"]),
    fixture: pick(random, ["kitchen faucet", "bathtub faucet", "shower head", "bathroom sink", "toilet"]),
    window: pick(random, ["8 to 10 am", "9 to 11 am", "10 to noon", "1 to 3 pm", "3 to 5 pm"]),
    hour: pick(random, ["10 am", "noon", "2 pm", "4 pm", "5:30 pm", "6 pm"]),
    day: inZone(startMs + between(random, 1, 3) * DAY_MS, "en-US", { timeZone, weekday: "long" }),
    date: inZone(startMs + between(random, 14, 50) * DAY_MS, "en-US", {
      timeZone,
      month: "long",
      day: "numeric",
    }),
    month: inZone(startMs, "en-US", { timeZone, month: "long" }),
    amount: dollars(780, 2150, 10),
    small: dollars(15, 75, 5),
    digits: String(between(random, 1000, 9999)),
    model: pick(random, ["GDT630PYR4", "SHE3AR75UC", "WDF520PADM", "FFCD2418US"]),
  } as const satisfies Record<string, string>;
}

/** Fills `{slot}`s; throws for an unknown slot. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`Unknown slot {${name}}`);
    return value;
  });
}

interface Played {
  readonly tenant: DemoTenant;
  readonly contact: WorldContact;
  readonly staff: DemoPerson;
}

/** A conversation's texts; `startMs` is its first line. IDs are stable for equal content. */
function play(
  { tenant, contact, staff }: Played,
  lines: readonly string[],
  startMs: number,
  say: (wordings: readonly string[]) => string,
): WorldMessage[] {
  const line = lineFor(tenant, contact.kind);
  const participant = contact.phones[0]?.value ?? "";
  let atMs = startMs;
  return lines.map((source, index) => {
    const { incoming, pauseMs, wordings } = parseLine(source);
    atMs += pauseMs;
    return {
      id: `AC${stableId(contact.id, String(index), source, new Date(startMs).toISOString())}`,
      phoneNumberId: line.phoneNumberId,
      participant,
      direction: incoming ? "incoming" : "outgoing",
      text: say(wordings),
      userId: incoming ? (tenant.people[0]?.quoUserId ?? "") : staff.quoUserId,
      createdAt: new Date(atMs).toISOString(),
    };
  });
}

/** Duration from first to last line. */
export function lengthMs(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + parseLine(line).pauseMs, 0);
}

/** A team member by first name; throws if unknown. */
export function personOf(tenant: DemoTenant, firstName: string): DemoPerson {
  const person = tenant.people.find((candidate) => candidate.firstName === firstName);
  if (person === undefined) throw new Error(`${firstName} does not work at ${tenant.name}`);
  return person;
}

/** Texts of pinned stories. */
export function tellStories(
  tenant: DemoTenant,
  contacts: readonly WorldContact[],
  stories: readonly PinnedThread[],
  nowMs: number,
): WorldMessage[] {
  return stories.flatMap((story) => {
    const contact = contacts.find(
      ({ firstName, lastName }) => `${firstName} ${lastName ?? ""}`.trim() === story.contact,
    );
    if (contact === undefined) throw new Error(`No contact ${story.contact} for a story`);
    const staff = personOf(tenant, story.staff);
    const startMs = nowMs - durationMs(story.ago);
    return play({ tenant, contact, staff }, story.lines, startMs, (wordings) => wordings.join(" || "));
  });
}

/** A start time for a conversation of this duration: in daytime, ending before yesterday. */
export function pickStart(random: Random, nowMs: number, tookMs: number): number {
  const daysAgo = Math.max(between(random, 2, 364), Math.ceil(tookMs / DAY_MS) + 2);
  const midnight = Math.floor((nowMs - daysAgo * DAY_MS) / DAY_MS) * DAY_MS;
  return midnight + between(random, 13 * 60, 22 * 60) * MINUTE_MS;
}

function pickKind(random: Random): ContactKind {
  let rest = random() * 100;
  for (const [kind, share] of SHARE) {
    rest -= share;
    if (rest < 0) return kind;
  }
  return "resident";
}

/** Exactly `count` texts over a year. Nobody has the same conversation twice or two at once; people in stories have no others. */
export function makeSmallTalk(
  tenant: DemoTenant,
  contacts: readonly WorldContact[],
  scripts: readonly ThreadScript[],
  options: {
    readonly random: Random;
    readonly nowMs: number;
    readonly count: number;
    readonly storied: ReadonlySet<string>;
  },
): WorldMessage[] {
  const { random, nowMs, count } = options;
  const busy = new Map<string, { topics: Set<string>; spans: [number, number][] }>();
  const messages: WorldMessage[] = [];
  while (messages.length < count) {
    const kind = tenant.id === "tenant_alder" ? pickKind(random) : pick(random, ["client"] as const);
    const fitting = scripts.filter(
      (script) => script.kinds.includes(kind) && script.lines.length <= count - messages.length,
    );
    if (fitting.length === 0) continue;
    const script = pick(random, fitting);
    const startMs = pickStart(random, nowMs, lengthMs(script.lines));
    const endMs = startMs + lengthMs(script.lines) + DAY_MS;
    const free = shuffled(random, contacts).find((contact) => {
      if (contact.kind !== kind || options.storied.has(`${contact.firstName} ${contact.lastName ?? ""}`))
        return false;
      const known = busy.get(contact.id);
      return (
        script.staff.some((name) => name !== contact.firstName) &&
        !known?.topics.has(script.topic) &&
        !known?.spans.some(([from, to]) => startMs < to && endMs > from)
      );
    });
    if (free === undefined) continue;
    const known = busy.get(free.id) ?? { topics: new Set(), spans: [] };
    known.topics.add(script.topic);
    known.spans.push([startMs, endMs]);
    busy.set(free.id, known);
    const others = script.staff.filter((name) => name !== free.firstName);
    const staff = personOf(tenant, pick(random, others));
    const values = slots(random, tenant, free, staff.firstName, startMs);
    messages.push(
      ...play({ tenant, contact: free, staff }, script.lines, startMs, (wordings) =>
        fill(pick(random, wordings), values),
      ),
    );
  }
  return messages;
}
