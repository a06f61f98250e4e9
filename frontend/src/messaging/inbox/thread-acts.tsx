/** What a thread waits for, and what its team can do about it. */
import { useEffect, useEffectEvent, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import { DropdownMenu } from "@cloudflare/kumo/components/dropdown";
import type { ThreadAct, ThreadState } from "../../../../src/messaging/api/threads.ts";
import { teamQuery } from "../../api/queries.ts";
import { CheckIcon, ClockIcon, UserCircleIcon } from "../../components/icons.ts";
import { isTyping, singleKeysOn } from "../../components/keys/shortcuts.ts";
import { useMe } from "../../components/session.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { Time } from "../../components/time.tsx";
import { PickTime, TimeItems } from "./pick-time.tsx";
import { PromisedBy } from "./thread-row.tsx";

export function Standing({ state: { status, waitsSince, nextAt, promised } }: { state: ThreadState }) {
  if (promised !== null && status !== "snoozed")
    return (
      <span title={promised}>
        <PromisedBy dueAt={nextAt} />
      </span>
    );
  if (status === "snoozed" && nextAt !== null)
    return (
      <span>
        Snoozed until <Time at={nextAt} as="upcoming" />
      </span>
    );
  if (status === "open")
    return (
      <span className="font-medium text-kumo-link">
        {waitsSince === null ? (
          "Back in the inbox"
        ) : (
          <>
            Waiting for us for <Time at={waitsSince} as="span" />
          </>
        )}
      </span>
    );
  return <span>{status === "done" ? "Done" : "Answered"}</span>;
}

/** Assign, snooze, and done, with their keys. */
export function ThreadActs({
  state,
  onAct,
  onReply,
}: {
  readonly state: ThreadState;
  readonly onAct: (act: ThreadAct) => void;
  readonly onReply: () => void;
}) {
  const [menu, setMenu] = useState<"none" | "assign" | "snooze" | "pick">("none");
  const isDone = state.status === "done";
  const finish = (): void => onAct({ kind: isDone ? "reopen" : "done" });
  const press = useEffectEvent((key: string): boolean => {
    if (key === "a") setMenu("assign");
    else if (key === "h") setMenu("snooze");
    else if (key === "e") finish();
    else if (key === "r") onReply();
    else return false;
    return true;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return;
      if (isTyping(event.target) || !singleKeysOn()) return;
      if (press(event.key)) event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  const openChange = (which: "assign" | "snooze") => (open: boolean) => setMenu(open ? which : "none");
  return (
    <>
      <AssignMenu state={state} open={menu === "assign"} onOpen={openChange("assign")} onAct={onAct} />
      <SnoozeMenu
        state={state}
        open={menu === "snooze"}
        onOpen={openChange("snooze")}
        onAct={onAct}
        onPick={() => setMenu("pick")}
      />
      <Button
        size="sm"
        variant={state.status === "open" ? "primary" : "secondary"}
        className="touch"
        aria-keyshortcuts="e"
        icon={<CheckIcon aria-hidden className="size-4" />}
        onClick={finish}
      >
        {isDone ? "Reopen" : "Done"}
      </Button>
      <PickTime
        title="Snooze until"
        verb="Snooze"
        open={menu === "pick"}
        onClose={() => setMenu("none")}
        onPick={(until) => onAct({ kind: "snooze", until })}
      />
    </>
  );
}

interface MenuProps {
  readonly state: ThreadState;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  readonly onAct: (act: ThreadAct) => void;
}

function AssignMenu({ state: { assigneeId }, open, onOpen, onAct }: MenuProps) {
  const me = useMe();
  const { data: team } = useQuery(teamQuery);
  const others = (team?.items ?? []).filter(({ id }) => id !== me.user.id);
  const owner = [...others, { id: me.user.id, name: "You" }].find(({ id }) => id === assigneeId);
  const words = owner ? clipped(owner.name, 30) : "Assign";
  return (
    <DropdownMenu open={open} onOpenChange={onOpen}>
      <DropdownMenu.Trigger
        render={
          <Button
            size="sm"
            className="touch"
            aria-keyshortcuts="a"
            aria-label={owner ? `Assigned to ${words}` : "Assign"}
            icon={<UserCircleIcon aria-hidden className="size-4" />}
          >
            <span className="max-sm:hidden">{words}</span>
          </Button>
        }
      />
      <DropdownMenu.Content>
        {assigneeId === me.user.id ? null : (
          <DropdownMenu.Item onClick={() => onAct({ kind: "assign", userId: me.user.id })}>
            Me
          </DropdownMenu.Item>
        )}
        {others
          .filter(({ id }) => id !== assigneeId)
          .map(({ id, name }) => (
            <DropdownMenu.Item key={id} onClick={() => onAct({ kind: "assign", userId: id })}>
              {clipped(name, 60)}
            </DropdownMenu.Item>
          ))}
        {assigneeId === null ? null : (
          <DropdownMenu.Item onClick={() => onAct({ kind: "assign", userId: null })}>
            No one
          </DropdownMenu.Item>
        )}
      </DropdownMenu.Content>
    </DropdownMenu>
  );
}

function SnoozeMenu({ state, open, onOpen, onAct, onPick }: MenuProps & { onPick: () => void }) {
  return (
    <DropdownMenu open={open} onOpenChange={onOpen}>
      <DropdownMenu.Trigger
        render={
          <Button
            size="sm"
            className="touch"
            aria-keyshortcuts="h"
            aria-label="Snooze"
            icon={<ClockIcon aria-hidden className="size-4" />}
          >
            <span className="max-sm:hidden">Snooze</span>
          </Button>
        }
      />
      <DropdownMenu.Content>
        <TimeItems onPick={(until) => onAct({ kind: "snooze", until })} />
        <DropdownMenu.Item onClick={onPick}>Pick a time…</DropdownMenu.Item>
        {state.status === "snoozed" ? (
          <DropdownMenu.Item onClick={() => onAct({ kind: "reopen" })}>Bring back now</DropdownMenu.Item>
        ) : null}
      </DropdownMenu.Content>
    </DropdownMenu>
  );
}
