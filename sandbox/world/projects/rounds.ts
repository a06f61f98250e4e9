/** Six unit turnovers at different stages of one plan, and the annual inspection round. */
import { BUILDINGS } from "../places.ts";
import type { DemoProject, DemoStep, DemoTask, Who } from "./types.ts";

type PlanRow = readonly [
  key: string,
  title: string,
  who: Who,
  phase: number,
  from: number,
  to: number,
  hours: number,
  needs: readonly string[],
  vendor?: string,
];

const PHASES = ["Move-out", "Work", "Leasing"];
/** Days are relative to the day the unit becomes vacant. */
// oxfmt-ignore
const TURNOVER: readonly PlanRow[] = [
  ["walk", "Move-out walk-through with photos", "Priya", 0, 0, 0, 1.5, []],
  ["deposit", "Settle the deposit", "Lena", 0, 1, 8, 2, ["walk"]],
  ["locks", "Change the locks", "Tom", 1, 1, 1, 1, ["walk"], "Keystone Locksmiths"],
  ["repair", "Repairs from the walk-through", "Tom", 1, 1, 4, 8, ["walk"]],
  ["paint", "Paint", "Tom", 1, 4, 6, 10, ["repair"], "Coat & Roll Painting"],
  ["clean", "Cleaning", "Priya", 1, 7, 8, 4, ["paint"], "TidyTurn Cleaning"],
  ["photos", "Photos and listing", "Priya", 2, 8, 9, 2, ["clean"]],
  ["show", "Showings", "Priya", 2, 9, 14, 5, ["photos"]],
  ["lease", "Application, credit check, lease", "Priya", 2, 12, 17, 4, ["show"]],
  ["keys", "Move-in with key handover", "Priya", 2, 18, 18, 1.5, ["lease", "locks"]],
];

interface Turnover {
  readonly id: string;
  readonly unit: string;
  readonly client: string;
  /** When the unit becomes vacant. */
  readonly empty: number;
  /** Delay of a task in days, which shifts everything after it. */
  readonly late?: readonly (readonly [key: string, days: number])[];
  readonly says?: Readonly<
    Record<string, readonly (readonly [afterDays: number, who: Who, words: string])[]>
  >;
  readonly more?: readonly DemoTask[];
}

/** A turnover whose task states follow from the plan's progress. */
function turnover({ id, unit, client, empty, late = [], says = {}, more = [] }: Turnover): DemoProject {
  let slip = 0;
  const tasks = TURNOVER.map(([key, title, who, phase, from, to, hours, needs, vendor]): DemoTask => {
    const own = late.find(([one]) => one === key)?.[1] ?? 0;
    const [begun, done] = [empty + from + slip, empty + to + slip + own];
    slip += own;
    const plan = [empty + from, empty + to] as const;
    const moved: DemoStep[] = done > plan[1] && begun < 0 ? [[Math.max(begun, -60), who, "due", done]] : [];
    const past: DemoStep[] = [
      ...(begun < 0 ? [[begun, who, "in_progress"] as const] : []),
      ...moved,
      ...(done < 0 ? [[done, who, "completed"] as const] : []),
    ];
    return {
      key,
      title,
      who: [who],
      phase,
      plan,
      hours,
      needs,
      past,
      ...(done < 0 ? { spent: hours + own * 2 } : {}),
      ...(vendor === undefined ? {} : { vendor }),
      says: (says[key] ?? []).map(([after, by, words]) => [empty + after, by, words] as const),
    };
  });
  const due = empty + 18 + slip;
  return {
    id,
    name: `Turnover ${unit}`,
    about: "",
    client,
    owner: "Priya",
    status: due < 0 ? "completed" : empty > 0 ? "planned" : "active",
    begins: Math.min(empty, 0),
    due,
    agreed: null,
    phases: PHASES,
    tasks: [...tasks, ...more],
  };
}

// oxfmt-ignore
export const TURNOVERS: readonly DemoProject[] = [
  turnover({ id: "demo_hawthorn", unit: "55 Hawthorn Pl #1B", client: "Walter Dunmore", empty: -46, says: { repair: [[3, "Tom", "Gas meter needs the square key, it's on my ring now."]] } }),
  turnover({ id: "demo_millrace", unit: "930 Millrace Blvd #4A", client: "Northgate Holdings", empty: -31, late: [["repair", 3], ["show", 2]],
    says: { repair: [[4, "Tom", "Bathtub faucet had to be ordered."]], show: [[15, "Priya", "Third showing, they want to think about it."]] } }),
  turnover({ id: "demo_orchard", unit: "302 Orchard Ln #2B", client: "Siân Pryce", empty: -12, says: { show: [[10, "Priya", "Felix Brandt saw it, he'd take it from the first."]] } }),
  turnover({ id: "demo_larkspur", unit: "87 Larkspur Ave #2C", client: "Harold Finch", empty: -11, late: [["paint", 1]], says: { paint: [[6, "Tom", "Two coats in the kitchen, the old one was green."]], show: [[10, "Priya", "Wren Abbott comes tomorrow at ten."]] } }),
  turnover({ id: "demo_birch", unit: "214 Birch St #2A", client: "Harold Finch", empty: -8, late: [["repair", 2]],
    says: { repair: [[5, "Tom", "Radiator in the bedroom leaks at the valve, like 3B. Walt has the part."]] },
    more: [{ key: "rent", title: "New rent for 2A, with Harold Finch", who: ["Dana"], phase: 2, plan: [1, 3], hours: 1, added: [-4, "Priya"], says: [[-4, "Priya", "Comparable units are at $1,420 now. He had $1,310."]] }, { key: "valve", title: "Radiator valve in the bedroom", who: ["Tom"], phase: 1, plan: [-3, -1], hours: 2, priority: "high", added: [-3, "Tom"], vendor: "Ironside Plumbing", needs: ["walk"], past: [[-3, "Tom", "in_progress"], [-2, "Tom", "blocked"]], says: [[-2, "Tom", "Waiting for the part from Walt."]] }] }),
  turnover({ id: "demo_tannery", unit: "77 Tannery Way #2B", client: "Northgate Holdings", empty: -11, says: { show: [[8, "Priya", "Two came, one liked it and asked about parking. Application sent."]] } }),
];

