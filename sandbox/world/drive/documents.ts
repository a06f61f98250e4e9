/** Documents of the demo companies, typical of a small office. */
import type { FileScript } from "./types.ts";

const doc = (name: string, folder: string, ago: number, markdown: string, of?: string): FileScript => ({
  name,
  folder,
  ago,
  content: { kind: "doc", markdown },
  ...(of === undefined ? {} : { of }),
});

const MOVE_OUT = `# Move-out checklist

For residents who give notice. Send it with the confirmation of the date.

## Before the last day

1. Notice in writing, 60 days ahead, to [priya@alderfinch.example](mailto:priya@alderfinch.example).
2. Walk-through two weeks before the end: Marcus or Tom.
3. Forwarding address for the deposit.

## Condition of the apartment

| what                 | how we want it                         | else           |
| -------------------- | -------------------------------------- | -------------- |
| Oven and refrigerator | clean inside and out, defrosted        | $90 cleaning   |
| Walls                | nail holes filled; no paint needed     | $35 a wall     |
| Floors               | swept and mopped, carpets vacuumed     | $120 shampoo   |
| Windows and screens  | closed, none missing                   | $45 a screen   |
| Keys                 | **all** of them, mailbox key too       | $95 new lock   |
| Trash                | nothing left, not in the hallway either | $150 hauling   |

## After that

- Deposit within 30 days, with a list of what was kept.
- TidyTurn cleans within two days if Lucinda knows a week ahead.
`;

const MOVE_IN = `# Move-in checklist

- Lease signed by all, first month and deposit received (Lena)
- Photos of every room, kept in *Leases*
- Keys: two apartment, two building, one mailbox
- Utilities in the resident's name from day one
- House rules handed over, parking explained
- Welcome text on the second day
`;

const MEETINGS: readonly (readonly [number, string, readonly string[]])[] = [
  [
    3,
    "Marcus, Priya, Tom, Lena, Dana",
    [
      "Elevator inspection at 1120 Cedar Hollow: residents are told three days before (Marcus).",
      "Renewals due in the next 60 days: Priya writes by Friday.",
      "Snow contract: flat for the season, $6,800, Bo confirmed.",
    ],
  ],
  [
    10,
    "Marcus, Priya, Lena, Dana",
    [
      "Late fee letters go out on the 6th, not before (Lena).",
      "Northgate wants two quotes above $1,000.",
      "Vacant: 87 Larkspur 2C, showing on Saturday.",
    ],
  ],
  [
    17,
    "Marcus, Tom, Dana",
    [
      "Boiler at 930 Millrace: Hearth & Flue services it before the first frost, $480.",
      "Gate at 45 Wren Court does not latch: Tom.",
    ],
  ],
  [
    31,
    "all",
    [
      "Budget for next year: drafts by the 15th.",
      "House rules: quiet hours stay 10 pm to 7 am; no dogs in new leases.",
    ],
  ],
];

const HOUSE_RULES = [
  [
    "HOUSE RULES",
    "Alder & Finch Property Management",
    "",
    "1. Quiet hours are from 10 pm to 7 am. On Sundays until 9 am.",
    "2. Smoking is not allowed inside any building or within 20 feet of a door.",
    "3. Trash goes out the evening before pickup. Bulky items: ask the office first,",
    "   hauling costs $150.",
    "4. Bicycles are kept in the cellar, never in hallways or on stairs.",
    "5. Grills are not allowed on balconies. The yard at 45 Wren Court has a shared one.",
    "6. Laundry rooms are open from 7 am to 10 pm.",
  ],
  [
    "7. Pets: for leases signed since the spring no dogs; one cat for each apartment,",
    "   $250 deposit and $30 a month. Older leases keep what they say.",
    "8. Guests may stay for 14 days in any six months. Guest parking permits are at the office.",
    "9. Lockouts: Keystone Locksmiths, $95 by day and $140 at night, paid by the resident.",
    "10. Satellite dishes, air conditioners and shelves in brick: ask first.",
    "11. Packages at 77 Tannery Way go to the lockers; the code changes every month.",
  ],
  [
    "12. Snow: the landlord clears the walks by 8 am. At 45 Wren Court residents shovel",
    "    their own steps.",
    "13. Smoke alarms are tested every six months. Do not take out the battery.",
    "14. Complaints go to the office in writing: office@alderfinch.example.",
    "",
    "These rules are a part of every lease.",
  ],
];

