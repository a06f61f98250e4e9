/** Columns of other systems' files of accounts: what they are called there, and what they become here. Pure. */

/** What a column can become. */
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
/** By header, what somebody chose; null for nothing. */
export type ChosenColumns = Readonly<Record<string, AccountField | null>>;

/** Names in small letters without blanks and signs. Those that come first are surer. */
const NAMES: Readonly<Record<AccountField, readonly string[]>> = {
  name: names(
    "name account accountname company companyname customer customername client clientname organization organisation organizationname organisationname business businessname insured namedinsured firm displayname",
  ),
  stage: names(
    "stage accountstage pipelinestage dealstage leadstage status accountstatus leadstatus lifecyclestage",
  ),
  industry: names("industry sector branch trade"),
  location: names(
    "location address fulladdress mailingaddress billingaddress street streetaddress address1 addressline1 address2 addressline2 city town state province region zip zipcode postalcode postcode country",
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

/** What several columns of one field are joined with; of others the first that says something counts. */
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

/** By header, what each column becomes. Of a field that takes one column, the one with the surer name gets it. */
export function fieldsOf(
  headers: readonly string[],
  chosen: ChosenColumns,
): ReadonlyMap<string, AccountField> {
  const found = new Map<string, AccountField>();
  for (const header of headers) {
    const field = chosen[header];
    if (field !== undefined && field !== null) found.set(header, field);
  }
  const open = headers.filter((header) => !Object.hasOwn(chosen, header));
  for (const field of ACCOUNT_FIELDS) {
    if (JOINED[field] === undefined && [...found.values()].includes(field)) continue;
    const fitting = open
      // A number behind a repeated column: the table's reader puts it there.
      .map((header) => ({ header, rank: NAMES[field].indexOf(plainName(header.replace(/_\d+$/, ""))) }))
      .filter(({ rank }) => rank >= 0)
      .toSorted((one, other) => one.rank - other.rank);
    const [first] = fitting;
    if (first === undefined) continue;
    // First and last name are one person's, unless there is a column for both.
    const isInParts = field === "contact" && PARTS_OF_NAME.has(plainName(first.header));
    const taken = JOINED[field] !== undefined || isInParts ? fitting : [first];
    for (const { header } of taken) found.set(header, field);
  }
  return found;
}

/** What a cell says: some systems write a word where they have nothing. */
export function wordsOf(cell: string | undefined): string {
  const words = (cell ?? "").trim();
  return /^(?:null|undefined|n\/a|-|—)$/i.test(words) ? "" : words;
}

/** A row as an account. */
export function accountOf(
  row: Readonly<Record<string, string>>,
  fields: ReadonlyMap<string, AccountField>,
): Record<string, string> {
  const record: Record<string, string> = {};
  for (const [header, field] of orderedFields(row, fields)) {
    const words = wordsOf(row[header]);
    if (words === "") continue;
    const before = record[field];
    const glue = JOINED[field] ?? (field === "contact" ? " " : undefined);
    if (before === undefined) record[field] = lines(words);
    else if (glue !== undefined) record[field] = `${before}${glue}${lines(words)}`;
  }
  return record;
}

/** Columns in the order of the file, but a first name before a last one. */
function orderedFields(row: Readonly<Record<string, string>>, fields: ReadonlyMap<string, AccountField>) {
  const rank = (header: string): number =>
    fields.get(header) === "contact" ? NAMES.contact.indexOf(plainName(header)) : -1;
  return Object.keys(row)
    .flatMap((header) => {
      const field = fields.get(header);
      return field === undefined ? [] : [[header, field] as const];
    })
    .toSorted(([one], [other]) => rank(one) - rank(other));
}

/** Line ends that were written in letters; paths of files keep theirs. */
function lines(words: string): string {
  return /\b[a-z]:\\|^\\\\/i.test(words) ? words : words.replace(/\\r\\n|\\n/g, "\n");
}

/** Whether a cell can be what its column becomes. */
export function isReadable(field: AccountField, words: string): boolean {
  if (field === "email") return /^\S+@\S+\.\S+$/.test(words);
  if (field === "phone") return words.replace(/\D/g, "").length >= 7;
  return true;
}
