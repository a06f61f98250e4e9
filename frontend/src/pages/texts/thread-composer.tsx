/** Where one writes to the person themselves. It says whose phone it goes to, and what that does is asked only once somebody begins to write. */
import { useState, type RefObject } from "react";
import { useQuery } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import type { DirectTextOptions } from "../../../../src/protocol/index.ts";
import { directOptionsQuery } from "../../api/text-queries.ts";
import { ArrowUpIcon } from "../../components/icons.ts";
import { ErrorNotice } from "../../components/notice.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { MAX_CHARACTERS, Remarks, Size, Unsure } from "../conversation/text-directly.tsx";
import type { useDirectText } from "../conversation/use-direct-text.ts";

interface ComposerProps {
  readonly number: string;
  readonly name: string;
  /** Our line the thread is on, as people read it. */
  readonly line: string | null;
  readonly box: RefObject<HTMLTextAreaElement | null>;
  readonly direct: ReturnType<typeof useDirectText>;
}

export function ThreadComposer({ number, name, line, box, direct }: ComposerProps) {
  const { text, sending, unsure } = direct;
  const [touched, setTouched] = useState(false);
  const begun = touched || text !== "";
  const { data: options, error, refetch } = useQuery({ ...directOptionsQuery(number), enabled: begun });
  const first = firstName(name);
  const sendable = !sending.isPending && maySend(options, text);
  const send = (): void => {
    if (sendable) sending.mutate();
  };
  return (
    <form
      aria-label={`Text ${first}`}
      className="shrink-0 border-t border-kumo-hairline bg-kumo-base px-3 pt-2 pb-3 sm:px-4"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className="mx-auto flex max-w-3xl flex-col gap-2">
        {unsure ? <Unsure approval={unsure} name={name} /> : null}
        {options ? <Warnings options={options} first={first} line={line} /> : null}
        {error && !options ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
        {sending.error ? <ErrorNotice error={sending.error} /> : null}
        <Box
          first={first}
          box={box}
          direct={direct}
          options={options}
          sendable={sendable}
          onTouched={() => setTouched(true)}
          onSend={send}
        />
        <div id="text-composer-hint" className="flex items-baseline gap-3 px-2 text-xs text-kumo-subtle">
          <p className="min-w-0 flex-1">
            Goes to {first}’s phone, not to Steward
            {options?.from ? `, from ${clipped(options.from.label, 40)}` : ""}.
            <span className="max-sm:hidden"> Ctrl Enter sends.</span>
          </p>
          {text === "" ? null : <Size text={text} />}
        </div>
      </div>
    </form>
  );
}

/** A number has no first name. */
function firstName(name: string): string {
  return clipped(name.startsWith("+") ? name : (name.split(" ")[0] ?? name), 30);
}

function maySend(options: DirectTextOptions | undefined, text: string): boolean {
  return options?.blocked === null && text.trim() !== "" && text.length <= MAX_CHARACTERS;
}

interface BoxProps extends Pick<ComposerProps, "box" | "direct"> {
  readonly first: string;
  readonly options: DirectTextOptions | undefined;
  readonly sendable: boolean;
  readonly onTouched: () => void;
  readonly onSend: () => void;
}

function Box({ first, box, direct, options, sendable, onTouched, onSend }: BoxProps) {
  const { text, change, sending } = direct;
  return (
    <div className="flex items-end gap-2 rounded-2xl bg-kumo-control p-1.5 ring ring-kumo-warning/60 focus-within:ring-2">
      <textarea
        ref={box}
        aria-label={`Your text, exactly as ${first} will get it`}
        aria-describedby="text-composer-hint"
        rows={1}
        value={text}
        maxLength={MAX_CHARACTERS}
        disabled={options !== undefined && options.blocked !== null}
        placeholder={`Text ${first}`}
        onFocus={onTouched}
        onChange={(event) => change(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") event.currentTarget.blur();
          if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
          event.preventDefault();
          onSend();
        }}
        className="field-sizing-content max-h-[38vh] min-h-9 w-full resize-none bg-transparent px-2.5 py-1.5 text-base leading-6 outline-none placeholder:text-kumo-placeholder"
      />
      <Button
        type="submit"
        shape="square"
        variant="primary"
        className="touch rounded-xl"
        aria-label={options?.quietUntil ? "Send when quiet hours end" : `Send to ${first}’s phone`}
        disabled={!sendable}
        loading={sending.isPending}
        icon={<ArrowUpIcon aria-hidden weight="bold" className="size-4" />}
      />
    </div>
  );
}

function Warnings({
  options,
  first,
  line,
}: {
  options: DirectTextOptions;
  first: string;
  line: string | null;
}) {
  return (
    <>
      <Remarks options={options} first={first} inThread />
      {options.from !== null && line !== null && options.from.shown !== line ? (
        <p className="px-2 text-xs text-kumo-warning">
          This thread is on {line}. What you send goes out from {options.from.shown}, and their answer comes
          back there.
        </p>
      ) : null}
    </>
  );
}
