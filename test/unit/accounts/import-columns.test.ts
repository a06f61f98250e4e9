/** READ-WHOLE: what the columns of other systems' files of accounts become, and what of them can't be read, known before anything is written. */
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { decodeText } from "../../../src/kernel/decode-text.ts";
import type { ColumnField } from "../../../src/accounts/api/account-columns.ts";
import type { ChosenColumns as Chosen } from "../../../src/platform/api/import-file.ts";
import type { TeamField } from "../../../src/accounts/api/account-fields.ts";
import { readImportFile } from "../../../src/accounts/api/account-import-file.ts";

type ChosenColumns = Chosen<ColumnField>;

const read = (content: string, chosen: ChosenColumns = {}, own: readonly TeamField[] = []) =>
  readImportFile(
    "accounts.csv",
    content,
    (csv) => ({
      rows: Papa.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: "greedy" }).data,
      problem: null,
    }),
    chosen,
    own,
  );
const first = (content: string, chosen?: ChosenColumns) => read(content, chosen).lines[0]?.record;

const LARK = { kind: "account", name: "Lark Florist", email: "hello@lark.example", phone: "+1 412 555 0175" };

describe("a file of accounts", () => {
  it.each([
    "name,Email,Phone",
    "Name,EMAIL,PHONE",
    "Account Name,Email Address,Phone Number",
    "Company,E-mail,Telephone",
    "account_name,primary_email,Mobile phone",
    "Customer,Work Email,Tel.",
  ])("has the same columns by the names %s", (header) => {
    expect(first(`${header}\nLark Florist,hello@lark.example,+1 412 555 0175\n`)).toEqual(LARK);
  });

  it("in Windows-1252 has its letters", () => {
    const bytes = Uint8Array.from(
      "name,location,notes\r\nB\u00e4ckerei M\u00fcller GmbH,K\u00f6ln,10 \u0096 20 staff\r\n",
      (char) => char.charCodeAt(0),
    );
    expect(first(decodeText(bytes))).toEqual({
      kind: "account",
      name: "B\u00e4ckerei M\u00fcller GmbH",
      location: "K\u00f6ln",
      notes: "10 \u2013 20 staff",
    });
  });

  it("has people in parts, places in parts and repeated columns in one, and the surer of two names", () => {
    expect(
      first(
        "Last Name,First Name,City,State,Name,Company,Notes,Notes,Phone,Mobile\nRuiz,Ana,Erie,PA,Pier 9,Pier Nine Inc,a,b,,555-0142-77\n",
      ),
    ).toEqual({
      kind: "account",
      name: "Pier 9",
      contact: "Ana Ruiz",
      location: "Erie, PA",
      notes: "a\nb",
    });
  });

  it.each([
    [
      "Salesforce",
      "Account Name,Billing Street,Billing City,Billing State/Province,Billing Zip/Postal Code,Phone\nPier 9,1 Elm,York,PA,17401,+14125550171\n",
      { name: "Pier 9", location: "1 Elm, York, PA, 17401", phone: "+14125550171" },
    ],
    [
      "Google Contacts",
      "First Name,Last Name,Organization Name,E-mail 1 - Value,Phone 1 - Value,Address 1 - Formatted\nAna,Ruiz,Pier 9,ana@pier9.example,+14125550171,1 Elm\n",
      {
        name: "Pier 9",
        contact: "Ana Ruiz",
        email: "ana@pier9.example",
        phone: "+14125550171",
        location: "1 Elm",
      },
    ],
    [
      "Outlook",
      "First Name,Last Name,Company,E-mail Address,Business Phone,Business Street\nAna,Ruiz,Pier 9,ana@pier9.example,+14125550171,1 Elm\n",
      {
        name: "Pier 9",
        contact: "Ana Ruiz",
        email: "ana@pier9.example",
        phone: "+14125550171",
        location: "1 Elm",
      },
    ],
  ])("of %s has its columns", (_, file, account) => {
    expect(first(file)).toEqual({ kind: "account", ...account });
  });

  it("has nothing where another system writes null, and line ends that were written in letters", () => {
    expect(first("name,email,notes\nA,null,one\\ntwo\n")).toEqual({
      kind: "account",
      name: "A",
      notes: "one\ntwo",
    });
  });

  it("says which columns become nothing and how many cells can't be read", () => {
    const { columns } = read("Name,Email,Phone,Fax,Empty\nA,a@b.example,12,7,\nB,not known,+14125550171,,\n");
    expect(columns).toEqual([
      { header: "Name", field: "name", filled: 2, unread: 0, example: "" },
      { header: "Email", field: "email", filled: 2, unread: 1, example: "not known" },
      { header: "Phone", field: "phone", filled: 2, unread: 1, example: "12" },
      { header: "Fax", field: null, filled: 1, unread: 0, example: "" },
      { header: "Empty", field: null, filled: 0, unread: 0, example: "" },
    ]);
  });

  it("takes columns as they were chosen by hand", () => {
    const file = "Kundenname,Mail,Name\nA,a@b.example,boss\n";
    expect(first(file, { Kundenname: "name", Name: "contact" })).toEqual({
      kind: "account",
      name: "A",
      email: "a@b.example",
      contact: "boss",
    });
    expect(first(file, { Mail: null })).toEqual({ kind: "account", name: "boss" });
  });

  it("of JSON lines has accounts' fields in any case, and names those that no record has", () => {
    const { lines, unknown } = readImportFile(
      "a.jsonl",
      '{"kind":"account","Name":"A","Email Address":"a@b.example","fax":"7"}\n{"kind":"text","at":"x","mood":"good"}\n',
      () => ({ rows: [], problem: null }),
    );
    expect(lines[0]?.record).toEqual({ kind: "account", name: "A", email: "a@b.example", fax: "7" });
    expect(unknown).toEqual(["fax", "mood"]);
  });
});

describe("the team’s own fields", () => {
  const OWN = [
    { name: "Renewal date", kind: "date" },
    { name: "Premium", kind: "money" },
    { name: "Account owner", kind: "person" },
  ] as const;
  const file = (content: string, chosen: ChosenColumns = {}) => read(content, chosen, OWN);

  it("take the columns of their names in any case, and their values become plain", () => {
    const { lines, columns } = file('Name,RENEWAL_DATE,premium\nLark Florist,3/1/2027,"$18,400"\n');
    expect(lines[0]?.record).toEqual({
      kind: "account",
      name: "Lark Florist",
      details: ["Renewal date: 2027-03-01", "Premium: 18400"],
    });
    expect(columns.map(({ field }) => field)).toEqual(["name", "own:Renewal date", "own:Premium"]);
  });

  it("take a column chosen by hand; what doesn’t fit is counted, and kept as it was written", () => {
    const { lines, columns } = file("Name,X-Date\nLark Florist,soon\nAsh Bakery,4/2/2027\n", {
      "X-Date": "own:Renewal date",
    });
    expect(lines.map(({ record }) => record["details"])).toEqual([
      ["Renewal date: soon"],
      ["Renewal date: 2027-04-02"],
    ]);
    expect(columns[1]).toMatchObject({ field: "own:Renewal date", filled: 2, unread: 1, example: "soon" });
  });
});
