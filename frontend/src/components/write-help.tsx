/** Writing help for a box: the suggestion streams in below, to accept or discard. */
import { useEffect, useRef, useState } from "react";
import { Button } from "@cloudflare/kumo/components/button";
import { DropdownMenu } from "@cloudflare/kumo/components/dropdown";
import type { Writing, WritingEvent, WritingWish } from "../../../src/projects/api/project-writing.ts";
import { PROJECT_LIMITS } from "../../../src/projects/api/projects.ts";
import { ApiError } from "../api/api-error.ts";
import { writeWith } from "../projects/project-writing.ts";
import { newId } from "../api/storage.ts";
import { TextBox } from "./form.tsx";
import { ErrorNotice, Notice } from "./notice.tsx";

/** What was asked for; `ask` in the writer's words. */
interface Request {
  readonly wish: WritingWish;
  readonly what?: Writing["what"];
  readonly ask?: string;
  readonly words: string;
}

const WISHES: readonly Request[] = [
  { wish: "improve", words: "Improve it" },
  { wish: "shorten", words: "Shorten it" },
  { wish: "business", words: "Plain business words" },
];
const DRAFTS: readonly Request[] = [{ wish: "draft", words: "Write a first draft" }];
const REPORTS: readonly Request[] = [
  { wish: "draft", what: "status_report", words: "Status report" },
  { wish: "draft", what: "meeting_notes", words: "Meeting notes" },
];
/** Suggestions that a further wish builds on. */
const TURNS = 6;

const TOO_LONG = new ApiError({
  status: 413,
  code: "too_large",
  message: `Help works on up to ${PROJECT_LIMITS.textChars.toLocaleString("en-US")} characters at once. Select the part it’s about, and ask again.`,
});

interface Place extends Pick<Writing, "taskId" | "what"> {
  readonly projectId: string;
}

interface Written {
  readonly request: Request;
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
  const { written, write, change, leave } = useWriting(place, part ?? (() => text));
  const [isAsking, setAsking] = useState(false);
  if (isAsking)
    return (
      <OwnWish
        label="What should it write?"
        onCancel={() => setAsking(false)}
        onAsk={(ask) => {
          setAsking(false);
          write({ wish: "own", ask, words: ask });
        }}
      />
    );
  if (written === null)
    return (
      <WishMenu
        isEmpty={text.trim() === ""}
        hasReports={place.what === "document"}
        onPick={write}
        onOwn={() => setAsking(true)}
      />
    );
  if (written.problem === null)
    return (
      <Suggested
        written={written}
        onChange={change}
        onLeave={leave}
        onTake={() => {
          onTake(written.text);
          leave();
        }}
      />
    );
  return (
    <div className="flex w-full flex-col items-end gap-2">
      <ErrorNotice error={written.problem} onRetry={() => write(written.request)} />
      <Button size="sm" className="touch" onClick={leave}>
        Close
      </Button>
    </div>
  );
}

function WishMenu({
  isEmpty,
  hasReports,
  onPick,
  onOwn,
}: {
  isEmpty: boolean;
  hasReports: boolean;
  onPick: (request: Request) => void;
  onOwn: () => void;
}) {
  const requests = [...(isEmpty ? DRAFTS : WISHES), ...(hasReports ? REPORTS : [])];
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
        {requests.map((request) => (
          <DropdownMenu.Item key={request.words} onClick={() => onPick(request)}>
            {request.words}
          </DropdownMenu.Item>
        ))}
        <DropdownMenu.Item onClick={onOwn}>Something else…</DropdownMenu.Item>
      </DropdownMenu.Content>
    </DropdownMenu>
  );
}

function OwnWish({
  label,
  onAsk,
  onCancel,
}: {
  label: string;
  onAsk: (ask: string) => void;
  onCancel?: () => void;
}) {
  const [ask, setAsk] = useState("");
  const submit = (): void => {
    if (ask.trim() === "") return;
    onAsk(ask.trim());
    setAsk("");
  };
  return (
    <div className="flex w-full flex-wrap items-end gap-2 pt-2">
      <div className="min-w-0 flex-1 basis-60">
        <TextBox
          aria-label={label}
          placeholder={label}
          value={ask}
          maxLength={1_000}
          onChange={setAsk}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            submit();
          }}
          className="w-full"
        />
      </div>
      {onCancel === undefined ? null : (
        <Button size="sm" className="touch" onClick={onCancel}>
          Cancel
        </Button>
      )}
      <Button size="sm" className="touch" disabled={ask.trim() === ""} onClick={submit}>
        Ask
      </Button>
    </div>
  );
}

function Suggested({
  written: { text, isDone },
  onChange,
  onLeave,
  onTake,
}: {
  written: Written;
  onChange: (ask: string) => void;
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
        {isDone && text !== "" ? (
          <OwnWish label="Change something, such as: shorter, and say thanks" onAsk={onChange} />
        ) : null}
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

function afterEvent(now: Written | null, event: WritingEvent): Written | null {
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
  /** What was asked for and suggested since the help was opened. */
  const turns = useRef<NonNullable<Writing["before"]>>([]);
  const leave = (): void => {
    asked.current?.abort();
    turns.current = [];
    setWritten(null);
  };
  useEffect(() => () => asked.current?.abort(), []);
  const write = (request: Request): void => {
    asked.current?.abort();
    const mine = new AbortController();
    asked.current = mine;
    const text = part();
    const isLong = text.length > PROJECT_LIMITS.textChars;
    setWritten({ request, text: "", isDone: false, problem: isLong ? TOO_LONG : null });
    if (isLong) return;
    const { wish, ask, what: asWhat = what } = request;
    const body = {
      runId: newId(),
      taskId,
      what: asWhat,
      wish,
      text,
      ...(ask === undefined ? {} : { ask }),
      ...(turns.current.length === 0 ? {} : { before: turns.current }),
    };
    writeWith(projectId, body, {
      hear: (event) => setWritten((now) => (mine.signal.aborted ? now : afterEvent(now, event))),
      signal: mine.signal,
    }).catch((error: unknown) => {
      if (!mine.signal.aborted && error instanceof Error)
        setWritten((now) => (now === null ? null : { ...now, problem: error }));
    });
  };
  /** Asks again, on top of the suggestion. */
  const change = (ask: string): void => {
    if (written === null) return;
    const { request, text } = written;
    turns.current = [...turns.current, { ask: request.ask ?? request.words, suggested: text }].slice(-TURNS);
    write({ ...request, wish: "own", ask, words: ask });
  };
  return { written, write, change, leave };
}
