/** Maps columns of other systems' account files to our fields, and to the team's own. Pure. */
import type { TeamField } from "../../approvals/api/account-fields.ts";
import { readValueOf, withDetail } from "./account-details.ts";

/** Fields a column can map to. */
export const ACCOUNT_FIELDS = [
  "name",
  "stage",
  "industry",
  "location",
  "email",
  "phone",
  "contact",
  "role",
  "insurance",
  "nextSteps",
  "notes",
] as const;
export type AccountField = (typeof ACCOUNT_FIELDS)[number];
/** One of the team's own fields, as `own:Premium`. */
export type OwnField = `own:${string}`;
export type ColumnField = AccountField | OwnField;
/** Chosen mappings by header; null to skip the column. */
export type ChosenColumns = Readonly<Record<string, ColumnField | null>>;

/** The name of one of the team's fields; null for a field of ours. */
export function ownNameOf(field: ColumnField): string | null {
  return field.startsWith("own:") ? field.slice(4) : null;
}

/** Header names, lowercase without spaces and punctuation, most reliable first. */
const NAMES: Readonly<Record<AccountField, readonly string[]>> = {
  name: names(
    "name account accountname company companyname customer customername client clientname organization organisation organizationname organisationname business businessname insured namedinsured firm displayname",
  ),
  stage: names(
    "stage accountstage pipelinestage dealstage leadstage status accountstatus leadstatus lifecyclestage",
  ),
  industry: names("industry sector branch trade"),
  location: names(
    "location address fulladdress street streetaddress address1 addressline1 address2 addressline2 city town state province stateprovince region zip zipcode postalcode postcode zippostalcode country",
  ),
  email: names(
    "email emailaddress mail mailaddress primaryemail workemail contactemail businessemail email1",
  ),
  phone: names(
    "phone phonenumber telephone telephonenumber tel primaryphone mainphone workphone businessphone contactphone mobile mobilephone mobilenumber cell cellphone phone1",
  ),
  contact: names(
    "contact contactname contactperson primarycontact maincontact fullname firstname lastname surname",
  ),
  role: names("role contactrole title jobtitle contacttitle position"),
  insurance: names(
    "insurance insurancetype insurancetypes coverage coverages coveragetype lineofbusiness linesofbusiness lob policytype policytypes",
  ),
  nextSteps: names("nextsteps nextstep nextactions nextaction todo todos"),
  notes: names("notes note comments comment remarks remark description"),
};

/** Separators for fields that combine several columns; for other fields the first non-empty value counts. */
const JOINED: Readonly<Partial<Record<AccountField, string>>> = {
  location: ", ",
  insurance: "; ",
  nextSteps: "; ",
  notes: "\n",
};
const PARTS_OF_NAME = new Set(names("firstname lastname surname"));

function names(words: string): readonly string[] {
  return words.split(" ");
}

function plainName(header: string): string {
  return header.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

/** How well a header matches a field, ignoring what other systems add around the name ("Billing City", "E-mail 1 - Value"); -1 if it does not match. */
function rankOf(header: string, field: AccountField): number {
  const name = plainName(header);
  const bare = name.replace(/1?(?:value|formatted)$|1$/, "").replace(AROUND, "");
  return [name, bare].map((one) => NAMES[field].indexOf(one)).find((rank) => rank >= 0) ?? -1;
}
const AROUND = /^(?:billing|bill|mailing|business|work|office|physical|primary|main)(?=.)/;

/** The mapping of each column, by header. If a field takes only one column, the most reliable name wins. */
export function fieldsOf(
  headers: readonly string[],
  chosen: ChosenColumns,
  own: readonly TeamField[] = [],
): ReadonlyMap<string, ColumnField> {
  const found = new Map<string, ColumnField>();
  for (const header of headers) {
    const field = chosen[header];
    if (field !== undefined && field !== null) found.set(header, field);
  }
  const unchosen = headers.filter((header) => !Object.hasOwn(chosen, header));
  // The team's own words for a column come before ours.
  for (const { name } of own) {
    const header = unchosen.find((one) => plainName(one) === plainName(name));
    if (header !== undefined && ![...found.values()].includes(`own:${name}`))
      found.set(header, `own:${name}`);
  }
  const open = unchosen.filter((header) => !found.has(header));
  for (const field of ACCOUNT_FIELDS) {
    if (JOINED[field] === undefined && [...found.values()].includes(field)) continue;
    const fitting = open
      // The CSV reader numbers repeated headers.
      .map((header) => ({ header, rank: rankOf(header.replace(/_\d+$/, ""), field) }))
      .filter(({ rank }) => rank >= 0)
      .toSorted((one, other) => one.rank - other.rank);
    const [first] = fitting;
    if (first === undefined) continue;
    // First and last name are combined, unless one column has both.
    const isInParts = field === "contact" && PARTS_OF_NAME.has(plainName(first.header));
    const taken = JOINED[field] !== undefined || isInParts ? fitting : [first];
    for (const { header } of taken) found.set(header, field);
  }
  return found;
}

/** A cell's text; some systems write a word for an empty value. */
export function wordsOf(cell: string | undefined): string {
  const words = (cell ?? "").trim();
  return /^(?:null|undefined|n\/a|-|—)$/i.test(words) ? "" : words;
}

export function accountOf(
  row: Readonly<Record<string, string>>,
  fields: ReadonlyMap<string, ColumnField>,
  own: readonly TeamField[] = [],
): Record<string, string | string[]> {
  const record: Record<string, string> = {};
  let details: string[] = [];
  for (const [header, field] of orderedFields(row, fields)) {
    const words = wordsOf(row[header]);
    if (words === "") continue;
    const name = ownNameOf(field);
    if (name !== null) {
      const kind = own.find((one) => one.name === name)?.kind ?? "text";
      details = withDetail(
        details,
        name,
        (readValueOf(kind, words) ?? words.replace(/\s+/g, " ")).slice(0, 400),
      );
      continue;
    }
    if (!isOurs(field)) continue;
    const before = record[field];
    const glue = JOINED[field] ?? (field === "contact" ? " " : undefined);
    if (before === undefined) record[field] = lines(words);
    else if (glue !== undefined) record[field] = `${before}${glue}${lines(words)}`;
  }
  return details.length === 0 ? record : { ...record, details };
}

function isOurs(field: ColumnField): field is AccountField {
  return ownNameOf(field) === null;
}

/** Columns in file order, except that first names precede last names. */
function orderedFields(row: Readonly<Record<string, string>>, fields: ReadonlyMap<string, ColumnField>) {
  const rank = (header: string): number =>
    fields.get(header) === "contact" ? NAMES.contact.indexOf(plainName(header)) : -1;
  return Object.keys(row)
    .flatMap((header) => {
      const field = fields.get(header);
      return field === undefined ? [] : [[header, field] as const];
    })
    .toSorted(([one], [other]) => rank(one) - rank(other));
}

/** Decodes escaped line breaks, but not in file paths. */
function lines(words: string): string {
  return /\b[a-z]:\\|^\\\\/i.test(words) ? words : words.replace(/\\r\\n|\\n/g, "\n");
}

/** Whether a cell is valid for its field. */
export function isReadable(field: ColumnField, words: string, own: readonly TeamField[] = []): boolean {
  const name = ownNameOf(field);
  const kind = own.find((one) => one.name === name)?.kind;
  if (kind !== undefined) return readValueOf(kind, words) !== null;
  if (field === "email") return /^\S+@\S+\.\S+$/.test(words);
  if (field === "phone") return words.replace(/\D/g, "").length >= 7;
  return true;
}
