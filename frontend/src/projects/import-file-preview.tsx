/** Preview before an import: cells that can't be read, columns that are skipped, and the first tasks. */
import type { ForeignTask } from "../../../src/projects/api/project-imports.ts";
import { statusOf } from "../../../src/projects/api/project-import-words.ts";
import { Choice } from "../components/form.tsx";
import { Notice } from "../components/notice.tsx";
import { clipped } from "../components/text-pieces.ts";
import { count } from "../components/words.ts";
import type { DayOrder } from "./csv-days.ts";
import type { CsvPart, CsvReading } from "./csv-tasks.ts";
import { dateWords, STATUS_WORDS } from "./task-words.ts";

const ROWS = 3;

export function Understood({
  reading,
  order,
  words,
  onOrder,
}: {
  reading: CsvReading;
  order: DayOrder | undefined;
  words: Readonly<Record<CsvPart, string>>;
  onOrder: (order: DayOrder) => void;
}) {
  const unread = reading.cells.filter((cell) => cell.unread > 0);
  const { ignored, isOrderOpen, tasks, untitled } = reading;
  return (
    <>
      {isOrderOpen ? (
        <Notice tone="warning" title="Day or month first?">
          <div className="flex flex-wrap items-center gap-2">
            <span>The dates could be read either way. What does 03/04/2026 mean in this file?</span>
            <Choice
              label="What 03/04/2026 means"
              value={order ?? null}
              placeholder="Choose"
              options={[
                ["month", "March 4"],
                ["day", "April 3"],
              ]}
              onChange={onOrder}
            />
          </div>
        </Notice>
      ) : null}
      {unread.length === 0 && untitled === 0 ? null : (
        <Notice tone="warning" title="Not everything can be imported">
          <ul className="flex flex-col gap-1 pt-1">
            {unread.map(({ part, header, filled, unread: amount, example }) => (
              <li key={part} className="wrap-anywhere">
                {words[part]} (column “{clipped(header, 40)}”): {amount.toLocaleString("en-US")} of{" "}
                {count(filled, "cell")} can’t be read or kept in full, such as “{clipped(example, 60)}”.
              </li>
            ))}
            {untitled === 0 ? null : <li>{count(untitled, "row")} without a title will be left out.</li>}
          </ul>
        </Notice>
      )}
      {ignored.length === 0 ? null : (
        <p className="text-sm wrap-anywhere">
          Columns that won’t be imported: {clipped(ignored.map((name) => clipped(name, 40)).join(", "), 600)}.
        </p>
      )}
      <section aria-label="First tasks" className="min-w-0">
        <h3 className="pb-1 text-xs font-semibold">Preview of the first tasks</h3>
        <ul className="flex flex-col gap-1.5 text-sm">
          {tasks.slice(0, ROWS).map((task) => (
            <li key={task.key} className="wrap-anywhere">
              <span className="block font-medium">{clipped(task.title, 120)}</span>
              <span className="block text-kumo-subtle">{clipped(summaryOf(task, tasks), 400)}</span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

function summaryOf(task: ForeignTask, tasks: readonly ForeignTask[]): string {
  const parent = tasks.find(({ key }) => key === task.parent)?.title ?? task.parent;
  return [
    STATUS_WORDS[statusOf(task.status, task.isClosed)],
    task.priority === null ? null : `priority ${task.priority}`,
    task.startDate === null ? null : `starts ${dateWords(task.startDate)}`,
    task.dueDate === null ? "no due date" : `due ${dateWords(task.dueDate)}`,
    task.hours === null ? null : `${task.hours} h`,
    task.people.length === 0 ? null : task.people.map(({ name }) => name).join(", "),
    task.tags.length === 0 ? null : `tags: ${task.tags.join(", ")}`,
    parent === null ? null : `part of “${parent}”`,
    task.description === "" ? null : `“${clipped(task.description.replace(/\s+/g, " "), 80)}”`,
  ]
    .filter((part) => part !== null)
    .join(" · ");
}
