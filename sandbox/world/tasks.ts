/** Alder & Finch's tasks: from stories and routine work. Deterministic, with dates relative to now. */
import { BUILDINGS } from "./places.ts";
import { between, pick, seededRandom } from "./random.ts";

const SEED = 19_910_806;
const TASKS = 120;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Lists and their main assignees. */
const LISTS = {
  Repairs: ["Marcus", "Tom"],
  Inspections: ["Tom", "Marcus"],
  Turnovers: ["Tom", "Priya"],
  Vendors: ["Marcus"],
  Leads: ["Priya"],
  Renewals: ["Priya", "Dana"],
  Bookkeeping: ["Lena"],
  Owners: ["Dana", "Lena"],
} as const;
export type TaskListName = keyof typeof LISTS | "Dana only";
export type TaskStatus = "to do" | "in progress" | "waiting" | "complete";

/** Times in milliseconds. */
export interface WorldTask {
  readonly list: TaskListName;
  readonly name: string;
  readonly about: string;
  readonly status: TaskStatus;
  /** First names of team members. */
  readonly assignees: readonly string[];
  readonly tags: readonly string[];
  /** 1 urgent to 4 low. */
  readonly priority: number | null;
  /** Due in this many days from today, or null. */
  readonly dueInDays: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly comments: readonly { readonly by: string; readonly text: string; readonly at: number }[];
}

type Told = Pick<WorldTask, "list" | "name" | "about" | "status" | "assignees" | "tags" | "dueInDays"> & {
  readonly priority?: number;
  readonly daysOld: number;
  readonly comments?: readonly (readonly [by: string, text: string])[];
};

/** Tasks connected to texts, mail and calendars. */
const STORIES: readonly Told[] = [
  {
    list: "Repairs",
    name: "Replace radiator valve in 3B, 214 Birch St (Maria Lopez)",
    about:
      "Walt saw it is on its last legs. Bled, warm again for now. $240 with Ironside, Harold Finch said go ahead.",
    status: "waiting",
    assignees: ["Marcus"],
    tags: ["heating", "214 birch"],
    priority: 1,
    dueInDays: 2,
    daysOld: 12,
    comments: [
      ["Marcus", "Part ordered, Walt has the number."],
      ["Dana", "Harold approved the $240 by text."],
    ],
  },
  {
    list: "Bookkeeping",
    name: "José Ibáñez, 19 Foundry Row #2A: $580 still open",
    about:
      "Autopay broke when his bank changed. $600 came, the rest was promised for Monday. Late fee waived this once.",
    status: "in progress",
    assignees: ["Lena"],
    tags: ["rent", "19 foundry"],
    priority: 2,
    dueInDays: -2,
    daysOld: 9,
  },
  {
    list: "Renewals",
    name: "Lease renewal Maria Lindqvist, 1120 Cedar Hollow Rd #2C",
    about:
      "Wants to stay and to begin on the 15th. Ask Beatrix Alderman. Bedroom may be painted if it is white again at the end.",
    status: "to do",
    assignees: ["Priya"],
    tags: ["lease", "1120 cedar hollow"],
    priority: 2,
    dueInDays: 1,
    daysOld: 6,
  },
  {
    list: "Repairs",
    name: "Stairwell light at 45 Wren Court",
    about: "Mrs. Voss reported it. Brighter bulb on the landing too.",
    status: "complete",
    assignees: ["Tom"],
    tags: ["electric", "45 wren"],
    dueInDays: -1,
    daysOld: 2,
    comments: [["Tom", "Done. Spare bulbs are in the basement."]],
  },
  {
    list: "Repairs",
    name: "Side gate at 45 Wren Court does not latch",
    about: "Reported at the last walk-through. Hinge is bent; needs a new latch plate.",
    status: "to do",
    assignees: ["Tom"],
    tags: ["gate", "45 wren"],
    dueInDays: 4,
    daysOld: 5,
  },
  {
    list: "Inspections",
    name: "Inspection 19 Foundry Row",
    about: "Dana asked Tom to take it. Hallways, roof hatch, extinguishers.",
    status: "in progress",
    assignees: ["Tom"],
    tags: ["19 foundry"],
    dueInDays: 0,
    daysOld: 1,
  },
  {
    list: "Bookkeeping",
    name: "Credit Gregory Stahl $90 for the carpet",
    about: "The mark by the closet was there at move-in. The one by the window was his.",
    status: "complete",
    assignees: ["Lena"],
    tags: ["deposit", "302 orchard"],
    dueInDays: -60,
    daysOld: 74,
  },
  {
    list: "Repairs",
    name: "Water heater 16 Sparrow Alley #1B: check thermocouple again",
    about:
      "Rosa Delgado writes in Spanish. Marcus changed the part in October; look once more before winter.",
    status: "to do",
    assignees: ["Marcus"],
    tags: ["hot water", "16 sparrow"],
    dueInDays: 6,
    daysOld: 40,
  },
  {
    list: "Owners",
    name: "Tell Harold Finch's residents to write to the office",
    about: "Two of 214 Birch wrote to him about the heating directly.",
    status: "to do",
    assignees: ["Dana"],
    tags: ["214 birch"],
    dueInDays: 3,
    daysOld: 4,
  },
  {
    list: "Vendors",
    name: "Ironside Plumbing: agree on winter on-call rates",
    about: "Walt Ironside; Carla answers the same number.",
    status: "waiting",
    assignees: ["Marcus"],
    tags: ["plumbing"],
    priority: 2,
    dueInDays: 8,
    daysOld: 15,
  },
  {
    list: "Renewals",
    name: "Get guest permit 7 back from James Whitlock",
    about: "87 Larkspur Ave #1A. It was for the weekend.",
    status: "to do",
    assignees: ["Priya"],
    tags: ["parking", "87 larkspur"],
    priority: 4,
    dueInDays: 1,
    daysOld: 2,
  },
  {
    list: "Dana only",
    name: "Look at salaries for next year",
    about: "Not for the team.",
    status: "to do",
    assignees: ["Dana"],
    tags: [],
    dueInDays: 30,
    daysOld: 20,
  },
];

