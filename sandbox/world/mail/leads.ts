/**
 * Rental portal leads with the portal's data on the renter. By the team's criteria some qualify, some don't, and some are special cases;
 * `so` is each one's state.
 */

/** A lead's state: what followed the portal's request. */
export type LeadState =
  /** Unanswered. */
  | "new"
  /** We offered times; waiting for them. */
  | "invited"
  /** They chose a time and we confirmed it. */
  | "showing"
  /** We asked for details; waiting for them. */
  | "asked"
  /** They provided the details. */
  | "answered"
  /** We declined. */
  | "declined"
  /** We declined and they acknowledged. */
  | "let_go"
  /** They found something else. */
  | "gone";

export interface Lead {
  readonly name: string;
  readonly home: string;
  readonly rent: number;
  /** As in the portal: a number or a range. */
  readonly credit: string;
  readonly pets: string;
  readonly income: number;
  readonly people: number;
  readonly says: string;
  readonly daysAgo: number;
  readonly so: LeadState;
  readonly unread?: boolean;
}

const lead = (
  name: string,
  home: string,
  rent: number,
  [credit, pets]: readonly [string, string],
  [income, people]: readonly [number, number],
  [daysAgo, so]: readonly [number, LeadState],
  says = "I am interested in this rental and would like to schedule a viewing. Please let me know when this would be possible.",
): Lead => ({ name, home, rent, credit, pets, income, people, says, daysAgo, so });

const NONE = "No pets";

