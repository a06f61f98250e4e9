import { Link } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import { DropdownMenu } from "@cloudflare/kumo/components/dropdown";
import type { Schedule } from "../../../../src/protocol/schedules.ts";
import { MoreMenu } from "../../components/more-menu.tsx";
import { Notice } from "../../components/notice.tsx";
import { Time } from "../../components/time.tsx";
import { useScheduleActions } from "./use-schedule-actions.ts";

const LINK = "text-kumo-link underline underline-offset-2";

/** One schedule of the team: when in words, what will be done, how it went last. */
export function ScheduleRow({ schedule, onEdit }: { schedule: Schedule; onEdit: () => void }) {
  const actions = useScheduleActions();
  const { status, title, instruction } = schedule;
  const isProposed = status === "proposed";
  return (
    <li className="flex flex-col gap-1.5 border-b border-kumo-hairline px-4 py-3 last:border-b-0">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <p className="font-medium wrap-anywhere">{title}</p>
          <p className="text-sm">
            <When schedule={schedule} />
          </p>
        </div>
        {isProposed ? (
          <Button
            size="sm"
            variant="primary"
            className="touch"
            aria-label={`Start ${title}`}
            onClick={() => void actions.pause(schedule, false)}
          >
            Start it
          </Button>
        ) : null}
        <MoreMenu label={`More for ${title}`} size="sm">
          {isProposed ? null : (
            <DropdownMenu.Item onClick={() => void actions.runNow(schedule)}>Run now</DropdownMenu.Item>
          )}
          <DropdownMenu.Item onClick={onEdit}>Edit</DropdownMenu.Item>
          {status === "active" ? (
            <DropdownMenu.Item onClick={() => void actions.pause(schedule, true)}>Pause</DropdownMenu.Item>
          ) : null}
          {status === "paused" ? (
            <DropdownMenu.Item onClick={() => void actions.pause(schedule, false)}>Resume</DropdownMenu.Item>
          ) : null}
          <DropdownMenu.Item variant="danger" onClick={() => void actions.remove(schedule)}>
            {isProposed ? "Discard" : "Delete"}
          </DropdownMenu.Item>
        </MoreMenu>
      </div>
      <p
        className={`text-sm whitespace-pre-line text-kumo-subtle wrap-anywhere ${isProposed ? "" : "line-clamp-3"}`}
      >
        {instruction}
      </p>
      {schedule.lastError === null ? null : (
        <Notice tone="danger" title="It could not be started.">
          {schedule.lastError} {status === "active" ? "It is tried again by itself." : ""}
        </Notice>
      )}
      <p className="flex flex-wrap gap-x-3 text-xs text-kumo-subtle">
        {schedule.lastSeenAt === null ? null : (
          <span>
            {schedule.conversationId === null ? (
              <>
                last run <Time at={schedule.lastSeenAt} />
              </>
            ) : (
              <Link to="/conversations/$id" params={{ id: schedule.conversationId }} className={LINK}>
                last run <Time at={schedule.lastSeenAt} />
              </Link>
            )}
          </span>
        )}
        {schedule.createdBy === null ? null : (
          <span>
            {schedule.createdBy.name}, <Time at={schedule.createdAt} />
          </span>
        )}
        <span>tells {schedule.tells === null ? "the whole team" : schedule.tells.name}</span>
      </p>
    </li>
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
