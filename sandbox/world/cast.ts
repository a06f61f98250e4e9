/**
 * Named people of the demo world. Deliberate edge cases: two residents called James; two Marias with similar last names; accents; a
 * vendor with two people on one number; a vendor without a last name.
 */
import type { ContactKind } from "./types.ts";

/** A person. `unit` is `<address> #<unit>` for residents; `number` is set if a story needs it. */
export interface CastMember {
  readonly kind: ContactKind;
  readonly firstName: string;
  readonly lastName: string | null;
  readonly company?: string;
  /** Trade, or relation to the company. */
  readonly role?: string;
  readonly unit?: string;
  readonly number?: string;
  readonly email?: string;
}

/** Residents in stories. */
export const RESIDENTS: readonly CastMember[] = [
  {
    kind: "resident",
    firstName: "Maria",
    lastName: "Lopez",
    unit: "214 Birch St #3B",
    number: "+14125550142",
    email: "maria.lopez@mail.example",
  },
  {
    kind: "resident",
    firstName: "Maria",
    lastName: "Lindqvist",
    unit: "1120 Cedar Hollow Rd #2C",
    number: "+17245550143",
  },
  {
    kind: "resident",
    firstName: "James",
    lastName: "Whitlock",
    unit: "87 Larkspur Ave #1A",
    number: "+14125550144",
  },
  {
    kind: "resident",
    firstName: "James",
    lastName: "Otieno",
    unit: "930 Millrace Blvd #4B",
    number: "+18785550145",
  },
  {
    kind: "resident",
    firstName: "José",
    lastName: "Ibáñez",
    unit: "19 Foundry Row #2A",
    number: "+14125550146",
    email: "jose.ibanez@mail.example",
  },
  {
    kind: "resident",
    firstName: "Rosa",
    lastName: "Delgado",
    unit: "16 Sparrow Alley #1B",
    number: "+14125550147",
  },
  {
    kind: "resident",
    firstName: "Gregory",
    lastName: "Stahl",
    unit: "302 Orchard Ln #3A",
    number: "+18145550148",
  },
  {
    kind: "resident",
    firstName: "John",
    lastName: "Pruitt",
    unit: "560 Maple Terrace #1C",
    number: "+14125550149",
    email: "john.pruitt@mail.example",
  },
  {
    kind: "resident",
    firstName: "Eleanor",
    lastName: "Voss",
    unit: "45 Wren Court #2B",
    number: "+14125550150",
  },
];

const vendor = (
  firstName: string,
  lastName: string | null,
  company: string,
  role: string,
  number?: string,
): CastMember => ({
  kind: "vendor",
  firstName,
  lastName,
  company,
  role,
  ...(number === undefined ? {} : { number }),
});

/** Vendors. Ironside's owner and dispatcher share a phone. */
export const VENDORS: readonly CastMember[] = [
  vendor("Walt", "Ironside", "Ironside Plumbing", "Plumber, owner", "+17245550160"),
  vendor("Carla", "Nunez", "Ironside Plumbing", "Dispatcher", "+17245550160"),
  vendor("Desmond", "Pike", "Brightwire Electric", "Electrician"),
  vendor("Anneke", "Visser", "Hearth & Flue HVAC", "Heating and cooling"),
  vendor("Bo", "Tillman", "Evergreen Lawn & Snow", "Grounds and snow removal"),
  vendor("Farid", "Nasser", "Keystone Locksmiths", "Locksmith, 24 h"),
  vendor("Pam", "Orchard", "Clearview Windows", "Windows and screens"),
  vendor("Lucinda", "Reyes", "TidyTurn Cleaning", "Turnover cleaning"),
  vendor("Stefan", "Novak", "Rooftop Brothers", "Roofer"),
  vendor("Gail", "Huang", "PestRight", "Pest control"),
  vendor("Orson", "Webb", "Summit Elevator", "Elevator service"),
  vendor("Rhonda", "Beck", "Threshold Flooring", "Flooring"),
  vendor("Miguel", "Avila", "Coat & Roll Painting", "Painter"),
  vendor("Terrence", "Cobb", "Spin Cycle Laundry Leasing", "Laundry machines"),
  vendor("Bluebin", null, "Bluebin Waste", "Dispatch"),
  vendor("Hollis", "Grady", "Hollis Appliance Repair", "Appliances"),
  vendor("Nadine", "Frost", "SureSeal Waterproofing", "Basements and drains"),
  vendor("Ivo", "Petrov", "Parcelwall Lockers", "Parcel lockers"),
  vendor("John", "Hartwell", "Hartwell Restoration", "Masonry and porches"),
  vendor("Quentin", "Shaw", "Fairmont Fire Safety", "Alarms and extinguishers"),
  vendor("Aldo", "Ricci", "Stonebridge Masonry", "Brick and steps"),
  vendor("Judith", "Pemberton", "Pemberton Law", "Attorney"),
];