/** Forty leads of the last four months, newest first. */
export const LEADS: readonly Lead[] = [
  {
    ...lead(
      "Jordan Ellis",
      "214 Birch St #2A",
      1250,
      ["724", "1 cat"],
      [4600, 1],
      [0.1, "new"],
      "Hi! I'd love to see 2A this week. I start at the hospital on the 1st, have one very calm cat and could move right away. Are evenings possible?",
    ),
    unread: true,
  },
  {
    ...lead("Tamsin Okoye", "87 Larkspur Ave #2C", 1180, ["641", NONE], [4100, 2], [2, "answered"]),
    unread: true,
  },
  lead("Devon Marsh", "1120 Cedar Hollow Rd #1D", 1320, ["702", NONE], [5200, 2], [3, "invited"]),
  lead("Lucia Ferrante", "45 Wren Court #1A", 1090, ["588", NONE], [3100, 1], [4, "declined"]),
  lead(
    "Callum Reid",
    "930 Millrace Blvd #3A",
    1480,
    ["755", "1 dog (Labrador, 70 lbs)"],
    [6900, 2],
    [5, "let_go"],
    "Is there a dog park near Millrace? Our Lab would be with us.",
  ),
  lead("Yasmin Haddad", "19 Foundry Row #4B", 1210, ["688", NONE], [4300, 3], [6, "showing"]),
  lead("Porter Gaines", "404 Juniper Steps #3A", 1375, ["612", "2 cats"], [5000, 1], [8, "asked"]),
  lead("Mireille Aubert", "77 Tannery Way #2B", 1295, ["734", NONE], [5100, 1], [9, "showing"]),
  lead(
    "Shane Kowalczyk",
    "8 Quarry St #1B",
    980,
    ["545", "1 dog (mixed, 40 lbs)"],
    [2800, 2],
    [11, "declined"],
  ),
  lead(
    "Anaya Deshmukh",
    "302 Orchard Ln #2B",
    1150,
    ["671", NONE],
    [4000, 2],
    [12, "invited"],
    "We are two nurses and work nights, so a quiet house matters to us most. Is 2B on the street side?",
  ),
  lead("Emmett Lyle", "55 Hawthorn Pl #1A", 1120, ["655", NONE], [3900, 1], [14, "answered"]),
  lead("Wren Castellano", "241 Bellweather Dr #2C", 1260, ["719", "1 rabbit"], [4800, 2], [15, "asked"]),
  lead("Idris Boateng", "560 Maple Terrace #2A", 1340, ["790", NONE], [7200, 4], [17, "showing"]),
  lead("Carol Ann Tuttle", "16 Sparrow Alley #2B", 1040, ["602", NONE], [3300, 1], [19, "asked"]),
  lead(
    "Nikolai Vetrov",
    "214 Birch St #4B",
    1280,
    ["577", NONE],
    [4900, 1],
    [21, "let_go"],
    "My score is low because of a divorce, my income is good. Please consider me.",
  ),
  lead("Brianna Tolliver", "87 Larkspur Ave #1C", 1160, ["667", "1 cat"], [4200, 2], [23, "answered"]),
  lead("Hugo Lindgren", "1120 Cedar Hollow Rd #3B", 1330, ["741", NONE], [5600, 2], [25, "gone"]),
  lead(
    "Destiny Rowe",
    "930 Millrace Blvd #1B",
    1450,
    ["698", "1 dog (Chihuahua, 6 lbs)"],
    [5300, 1],
    [27, "declined"],
    "He is six pounds and sleeps all day, I promise.",
  ),
  lead("Kwame Asante", "45 Wren Court #2A", 1110, ["683", NONE], [3900, 1], [29, "invited"]),
  lead("Petra Sommer", "404 Juniper Steps #5A", 1420, ["760", "1 parrot"], [6100, 1], [31, "answered"]),
  lead("Logan Vickers", "77 Tannery Way #1A", 1270, ["520", NONE], [3000, 3], [34, "declined"]),
  lead("Marisol Quintana", "19 Foundry Row #1B", 1190, ["711", NONE], [4700, 2], [36, "showing"]),
  lead("Theodore Banks", "8 Quarry St #2A", 995, ["630", NONE], [3600, 1], [39, "asked"]),
  lead("Aoife Brennan", "302 Orchard Ln #1A", 1140, ["676", "2 cats"], [4100, 1], [42, "gone"]),
  lead("Santiago Rey", "55 Hawthorn Pl #2B", 1130, ["592", NONE], [4400, 2], [45, "declined"]),
  lead("Jolene Fisk", "241 Bellweather Dr #1A", 1240, ["703", NONE], [4600, 3], [48, "invited"]),
  lead("Matteo Grasso", "560 Maple Terrace #1B", 1310, ["660 to 719", NONE], [5000, 2], [51, "asked"]),
  lead("Imani Fletcher", "16 Sparrow Alley #1A", 1050, ["748", NONE], [4300, 1], [55, "showing"]),
  lead(
    "Rory Callahan",
    "214 Birch St #1B",
    1230,
    ["610", "1 dog (Beagle, 25 lbs)"],
    [3700, 1],
    [58, "declined"],
  ),
  lead("Vivian Sung", "87 Larkspur Ave #3A", 1200, ["772", "1 cat"], [5900, 2], [62, "gone"]),
  lead("Cedric Holloway", "1120 Cedar Hollow Rd #2A", 1325, ["649", NONE], [4800, 2], [66, "answered"]),
  lead("Paloma Ibarra", "930 Millrace Blvd #4A", 1495, ["729", NONE], [6600, 2], [70, "showing"]),
  lead("Gideon Frank", "404 Juniper Steps #1A", 1350, ["559", "1 cat"], [3500, 1], [75, "let_go"]),
  lead("Saoirse Nolan", "45 Wren Court #1B", 1085, ["694", NONE], [3800, 2], [80, "invited"]),
  lead("Elias Thorne", "77 Tannery Way #3B", 1285, ["620 to 659", NONE], [4500, 1], [85, "asked"]),
  lead("Dalia Mansour", "19 Foundry Row #3A", 1220, ["738", NONE], [5400, 4], [91, "gone"]),
  lead("Benedict Shaw", "8 Quarry St #2B", 990, ["540", NONE], [2600, 1], [97, "declined"]),
  lead("Freya Halvorsen", "302 Orchard Ln #3B", 1170, ["785", "1 bearded dragon"], [4900, 1], [104, "asked"]),
  lead("Omari Jennings", "55 Hawthorn Pl #1B", 1125, ["681", NONE], [4200, 2], [110, "showing"]),
  lead("Ruthie Delacroix", "241 Bellweather Dr #2A", 1255, ["615", NONE], [4000, 1], [117, "let_go"]),
];
