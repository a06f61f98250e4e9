/** Imports accounts and their messages from another system: choose files, preview, import in batches, and see each line's result. */
import { useMemo, useState } from "react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import {
  accountImportEndpoint,
  IMPORT_LIMITS,
  type ImportLine,
  type ImportResult,
} from "../../../src/accounts/api/account-import.ts";
import { readImportFile } from "../../../src/accounts/api/account-import-file.ts";
import {
  IMPORTED_FIELDS,
  type ImportedField,
  type ColumnField,
} from "../../../src/accounts/api/account-columns.ts";
import type { ChosenColumns } from "../../../src/platform/api/import-file.ts";
import { call } from "../api/call.ts";
import { ButtonLink } from "../components/button-link.tsx";
import { Lines, Progress, useBatches } from "../components/import/batches.tsx";
import { ChooseFile, parseCsv, type Picked } from "../components/import/choose-file.tsx";
import { Columns, FIRST_RECORDS, FirstRecords, Unread } from "../components/import/columns.tsx";
import { ErrorNotice, Notice } from "../components/notice.tsx";
import { Scroll, Page } from "../components/page.tsx";
import { useIsAdmin } from "../components/session.tsx";
import { clipped } from "../components/text-pieces.ts";
import { count } from "../components/words.ts";
import { rulesQuery } from "./account-queries.ts";

export default function ImportAccountsPage() {
  const isAdmin = useIsAdmin();
  const [file, setFile] = useState<Picked | null>(null);
  return (
    <Page title="Import accounts" back="/accounts">
      <Scroll>
        <div className="mx-auto flex max-w-2xl flex-col gap-4 p-4 sm:p-6">
          {!isAdmin ? (
            <Notice title="Admins import accounts">Ask an admin of your team to do it.</Notice>
          ) : file === null ? (
            <ChooseFile
              accept=".csv,.jsonl,.ndjson,.json,text/csv"
              maxBytes={IMPORT_LIMITS.fileBytes}
              problemOf={problemOf}
              onRead={setFile}
            >
              A CSV file with one account per row and column names in the first line. You match its columns
              before anything is imported. JSON lines work, too, and can include e-mails, calls, and texts.
            </ChooseFile>
          ) : (
            <Chosen file={file} onBack={() => setFile(null)} />
          )}
        </div>
      </Scroll>
    </Page>
  );
}

function problemOf({ name, content }: Picked): string | null {
  const { lines, problems } = readImportFile(name, content, parseCsv);
  return lines.length > 0 ? null : (problems[0]?.message ?? "The file has no records.");
}

const FIELD_WORDS: Readonly<Record<ImportedField, string>> = {
  name: "Name",
  stage: "Stage",
  industry: "Industry",
  location: "Location",
  email: "E-mail",
  phone: "Phone",
  contact: "Contact",
  role: "Role",
  insurance: "Insurance",
  nextSteps: "Next steps",
  notes: "Notes",
};

const ACCOUNT_WORDS: ReadonlyMap<string, string> = new Map(Object.entries(FIELD_WORDS));

const KINDS = {
  account: ["account", "accounts"],
  email: ["e-mail", "e-mails"],
  call: ["call", "calls"],
  text: ["text", "texts"],
} as const;

/** What the lines are called. */
function kindsIn(lines: readonly ImportLine[]): string {
  const kinds = Object.entries(KINDS).flatMap(([kind, [one, many]]) => {
    const amount = lines.filter(({ record }) => record["kind"] === kind).length;
    return amount === 0 ? [] : [`${amount.toLocaleString("en-US")} ${amount === 1 ? one : many}`];
  });
  return kinds.length === 0 ? count(lines.length, "line") : kinds.join(", ");
}

const NO_FIELDS = { fields: [] };

function Chosen({ file: { name, content }, onBack }: { file: Picked; onBack: () => void }) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<ChosenColumns<ColumnField>>({});
  const { data: { fields } = NO_FIELDS } = useQuery(rulesQuery);
  const { lines, problems, columns, unknown } = useMemo(
    () => readImportFile(name, content, parseCsv, chosen, fields),
    [name, content, chosen, fields],
  );
  const { run, results, isBegun, isDone } = useBatches(lines, IMPORT_LIMITS.records, {
    send: async (some: readonly ImportLine[]) =>
      (await call(accountImportEndpoint, { body: { lines: [...some] } })).results,
    onSettled: () => client.invalidateQueries({ queryKey: ["accounts"] }),
  });
  const named: readonly (readonly [ColumnField, string])[] = [
    ...IMPORTED_FIELDS.map((field) => [field, FIELD_WORDS[field]] as const),
    ...fields.map((own) => [`own:${own.name}`, own.name] as const),
  ];
  const hasName = columns.length === 0 || columns.some(({ field }) => field === "name");
  return (
    <section aria-label={name} className="sheet flex flex-col gap-4 p-4">
      <div>
        <h2 className="font-semibold wrap-anywhere">{clipped(name, 120)}</h2>
        <p className="text-sm text-kumo-subtle">{kindsIn(lines)}</p>
      </div>
      {isBegun ? null : (
        <>
          <Columns
            columns={columns}
            fields={named}
            onColumn={(header, field) => setChosen({ ...chosen, [header]: field })}
          />
          {hasName ? null : (
            <Notice tone="warning" title="No name column found">
              Choose the column that becomes the name. Rows without a name are rejected.
            </Notice>
          )}
          <Unread columns={columns} fields={named} unknown={unknown} />
          <FirstRecords records={lines.slice(0, FIRST_RECORDS).map(({ record }) => wordsOf(record))} />
        </>
      )}
      <p className="text-sm text-kumo-subtle">
        We match existing accounts by name, address, phone number, or ID and leave them unchanged, so
        importing twice is safe. E-mails, calls, and texts are filed by address or number, so import accounts
        first.
      </p>
      {isBegun ? (
        <Progress
          label="Imported"
          done={results.length}
          of={lines.length}
          words={resultWords([...results, ...problems])}
        />
      ) : null}
      <Lines
        title="can’t be imported"
        lines={[...problems, ...results.filter(({ outcome }) => outcome === "refused")]}
      />
      {run.error === null ? null : <ErrorNotice error={run.error} />}
      <div className="flex flex-wrap gap-2">
        {isDone ? (
          <ButtonLink variant="primary" to="/accounts" className="touch">
            See the accounts
          </ButtonLink>
        ) : (
          <Button variant="primary" className="touch" loading={run.isPending} onClick={() => run.mutate()}>
            {run.error === null ? "Import" : "Continue"}
          </Button>
        )}
        <Button className="touch" disabled={run.isPending} onClick={onBack}>
          {isDone ? "Import something else" : "Back"}
        </Button>
      </div>
    </section>
  );
}

function wordsOf(record: ImportLine["record"]): [string, string][] {
  return Object.entries(record).flatMap(([field, value]) =>
    field === "kind"
      ? []
      : [[ACCOUNT_WORDS.get(field) ?? field, typeof value === "string" ? value : JSON.stringify(value)]],
  );
}

function resultWords(results: readonly ImportResult[]): string {
  const of = (wanted: ImportResult["outcome"]): string =>
    results.filter(({ outcome }) => outcome === wanted).length.toLocaleString("en-US");
  return `${of("made")} accounts new, ${of("filed")} filed, ${of("known")} already here, ${of("refused")} rejected.`;
}
