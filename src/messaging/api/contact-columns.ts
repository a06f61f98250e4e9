/** Maps columns of other systems' contact files to our fields. Pure. */
import { plainWords } from "../../kernel/plain-words.ts";
import type { ImportRules } from "../../platform/api/import-file.ts";
import { contactRecordSchema, isSameName, shownName, type ContactRecord } from "./contact-import.ts";

/** Fields a column can map to. */
export const CONTACT_FIELDS = ["name", "company", "role", "place", "phone", "email", "notes"] as const;
export type ContactField = (typeof CONTACT_FIELDS)[number];

const NAMES: Readonly<Record<ContactField, string>> = {
  name: "name fullname displayname contact contactname contactperson person resident residentname tenant tenantname firstname givenname middlename lastname surname familyname",
  company:
    "company companyname organization organisation organizationname organisationname organization1name business businessname employer firm account accountname",
  role: "role title jobtitle organizationtitle organization1title position relation relationship contacttype category",
  place:
    "place unit unitnumber apartment apt property propertyname propertyaddress building address fulladdress street streetaddress homestreet address1 address1formatted addressline1 address2 addressline2 city homecity town state homestate province stateprovince zip zipcode postalcode postcode zippostalcode homepostalcode",
  phone:
    "phone phonenumber phonenumbers phones telephone telephonenumber tel mobile mobilephone mobilenumber cell cellphone homephone otherphone companymainphone contactphone",
  email:
    "email emailaddress emailaddresses emails mail mailaddress email2address email3address contactemail homeemail",
  notes: "notes note comments comment remarks remark description",
};

export const CONTACT_RULES: ImportRules<ContactField> = {
  names: new Map(CONTACT_FIELDS.map((field) => [field, NAMES[field].split(" ")] as const)),
  joined: { place: ", ", phone: "; ", email: "; ", notes: "\n" },
  person: "name",
  isReadable(field, words) {
    if (field === "email")
      return partsOf(words, /[;,\s]|:::/).every((one) => /^[^@]+@[^@]+\.[^@]+$/.test(one));
    return field !== "phone" || partsOf(words).every((one) => /^(?:\D*\d){7,15}\D*$/.test(one));
  },
};

/** Several values in one cell, as other systems write them: `a; b`, `a ::: b`, or on lines. */
function partsOf(words: string, between = /;|,|\n|:::|\s\/\s/): string[] {
  const parts = words.split(between).map((one) => one.trim());
  return [...new Set(parts)].filter((one) => one !== "");
}

/** A row as a contact; null if a contact can't be made from it, with what to do. */
export function contactOf(
  cells: Readonly<Partial<Record<ContactField, string>>>,
): ContactRecord | { readonly problem: string } {
  const { name = "", company = "", role = "", place = "", phone = "", email = "", notes = "" } = cells;
  const record = {
    name: name.replace(/\s+/g, " "),
    company: company.replace(/\s+/g, " "),
    role: [role, place].filter(Boolean).join(", ").replace(/\s+/g, " "),
    phones: partsOf(phone),
    emails: partsOf(email, /;|,|\s|:::/),
    notes,
  };
  const read = contactRecordSchema.safeParse(record);
  if (read.success)
    return shownName(record) === ""
      ? { problem: "No name, company, number, or address. Fill one in." }
      : read.data;
  const [issue] = read.error.issues;
  return { problem: `“${String(issue?.path[0])}” is too long. Shorten it.` };
}

/** Lines that repeat an earlier one: the same number, address, or name alone, and a name that can be the same. */
export function repeatsIn(
  lines: readonly { readonly line: number; readonly record: ContactRecord }[],
): ReadonlyMap<number, number> {
  const first = new Map<string, { readonly line: number; readonly name: string }[]>();
  const repeats = new Map<number, number>();
  for (const { line: at, record } of lines) {
    const name = record.name || record.company;
    const keys = [
      ...record.phones.map((one) => one.replace(/\D/g, "").slice(-10)),
      ...record.emails.map((one) => one.toLowerCase()),
    ].filter((key) => key !== "");
    if (keys.length === 0) keys.push(` ${plainWords(name).join(" ")}`);
    const before = keys.flatMap((key) => first.get(key) ?? []).find((one) => isSameName(one.name, name));
    if (before !== undefined) repeats.set(at, before.line);
    for (const key of keys) first.set(key, [...(first.get(key) ?? []), { line: at, name }]);
  }
  return repeats;
}
