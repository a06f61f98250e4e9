/** The brokerage's client accounts: their state and history. Pure data; dates are relative to today. */

/** A client's account: initial facts, then updates, oldest first. */
export interface DemoAccount {
  readonly company: string;
  readonly industry: string;
  readonly location: string;
  readonly lines: readonly string[];
  readonly steps: readonly DemoStep[];
  readonly policy: readonly [premium: number, carrier?: string] | undefined;
}

/** An update in a broker's own words. */
export interface DemoStep {
  readonly daysAgo: number;
  readonly who: "Ruth Castellan" | "Ben Abara";
  readonly said: string;
  readonly stage?: string;
  readonly next?: readonly string[];
  readonly note?: string;
}

type Row = readonly [
  company: string,
  industry: string,
  location: string,
  lines: readonly string[],
  steps: readonly DemoStep[],
];

const ruth = (
  daysAgo: number,
  said: string,
  more: Omit<DemoStep, "daysAgo" | "who" | "said"> = {},
): DemoStep => ({
  daysAgo,
  who: "Ruth Castellan",
  said,
  ...more,
});
const ben = (
  daysAgo: number,
  said: string,
  more: Omit<DemoStep, "daysAgo" | "who" | "said"> = {},
): DemoStep => ({
  daysAgo,
  who: "Ben Abara",
  said,
  ...more,
});

const BOP = "Businessowners policy";
const GL = "General liability";
const WC = "Workers' compensation";
const AUTO = "Commercial auto";
const PROPERTY = "Property";
const PL = "Professional liability";

