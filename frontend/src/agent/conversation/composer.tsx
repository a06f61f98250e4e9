/** The message box. Never disabled: a message queues behind a running turn or a lost connection. */
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { Button } from "@cloudflare/kumo/components/button";
import { readStored, writeStored } from "../../api/storage.ts";
import { ArrowUpIcon, StopIcon, XIcon } from "../../components/icons.ts";
import { clipped } from "../../components/text-pieces.ts";
import { useMe } from "../../components/session.tsx";
import { shownSubject } from "../../../../src/agent/api/subject.ts";

const MAX_CHARACTERS = 32_000;

interface ComposerProps {
  readonly draftId: string;
  readonly running: boolean;
  /** A hint below the box. */
  readonly hint?: string;
  /** The field's label and placeholder. */
  readonly label?: string;
  readonly placeholder?: string;
  /** What the message is about, until it is detached. */
  readonly about?: string | undefined;
  readonly onDetach?: () => void;
  /** Whether it takes the focus when it appears, where there is a keyboard. */
  readonly autoFocus?: boolean;
  readonly onSend: (text: string) => void;
  readonly onStop?: () => void;
}

export function Composer({
  draftId,
  running,
  hint = "",
  label = "Message to Steward",
  placeholder = "Ask Steward anything",
  about,
  onDetach,
  autoFocus = true,
  onSend,
  onStop,
}: ComposerProps) {
  const { text, change } = useKeptText(draftId);
  const box = useRef<HTMLTextAreaElement>(null);
  const tooLong = text.trim().length > MAX_CHARACTERS;
  const sendable = text.trim() !== "" && !tooLong;

  useEffect(() => {
    // On a phone the keyboard would cover the thread.
    if (autoFocus && matchMedia("(pointer: fine)").matches) box.current?.focus({ preventScroll: true });
  }, [autoFocus]);

  function send(): void {
    if (!sendable) return;
    onSend(text.trim());
    change("");
    box.current?.focus();
  }

  return (
    <form
      className="shrink-0 px-3 pt-1 pb-3 sm:px-4"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {about === undefined ? null : <Attached about={about} onDetach={onDetach} />}
      <div className="mx-auto flex max-w-3xl items-end gap-2 rounded-2xl bg-kumo-control p-1.5 shadow-sm ring ring-kumo-line focus-within:ring-2 focus-within:ring-kumo-focus/60">
        <textarea
          ref={box}
          aria-label={label}
          aria-describedby="composer-hint"
          aria-invalid={tooLong}
          rows={1}
          value={text}
          placeholder={placeholder}
          onChange={(event) => change(event.target.value)}
          onKeyDown={(event) => {
            if (!isSendKey(event)) return;
            event.preventDefault();
            send();
          }}
          className="field-sizing-content max-h-[38vh] min-h-9 w-full resize-none bg-transparent px-2.5 py-1.5 text-base leading-6 outline-none placeholder:text-kumo-placeholder"
        />
        {running && onStop ? <Stop onStop={onStop} /> : null}
        <Button
          type="submit"
          shape="square"
          variant="primary"
          className="touch rounded-xl"
          aria-label="Send"
          disabled={!sendable}
          icon={<ArrowUpIcon aria-hidden weight="bold" className="size-4" />}
        />
      </div>
      <p id="composer-hint" className="mx-auto max-w-3xl px-2 pt-1.5 text-xs text-kumo-subtle empty:hidden">
        {tooLong ? `Too long: ${text.trim().length} of ${MAX_CHARACTERS} characters.` : hint}
      </p>
    </form>
  );
}

/** What the message is about; its number or place is sent along, and not shown. */
function Attached({ about, onDetach }: { about: string; onDetach: (() => void) | undefined }) {
  const shown = clipped(shownSubject(about), 80);
  return (
    <p className="mx-auto flex max-w-3xl px-1 pb-1.5">
      <span className="inline-flex min-w-0 items-center gap-1 rounded-full bg-kumo-info-tint py-0.5 pr-1 pl-3 text-sm text-kumo-link">
        <span className="truncate">About {shown}</span>
        <Button
          size="sm"
          variant="ghost"
          shape="square"
          className="touch shrink-0 rounded-full"
          icon={XIcon}
          aria-label={`Don’t ask about ${shown}`}
          onClick={onDetach}
        />
      </span>
    </p>
  );
}

function Stop({ onStop }: { onStop: () => void }) {
  return (
    <Button
      className="touch"
      variant="secondary"
      icon={<StopIcon aria-hidden weight="fill" className="size-4" />}
      onClick={onStop}
    >
      Stop
    </Button>
  );
}

function draftKey(userId: string, draftId: string): string {
  return `draft.${userId}.${draftId}`;
}

/** Moves a draft to another box. */
export function moveDraft(userId: string, from: string, to: string): void {
  const text = readStored(draftKey(userId, from));
  if (text !== null) writeStored(draftKey(userId, to), text);
  writeStored(draftKey(userId, from), null);
}

/** The draft, kept on this device. */
function useKeptText(draftId: string): { text: string; change: (value: string) => void } {
  const key = draftKey(useMe().user.id, draftId);
  const [text, setText] = useState(() => readStored(key) ?? "");
  return {
    text,
    change: (value) => {
      setText(value);
      writeStored(key, value === "" ? null : value);
    },
  };
}

/** Enter without Shift, and not while an input method is composing. */
function isSendKey(event: KeyboardEvent<HTMLTextAreaElement>): boolean {
  const held = event.shiftKey || event.metaKey || event.ctrlKey;
  return event.key === "Enter" && !held && !event.nativeEvent.isComposing;
}