/** Alder & Finch's documents besides leases and sheets. */
export const ALDER_FILES: readonly FileScript[] = [
  { name: "House Rules.pdf", folder: "Policies", ago: 31, content: { kind: "pdf", pages: HOUSE_RULES } },
  {
    name: "Signed lease 302 Orchard Ln 3A Stahl (scan).pdf",
    folder: "Leases",
    ago: 268,
    content: { kind: "scan", pages: 4 },
  },
  {
    name: "Fire inspection certificate 930 Millrace.pdf",
    folder: "Buildings",
    ago: 74,
    content: {
      kind: "pdf",
      pages: [
        [
          "CERTIFICATE OF INSPECTION",
          "Fairmont Fire Safety, Quentin Shaw",
          "",
          "Premises: 930 Millrace Blvd. Eight apartments, boiler room, two stairways.",
          "Alarms: 22 tested, 22 in order. Extinguishers: 6 tested, one replaced (cellar).",
          "Emergency lights: stairway B, second floor, weak battery. To be replaced within 60 days.",
          "Next inspection due in twelve months.",
        ],
      ],
    },
  },
  doc("Move-out checklist", "Policies", 45, MOVE_OUT),
  doc("Move-in checklist", "Policies", 120, MOVE_IN),
  doc(
    "Late rent policy",
    "Policies",
    88,
    "# Late rent\n\nRent is due on the 1st. From the 6th on it is late and bears **$50**.\n\n1. On the 3rd a friendly text.\n2. On the 6th the letter with the fee.\n3. On the 15th Dana calls. Payment plans are in writing.\n\nLena may waive one fee a year for each apartment.\n",
  ),
  doc(
    "Renewal letter (template)",
    "Policies",
    150,
    "# Your lease at {building}\n\nDear {name},\n\nyour lease ends on {end}. We'd love to keep you: **{rent} a month** for another 12 months. Please tell us by {answer}.\n\nPriya Raman\nAlder & Finch\n",
  ),
  doc(
    "Emergency contacts",
    "Buildings",
    20,
    "# Who to call at night\n\n| what | who | number |\n| --- | --- | --- |\n| Water | Ironside Plumbing | +1 724 555 0160 |\n| Heat | Hearth & Flue HVAC (Anneke) | in the contacts |\n| Locks | Keystone Locksmiths (Farid) | in the contacts |\n| Elevator at 1120 Cedar Hollow | Summit Elevator (Orson) | in the contacts |\n\nGas smell: leave, then 911, then us.\n",
  ),
  doc(
    "Snow plan",
    "Buildings",
    6,
    "# Snow plan\n\nEvergreen clears from 2 inches on, walks by 8 am.\n\n- First: 404 Juniper Steps, 1120 Cedar Hollow Rd\n- Then: 214 Birch St, 87 Larkspur Ave, 930 Millrace Blvd\n- Not cleared by Evergreen: 45 Wren Court (residents)\n\nSeason flat: $6,800.\n",
  ),
  doc(
    "Elevator contract 1120 Cedar Hollow",
    "Buildings",
    210,
    "# Summit Elevator: service contract\n\nInspection every six months, $310 each. Emergency call within four hours, at night $180. Ends on December 31 and renews itself for a year unless ended 90 days before.\n",
  ),
  ...MEETINGS.map(([ago, who, points]) =>
    doc(
      `Team meeting ${ago === 3 ? "this week" : `${ago} days ago`}`,
      "Meetings",
      ago,
      `# Team meeting\n\n*Present: ${who}*\n\n${points.map((point) => `- ${point}`).join("\n")}\n`,
    ),
  ),
  ...[
    "Harold Finch",
    "Beatrix Alderman",
    "Siân Pryce",
    "Northgate Holdings",
    "Walter Dunmore",
    "Ingrid Solberg",
    "Calvin Yoo",
  ].map((owner, index) =>
    doc(
      `Management agreement ${owner}`,
      "Owners",
      300 + index * 40,
      `# Management agreement: ${owner}\n\nFee: **${owner === "Northgate Holdings" ? 7 : 8}%** of the rent received. Statement and payout by the 12th.\n\nRepairs up to $300 without asking; ${owner === "Harold Finch" ? "Harold wants a call above $200" : "above $1,000 the owner decides"}.\n\nEither side may end it with 90 days' notice.\n`,
    ),
  ),
  doc(
    "Salaries and raises (Dana)",
    "",
    12,
    "# Raises next year\n\nNot to be shared before December.\n\n- Marcus: 4%\n- Tom: 5%\n",
    "dana@alderfinch.example",
  ),
  doc(
    "Route for Friday",
    "",
    1,
    "# Friday\n\n1. 45 Wren Court: gate\n2. 8 Quarry St: call Walter first\n3. 55 Hawthorn Pl: gas meter, bring the square key\n",
    "tom@alderfinch.example",
  ),
  {
    ...doc(
      "Showings this month",
      "",
      2,
      "# Showings\n\n- 87 Larkspur 2C: Saturday 11 am, two applicants\n- Credit from 640 on; income three times the rent\n",
      "priya@alderfinch.example",
    ),
    readers: ["marcus@alderfinch.example", "office@alderfinch.example"],
  },
  {
    name: "Texts to copy.txt",
    folder: "Policies",
    ago: 60,
    content: {
      kind: "bytes",
      type: "text/plain",
      base64: Buffer.from(
        "Lockout: Farid of Keystone Locksmiths is on the way, $95 by day and $140 at night.\nParcel: your package is in the office until 5 pm.\n",
      ).toString("base64"),
    },
  },
];

export const HARBOR_FILES: readonly FileScript[] = [
  doc(
    "Renewal checklist",
    "Renewals",
    9,
    "# Renewals\n\n1. 90 days before: ask the client what has changed.\n2. 60 days: quotes from three carriers.\n3. 30 days: call, then the papers.\n",
  ),
  {
    name: "Commercial auto summary.pdf",
    folder: "Policies",
    ago: 40,
    content: {
      kind: "pdf",
      pages: [
        [
          "COMMERCIAL AUTO: SUMMARY OF COVERAGE",
          "Liability $1,000,000 combined. Deductible $1,000 collision, $500 comprehensive.",
          "New drivers are covered from the day they are reported.",
        ],
      ],
    },
  },
];
