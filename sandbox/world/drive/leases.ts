/** Leases, consistent with the rent roll. */
import { inZone } from "../dates.ts";
import type { WorldContact } from "../types.ts";
import { PDF_LINES } from "./pdf.ts";
import type { FileScript } from "./types.ts";

const DAY_MS = 86_400_000;

export interface Lease {
  readonly building: string;
  readonly unit: string;
  readonly residents: readonly string[];
  readonly rent: number;
  readonly deposit: number;
  readonly start: string;
  readonly end: string;
  readonly pets: string;
  readonly note: string;
}

/** Details that stories and texts mention. */
const TOLD: Readonly<Record<string, Partial<Lease> & { readonly endsIn?: number }>> = {
  "214 Birch St #3B": { rent: 1240, pets: "One cat", endsIn: 163, note: "Radiator valve replaced last year" },
  "1120 Cedar Hollow Rd #2C": {
    rent: 1265,
    endsIn: 38,
    note: "Renewal at $1,310 from the 1st agreed with the owner",
  },
  "19 Foundry Row #2A": { rent: 1180, endsIn: 244, note: "Late this month, see texts" },
  "302 Orchard Ln #3A": { rent: 1325, endsIn: 96, note: "Dispute about the carpet: see areas/disputes.md" },
  "560 Maple Terrace #1C": { rent: 1095, endsIn: 201, note: "Late fee waived once this year" },
  "930 Millrace Blvd #4B": { rent: 1475, endsIn: 129, note: "Two guest parking permits (3 and 7)" },
};

/** Residents' leases, by building and unit. */
export function leasesOf(contacts: readonly WorldContact[], nowMs: number, timeZone: string): Lease[] {
  const homes = new Map<string, string[]>();
  for (const { kind, role, firstName, lastName } of contacts) {
    const home = kind === "resident" ? (role ?? "").replace("Resident, ", "") : "";
    if (home !== "") homes.set(home, [...(homes.get(home) ?? []), `${firstName} ${lastName ?? ""}`.trim()]);
  }
  const day = (ms: number): string => inZone(ms, "sv-SE", { dateStyle: "short", timeZone });
  return [...homes].map(([home, residents], index) => {
    const [building = "", unit = ""] = home.split(" #");
    const told = TOLD[home] ?? {};
    const rent = told.rent ?? 980 + ((index * 137) % 52) * 10;
    const endMs = nowMs + (told.endsIn ?? 20 + ((index * 53) % 330)) * DAY_MS;
    return {
      building,
      unit,
      residents,
      rent,
      deposit: rent,
      start: day(endMs - 364 * DAY_MS),
      end: day(endMs),
      pets: told.pets ?? (index % 5 === 0 ? "One cat" : "None"),
      note: told.note ?? "",
    };
  });
}

/** Leases stored as PDF. */
export function leaseFiles(leases: readonly Lease[]): FileScript[] {
  return leases
    .filter(({ building, unit }, index) => TOLD[`${building} #${unit}`] !== undefined || index % 6 === 0)
    .map((lease, index) => ({
      name: `Lease ${lease.building} ${lease.unit} ${lease.residents[0] ?? ""}.pdf`,
      folder: "Leases",
      ago: 30 + ((index * 29) % 300),
      content: { kind: "pdf", pages: pagesOf(lease) },
    }));
}

function pagesOf(lease: Lease): string[][] {
  const money = (amount: number): string => `$${amount.toLocaleString("en-US")}`;
  const lines = [
    "RESIDENTIAL LEASE",
    "",
    "Landlord: Alder & Finch Property Management, agent for the owner",
    `Resident: ${lease.residents.join(" and ")}`,
    `Premises: ${lease.building}, apartment ${lease.unit}`,
    "",
    `1. Term. This lease begins on ${lease.start} and ends on ${lease.end}.`,
    `2. Rent. The rent is ${money(lease.rent)} a month, due on the 1st, by bank transfer`,
    "   or by check in the office box.",
    "3. Late fee. Rent that has not arrived by the 5th bears a late fee of $50.",
    `4. Deposit. The resident has paid a deposit of ${money(lease.deposit)}. It is returned within`,
    "   30 days after the apartment is given back, less damage beyond normal wear.",
    `5. Pets. ${lease.pets}. A pet needs consent in writing, a deposit of $250 and $30 a month.`,
    "6. Utilities. The landlord pays water, sewer and trash. The resident pays electricity,",
    "   gas and internet.",
    "7. Quiet hours are from 10 pm to 7 am.",
    "8. Entry. The landlord gives 24 hours' notice, except in an emergency.",
    "9. Notice. Sixty days in writing, to the office, before the end of the term or for an",
    "   early end with a fee of one month's rent.",
    "10. Subletting needs consent in writing.",
    "11. Repairs. The resident reports them at once to (412) 555-0100. The landlord answers",
    "    for heat, water and locks at any hour.",
    "12. The house rules are a part of this lease.",
  ];
  const signed = [
    "SIGNATURES",
    "",
    ...lease.residents.flatMap((name) => [`Resident: ${name}`, `Signed on ${lease.start}`, ""]),
    "For the landlord: Priya Raman, leasing agent",
    `Signed on ${lease.start}`,
    "",
    "ADDENDUM",
    "Keys handed over: two for the apartment, two for the building, one for the mailbox.",
  ];
  return [lines.slice(0, PDF_LINES), signed];
}
