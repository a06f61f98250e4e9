/** Imports accounts and their messages from another system: choose files, preview, import in batches, and see each line's result. */
import { useMemo, useState } from "react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import Papa from "papaparse";
import {
  accountImportEndpoint,
  IMPORT_LIMITS,
  type ImportLine,
  type ImportResult,
} from "../../../src/accounts/api/account-import.ts";
import { readImportFile } from "../../../src/accounts/api/account-import-file.ts";
import type { ChosenColumns } from "../../../src/accounts/api/account-columns.ts";
import { decodeText } from "../../../src/kernel/decode-text.ts";
import { call } from "../api/call.ts";
import { ERROR_SHOWN_HERE } from "../api/mutations.ts";
import { ButtonLink } from "../components/button-link.tsx";
import { FilePick } from "../components/file-pick.tsx";
import { ErrorNotice, Notice } from "../components/notice.tsx";
import { Scroll, Page } from "../components/page.tsx";
import { useIsAdmin } from "../components/session.tsx";
import { clipped } from "../components/text-pieces.ts";
import { count } from "../components/words.ts";
import { rulesQuery } from "./account-queries.ts";
import { Understood } from "./import-preview.tsx";
import { Meter } from "../components/meter.tsx";

/** A selected file. */
interface Picked {
  readonly name: string;
  readonly content: string;
}

/** How many refused lines to show. */
const SHOWN = 50;

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
            <Choose onRead={setFile} />
          ) : (
            <Chosen file={file} onBack={() => setFile(null)} />
          )}
        </div>
      </Scroll>
    </Page>
  );
}

function Choose({ onRead }: { onRead: (file: Picked) => void }) {
  const [problem, setProblem] = useState<string | null>(null);
  async function read(picked: File): Promise<void> {
    if (picked.size > IMPORT_LIMITS.fileBytes)
      return setProblem("The file is larger than 50 MB. Split it and import one part after another.");
    // Excel's plain CSV is in Windows-1252.
    const content = decodeText(new Uint8Array(await picked.arrayBuffer()));
    const { lines, problems } = readImportFile(picked.name, content, parseCsv);
    if (lines.length > 0) return onRead({ name: picked.name, content });
    setProblem(problems[0]?.message ?? "The file has no records.");
  }
  return (
    <section aria-label="A file" className="sheet flex flex-col gap-3 p-4">
      <div>
        <h2 className="font-semibold">A file from your other system</h2>
        <p className="text-sm text-kumo-subtle">
          A CSV file with one account per row and column names in the first line. You match its columns before
          anything is imported. JSON lines work, too, and can include e-mails, calls, and texts.
        </p>
      </div>
      {problem === null ? null : (
        <Notice tone="danger" title="It can’t be read">
          {clipped(problem, 300)}
        </Notice>
      )}
      <FilePick accept=".csv,.jsonl,.ndjson,.json,text/csv" onPick={read} />
    </section>
  );
}

function parseCsv(content: string) {
  const { data, errors } = Papa.parse<Record<string, string>>(content, {
    header: true,
    skipEmptyLines: "greedy",
  });
  const [first] = errors.filter(({ code }) => code !== "TooFewFields" && code !== "UndetectableDelimiter");
  const where = first?.row === undefined ? "" : ` in row ${first.row + 2}`;
  return {
    rows: data,
    problem: first === undefined ? null : `${first.message}${where}. Correct the file and choose it again.`,
  };
}

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
  const [columns, setColumns] = useState<ChosenColumns>({});
  const { data: { fields } = NO_FIELDS } = useQuery(rulesQuery);
  const file = useMemo(
    () => readImportFile(name, content, parseCsv, columns, fields),
    [name, content, columns, fields],
  );
  const { lines, problems } = file;
  const [results, setResults] = useState<readonly ImportResult[]>([]);
  const run = useMutation({
    // Resumes after the last complete batch.
    mutationFn: async () => {
      for (let at = results.length; at < lines.length; at += IMPORT_LIMITS.records) {
        const body = { lines: lines.slice(at, at + IMPORT_LIMITS.records) };
        const taken = await call(accountImportEndpoint, { body });
        setResults((before) => [...before, ...taken.results]);
      }
    },
    meta: ERROR_SHOWN_HERE,
    onSettled: () => client.invalidateQueries({ queryKey: ["accounts"] }),
  });
  const isDone = results.length >= lines.length;
  const refused = [...problems, ...results.filter(({ outcome }) => outcome === "refused")].toSorted(
    (one, other) => one.line - other.line,
  );
  return (
    <section aria-label={name} className="sheet flex flex-col gap-4 p-4">
      <div>
        <h2 className="font-semibold wrap-anywhere">{clipped(name, 120)}</h2>
        <p className="text-sm text-kumo-subtle">{kindsIn(lines)}</p>
      </div>
      {run.isPending || results.length > 0 ? null : (
        <Understood
          file={file}
          own={fields}
          onColumn={(header, field) => setColumns({ ...columns, [header]: field })}
        />
      )}
      <p className="text-sm text-kumo-subtle">
        We match existing accounts by name, address, phone number, or ID and leave them unchanged, so
        importing twice is safe. E-mails, calls, and texts are filed by address or number, so import accounts
        first.
      </p>
      {run.isPending || results.length > 0 ? (
        <div role="status" className="flex flex-col gap-1.5 text-sm">
          <Meter label="Imported" value={results.length} max={lines.length} />
          <p>
            {isDone ? "Done: " : ""}
            {resultWords([...results, ...problems])}
          </p>
        </div>
      ) : null}
      <Refused results={refused} />
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

function resultWords(results: readonly ImportResult[]): string {
  const of = (wanted: ImportResult["outcome"]): string =>
    results.filter(({ outcome }) => outcome === wanted).length.toLocaleString("en-US");
  return `${of("made")} accounts new, ${of("filed")} filed, ${of("known")} already here, ${of("refused")} rejected.`;
}

function Refused({ results }: { results: readonly ImportResult[] }) {
  if (results.length === 0) return null;
  return (
    <Notice tone="warning" title={`${count(results.length, "line")} can’t be imported`}>
      <ul className="flex flex-col gap-1 pt-1">
        {results.slice(0, SHOWN).map(({ line, message }) => (
          <li key={line} className="wrap-anywhere">
            Line {line}: {clipped(message, 300)}
          </li>
        ))}
      </ul>
      {results.length > SHOWN ? <p>and {results.length - SHOWN} more</p> : null}
    </Notice>
  );
}