// oxfmt-ignore
const ROWS: readonly Row[] = [
  ["Kessler Bakery", "Bakery", "Lincoln Square, Chicago, IL", [BOP, "Equipment breakdown"], [
    ruth(210, "Bound for another year, $4,180", { stage: "Bound" }),
    ruth(64, "Alma has a second oven since the spring; equipment coverage raised to $90,000", { note: "Second oven since the spring. Equipment coverage is $90,000 now. Alma prefers texts.", next: ["Ask for the invoice of the second oven"] }),
  ]],
  ["Holt & Daughters Roofing", "Roofing contractor", "Bridgeport, Chicago, IL", [GL, WC], [
    ben(330, "Bound, general liability and workers' compensation", { stage: "Bound" }),
    ben(41, "He needs certificates within the hour when a job starts", { note: "Certificates within the hour when a job starts. Bernard calls from the roof; text him back.", next: ["Renewal: payroll figures by class"] }),
  ]],
  ["Lakeview Dental Group", "Dental practice", "Lakeview, Chicago, IL", ["Malpractice", "Cyber"], [
    ben(34, "Cassandra wants two quotes to compare", { stage: "Submission", next: ["Two quotes, side by side"] }),
    ben(9, "Asked Great Lakes Mutual and Prairie Specialty for malpractice quotes", { note: "Asked Great Lakes Mutual and Prairie Specialty. Cassandra decides with her partners on the first Monday of the month." }),
    ben(3, "Great Lakes Mutual quoted $7,950", { stage: "Quoted", next: ["Send both quotes side by side", "Call Cassandra before the first Monday"] }),
  ]],
  ["Santoro Trattoria", "Restaurant", "Little Italy, Chicago, IL", ["Liquor liability", BOP], [
    ruth(118, "Dominic asks every year why it went up", { stage: "Bound", note: "Have the three-year loss figures ready before the renewal: one claim in 2024, $3,200, closed." }),
    ruth(12, "Renewal questionnaire sent", { next: ["Alcohol sales as a share of all sales"] }),
  ]],
  ["Marsh Family", "Household", "Evanston, IL", ["Home", "Personal auto"], [
    ben(150, "Auto renews as it is", { stage: "Bound" }),
  ]],
  ["Olsen Marine Supply", "Marine wholesale", "Calumet Harbor, Chicago, IL", [PROPERTY, "Inland marine"], [
    ruth(75, "Frederick wants the warehouse at replacement cost", { stage: "Application Received", next: ["Appraisal of the warehouse"] }),
    ruth(20, "Appraisal is in: $1.9 million", { stage: "Submission", note: "Appraisal of the warehouse: $1.9 million, replacement cost. Sprinklers were tested in June.", next: ["Ask the underwriter where it stands"] }),
  ]],
  ["Bright Beginnings Daycare", "Childcare center", "Plano, TX", [GL, "Abuse and molestation"], [
    ben(26, "Gloria filled in the application; the staff count is missing", { stage: "Application Received", next: ["Number of staff and children by age"] }),
    ben(6, "Still no staff count; second reminder", { note: "Wants the certificate before the state inspection in January." }),
  ]],
  ["Tanaka Auto Body", "Auto repair", "Pilsen, Chicago, IL", ["Garage liability"], [
    ruth(200, "Bound, garage policy, six bays", { stage: "Bound" }),
  ]],
  ["Quiroz Landscaping", "Landscaping", "Cicero, IL", [AUTO, GL], [
    ben(16, "Isabel bought two trucks; quote them", { stage: "Intake", next: ["VINs of the two trucks", "Drivers' licenses"] }),
  ]],
  ["Wexler Books", "Bookshop", "Hyde Park, Chicago, IL", [BOP], [
    ruth(88, "Quoted $2,600 with Prairie Specialty", { stage: "Quoted" }),
    ruth(47, "Jonas went with a cousin's agency", { stage: "Closed Lost", note: "Lost to a relative's agency, not on price. Ask again in September." }),
  ]],
  ["Boyd Family", "Household", "Oak Park, IL", ["Home", "Umbrella"], [
    ben(58, "Bound umbrella, $1 million over home", { stage: "Bound" }),
  ]],
  ["Ames Hardware", "Hardware store", "Rogers Park, Chicago, IL", [PROPERTY], [
    ruth(31, "Submission to three carriers", { stage: "Submission" }),
    ruth(11, "Lakeshore declined because of the wooden stairs", { note: "Lakeshore declined (wooden stairs to the basement store). Two carriers still to answer.", next: ["Photos of the stairs for Prairie Specialty"] }),
  ]],
  ["Lakeside Dental Care", "Dental practice", "Edgewater, Chicago, IL", ["Malpractice"], [
    ben(5, "Monica asked for malpractice for two dentists", { stage: "New Lead", next: ["License numbers of both dentists"] }),
  ]],
  ["Farrell Electric", "Electrical contractor", "Joliet, IL", [WC, AUTO], [
    ben(140, "Bound; experience modifier is 0.92", { stage: "Bound", note: "Experience modifier 0.92. The audit is due in March." }),
  ]],
  ["Grant Street Yoga", "Yoga studio", "Wicker Park, Chicago, IL", [GL], [
    ruth(4, "Olivia opens a second studio in February", { stage: "Intake", next: ["Lease of the second studio"] }),
  ]],
  ["Dube Trucking", "Trucking", "Gary, IN", [AUTO, "Cargo"], [
    ruth(52, "Eleven tractors; the quote is $61,400", { stage: "Quote Pitched", note: "Eleven tractors, two drivers under 25. Patrick compares with his present carrier, $63,000." }),
    ruth(17, "Patrick wants to see it without the two young drivers", { next: ["Quote without the two drivers under 25"] }),
  ]],
  ["Lau Noodle House", "Restaurant", "Chinatown, Chicago, IL", [BOP], [
    ben(95, "Bound", { stage: "Bound" }),
    ben(22, "New hood suppression system, certificate on file", { note: "Hood suppression was replaced in the fall; the certificate is on file." }),
  ]],
  ["Sorensen Family", "Household", "Kenosha, WI", ["Home", "Personal auto", "Boat"], [
    ruth(170, "Bound, boat laid up from November to April", { stage: "Bound" }),
  ]],
  ["Petrakis Florist", "Florist", "Greektown, Chicago, IL", [PROPERTY], [
    ben(13, "Sylvia's landlord asks for $1 million liability", { stage: "Application Received", next: ["Copy of the lease's insurance clause"] }),
  ]],
  ["Nwosu Engineering", "Engineering firm", "The Loop, Chicago, IL", [PL], [
    ruth(44, "Quoted $11,300 for $2 million", { stage: "Quoted", note: "Limit $2 million a claim, retroactive date 2019. Thomas's partner has to sign as well." }),
    ruth(8, "Thomas said yes; waiting for his partner", { next: ["Signature of the second partner"] }),
  ]],
  ["Klein Optical", "Optician", "Skokie, IL", [BOP], [
    ben(260, "Bound", { stage: "Bound" }),
  ]],
  ["Almeida Tile", "Tile contractor", "Berwyn, IL", [GL], [
    ben(7, "Victor was referred by Giordano Concrete", { stage: "New Lead", next: ["Annual sales and subcontractors"] }),
  ]],
  ["Fischer Family", "Household", "Wilmette, IL", ["Home", "Personal auto"], [
    ruth(190, "Bound; the son is on the auto policy now", { stage: "Bound" }),
  ]],
  ["Roche Catering", "Catering", "West Loop, Chicago, IL", ["Liquor liability", GL], [
    ruth(28, "Xavier wants events up to 400 guests covered", { stage: "Submission", next: ["Largest event of the year"] }),
    ruth(10, "Great Lakes Mutual asks how servers are trained", { note: "The carrier asks for server training certificates before it quotes." }),
  ]],
  ["Price Staffing", "Staffing agency", "Schaumburg, IL", [WC], [
    ben(61, "Bound after the audit; payroll $2.4 million", { stage: "Bound", note: "Audited payroll is $2.4 million, of which $300,000 warehouse." }),
  ]],
  ["Stone Brewery", "Brewery", "Logan Square, Chicago, IL", [PROPERTY, "Liquor liability"], [
    ruth(19, "Quoted $18,750, deductible $10,000", { stage: "Quoted" }),
    ruth(2, "Zachary asks what $25,000 deductible would save", { next: ["Ask Prairie Specialty for $25,000 deductible"] }),
  ]],
  ["Whitmore Condo Association", "Condominium association", "Gold Coast, Chicago, IL", ["Directors and officers", PROPERTY], [
    ruth(37, "The board wants D&O raised to $2 million", { stage: "Submission", next: ["Minutes of the last three board meetings"] }),
    ruth(14, "Minutes came; a lawsuit of an owner is mentioned", { note: "An owner's lawsuit over the garage is mentioned in the minutes of September; the carrier has to know." }),
  ]],
  ["Levin Pharmacy", "Pharmacy", "West Rogers Park, Chicago, IL", [PL, BOP], [
    ben(230, "Bound", { stage: "Bound" }),
  ]],
  ["Oduya Family", "Household", "Bronzeville, Chicago, IL", ["Personal auto", "Renters"], [
    ben(72, "Bound renters with the auto discount", { stage: "Closed Won" }),
  ]],
  ["Mercer Cabinetry", "Cabinet maker", "Elgin, IL", [GL, PROPERTY], [
    ben(24, "Application in; dust collection has to be described", { stage: "Application Received", next: ["Description of the dust collection"] }),
  ]],
  ["Fontaine Salon", "Hair salon", "River North, Chicago, IL", [BOP], [
    ruth(125, "Bound; Estelle opened Sundays", { stage: "Bound" }),
  ]],
  ["Giordano Concrete", "Concrete contractor", "Melrose Park, IL", [WC, GL], [
    ruth(49, "Renewal quoted, $38,200", { stage: "Quote Pitched" }),
    ruth(15, "Frank waits for the other broker's number until Friday", { note: "The other broker promises $36,000 without the wrap-up exclusion; check that it's the same cover.", next: ["Compare the exclusions of both quotes"] }),
  ]],
  ["Lindholm Veterinary", "Veterinary practice", "Highland Park, IL", ["Malpractice", BOP], [
    ben(105, "Bound, three vets", { stage: "Bound" }),
  ]],
  ["Banks Self Storage", "Self storage", "Waukegan, IL", [PROPERTY], [
    ben(18, "Howard wants tenants' property included", { stage: "Submission", next: ["Number of units and average value"] }),
  ]],
  ["Carrillo Cleaning", "Cleaning service", "Little Village, Chicago, IL", ["Janitorial bond", GL], [
    ruth(80, "Bound, bond $25,000", { stage: "Bound" }),
  ]],
  ["Novotny Family", "Household", "Riverside, IL", ["Home", "Classic car"], [
    ben(21, "Jerry wants an agreed value for the 1966 Mustang", { stage: "Intake", next: ["Photos and appraisal of the Mustang"] }),
  ]],
  ["Ellery Architects", "Architects", "River West, Chicago, IL", [PL], [
    ruth(155, "Bound, $1 million a claim", { stage: "Bound" }),
    ruth(29, "A school project needs $2 million from January", { note: "A school district asks for $2 million a claim from January.", next: ["Price of $2 million a claim from January"] }),
  ]],
  ["Bianchi Imports", "Food import", "Elk Grove Village, IL", ["Cargo", "Warehouse legal liability"], [
    ruth(33, "Quoted $9,100 for cargo", { stage: "Quoted" }),
    ruth(12, "Lorenzo is in Genoa until the end of the month", { note: "In Genoa until the end of the month; decides when he's back.", next: ["Call when Lorenzo is back"] }),
  ]],
  ["Casey Senior Care", "Assisted living", "Arlington Heights, IL", [GL, WC], [
    ben(40, "Maureen sent five years of loss runs", { stage: "Submission" }),
    ben(16, "Two carriers asked about the fall in March", { note: "The fall in March: a resident, hip fracture, settled for $41,000.", next: ["Describe what changed after the fall in March"] }),
  ]],
  ["Ortiz Towing", "Towing", "South Chicago, Chicago, IL", ["Garage liability", AUTO], [
    ben(3, "Nelson's carrier leaves the state; he needs a policy by the 15th", { stage: "New Lead", next: ["Loss runs and list of trucks"] }),
  ]],
];

