/** Automated mail: newsletters and tool notices. Domains end in `.example` like all others. */
import type { MachineMail } from "./types.ts";

export const ALDER_MACHINES: readonly MachineMail[] = [
  {
    from: "The Rental Ledger <news@rentalledger.example>",
    kind: "newsletter",
    everyDays: 7,
    count: 24,
    issues: [
      [
        "Five leaks that cost owners the most",
        "This week: supply lines, wax rings, water heaters, washers, and the one nobody checks. Plus: a checklist for the fall.",
      ],
      [
        "How others word a renewal offer",
        "We asked forty managers for their best renewal letter. The shortest one won. Read it in two minutes.",
      ],
      [
        "Rents are flat. Here is what that means for you",
        "Asking rents moved by 0.2 % since last month. Vacancy is up in new buildings and down in old ones.",
      ],
      [
        "Screening: what you may ask and what you may not",
        "A reminder of the rules for credit, income and animals, with examples from three states.",
      ],
      ["Your winter list", "Salt, pipes, heat complaints, and the phone number that must be on every door."],
    ],
  },
  {
    from: "BuildSupply Weekly <offers@buildsupply.example>",
    kind: "newsletter",
    everyDays: 10,
    count: 14,
    issues: [
      [
        "15 % off LVP flooring until Sunday",
        "Click-lock planks in six colors. Contractor prices for orders above 500 square feet.",
      ],
      [
        "Smoke alarms: ten-year units in stock",
        "Sealed battery, interconnected, $19 each in boxes of twelve.",
      ],
      ["Paint days", "Buy four gallons, get one. Eggshell and semi-gloss, tinted while you wait."],
    ],
  },
  {
    from: "Keystone Landlords Association <hello@keystonelandlords.example>",
    kind: "newsletter",
    everyDays: 14,
    count: 10,
    issues: [
      [
        "Members' breakfast and a talk on deposits",
        "Join us for coffee and forty minutes on what a judge wants to see in a deposit case.",
      ],
      [
        "New forms are online",
        "Lease addendum for mold, move-in checklist, and notice of entry, all in plain words.",
      ],
    ],
  },
  {
    from: "ClickUp <notifications@tasks.clickup.com.example>",
    kind: "notice",
    everyDays: 3,
    count: 26,
    issues: [
      [
        "Marcus Hale completed: Change hallway bulbs, 45 Wren Court",
        "Marcus Hale marked the task as complete.\n\nList: Maintenance",
      ],
      [
        "Tom Okafor commented on: Foundry Row inspection",
        "“Done, photos are in the folder. Two alarms need batteries.”\n\nList: Inspections",
      ],
      [
        "Due tomorrow: Order filters for 1120 Cedar Hollow Rd",
        "This task is due tomorrow.\n\nAssigned to: Tom Okafor",
      ],
      [
        "Priya Raman assigned you: Listing photos, 87 Larkspur Ave 2C",
        "You were assigned a task.\n\nList: Leasing",
      ],
      [
        "3 tasks are overdue in Maintenance",
        "Caulk tub 3A, gutter at Sparrow Alley, mailbox lock at Quarry St.",
      ],
    ],
  },
  {
    from: "Quo <noreply@mail.quo.com.example>",
    kind: "notice",
    everyDays: 9,
    count: 9,
    issues: [
      [
        "New voicemail on Shared line",
        "You have a new voicemail of 0:41 on the Shared line. Listen to it in the app.",
      ],
      ["Your weekly calling report", "61 texts received, 48 sent, 12 calls answered, 3 missed."],
    ],
  },
  {
    from: "First Allegheny Bank <alerts@firstallegheny.example>",
    kind: "notice",
    everyDays: 10,
    count: 12,
    issues: [
      [
        "Deposit received",
        "A deposit was credited to the operating account ending in 4471. Sign in to see details.",
      ],
      ["Your statement is ready", "The statement for the account ending in 4471 is available online."],
    ],
  },
];

export const HARBOR_MACHINES: readonly MachineMail[] = [
  {
    from: "Carrier Notes <news@carriernotes.example>",
    kind: "newsletter",
    everyDays: 14,
    count: 8,
    issues: [
      ["Hard market, soft market", "What underwriters told us about property rates in the third quarter."],
      [
        "Cyber for small firms: what is new",
        "Three carriers changed their questionnaire. We compared them line by line.",
      ],
    ],
  },
  {
    from: "Prairie Mutual <notifications@prairiemutual.example>",
    kind: "notice",
    everyDays: 8,
    count: 12,
    issues: [
      [
        "Policy documents are available",
        "New documents were filed for one of your clients. Sign in to the agency portal.",
      ],
      ["Commission statement", "Your commission statement for the month is ready."],
    ],
  },
];
