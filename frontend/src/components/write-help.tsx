/** Writing help for a box: the suggestion streams in below, to accept or discard. */
import { useEffect, useRef, useState } from "react";
import { Button } from "@cloudflare/kumo/components/button";
import { DropdownMenu } from "@cloudflare/kumo/components/dropdown";
import type { Writing, WritingEvent, WritingWish } from "../../../src/projects/api/project-writing.ts";
import { PROJECT_LIMITS } from "../../../src/projects/api/projects.ts";
import { ApiError } from "../api/api-error.ts";
import { writeWith } from "../projects/project-writing.ts";
import { newId } from "../api/storage.ts";
import { ErrorNotice, Notice } from "./notice.tsx";

const WISHES: readonly (readonly [WritingWish, string])[] = [
  ["improve", "Improve it"],
  ["shorten", "Shorten it"],
  ["business", "Plain business words"],
];

const TOO_LONG = new ApiError({
  status: 413,
  code: "too_large",
  message: `Help works on up to ${PROJECT_LIMITS.textChars.toLocaleString("en-US")} characters at once. Select the part it’s about, and ask again.`,
});

interface Place extends Pick<Writing, "taskId" | "what"> {
  readonly projectId: string;
}

interface Written {
  readonly wish: WritingWish;
  readonly text: string;
  readonly isDone: boolean;
  readonly problem: Error | null;
}

interface Props {
  readonly place: Place;
  readonly text: string;
  /** The part of the text to work on, read when the help opens; all of it by default. */
  readonly part?: () => string;
  readonly onTake: (text: string) => void;
}

export function WriteHelp({ place, text, part, onTake }: Props) {
  const { written, write, leave } = useWriting(place, part ?? (() => text));
  if (written === null) return <WishMenu isEmpty={text.trim() === ""} onPick={write} />;
  if (written.problem === null)
    return (
      <Suggested
        written={written}
        onLeave={leave}
        onTake={() => {
          onTake(written.text);
          leave();
        }}
      />
    );
  return (
    <div className="flex w-full flex-col items-end gap-2">
      <ErrorNotice error={written.problem} onRetry={() => write(written.wish)} />
      <Button size="sm" className="touch" onClick={leave}>
        Close
      </Button>
    </div>
  );
}

function WishMenu({ isEmpty, onPick }: { isEmpty: boolean; onPick: (wish: WritingWish) => void }) {
  return (
    <DropdownMenu>
      <DropdownMenu.Trigger
        render={
          <Button size="sm" variant="ghost" className="touch self-start">
            Help me write
          </Button>
        }
      />
      <DropdownMenu.Content>
        {isEmpty ? (
          <DropdownMenu.Item onClick={() => onPick("draft")}>Write a first draft</DropdownMenu.Item>
        ) : (
          WISHES.map(([wish, words]) => (
            <DropdownMenu.Item key={wish} onClick={() => onPick(wish)}>
              {words}
            </DropdownMenu.Item>
          ))
        )}
      </DropdownMenu.Content>
    </DropdownMenu>
  );
}

function Suggested({
  written: { text, isDone },
  onLeave,
  onTake,
}: {
  written: Written;
  onLeave: () => void;
  onTake: () => void;
}) {
  return (
    <div className="w-full">
      <Notice title={isDone ? "Suggested text" : "Writing…"}>
        <p
          aria-live={isDone ? "polite" : "off"}
          className="max-h-60 overflow-y-auto whitespace-pre-wrap wrap-anywhere"
        >
          {text}
        </p>
        <div className="flex justify-end gap-2 pt-2">
          <Button size="sm" className="touch" onClick={onLeave}>
            Discard
          </Button>
          <Button
            size="sm"
            variant="primary"
            className="touch"
            disabled={!isDone || text === ""}
            onClick={onTake}
          >
            Use it
          </Button>
        </div>
      </Notice>
    </div>
  );
}

function heard(now: Written | null, event: WritingEvent): Written | null {
  if (now === null) return null;
  switch (event.type) {
    case "text":
      return { ...now, text: now.text + event.delta };
    case "again":
      return { ...now, text: "" };
    case "done":
      return { ...now, text: event.text, isDone: true };
    case "failed":
      return {
        ...now,
        problem: new ApiError({ status: 502, code: "upstream_failed", message: event.message }),
      };
  }
}

function useWriting({ projectId, taskId, what }: Place, part: () => string) {
  const [written, setWritten] = useState<Written | null>(null);
  const asked = useRef<AbortController | null>(null);
  const leave = (): void => {
    asked.current?.abort();
    setWritten(null);
  };
  useEffect(() => () => asked.current?.abort(), []);
  const write = (wish: WritingWish): void => {
    asked.current?.abort();
    const mine = new AbortController();
    asked.current = mine;
    const text = part();
    const isLong = text.length > PROJECT_LIMITS.textChars;
    setWritten({ wish, text: "", isDone: false, problem: isLong ? TOO_LONG : null });
    if (isLong) return;
    const body = { runId: newId(), taskId, what, wish, text };
    writeWith(projectId, body, {
      hear: (event) => setWritten((now) => (mine.signal.aborted ? now : heard(now, event))),
      signal: mine.signal,
    }).catch((error: unknown) => {
      if (!mine.signal.aborted && error instanceof Error)
        setWritten((now) => (now === null ? null : { ...now, problem: error }));
    });
  };
  return { written, write, leave };
}
