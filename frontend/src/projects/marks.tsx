/** A task's status and priority as small shapes, distinguishable without color and always read aloud as words. */
import type { TaskPriority, TaskStatus } from "../../../src/projects/api/projects.ts";
import { PRIORITY_WORDS, STATUS_WORDS } from "./task-words.ts";

const STATUS_TONES: Readonly<Record<TaskStatus, string>> = {
  created: "text-kumo-subtle",
  in_progress: "text-kumo-warning",
  blocked: "text-kumo-danger",
  in_review: "text-kumo-info",
  completed: "text-kumo-success",
  cancelled: "text-kumo-subtle",
};

export function StatusMark({ status, spoken = true }: { status: TaskStatus; spoken?: boolean }) {
  return (
    <span title={STATUS_WORDS[status]} className={`inline-grid shrink-0 ${STATUS_TONES[status]}`}>
      <svg aria-hidden viewBox="0 0 16 16" className="size-4" fill="none" stroke="currentColor">
        <StatusShape status={status} />
      </svg>
      {spoken ? <span className="sr-only">{STATUS_WORDS[status]}</span> : null}
    </span>
  );
}

function StatusShape({ status }: { status: TaskStatus }) {
  switch (status) {
    case "created":
      return <circle cx="8" cy="8" r="6" strokeWidth="1.5" />;
    case "in_progress":
      return (
        <>
          <circle cx="8" cy="8" r="6" strokeWidth="1.5" />
          <path d="M8 4.5a3.5 3.5 0 0 1 0 7z" fill="currentColor" stroke="none" />
        </>
      );
    case "blocked":
      return (
        <>
          <circle cx="8" cy="8" r="6" strokeWidth="1.5" />
          <path d="M4.9 8h6.2" strokeWidth="2" />
        </>
      );
    case "in_review":
      return (
        <>
          <circle cx="8" cy="8" r="6" strokeWidth="1.5" />
          <path d="M8 4.5a3.5 3.5 0 1 1-3.5 3.5H8z" fill="currentColor" stroke="none" />
        </>
      );
    case "completed":
      return (
        <>
          <circle cx="8" cy="8" r="6.75" fill="currentColor" stroke="none" />
          <path d="m5.2 8.2 2 2 3.7-4.1" strokeWidth="1.6" className="stroke-kumo-base" />
        </>
      );
    case "cancelled":
      return (
        <>
          <circle cx="8" cy="8" r="6" strokeWidth="1.5" />
          <path d="m5.8 5.8 4.4 4.4m0-4.4-4.4 4.4" strokeWidth="1.5" />
        </>
      );
  }
}

const BARS: Readonly<Record<TaskPriority, number>> = { critical: 4, high: 3, medium: 2, low: 1 };

export function PriorityMark({ priority }: { priority: TaskPriority }) {
  const words = `${PRIORITY_WORDS[priority]} priority`;
  return (
    <span
      title={words}
      className={`inline-grid shrink-0 ${priority === "critical" ? "text-kumo-danger" : "text-kumo-subtle"}`}
    >
      <svg aria-hidden viewBox="0 0 16 16" className="size-4" fill="currentColor">
        {priority === "critical" ? (
          <path
            fillRule="evenodd"
            d="M3 1.5A1.5 1.5 0 0 0 1.5 3v10A1.5 1.5 0 0 0 3 14.5h10a1.5 1.5 0 0 0 1.5-1.5V3A1.5 1.5 0 0 0 13 1.5zM7.1 4h1.8l-.3 5H7.4zM8 10.2a.9.9 0 1 1 0 1.8.9.9 0 0 1 0-1.8"
          />
        ) : (
          [0, 1, 2].map((at) => (
            <rect
              key={at}
              x={2 + at * 4.5}
              y={9.5 - at * 3.5}
              width="3"
              height={4.5 + at * 3.5}
              rx="1"
              opacity={at < BARS[priority] ? 1 : 0.3}
            />
          ))
        )}
      </svg>
      <span className="sr-only">{words}</span>
    </span>
  );
}
