/** Accounts and what was said with them, from another system's files: once each, whatever ends the import, with what to do about a line that is wrong. */
import Papa from "papaparse";
import { beforeEach, describe, expect, it } from "vitest";
import { checkChain } from "../../../src/accounts/chain.ts";
import { importLines } from "../../../src/accounts/import.ts";
import { openAccount } from "../../../src/accounts/store.ts";
import { accounts, accountSources } from "../../../src/accounts/tables/accounts.ts";
import { workspaceFiles } from "../../../src/workspace/tables/workspace.ts";
import type { ImportLine } from "../../../src/accounts/api/account-import.ts";
import { readImportFile } from "../../../src/accounts/api/account-import-file.ts";
import { DEFAULT_STAGES } from "../../../src/accounts/api/account-stages.ts";
import type { WorkspaceDeps } from "../../../src/workspace/index.ts";
import { DANA, files, freshFiles } from "../workspace/harness.ts";

let deps: WorkspaceDeps;
beforeEach(async () => {
  await freshFiles();
  deps = files();
});

const take = (...records: ImportLine["record"][]) =>
  importLines(
    { files: deps, rules: DEFAULT_STAGES, timeZone: "America/Chicago", by: DANA.author },
    records.map((record, index) => ({ line: index + 1, record })),
  );

const PIER = {
  kind: "account",
  name: "Pier 9 Marina",
  stage: "Application",
  email: "ana@pier9.example",
  phone: "(312) 555-0142",
  contact: "Ana Ruiz",
  insurance: "Marine; Workers compensation",
};
const MAIL = {
  kind: "email",
  at: "2026-10-02T14:30:00Z",
  from: "Ana@pier9.example",
  to: "office@agency.example",
  subject: "Loss runs",
  text: "Here are the loss runs for 2024.",
};

describe("an import", () => {
  it("makes an account with its history, and files an e-mail, a call and a text with it by address, number and name", async () => {
    const results = await take(
      PIER,
      MAIL,
      {
        kind: "call",
        at: "2026-10-03T15:00:00Z",
        direction: "incoming",
        number: "+13125550142",
        text: "Ana: When is it bound?\nUs: On Friday.",
      },
      {
        kind: "text",
        at: "2026-10-04T15:00:00Z",
        direction: "outgoing",
        number: "+13125550199",
        account: "Pier 9 Marina",
        text: "It's bound.",
      },
    );
    expect(results.map(({ outcome, account }) => [outcome, account])).toEqual([
      ["made", "10001"],
      ["filed", "10001"],
      ["filed", "10001"],
      ["filed", "10001"],
    ]);
    const { state, history } = await openAccount(deps, "10001");
    expect(checkChain({ state: state.content, history: history?.content ?? "" })).toEqual([]);
    expect(state.source).toContain("an imported file");
    const [row] = await deps.db.rows(accounts);
    expect(row).toMatchObject({
      name: "Pier 9 Marina",
      stage: "Application Received",
      insuranceTypes: ["Marine", "Workers compensation"],
      primaryEmail: "ana@pier9.example",
      lastContactAt: "2026-10-04T15:00:00.000Z",
    });
    const paths = (await deps.db.rows(workspaceFiles)).map(({ path }) => path);
    const raw = paths.filter((path) => path.endsWith("/raw.txt")).toSorted();
    expect(raw.map((path) => path.split("/").slice(3, 4)[0])).toEqual(["calls", "emails", "sms"]);
    const call = (await deps.db.rows(workspaceFiles)).find(
      ({ path }) => path.includes("/calls/") && path.endsWith("raw.txt"),
    );
    expect(await deps.blobs.get(call?.sha256 ?? "")).toContain("Ana: When is it bound?\nUs: On Friday.");
  });

  it("takes nothing twice, however often it is sent, and knows an account by name, address or number", async () => {
    await take(PIER, MAIL);
    const again = await take(
      PIER,
      MAIL,
      { ...PIER, name: "pier 9, MARINA", email: "", phone: "" },
      { ...PIER, name: "Pier Nine", phone: "" },
      { ...PIER, name: "Pier Nine", email: "other@pier9.example", phone: "312-555-0142" },
    );
    expect(again.map(({ outcome, account }) => [outcome, account])).toEqual(
      Array.from({ length: 5 }, () => ["known", "10001"]),
    );
    expect(await deps.db.rows(accounts)).toHaveLength(1);
    expect(await deps.db.rows(accountSources)).toHaveLength(1);
  });

  it("goes on behind a line that is wrong, and says of it what to do", async () => {
    const results = await take(
      { kind: "account" },
      { kind: "fax", text: "?" },
      { ...PIER, stage: "Maybe" },
      { ...MAIL, at: "yesterday" },
      MAIL,
      { ...MAIL, account: "Nobody Inc." },
      { kind: "text", at: MAIL.at, direction: "incoming", number: "extension", text: "Hi" },
      { ...MAIL, text: "  " },
      { kind: "call", at: MAIL.at, direction: "in", number: "+13125550142", text: "Hi" },
      { ...PIER, notes: "x".repeat(20_001) },
      { ...PIER, name: 12 },
      { name: "No kind" },
      PIER,
    );
    expect(results.map(({ outcome }) => outcome)).toEqual([
      ...Array.from({ length: 12 }, () => "refused"),
      "made",
    ]);
    const said = results.map(({ message }) => message);
    expect(said[0]).toBe("No name. Fill it in.");
    expect(said[1]).toBe("There is no kind “fax”. Write account, email, call or text as “kind”.");
    expect(said.slice(7, 12)).toEqual([
      "No words (“text”). Fill it in.",
      "“direction” says “in”. Write incoming or outgoing.",
      "“notes” is longer than 20,000 characters. Shorten it.",
      "“name” should be text, not “12”.",
      "No kind. Write account, email, call or text as “kind”.",
    ]);
    expect(said.join()).not.toMatch(/expected|undefined|received|Invalid/);
    expect(said[2]).toBe(
      "There is no stage “Maybe”. There are New Lead, Intake, Application Received, Submission, Quote Pitched, Quoted, Bound, Closed Won, Closed Lost.",
    );
    expect(said[3]).toContain("is not a date and time such as 2026-11-02T14:30:00Z");
    expect(said[4]).toBe(
      "No account has this address or number. Import the account first, or name it in “account”.",
    );
    expect(said[5]).toBe("There is no account “Nobody Inc.”. Import it first, or give its number.");
    expect(said[6]).toContain("Write it with its area code");
  });

  it("reads CSV with quotes, line ends within them and a byte order mark, and JSON lines", () => {
    const parse = (content: string) => ({
      rows: Papa.parse<Record<string, string>>(content, { header: true, skipEmptyLines: "greedy" }).data,
      problem: null,
    });
    const csv =
      'name,stage,insurance,notes\n"Pier 9, Marina",Quoted,"Marine; Auto","Said ""yes"".\nTwice."\n\n';
    expect(readImportFile("a.CSV", csv, parse).lines).toEqual([
      {
        line: 2,
        record: {
          kind: "account",
          name: "Pier 9, Marina",
          stage: "Quoted",
          insurance: "Marine; Auto",
          notes: 'Said "yes".\nTwice.',
        },
      },
    ]);
    const read = readImportFile("a.jsonl", '\uFEFF{"kind":"account","name":"A"}\n\nnot json\n[1]\n', parse);
    expect(read.lines).toEqual([{ line: 1, record: { kind: "account", name: "A" } }]);
    expect(read.problems.map(({ line }) => line)).toEqual([3, 4]);
  });
});