/** The inspection day of each building. */
const TURNS = [-27, -25, -22, -20, -17, -14, -11, -8, -5, -3, 1, 4, 7, 10];
const CHECKS = [
  "Smoke and CO alarms",
  "Extinguishers",
  "Stairs and railings",
  "Roof and gutters",
  "Boiler or furnace",
  "Meter readings",
];
const LATE = new Map([
  [3, 2],
  [6, 4],
  [9, 99],
]);

/** Unplanned work found in inspections. */
// oxfmt-ignore
const FOUND: readonly DemoTask[] = [
  { key: "f1", title: "1120 Cedar Hollow Rd: railing on the second landing is loose", who: ["Tom"], phase: 1, plan: [-20, -17], hours: 3, spent: 2, added: [-22, "Tom"], priority: "high", needs: ["b2"], tags: ["safety"], past: [[-19, "Tom", "in_progress"], [-18, "Tom", "completed"]] },
  { key: "f2", title: "45 Wren Court: side gate does not latch", who: ["Tom"], phase: 1, plan: [-16, -10], hours: 2, added: [-18, "Tom"], needs: ["b3"], past: [[-10, "Tom", "due", 4]], says: [[-10, "Tom", "Hinge is bent. Needs a new latch plate, Aldo brings one."]] },
  { key: "f3", title: "19 Foundry Row: roof hatch sticks", who: ["Marcus"], phase: 1, plan: [-12, -6], hours: 4, spent: 3, added: [-14, "Tom"], needs: ["b5"], tags: ["safety", "vendor"], vendor: "Rooftop Brothers", past: [[-9, "Marcus", "in_progress"], [-6, "Marcus", "completed"]] },
  { key: "f4", title: "560 Maple Terrace: two extinguishers are out of date", who: ["Tom"], phase: 1, plan: [-6, -4], hours: 1, added: [-7, "Tom"], priority: "critical", needs: ["b6"], tags: ["safety", "vendor"], vendor: "Fairmont Fire Safety", past: [[-6, "Tom", "in_progress"], [-4, "Tom", "blocked"]], says: [[-4, "Tom", "Quentin has none in stock until next week. @Marcus can we borrow two from the office?"]] },
  { key: "f5", title: "77 Tannery Way: gutter over the lockers", who: ["Tom"], phase: 1, plan: [-3, 5], hours: 5, added: [-5, "Tom"], needs: ["b8"] },
  { key: "f6", title: "241 Bellweather Dr: CO alarm in the cellar, third one this year", who: ["Marcus"], phase: 1, plan: [-2, 3], hours: 2, added: [-3, "Tom"], priority: "high", tags: ["safety"] },
];

export const INSPECTIONS: DemoProject = {
  id: "demo_inspections",
  name: "Annual inspection round",
  about:
    "All fourteen buildings before the heating season is in full swing: alarms, extinguishers, stairs, roof, heating, meters. What is found becomes a task of its own.",
  client: "",
  owner: "Marcus",
  status: "active",
  begins: -30,
  due: 12,
  agreed: -29,
  phases: ["Buildings", "Found", "Report"],
  tasks: [
    ...BUILDINGS.map(({ address }, at): DemoTask => {
      const due = TURNS[at] ?? 0;
      const done = due + (LATE.get(at) ?? 0);
      const past: DemoStep[] = [
        ...(due < 0 ? [[due, "Tom", "in_progress"] as const] : []),
        ...(done !== due && due < 0 ? [[due, "Tom", "due", Math.min(done, 2)] as const] : []),
        ...(done < 0 ? [[done, "Tom", "completed"] as const] : []),
      ];
      return {
        key: `b${at}`,
        title: `Inspect ${address}`,
        who: at % 3 === 2 ? ["Tom", "Marcus"] : ["Tom"],
        phase: 0,
        plan: [due, due],
        hours: 4,
        ...(done < 0 ? { spent: 4 + (at % 3) } : {}),
        past,
        list: CHECKS.map((check, index) => (done < 0 || (due < 0 && index < 3) ? `+${check}` : check)),
        tags: ["safety"],
      };
    }),
    ...FOUND,
    {
      key: "report",
      title: "Report to the owners, one page a building",
      who: ["Lena", "Dana"],
      phase: 2,
      plan: [8, 11],
      hours: 10,
      priority: "high",
      needs: ["b12", "b13"],
      client: true,
    },
    {
      key: "plan",
      title: "Date of next year's round",
      who: ["Marcus"],
      phase: 2,
      plan: [11, 12],
      hours: 1,
      priority: "low",
      needs: ["report"],
    },
  ],
};