/** Routine work: `@` is a building, `#` one of its units. */
const ORDINARY: Readonly<Record<keyof typeof LISTS, readonly (readonly [name: string, tag: string])[]>> = {
  Repairs: [
    ["Dripping kitchen tap, @ #", "plumbing"],
    ["Window does not close, @ #", "windows"],
    ["Front door closer at @ slams", "doors"],
    ["Bathroom fan is loud, @ #", "electric"],
    ["Gutter above the entrance of @", "roof"],
    ["Dryer in the laundry of @ stops", "laundry"],
  ],
  Inspections: [
    ["Smoke detectors at @", "safety"],
    ["Yearly walk-through of @ #", "walk-through"],
    ["Boiler service at @", "heating"],
  ],
  Turnovers: [
    ["Paint and clean @ #", "turnover"],
    ["Change locks at @ #", "locks"],
  ],
  Vendors: [
    ["Quote for snow clearing at @", "snow"],
    ["Renew the waste contract of @", "waste"],
  ],
  Leads: [
    ["Call back about @ #", "showing"],
    ["Check references for @ #", "application"],
  ],
  Renewals: [
    ["Offer renewal for @ #", "lease"],
    ["Rent increase letter for @ #", "lease"],
  ],
  Bookkeeping: [
    ["Reconcile utilities of @", "utilities"],
    ["Late rent @ #", "rent"],
  ],
  Owners: [["Quarterly report on @", "report"]],
};

/** In creation order. */
export function companyTasks(nowMs: number): WorldTask[] {
  const random = seededRandom(SEED);
  const names = Object.keys(LISTS) as (keyof typeof LISTS)[];
  const ordinary = Array.from({ length: TASKS - STORIES.length }, (_, index): WorldTask => {
    const list = names[index % names.length] ?? "Repairs";
    const building = pick(random, BUILDINGS);
    const [pattern, tag] = pick(random, ORDINARY[list]);
    const daysOld = between(random, 1, 120);
    const isDone = daysOld > 45 || random() < 0.25;
    const createdAt = nowMs - daysOld * DAY_MS;
    return {
      list,
      name: pattern.replace("@", building.address).replace("#", `#${pick(random, building.units)}`),
      about: "",
      status: isDone ? "complete" : pick(random, ["to do", "to do", "in progress", "waiting"] as const),
      assignees: random() < 0.15 ? [] : [pick(random, LISTS[list])],
      tags: [tag],
      priority: pick(random, [null, 3, 3, 2, 4]),
      dueInDays: random() < 0.2 ? null : isDone ? -between(random, 1, daysOld) : between(random, -6, 30),
      createdAt,
      updatedAt: createdAt + between(random, 1, Math.max(1, daysOld * 20)) * HOUR_MS,
      comments: [],
    };
  });
  const told = STORIES.map(({ daysOld, comments = [], priority = null, ...task }): WorldTask => {
    const createdAt = nowMs - daysOld * DAY_MS;
    return {
      ...task,
      priority,
      createdAt,
      updatedAt: createdAt + comments.length * HOUR_MS,
      comments: comments.map(([by, text], index) => ({ by, text, at: createdAt + (index + 1) * HOUR_MS })),
    };
  });
  return [...ordinary, ...told].sort((left, right) => left.createdAt - right.createdAt);
}
