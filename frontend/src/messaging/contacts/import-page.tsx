/** Imports contacts from another system's CSV: match its columns, see who is known already, and merge or skip them. */
import { useMemo, useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import {
  CONTACT_FIELDS,
  CONTACT_RULES,
  contactOf,
  repeatsIn,
  type ContactField,
} from "../../../../src/messaging/api/contact-columns.ts";
import {
  CONTACT_IMPORT,
  contactImportEndpoint,
  type ContactRecord,
  type ContactResult,
} from "../../../../src/messaging/api/contact-import.ts";
import { readRows, type ChosenColumns } from "../../../../src/platform/api/import-file.ts";
import { call } from "../../api/call.ts";
import { ButtonLink } from "../../components/button-link.tsx";
import { Choice } from "../../components/form.tsx";
import { Lines, Progress, useBatches } from "../../components/import/batches.tsx";
import { ChooseFile, parseCsv, type Picked } from "../../components/import/choose-file.tsx";
import { Columns, FIRST_RECORDS, FirstRecords, Unread } from "../../components/import/columns.tsx";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { Scroll, Page } from "../../components/page.tsx";
import { useIsAdmin } from "../../components/session.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { count } from "../../components/words.ts";

export default function ImportContactsPage() {
  const isAdmin = useIsAdmin();
  const [file, setFile] = useState<Picked | null>(null);
  return (
    <Page title="Import contacts" back="/contacts">
      <Scroll>
        <div className="mx-auto flex max-w-2xl flex-col gap-4 p-4 sm:p-6">
          {!isAdmin ? (
            <Notice title="Admins import contacts">Ask an admin of your team to do it.</Notice>
          ) : file === null ? (
            <ChooseFile
              accept=".csv,.tsv,text/csv"
              maxBytes={CONTACT_IMPORT.fileBytes}
              problemOf={problemOf}
              onRead={setFile}
            >
              A CSV file with one person or company per row and column names in the first line, such as an
              export from Google Contacts, Outlook, or your property software. You see what each column
              becomes, and who is already in your contacts, before anything is imported.
            </ChooseFile>
          ) : (
            <Chosen file={file} onBack={() => setFile(null)} />
          )}
        </div>
      </Scroll>
    </Page>
  );
}

function problemOf({ content }: Picked): string | null {
  const { rows, problem } = readRows(content, parseCsv, {}, CONTACT_RULES);
  return rows.length > 0 ? null : (problem ?? "The file has no records.");
}

const FIELD_WORDS: Readonly<Record<ContactField, string>> = {
  name: "Name",
  company: "Company",
  role: "Role",
  place: "Address or unit",
  phone: "Phone",
  email: "E-mail",
  notes: "Notes",
};
const FIELDS = CONTACT_FIELDS.map((field) => [field, FIELD_WORDS[field]] as const);

interface Line {
  readonly line: number;
  readonly record: ContactRecord;
}

function Chosen({ file: { name, content }, onBack }: { file: Picked; onBack: () => void }) {
  const [chosen, setChosen] = useState<ChosenColumns<ContactField>>({});
  const { rows, columns } = useMemo(
    () => readRows(content, parseCsv, chosen, CONTACT_RULES),
    [content, chosen],
  );
  const read = useMemo(() => rows.map(({ line, cells }) => ({ line, ...contactOf(cells) })), [rows]);
  const lines = useMemo(
    () => read.flatMap(({ line, ...record }): Line[] => ("problem" in record ? [] : [{ line, record }])),
    [read],
  );
  const problems = read.flatMap((one) =>
    "problem" in one ? [{ line: one.line, message: one.problem }] : [],
  );
  const [isSent, setSent] = useState(false);
  return (
    <section aria-label={name} className="sheet flex flex-col gap-4 p-4">
      <div>
        <h2 className="font-semibold wrap-anywhere">{clipped(name, 120)}</h2>
        <p className="text-sm text-kumo-subtle">{count(rows.length, "contact")}</p>
      </div>
      {isSent ? null : (
        <>
          <Columns
            columns={columns}
            fields={FIELDS}
            onColumn={(header, field) => setChosen({ ...chosen, [header]: field })}
          />
          <Unread columns={columns} fields={FIELDS} />
          <FirstRecords records={lines.slice(0, FIRST_RECORDS).map(({ record }) => wordsOf(record))} />
        </>
      )}
      <Lines title="can’t be imported" lines={problems} />
      <Steps key={JSON.stringify(chosen)} lines={lines} onBack={onBack} onSent={() => setSent(true)} />
    </section>
  );
}

function wordsOf({ name, company, role, phones, emails, notes }: ContactRecord): [string, string][] {
  const words: [string, string][] = [
    ["Name", name],
    ["Company", company],
    ["Role", role],
    ["Phone", phones.join(", ")],
    ["E-mail", emails.join(", ")],
    ["Notes", notes],
  ];
  return words.filter(([, value]) => value !== "");
}

type Way = "merge" | "skip";
const WAYS = [
  ["merge", "Merge: add what’s new, keep what’s there"],
  ["skip", "Skip: leave them unchanged"],
] as const satisfies readonly (readonly [Way, string])[];

/** Checks the lines against the contacts, and then imports them. */
function Steps({
  lines,
  onBack,
  onSent,
}: {
  lines: readonly Line[];
  onBack: () => void;
  onSent: () => void;
}) {
  const client = useQueryClient();
  const [way, setWay] = useState<Way>("merge");
  const repeats = useMemo(() => repeatsIn(lines), [lines]);
  const send = async (some: readonly Line[], known: Way | "check") =>
    (await call(contactImportEndpoint, { body: { known, lines: [...some] } })).results;
  const check = useBatches(lines, CONTACT_IMPORT.records, {
    send: (some: readonly Line[]) => send(some, "check"),
    onSettled: () => undefined,
  });
  const taking = useBatches(lines, CONTACT_IMPORT.records, {
    send: (some: readonly Line[], known: Way) => send(some, known),
    onSettled: () => client.invalidateQueries({ queryKey: ["contacts"] }),
  });
  const known = check.results.filter(({ outcome }) => outcome === "known");
  const isChecked = check.isDone;
  const refused = (taking.isBegun ? taking : check).results.filter(({ outcome }) => outcome === "refused");
  const said = taking.results.filter(({ outcome, message }) => outcome !== "refused" && message !== "");
  const error = taking.run.error ?? check.run.error;
  return (
    <>
      {check.isBegun && !isChecked ? (
        <Progress
          label="Checked"
          done={check.results.length}
          of={lines.length}
          words="Looking for duplicates"
        />
      ) : null}
      {isChecked && !taking.isBegun ? (
        <>
          <p role="status" className="text-sm">
            {count(lines.length - known.length - refused.length, "new contact")}, {known.length} already in
            your contacts.
          </p>
          <Lines tone="info" title="already in your contacts" lines={known.map(matchWords)} />
          <Lines
            tone="info"
            title="repeating an earlier one"
            lines={[...repeats].map(([line, first]) => ({
              line,
              message: `The same person as line ${first}.`,
            }))}
          />
          {known.length + repeats.size === 0 ? null : (
            <Choice<Way>
              label="Contacts you already have"
              shown
              value={way}
              options={WAYS}
              onChange={setWay}
            />
          )}
        </>
      ) : null}
      {taking.isBegun ? (
        <Progress
          label="Imported"
          done={taking.results.length}
          of={lines.length}
          words={resultWords(taking.results)}
        />
      ) : null}
      <Lines title="can’t be imported" lines={refused} />
      <Lines tone="info" title="didn’t fit completely" lines={said} />
      {error === null ? null : <ErrorNotice error={error} />}
      <div className="flex flex-wrap gap-2">
        {taking.isDone ? (
          <ButtonLink variant="primary" to="/contacts" className="touch">
            See the contacts
          </ButtonLink>
        ) : isChecked ? (
          <Button
            variant="primary"
            className="touch"
            loading={taking.run.isPending}
            onClick={() => {
              onSent();
              taking.run.mutate(way);
            }}
          >
            {taking.run.error === null ? `Import ${count(lines.length, "contact")}` : "Continue"}
          </Button>
        ) : (
          <Button
            variant="primary"
            className="touch"
            disabled={lines.length === 0}
            loading={check.run.isPending}
            onClick={() => check.run.mutate()}
          >
            Check for duplicates
          </Button>
        )}
        <Button className="touch" disabled={taking.run.isPending || check.run.isPending} onClick={onBack}>
          {taking.isDone ? "Import something else" : "Back"}
        </Button>
      </div>
    </>
  );
}

function matchWords({ line, contact, message }: ContactResult) {
  return { line, message: [contact === null ? "" : `${contact.name}.`, message].filter(Boolean).join(" ") };
}

function resultWords(results: readonly ContactResult[]): string {
  const of = (wanted: ContactResult["outcome"]): string =>
    results.filter(({ outcome }) => outcome === wanted).length.toLocaleString("en-US");
  return `${of("new")} new, ${of("merged")} merged, ${of("known")} skipped, ${of("refused")} rejected.`;
}
