/** Spreadsheets of the demo companies. */
import { VENDORS } from "../cast.ts";
import { BUILDINGS } from "../places.ts";
import type { WorldContact } from "../types.ts";
import type { Lease } from "./leases.ts";
import type { Cell, FileScript, SheetTab } from "./types.ts";

const sheet = (name: string, folder: string, ago: number, tabs: SheetTab[], of?: string): FileScript => ({
  name,
  folder,
  ago,
  content: { kind: "sheet", tabs },
  ...(of === undefined ? {} : { of }),
});

const HEADS = [
  "Building",
  "Unit",
  "Resident",
  "Rent",
  "Deposit",
  "Lease start",
  "Lease end",
  "Balance",
  "Notes",
];

function rentRoll(leases: readonly Lease[]): FileScript {
  const rows = leases.map(({ building, unit, residents, rent, deposit, start, end, note }): Cell[] => [
    building,
    unit,
    residents.join(" & "),
    rent,
    deposit,
    start,
    end,
    note.startsWith("Late this month") ? rent + 50 : 0,
    note,
  ]);
  const total = leases.reduce((sum, { rent }) => sum + rent, 0);
  const byBuilding = BUILDINGS.map(({ address, owner, units }): Cell[] => {
    const let_ = leases.filter(({ building }) => building === address);
    return [
      address,
      owner,
      units.length,
      { formula: `=COUNTIF('Rent roll'!A:A,"${address}")`, value: let_.length },
      {
        formula: `=SUMIF('Rent roll'!A:A,"${address}",'Rent roll'!D:D)`,
        value: let_.reduce((sum, { rent }) => sum + rent, 0),
      },
    ];
  });
  const late = rows.filter((row) => row[7] !== 0);
  return sheet("Rent roll", "Finance", 2, [
    { title: "Rent roll", rows: [HEADS, ...rows], money: [3, 4, 7] },
    {
      title: "By building",
      rows: [
        ["Building", "Owner", "Units", "Leases", "Rent a month"],
        ...byBuilding,
        [
          "Total",
          "",
          BUILDINGS.flatMap(({ units }) => units).length,
          leases.length,
          { formula: "=SUM(E2:E15)", value: total },
        ],
      ],
      money: [4],
    },
    {
      title: "Late this month",
      rows: [
        ["Building", "Unit", "Resident", "Owed", "Last contact"],
        ...late.map((row): Cell[] => [row[0] ?? "", row[1] ?? "", row[2] ?? "", row[7] ?? 0, "Lena texted"]),
      ],
      money: [3],
    },
    {
      title: "Vacancies",
      rows: [
        ["Building", "Unit", "Free from", "Asking rent", "Showing"],
        ["87 Larkspur Ave", "2C", "the 1st", 1350, "Saturday 11 am"],
      ],
      money: [3],
    },
  ]);
}

function vendorList(contacts: readonly WorldContact[]): FileScript {
  const rates = [110, 95, 120, 85, 95, 60, 45, 90, 80, 140, 70, 65, 0, 0, 75, 130, 0, 0, 85, 90, 250];
  const rows = VENDORS.flatMap(({ company = "", role = "", firstName, lastName }, index): Cell[][] => {
    const contact = contacts.find(
      (one) => one.kind === "vendor" && one.firstName === firstName && one.lastName === lastName,
    );
    const rate = rates[index] ?? 80;
    return [
      [
        company,
        `${firstName} ${lastName ?? ""}`.trim(),
        role,
        contact?.phones[0]?.value ?? "",
        rate === 0 ? "contract" : rate,
        index % 4 === 3 ? "expired: ask" : "on file",
      ],
    ];
  });
  return sheet("Vendor list", "Vendors", 14, [
    {
      title: "Vendors",
      rows: [["Company", "Who", "Trade", "Phone", "Hourly rate", "Insurance certificate"], ...rows],
      money: [4],
    },
    {
      title: "Notes",
      rows: [
        ["Company", "Note"],
        ["Ironside Plumbing", "Ask Carla for the window"],
        ["PestRight", "Treats the apartment below and above too"],
      ],
    },
  ]);
}

const budget = (year: string, ago: number, factor: number): FileScript =>
  sheet(`Budget ${year}`, "Finance", ago, [
    {
      title: "Repairs",
      rows: [
        ["Building", "Planned", "Spent"],
        ...BUILDINGS.map(({ address, units }): Cell[] => [
          address,
          units.length * 950 * factor,
          Math.round(units.length * 610 * factor),
        ]),
      ],
      money: [1, 2],
    },
    {
      title: "Office",
      rows: [
        ["What", "A month"],
        ["Rent", 1400],
        ["Phones", 180],
        ["Software", 320],
      ],
      money: [1],
    },
  ]);

export function alderSheets(leases: readonly Lease[], contacts: readonly WorldContact[]): FileScript[] {
  return [
    rentRoll(leases),
    vendorList(contacts),
    budget("this year", 25, 1),
    budget("next year (draft)", 4, 1.04),
    sheet("Key log", "Buildings", 1, [
      {
        title: "Keys",
        rows: [
          ["Key", "Where", "With", "Since"],
          ["214 Birch roof hatch", "office lockbox", "Tom Okafor", "Monday"],
          ["930 Millrace boiler room", "office lockbox", "", ""],
          ["55 Hawthorn gas meter (square)", "van", "Tom Okafor", "September"],
        ],
      },
    ]),
    sheet("Inspections", "Buildings", 8, [
      {
        title: "Inspections",
        rows: [
          ["Building", "What", "Last", "Next", "Who"],
          ["1120 Cedar Hollow Rd", "Elevator", "six months ago", "this month", "Summit Elevator"],
          ["930 Millrace Blvd", "Fire", "74 days ago", "in ten months", "Fairmont Fire Safety"],
          ["214 Birch St", "Boiler", "last October", "this October", "Hearth & Flue HVAC"],
        ],
      },
    ]),
    sheet(
      "Payroll",
      "",
      5,
      [
        {
          title: "Hours",
          rows: [
            ["Who", "Hours"],
            ["Tom Okafor", 41],
            ["Marcus Hale", 40],
          ],
        },
      ],
      "lena@alderfinch.example",
    ),
  ];
}

export const HARBOR_SHEETS: readonly FileScript[] = [
  sheet("Carrier contacts", "Carriers", 33, [
    {
      title: "Carriers",
      rows: [
        ["Carrier", "Underwriter", "Appetite"],
        ["Meridian Mutual", "Paula Stein", "bakeries, cafés"],
        ["Lakeshore Casualty", "Don Avery", "commercial auto up to 20 vehicles"],
      ],
    },
  ]),
];
