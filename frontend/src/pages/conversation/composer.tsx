/** Where one writes. Never switched off: a message waits in line behind a running turn or a lost connection. */
import { useEffect, useRef, useState } from "react";
import { Button } from "@cloudflare/kumo/components/button";
import { readStored, writeStored } from "../../api/storage.ts";
import { ArrowUpIcon, StopIcon } from "../../components/icons.ts";
import { useMe } from "../../components/session.tsx";

const MAX_CHARACTERS = 32_000;

interface ComposerProps {
  readonly draftId: string;
  readonly running: boolean;
  readonly hint: string;
  readonly onSend: (text: string) => void;
  readonly onStop?: () => void;
}

export function Composer({ draftId, running, hint, onSend, onStop }: ComposerProps) {
  const key = `draft.${useMe().user.id}.${draftId}`;
  const [text, setText] = useState(() => readStored(key) ?? "");
  const box = useRef<HTMLTextAreaElement>(null);

  useEffect(() => {
    // On a phone the keyboard would cover what one came to read.
    if (matchMedia("(pointer: fine)").matches) box.current?.focus({ preventScroll: true });
  }, []);

  function change(value: string): void {
    setText(value);
    writeStored(key, value === "" ? null : value);
  }

  function send(): void {
    const words = text.trim();
    if (words === "" || words.length > MAX_CHARACTERS) return;
    onSend(words);
    change("");
    box.current?.focus();
  }

  const tooLong = text.trim().length > MAX_CHARACTERS;
  return (
    <form
      className="shrink-0 border-t border-kumo-hairline bg-kumo-base px-3 pt-2.5 pb-2.5 sm:px-4"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className="mx-auto flex max-w-3xl items-end gap-2 rounded-2xl bg-kumo-control p-1.5 ring ring-kumo-line focus-within:outline-2 focus-within:outline-kumo-brand">
        <textarea
          ref={box}
          aria-label="Message to Steward"
          aria-describedby="composer-hint"
          aria-invalid={tooLong}
          rows={1}
          value={text}
          placeholder="Ask, or tell it what to do"
          onChange={(event) => change(event.target.value)}
          onKeyDown={(event) => {
            if (
              event.key !== "Enter" ||
              event.shiftKey ||
              event.metaKey ||
              event.ctrlKey ||
              event.nativeEvent.isComposing
            )
              return;
            event.preventDefault();
            send();
          }}
          className="field-sizing-content max-h-[38vh] min-h-9 w-full resize-none bg-transparent px-2.5 py-1.5 text-base outline-none"
        />
        {running && onStop ? (
          <Button
            className="touch"
            variant="secondary"
            icon={<StopIcon aria-hidden weight="fill" className="size-4" />}
            onClick={onStop}
          >
            Stop
          </Button>
        ) : null}
        <Button
          type="submit"
          shape="square"
          variant="primary"
          className="touch"
          aria-label="Send"
          disabled={text.trim() === "" || tooLong}
          icon={<ArrowUpIcon aria-hidden weight="bold" className="size-4" />}
        />
      </div>
      <p id="composer-hint" className="mx-auto max-w-3xl px-1 pt-1.5 text-xs text-kumo-subtle max-sm:hidden">
        {tooLong ? `Too long: ${text.trim().length} of ${MAX_CHARACTERS} characters.` : hint}
      </p>
    </form>
  );
}
