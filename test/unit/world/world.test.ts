import { describe, expect, it } from "vitest";
import { ALDER, HARBOR, TENANTS } from "../../../sandbox/world/company.ts";
import { fill, parseLine } from "../../../sandbox/world/conversations.ts";
import { companyWorld } from "../../../sandbox/world/index.ts";
import { BUSINESS_THREADS } from "../../../sandbox/world/threads/business.ts";
import { REPAIR_THREADS } from "../../../sandbox/world/threads/repairs.ts";
import { RESIDENT_THREADS } from "../../../sandbox/world/threads/residents.ts";

const NOW = Date.parse("2026-03-18T15:30:00Z");
const alder = companyWorld(ALDER, NOW);
const harbor = companyWorld(HARBOR, NOW);
const both = [alder, harbor];
const named = (firstName: string) => alder.contacts.filter((contact) => contact.firstName === firstName);

describe("the demo world", () => {
  it("is the same for the same moment", () => {
    expect(companyWorld(ALDER, NOW)).toEqual(alder);
  });

  it("has the promised size", () => {
    expect(alder.contacts).toHaveLength(160);
    expect(alder.messages).toHaveLength(1500);
    const homes = new Set(
      alder.contacts.flatMap(({ role }) => /^Resident, (.+)/.exec(role ?? "")?.[1] ?? []),
    );
    expect(homes.size).toBe(90);
    expect(new Set([...homes].map((home) => home.split(" #")[0])).size).toBe(14);
    expect(harbor.contacts.filter(({ kind }) => kind === "client")).toHaveLength(40);
    const numberOf = (name: string): string =>
      harbor.contacts.find(({ lastName }) => lastName === name)?.phones[0]?.value ?? "";
    const spoken = new Set([...harbor.messages, ...harbor.calls].map(({ participant }) => participant));
    const silent = harbor.contacts.filter(
      ({ kind, phones }) => kind === "client" && !spoken.has(phones[0]?.value ?? ""),
    );
    expect(silent.map(({ lastName }) => lastName)).toEqual(["Klein"]);
    expect(harbor.calls.some(({ participant }) => participant === numberOf("Iyer"))).toBe(true);
  });

  it("has no number, address or mail that could be somebody's", () => {
    const numbers = [
      ...TENANTS.flatMap(({ people, quo }) => [
        ...people.map(({ mobile }) => mobile),
        ...quo.lines.map(({ number }) => number),
      ]),
      ...both.flatMap(({ contacts }) => contacts.flatMap(({ phones }) => phones.map(({ value }) => value))),
    ];
    for (const number of numbers) expect(number).toMatch(/^\+1\d{3}55501\d{2}$/);
    const mails = both.flatMap(({ contacts }) =>
      contacts.flatMap(({ emails }) => emails.map(({ value }) => value)),
    );
    for (const mail of mails) expect(mail).toMatch(/^[a-z.]+@[a-z]+\.example$/);
    const written = both.flatMap(({ messages }) => messages.map(({ text }) => text)).join("\n");
    expect(written).not.toMatch(/\d{3}[-. ]\d{3}[-. ]\d{4}|https?:/);
    expect(written.match(/\S+@\S+/g)?.every((mail) => /\.example\b/.test(mail))).toBe(true);
  });

  it("gives every person a number of their own, but for the vendor whose two people share one", () => {
    const owners = Map.groupBy(alder.contacts, ({ phones }) => phones[0]?.value ?? "");
    const shared = [...owners.values()].filter((people) => people.length > 1);
    expect(shared.map((people) => people.map(({ firstName }) => firstName).sort())).toEqual([
      ["Carla", "Walt"],
    ]);
  });

  it("holds the chosen ambiguities and no others", () => {
    expect(named("Maria").map(({ lastName }) => lastName?.[0])).toEqual(["L", "L"]);
    expect(named("James").map(({ lastName }) => lastName)).toEqual(["Whitlock", "Otieno"]);
    expect(named("José")).toHaveLength(1);
    const counts = Map.groupBy(alder.contacts, ({ firstName }) => firstName);
    const repeated = [...counts].filter(([, people]) => people.length > 1).map(([name]) => name);
    expect(new Set(repeated)).toEqual(new Set(["James", "John", "Maria"]));
  });

  it("makes the company's own people internal and texts them from the team's line", () => {
    const team = alder.contacts.filter(({ company }) => company === ALDER.name);
    expect(team.map(({ firstName }) => firstName)).toEqual(ALDER.people.map(({ firstName }) => firstName));
    const numbers = new Set(team.map(({ phones }) => phones[0]?.value));
    for (const { participant, phoneNumberId } of alder.messages)
      expect(phoneNumberId).toBe(numbers.has(participant) ? "PNalderTeam" : "PNalderShared");
  });

  it("lies within the last year, in order, with something from this morning", () => {
    for (const { messages } of both) {
      const times = messages.map(({ createdAt }) => createdAt);
      expect(times).toEqual([...times].sort());
      expect(Date.parse(times[0] ?? "")).toBeGreaterThan(NOW - 367 * 86_400_000);
      expect(Date.parse(times.at(-1) ?? "")).toBeLessThanOrEqual(NOW);
      expect(Date.parse(times.at(-1) ?? "")).toBeGreaterThan(NOW - 4 * 3_600_000);
    }
  });

  it("leaves no slot unfilled and gives every record an id of its own", () => {
    for (const { messages, contacts, calls } of both) {
      for (const { text } of messages) expect(text).not.toMatch(/[{}]| \|\| /);
      const ids = [...messages, ...contacts, ...calls].map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  it("uses nearly every conversation it has", () => {
    const scripts = [...REPAIR_THREADS, ...RESIDENT_THREADS, ...BUSINESS_THREADS];
    const texts = both.flatMap(({ messages }) => messages.map(({ text }) => text));
    const unused = scripts.filter(({ lines }) => {
      const wording = parseLine(lines[0] ?? "").wordings.map((text) => text.split("{")[0] ?? "");
      return !texts.some((text) => wording.some((start) => text.startsWith(start)));
    });
    expect(unused.map(({ topic }) => topic)).toEqual([]);
  });

  it("refuses a slot no one fills and a line no one can read", () => {
    expect(() => fill("Hi {nobody}", {})).toThrow("Unknown slot {nobody}");
    expect(() => parseLine("hello")).toThrow("Not a line of a thread");
  });
});
