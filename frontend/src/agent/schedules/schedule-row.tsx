import { Link } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import { DropdownMenu } from "@cloudflare/kumo/components/dropdown";
import type { Schedule } from "../../../../src/agent/api/schedules.ts";
import { MoreMenu } from "../../components/more-menu.tsx";
import { Notice } from "../../components/notice.tsx";
import { Time } from "../../components/time.tsx";
import { useScheduleActions } from "./use-schedule-actions.ts";

/** One schedule: when it runs, what it does, and how the last run went. */
export function ScheduleRow({ schedule, onEdit }: { schedule: Schedule; onEdit: () => void }) {
  const { status, title, instruction, lastError } = schedule;
  return (
    <li className="flex flex-col gap-1.5 border-b border-kumo-hairline px-4 py-3 last:border-b-0">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <p className="font-medium wrap-anywhere">{title}</p>
          <p className="text-sm">
            <When schedule={schedule} />
          </p>
        </div>
        <Actions schedule={schedule} onEdit={onEdit} />
      </div>
      <p
        className={`text-sm whitespace-pre-line text-kumo-subtle wrap-anywhere ${status === "proposed" ? "" : "line-clamp-3"}`}
      >
        {instruction}
      </p>
      {lastError === null ? null : (
        <Notice tone="danger" title="It couldn’t start.">
          {lastError} {status === "active" ? "Retrying automatically." : ""}
        </Notice>
      )}
      <Facts schedule={schedule} />
    </li>
  );
}

function Actions({ schedule, onEdit }: { schedule: Schedule; onEdit: () => void }) {
  const actions = useScheduleActions();
  const { status, title } = schedule;
  const isProposed = status === "proposed";
  return (
    <>
      {isProposed ? (
        <Button
          size="sm"
          variant="primary"
          className="touch"
          aria-label={`Start ${title}`}
          onClick={() => actions.pause(schedule, false)}
        >
          Start
        </Button>
      ) : null}
      <MoreMenu label={`More actions for ${title}`} size="sm">
        {isProposed ? null : (
          <DropdownMenu.Item onClick={() => actions.runNow(schedule)}>Run now</DropdownMenu.Item>
        )}
        <DropdownMenu.Item onClick={onEdit}>Edit</DropdownMenu.Item>
        {status === "active" ? (
          <DropdownMenu.Item onClick={() => actions.pause(schedule, true)}>Pause</DropdownMenu.Item>
        ) : null}
        {status === "paused" ? (
          <DropdownMenu.Item onClick={() => actions.pause(schedule, false)}>Resume</DropdownMenu.Item>
        ) : null}
        <DropdownMenu.Item variant="danger" onClick={() => actions.remove(schedule)}>
          {isProposed ? "Discard" : "Delete"}
        </DropdownMenu.Item>
      </MoreMenu>
    </>
  );
}

/** Its last run, its creator, and the person it notifies. */
function Facts({ schedule }: { schedule: Schedule }) {
  const { lastSeenAt, conversationId, createdBy, createdAt, tells } = schedule;
  const lastRun =
    lastSeenAt === null ? null : (
      <>
        Last run <Time at={lastSeenAt} />
      </>
    );
  return (
    <p className="flex flex-wrap gap-x-3 text-xs text-kumo-subtle">
      {lastRun === null ? null : conversationId === null ? (
        <span>{lastRun}</span>
      ) : (
        <Link to="/conversations/$id" params={{ id: conversationId }} className="link">
          {lastRun}
        </Link>
      )}
      {createdBy === null ? null : (
        <span>
          Created by {createdBy.name}, <Time at={createdAt} />
        </span>
      )}
      <span>Notifies {tells === null ? "the whole team" : tells.name}</span>
    </p>
  );
}

/** `Every Monday at 9:00 AM · next in 2 days`. */
export function When({ schedule }: { schedule: Schedule }) {
  const { when, nextAt, running, status } = schedule;
  return (
    <>
      {when}
      {running ? " · starting now" : null}
      {!running && status === "active" && nextAt !== null ? (
        <>
          {" · next "}
          <Time at={nextAt} as="upcoming" />
        </>
      ) : null}
      {status === "paused" ? " · paused" : null}
    </>
  );
}
