/** Maps columns of other systems' account files to our fields, and to the team's own. Pure. */
import type { TeamField } from "./account-fields.ts";
import { plainName, type ImportRules } from "../../platform/api/import-file.ts";
import { readValueOf, withDetail } from "./account-details.ts";

/** Fields a column can map to. */
export const IMPORTED_FIELDS = [
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
export type ImportedField = (typeof IMPORTED_FIELDS)[number];
/** One of the team's own fields, as `own:Premium`. */
type OwnField = `own:${string}`;
export type ColumnField = ImportedField | OwnField;

/** The name of one of the team's fields; null for a field of ours. */
export function ownNameOf(field: ColumnField): string | null {
  return field.startsWith("own:") ? field.slice(4) : null;
}

const NAMES: Readonly<Record<ImportedField, string>> = {
  name: "name account accountname company companyname customer customername client clientname organization organisation organizationname organisationname business businessname insured namedinsured firm displayname",
  stage:
    "stage accountstage pipelinestage dealstage leadstage status accountstatus leadstatus lifecyclestage",
  industry: "industry sector branch trade",
  location:
    "location address fulladdress street streetaddress address1 addressline1 address2 addressline2 city town state province stateprovince region zip zipcode postalcode postcode zippostalcode country",
  email: "email emailaddress mail mailaddress primaryemail workemail contactemail businessemail email1",
  phone:
    "phone phonenumber telephone telephonenumber tel primaryphone mainphone workphone businessphone contactphone mobile mobilephone mobilenumber cell cellphone phone1",
  contact: "contact contactname contactperson primarycontact maincontact fullname firstname lastname surname",
  role: "role contactrole title jobtitle contacttitle position",
  insurance:
    "insurance insurancetype insurancetypes coverage coverages coveragetype lineofbusiness linesofbusiness lob policytype policytypes",
  nextSteps: "nextsteps nextstep nextactions nextaction todo todos",
  notes: "notes note comments comment remarks remark description",
};

/** The team's own words for a column come before ours. */
export function accountImportRules(own: readonly TeamField[]): ImportRules<ColumnField> {
  return {
    names: new Map<ColumnField, readonly string[]>([
      ...own.map(({ name }) => [`own:${name}`, [plainName(name)]] as const),
      ...IMPORTED_FIELDS.map((field) => [field, NAMES[field].split(" ")] as const),
    ]),
    joined: { location: ", ", insurance: "; ", nextSteps: "; ", notes: "\n" },
    person: "contact",
    isReadable(field, words) {
      const kind = own.find(({ name }) => name === ownNameOf(field))?.kind;
      if (kind !== undefined) return readValueOf(kind, words) !== null;
      if (field === "email") return /^\S+@\S+\.\S+$/.test(words);
      return field !== "phone" || words.replace(/\D/g, "").length >= 7;
    },
  };
}

/** The record of a row: values of the team's own fields become its details. */
export function accountOf(
  cells: Readonly<Partial<Record<ColumnField, string>>>,
  own: readonly TeamField[],
): Record<string, string | string[]> {
  const record: Record<string, string> = {};
  let details: string[] = [];
  for (const [field, words] of Object.entries(cells) as [ColumnField, string][]) {
    const name = ownNameOf(field);
    if (name === null) record[field] = words;
    else {
      const kind = own.find((one) => one.name === name)?.kind ?? "text";
      const value = readValueOf(kind, words) ?? words.replace(/\s+/g, " ");
      details = withDetail(details, name, value.slice(0, 400));
    }
  }
  return details.length === 0 ? record : { ...record, details };
}