/** What the policy costs a year, or was quoted at, and its carrier where one is on record. */
const POLICIES: Readonly<Record<string, readonly [premium: number, carrier?: string]>> = {
  "Kessler Bakery": [4_180, "Prairie Specialty"],
  "Holt & Daughters Roofing": [22_400, "Lakeshore"],
  "Lakeview Dental Group": [7_950, "Great Lakes Mutual"],
  "Santoro Trattoria": [9_600, "Great Lakes Mutual"],
  "Marsh Family": [3_150, "Lakeshore"],
  "Tanaka Auto Body": [8_300, "Prairie Specialty"],
  "Wexler Books": [2_600, "Prairie Specialty"],
  "Boyd Family": [4_900, "Lakeshore"],
  "Farrell Electric": [27_800, "Great Lakes Mutual"],
  "Dube Trucking": [61_400],
  "Lau Noodle House": [5_200, "Prairie Specialty"],
  "Sorensen Family": [4_450, "Lakeshore"],
  "Nwosu Engineering": [11_300],
  "Klein Optical": [3_900, "Prairie Specialty"],
  "Fischer Family": [3_600, "Lakeshore"],
  "Price Staffing": [71_500, "Great Lakes Mutual"],
  "Stone Brewery": [18_750],
  "Levin Pharmacy": [12_600, "Great Lakes Mutual"],
  "Oduya Family": [1_480, "Lakeshore"],
  "Fontaine Salon": [3_350, "Prairie Specialty"],
  "Giordano Concrete": [38_200],
  "Lindholm Veterinary": [10_900, "Great Lakes Mutual"],
  "Carrillo Cleaning": [5_750, "Prairie Specialty"],
  "Ellery Architects": [14_200, "Great Lakes Mutual"],
  "Bianchi Imports": [9_100],
};

/** In account number order. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = ROWS.map(
  ([company, industry, location, lines, steps]) => ({
    company,
    industry,
    location,
    lines,
    steps,
    policy: POLICIES[company],
  }),
);