const owner = (firstName: string, lastName: string, company?: string): CastMember => ({
  kind: "owner",
  firstName,
  lastName,
  role: "Building owner",
  ...(company === undefined ? {} : { company }),
});

/** Building owners. */
export const OWNERS: readonly CastMember[] = [
  owner("Harold", "Finch"),
  owner("Beatrix", "Alderman"),
  owner("Siân", "Pryce"),
  owner("Walter", "Dunmore"),
  owner("Ingrid", "Solberg"),
  owner("Calvin", "Yoo"),
  owner("Philippa", "Grant", "Northgate Holdings"),
  owner("Odette", "Marchand", "Northgate Holdings"),
];

/** Full names of people with e-mail stories: their address is in the contacts. */
export const CORRESPONDENTS: ReadonlySet<string> = new Set([
  "Gregory Stahl",
  "Judith Pemberton",
  "Philippa Grant",
  "Beatrix Alderman",
  "Orson Webb",
  "Anneke Visser",
  "Siân Pryce",
  "Harold Finch",
  "Bo Tillman",
  "Rhonda Beck",
  "Calvin Yoo",
  "John Hartwell",
]);

const client = (firstName: string, lastName: string, company: string, role: string): CastMember => ({
  kind: "client",
  firstName,
  lastName,
  company,
  role,
});

/** The brokerage's accounts, one contact each. */
export const CLIENTS: readonly CastMember[] = [
  client("Alma", "Kessler", "Kessler Bakery", "Owner, businessowners policy"),
  client("Bernard", "Holt", "Holt & Daughters Roofing", "Owner, general liability"),
  client("Cassandra", "Iyer", "Lakeview Dental Group", "Practice manager, malpractice"),
  client("Dominic", "Santoro", "Santoro Trattoria", "Owner, liquor liability"),
  client("Evelyn", "Marsh", "Marsh Family", "Home and auto"),
  client("Frederick", "Olsen", "Olsen Marine Supply", "Controller, property"),
  client("Gloria", "Bright", "Bright Beginnings Daycare", "Director, general liability"),
  client("Hugh", "Tanaka", "Tanaka Auto Body", "Owner, garage policy"),
  client("Isabel", "Quiroz", "Quiroz Landscaping", "Owner, commercial auto"),
  client("Jonas", "Wexler", "Wexler Books", "Owner, businessowners policy"),
  client("Katherine", "Boyd", "Boyd Family", "Home and umbrella"),
  client("Leonard", "Ames", "Ames Hardware", "Manager, property"),
  client("Monica", "Sato", "Lakeside Dental Care", "Owner, malpractice"),
  client("Neil", "Farrell", "Farrell Electric", "Owner, workers' compensation"),
  client("Olivia", "Grant", "Grant Street Yoga", "Owner, general liability"),
  client("Patrick", "Dube", "Dube Trucking", "Safety manager, commercial auto"),
  client("Queenie", "Lau", "Lau Noodle House", "Owner, businessowners policy"),
  client("Raymond", "Sorensen", "Sorensen Family", "Home, auto and boat"),
  client("Sylvia", "Petrakis", "Petrakis Florist", "Owner, property"),
  client("Thomas", "Nwosu", "Nwosu Engineering", "Partner, professional liability"),
  client("Ursula", "Klein", "Klein Optical", "Owner, businessowners policy"),
  client("Victor", "Almeida", "Almeida Tile", "Owner, general liability"),
  client("Wendy", "Fischer", "Fischer Family", "Home and auto"),
  client("Xavier", "Roche", "Roche Catering", "Owner, liquor liability"),
  client("Yolanda", "Price", "Price Staffing", "Operations, workers' compensation"),
  client("Zachary", "Stone", "Stone Brewery", "Finance, property"),
  client("Agnes", "Whitmore", "Whitmore Condo Association", "Board president, directors and officers"),
  client("Boris", "Levin", "Levin Pharmacy", "Owner, professional liability"),
  client("Cynthia", "Oduya", "Oduya Family", "Auto and renters"),
  client("Daniel", "Mercer", "Mercer Cabinetry", "Owner, general liability"),
  client("Estelle", "Fontaine", "Fontaine Salon", "Owner, businessowners policy"),
  client("Frank", "Giordano", "Giordano Concrete", "Owner, workers' compensation"),
  client("Greta", "Lindholm", "Lindholm Veterinary", "Practice owner, malpractice"),
  client("Howard", "Banks", "Banks Self Storage", "Manager, property"),
  client("Inez", "Carrillo", "Carrillo Cleaning", "Owner, bond and liability"),
  client("Jerry", "Novotny", "Novotny Family", "Home and classic car"),
  client("Kim", "Ellery", "Ellery Architects", "Partner, professional liability"),
  client("Lorenzo", "Bianchi", "Bianchi Imports", "Owner, cargo"),
  client("Maureen", "Casey", "Casey Senior Care", "Administrator, general liability"),
  client("Nelson", "Ortiz", "Ortiz Towing", "Owner, garage policy"),
];
