/** Comment box of a task. An at sign suggests colleagues; the draft is kept on this device until it's sent. */
import { useId, useRef, useState, type KeyboardEvent, type RefObject } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import { PROJECT_LIMITS } from "../../../src/projects/api/projects.ts";
import { commentsEndpoints } from "../../../src/projects/api/projects-records.ts";
import { call } from "../api/call.ts";
import { ERROR_SHOWN_HERE } from "../api/mutations.ts";
import { newId, readStored, writeStored } from "../api/storage.ts";
import { TextArea } from "../components/form.tsx";
import { ErrorNotice } from "../components/notice.tsx";
import { useMe } from "../components/session.tsx";
import { begunMention, fittingMembers, mentionedIn, withMention } from "./mentions.ts";
import { Face } from "./task-bits.tsx";
import { WriteHelp } from "../components/write-help.tsx";
import { renewProjects } from "./use-record.ts";
import { useTeam, type Member } from "./use-team.ts";

function useDraft(taskId: string) {
  const me = useMe();
  const key = `draft.${me.user.id}.comment.${taskId}`;
  const [body, keep] = useState(() => readStored(key) ?? "");
  return {
    body,
    setBody: (words: string): void => {
      keep(words);
      writeStored(key, words === "" ? null : words);
    },
  };
}

/** The colleagues offered for the name that's being written, and what keys do with them. */
function useMentions(
  box: RefObject<HTMLTextAreaElement | null>,
  body: string,
  setBody: (body: string) => void,
) {
  const { members } = useTeam();
  const [caret, setCaret] = useState(0);
  const [at, setAt] = useState(0);
  const begun = begunMention(body, caret);
  const offered = begun === null ? [] : fittingMembers(members, begun);
  const pick = (name: string): void => {
    const written = withMention(body, caret, begun ?? "", name);
    setBody(written.text);
    setCaret(written.caret);
    setAt(0);
    requestAnimationFrame(() => {
      box.current?.focus();
      box.current?.setSelectionRange(written.caret, written.caret);
    });
  };
  /** Whether the key was for the list. */
  const press = (key: string): boolean => {
    if (offered.length === 0) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step !== undefined) setAt((at + step + offered.length) % offered.length);
    else if (key === "Enter" || key === "Tab") pick((offered[at] ?? offered[0])?.name ?? "");
    else if (key === "Escape") setCaret(0);
    else return false;
    return true;
  };
  return { members, offered, at, pick, press, setCaret };
}

export function CommentBox({ projectId, taskId }: { projectId: string; taskId: string }) {
  const client = useQueryClient();
  const list = useId();
  const [id, setId] = useState(newId);
  const { body, setBody } = useDraft(taskId);
  const box = useRef<HTMLTextAreaElement>(null);
  const { members, offered, at, pick, press, setCaret } = useMentions(box, body, setBody);
  const send = useMutation({
    mutationFn: () =>
      call(commentsEndpoints.create, {
        body: { id, projectId, taskId, body: body.trim(), mentions: mentionedIn(body, members) },
      }),
    meta: ERROR_SHOWN_HERE,
    onSuccess: async () => {
      setBody("");
      setId(newId());
      await renewProjects(client);
    },
  });
  const submit = (): void => {
    if (body.trim() !== "" && !send.isPending) send.mutate();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") event.stopPropagation();
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) {
      event.preventDefault();
      submit();
    } else if (press(event.key)) event.preventDefault();
  };
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="relative">
        <TextArea
          ref={box}
          aria-label="Comment"
          aria-controls={offered.length === 0 ? undefined : list}
          aria-activedescendant={offered[at] === undefined ? undefined : `${list}-${at}`}
          placeholder="Comment, or @ a colleague"
          rows={2}
          value={body}
          maxLength={PROJECT_LIMITS.textChars}
          onChange={setBody}
          onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
          onKeyDown={onKeyDown}
          className="max-h-60 w-full"
        />
        <Offered id={list} members={offered} at={at} onPick={pick} />
      </div>
      {send.error ? <ErrorNotice error={send.error} onRetry={() => send.mutate()} /> : null}
      {body.trim() === "" ? null : (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <WriteHelp place={{ projectId, taskId, what: "comment" }} text={body} onTake={setBody} />
          <Send loading={send.isPending} />
        </div>
      )}
    </form>
  );
}

function Send({ loading }: { loading: boolean }) {
  return (
    <Button type="submit" size="sm" variant="primary" className="touch ml-auto" loading={loading}>
      Comment
    </Button>
  );
}

function Offered({
  id,
  members,
  at,
  onPick,
}: {
  id: string;
  members: readonly Member[];
  at: number;
  onPick: (name: string) => void;
}) {
  if (members.length === 0) return null;
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Colleagues"
      className="absolute bottom-full left-0 z-20 mb-1 w-60 rounded-lg bg-kumo-control p-1 shadow-lg ring ring-kumo-line"
    >
      {members.map((member, index) => (
        <div
          key={member.id}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          // Before the box loses the focus.
          onMouseDown={(event) => {
            event.preventDefault();
            onPick(member.name);
          }}
          className={`flex min-h-8 cursor-pointer items-center gap-2 rounded-md px-2 text-sm ${index === at ? "bg-kumo-tint" : ""}`}
        >
          <Face name={member.name} />
          {member.name.slice(0, 60)}
        </div>
      ))}
    </div>
  );
}
