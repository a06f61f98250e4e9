/** Tasks of a file of comma-separated values: which column says what, and into which project. */
import { useMemo, useState } from "react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { decodeText } from "../../../src/kernel/decode-text.ts";
import { statusOf } from "../../../src/projects/api/project-import-words.ts";
import {
  IMPORT_LIMITS,
  projectImportsEndpoints,
  type ForeignTask,
  type ImportPreview,
} from "../../../src/projects/api/project-imports.ts";
import { call } from "../api/call.ts";
import { projectsQuery } from "./project-queries.ts";
import { teamQuery } from "../api/queries.ts";
import { newId } from "../api/storage.ts";
import { FilePick } from "../components/file-pick.tsx";
import { Choice, TextBox } from "../components/form.tsx";
import { Notice } from "../components/notice.tsx";
import { clipped } from "../components/text-pieces.ts";
import { parseCsv } from "./csv.ts";
import type { DayOrder } from "./csv-days.ts";
import { CSV_PARTS, guessColumns, ordered, readTasks, type CsvColumns, type CsvPart } from "./csv-tasks.ts";
import { Understood } from "./import-file-preview.tsx";
import { Preview, Progress, useImport } from "./import-page.tsx";
import { itemsOf } from "../api/paged.ts";

const MAX_BYTES = 5_000_000;
const MAX_ROWS = 5_000;

interface Read {
  readonly name: string;
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export default function ImportFile() {
  const [file, setFile] = useState<Read | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  async function read(picked: File): Promise<void> {
    const [headers = [], ...rows] = picked.size > MAX_BYTES ? [] : parseCsv(await textOf(picked));
    const why =
      picked.size > MAX_BYTES
        ? "The file is larger than 5 MB. Split it and import one part after another."
        : rows.length === 0
          ? "The file has no rows below its headers. Export it as CSV with a first line of column names."
          : rows.length > MAX_ROWS
            ? "The file has more than 5,000 rows. Split it and import one part after another."
            : null;
    setProblem(why);
    setFile(why === null ? { name: picked.name.replace(/\.[^.]+$/, ""), headers, rows } : null);
  }
  return (
    <section aria-label="A CSV file" className="sheet flex flex-col gap-3 p-4">
      <div>
        <h2 className="font-semibold">A CSV file</h2>
        <p className="text-sm text-kumo-subtle">
          As Asana, Trello, Monday, or a spreadsheet exports it, with column names in the first line.
        </p>
      </div>
      {problem === null ? null : (
        <Notice tone="danger" title="It can’t be read">
          {problem}
        </Notice>
      )}
      {file === null ? (
        <FilePick accept=".csv,.tsv,.txt,text/csv" onPick={read} />
      ) : (
        <Chosen key={file.name} file={file} onBack={() => setFile(null)} />
      )}
    </section>
  );
}

/** Excel's plain CSV is in Windows-1252. */
async function textOf(file: File): Promise<string> {
  return decodeText(new Uint8Array(await file.arrayBuffer()));
}

const PART_WORDS: Readonly<Record<CsvPart, string>> = {
  title: "Title",
  description: "Description",
  status: "Status",
  completed: "Completed",
  priority: "Priority",
  people: "Assignees",
  dueDate: "Due date",
  startDate: "Start",
  hours: "Hours",
  tags: "Tags",
  key: "ID",
  parent: "Parent task",
};
const NONE = "-";
const NEW = "new";

function Chosen({ file, onBack }: { file: Read; onBack: () => void }) {
  const [columns, setColumns] = useState<CsvColumns>(() => guessColumns(file.headers));
  const [into, setInto] = useState(NEW);
  const [name, setName] = useState(file.name.slice(0, 200));
  const [fresh] = useState(newId);
  const projects = useInfiniteQuery(projectsQuery("", undefined));
  const [order, setOrder] = useState<DayOrder | undefined>(undefined);
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const reading = useMemo(
    () => readTasks(file, columns, { order, timeZone }),
    [file, columns, order, timeZone],
  );
  const { tasks } = reading;
  const isAsking = reading.isOrderOpen && order === undefined;
  const isNew = into === NEW;
  const job = useImport(async (cursor) => {
    const from = Number(cursor ?? 0);
    const until = from + IMPORT_LIMITS.tasks;
    const body = {
      projectId: isNew ? fresh : into,
      name: name.trim() || file.name,
      rows: ordered(tasks).slice(from, until),
    };
    const step = await call(projectImportsEndpoints.rows, { body });
    return { ...step, next: until < tasks.length ? String(until) : null };
  });
  const options = [
    [NEW, "A new project"] as const,
    ...itemsOf(projects.data).map((project) => [project.id, clipped(project.name, 60)] as const),
  ];
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm">{clipped(file.name, 120)}</p>
      <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
        {CSV_PARTS.map((part) => (
          <div key={part} className="flex items-center justify-between gap-2 text-sm">
            <span>{PART_WORDS[part]}</span>
            <Choice
              label={`Column for ${PART_WORDS[part]}`}
              value={columns[part] === undefined ? NONE : String(columns[part])}
              options={[
                [NONE, "No column"] as const,
                ...file.headers.map(
                  (header, at) => [String(at), clipped(header || `Column ${at + 1}`, 30)] as const,
                ),
              ]}
              onChange={(at) => setColumns(withColumn(columns, part, at))}
            />
          </div>
        ))}
      </div>
      {tasks.length === 0 ? (
        <p className="text-sm">Choose the column with the titles.</p>
      ) : (
        <>
          <Understood reading={reading} order={order} words={PART_WORDS} onOrder={setOrder} />
          <PreviewOf tasks={tasks} />
        </>
      )}
      <div className="flex flex-wrap items-end gap-3">
        <Choice label="Import into" value={into} options={options} onChange={setInto} />
        {isNew ? (
          <TextBox aria-label="Name of the project" value={name} maxLength={200} onChange={setName} />
        ) : null}
      </div>
      <Progress
        job={job}
        total={tasks.length}
        ready={tasks.length > 0 && !isAsking && (!isNew || name.trim() !== "")}
        onBack={onBack}
      >
        Import
      </Progress>
    </div>
  );
}

function withColumn(columns: CsvColumns, part: CsvPart, at: string): CsvColumns {
  const { [part]: _, ...rest } = columns;
  return at === NONE ? rest : { ...rest, [part]: Number(at) };
}

function PreviewOf({ tasks }: { tasks: readonly ForeignTask[] }) {
  const { data: team } = useQuery(teamQuery);
  const statuses = Map.groupBy(tasks, ({ status, isClosed }) => JSON.stringify([status, isClosed]));
  const people = Map.groupBy(
    tasks.flatMap((task) => task.people),
    ({ name }) => name,
  );
  const memberOf = (named: string): string | null => {
    const same = (words: string): boolean => words.toLowerCase() === named.toLowerCase();
    return team?.items.find(({ name, email }) => same(name) || same(email))?.name ?? null;
  };
  const preview: ImportPreview = {
    tasks: tasks.length,
    more: false,
    there: 0,
    statuses: [...statuses.values()].flatMap((some) => {
      const [first] = some;
      if (first === undefined) return [];
      const { status, isClosed } = first;
      const theirs = isClosed ? [status, "completed"].filter(Boolean).join(", ") : status;
      return { theirs, ours: statusOf(status, isClosed), tasks: some.length };
    }),
    people: [...people].map(([name, some]) => ({ name, member: memberOf(name), tasks: some.length })),
  };
  return <Preview preview={preview} />;
}
