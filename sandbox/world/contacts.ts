/** A company's contacts: its team, the cast, and generated people. */
import { createHash } from "node:crypto";
import { CLIENTS, CORRESPONDENTS, OWNERS, RESIDENTS, VENDORS, type CastMember } from "./cast.ts";
import type { DemoTenant } from "./company.ts";
import { FIRST_NAMES, LAST_NAMES } from "./names.ts";
import { BUILDINGS } from "./places.ts";
import { between, pick, shuffled, type Random } from "./random.ts";
import type { WorldContact } from "./types.ts";

const DAY_MS = 86_400_000;
const RESIDENT_COUNT = 108;
const APPLICANT_COUNT = 17;

/** A stable ID in the vendor's format: 24 hex digits. */
export function stableId(...parts: readonly string[]): string {
  return createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 24);
}

/** Unused numbers 555-0116 … 555-0199, rotating through the area codes. */
function numberSource(areaCodes: readonly string[], taken: ReadonlySet<string>): () => string {
  let next = 0;
  return () => {
    for (;;) {
      const area = areaCodes[next % areaCodes.length] ?? "";
      const number = `+1${area}5550${116 + Math.floor(next / areaCodes.length)}`;
      next += 1;
      if (number.endsWith("0200")) throw new Error("Out of fictional numbers: add an area code");
      if (!taken.has(number)) return number;
    }
  };
}

/** Generated residents for remaining units (some with two), and applicants. */
function generated(random: Random): CastMember[] {
  const firstNames = shuffled(random, FIRST_NAMES);
  const lastNames = shuffled(random, LAST_NAMES);
  const name = (index: number): Pick<CastMember, "firstName" | "lastName"> => ({
    firstName: firstNames[index] ?? "",
    lastName: lastNames[index] ?? "",
  });
  const taken = new Set(RESIDENTS.map((resident) => resident.unit));
  const everyUnit = BUILDINGS.flatMap(({ address, units }) => units.map((unit) => `${address} #${unit}`));
  const free = everyUnit.filter((unit) => !taken.has(unit));
  const homes = [...free, ...shuffled(random, free)].slice(0, RESIDENT_COUNT - RESIDENTS.length);
  const residents = homes.map((unit, index): CastMember => ({ kind: "resident", ...name(index), unit }));
  const applicants = Array.from({ length: APPLICANT_COUNT }, (_, index): CastMember => ({
    kind: "applicant",
    ...name(homes.length + index),
    role: `Applicant, ${pick(random, BUILDINGS).address}`,
  }));
  return [...residents, ...applicants];
}

function team(tenant: DemoTenant): CastMember[] {
  return tenant.people.map((person) => ({
    kind: "team",
    firstName: person.firstName,
    lastName: person.lastName,
    company: tenant.name,
    role: person.job,
    number: person.mobile,
    email: person.email,
  }));
}

function mailAddress({ kind, firstName, lastName, company }: CastMember): string | null {
  if (kind === "applicant") return null;
  const plain = (text: string): string =>
    text
      .normalize("NFD")
      .replace(/[^A-Za-z]/g, "")
      .toLowerCase();
  const local = lastName === null ? plain(firstName) : `${plain(firstName)}.${plain(lastName)}`;
  return `${local}@${company === undefined ? "mail" : plain(company)}.example`;
}

/** Deterministic for a given random source. */
export function makeContacts(tenant: DemoTenant, random: Random, nowMs: number): WorldContact[] {
  const property = tenant.id === "tenant_alder";
  const members = property
    ? [...team(tenant), ...RESIDENTS, ...VENDORS, ...OWNERS, ...generated(random)]
    : [...team(tenant), ...CLIENTS];
  const mailOf = (member: (typeof members)[number]): string | null => {
    const writes =
      member.kind === "client" || CORRESPONDENTS.has(`${member.firstName} ${member.lastName ?? ""}`);
    return member.email ?? (random() < 0.7 || writes ? mailAddress(member) : null);
  };
  const fixed = new Set(members.flatMap(({ number }) => (number === undefined ? [] : [number])));
  const nextNumber = numberSource(property ? ["412", "724", "878", "814"] : ["312", "773"], fixed);
  return members.map((member) => {
    const { kind, firstName, lastName, company, unit } = member;
    const email = mailOf(member);
    return {
      id: stableId(tenant.id, kind, firstName, lastName ?? ""),
      kind,
      firstName,
      lastName,
      company: company ?? null,
      role: unit === undefined ? (member.role ?? null) : `Resident, ${unit}`,
      phones: [{ name: kind === "vendor" ? "work" : "mobile", value: member.number ?? nextNumber() }],
      emails: email === null ? [] : [{ name: "email", value: email }],
      createdAt: new Date(nowMs - between(random, 370, 1200) * DAY_MS).toISOString(),
    };
  });
}
