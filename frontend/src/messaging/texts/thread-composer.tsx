/** Below a thread: the composer for the person or, by a switch, for an internal note. */
import { useState, type RefObject, type ClipboardEvent, type DragEvent } from "react";
import { useQuery } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import { DropdownMenu } from "@cloudflare/kumo/components/dropdown";
import type { DirectTextOptions } from "../../../../src/messaging/api/texts.ts";
import type { PhoneLine } from "../../../../src/messaging/api/threads.ts";
import { templatesQuery } from "../template-queries.ts";
import { directOptionsQuery } from "../text-queries.ts";
import { ArrowUpIcon, ClockIcon } from "../../components/icons.ts";
import { Choice } from "../../components/form.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { MAX_CHARACTERS, Remarks, Size, Unsure } from "../../agent/conversation/text-directly.tsx";
import { PickTime, TimeItems } from "../inbox/pick-time.tsx";
import { useMe } from "../../components/session.tsx";
import { filled, openPlace } from "./fill-template.ts";
import { focusEnd } from "./focus-end.ts";
import { ComposerField } from "../inbox/composer-field.tsx";
import { Suggestions, useSuggestions } from "../inbox/suggest.tsx";
import { NoteComposer } from "../inbox/note-composer.tsx";
import type { useDirectText } from "../../agent/conversation/use-direct-text.ts";

interface ComposerProps {
  readonly number: string;
  readonly name: string;
  /** Our line the thread is on. */
  readonly line: PhoneLine | null;
  readonly box: RefObject<HTMLTextAreaElement | null>;
  readonly direct: ReturnType<typeof useDirectText>;
}

export function ThreadComposer({ noteLine, ...props }: ComposerProps & { noteLine: string | null }) {
  const [kind, setKind] = useState<"text" | "note">("text");
  const first = firstName(props.name);
  return (
    <div className="shrink-0 border-t border-kumo-hairline bg-kumo-base px-3 pt-1.5 pb-3 sm:px-4">
      <div className="mx-auto flex max-w-3xl flex-col gap-1.5">
        {noteLine === null ? null : (
          <div role="group" aria-label="What you write" className="flex gap-1 text-sm">
            {(["text", "note"] as const).map((one) => (
              <button
                key={one}
                type="button"
                aria-pressed={one === kind}
                onClick={() => {
                  setKind(one);
                  requestAnimationFrame(() => focusEnd(props.box));
                }}
                className={`touch rounded-full px-2.5 py-0.5 ${one === kind ? "bg-kumo-tint font-medium" : "text-kumo-subtle hover:bg-kumo-tint"}`}
              >
                {one === "text" ? `Text ${first}` : "Internal note"}
              </button>
            ))}
          </div>
        )}
        {kind === "note" && noteLine !== null ? (
          <NoteComposer number={props.number} line={noteLine} box={props.box} />
        ) : (
          <TextComposer {...props} />
        )}
      </div>
    </div>
  );
}

/** Shows whose phone it goes to; the details of sending load when typing starts. */
function TextComposer({ number, name, line, box, direct }: ComposerProps) {
  const { text, sending, unsure, pickedLine, pickLine } = direct;
  const [touched, setTouched] = useState(false);
  const files = useRefusedFiles();
  const begun = touched || text !== "";
  const { data: options, error, refetch } = useQuery({ ...directOptionsQuery(number), enabled: begun });
  const first = firstName(name);
  const sendable = !sending.isPending && maySend(options, text);
  const from = lineFrom(options, pickedLine, line);
  const send = (sendAt?: string): void => {
    if (sendable) sending.mutate({ sendAt, from: from?.number });
  };
  return (
    <form
      aria-label={`Text ${first}`}
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      {...files.handlers}
    >
      {unsure ? <Unsure approval={unsure} name={name} /> : null}
      {options ? <Warnings options={options} first={first} line={line} from={from} /> : null}
      <Failed error={options ? null : error} onRetry={() => void refetch()} />
      <LineChoice lines={options?.lines ?? []} from={from} onPick={pickLine} />
      <Unfilled text={text} />
      <TextOnly files={files} />
      <Failed error={sending.error} />
      <Box
        first={first}
        name={name.startsWith("+") ? null : name}
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
          {from ? `, from ${clipped(from.label, 40)}` : ""}. Text only: photos go from the Quo app.
          <span className="max-sm:hidden"> Ctrl Enter sends, / picks a saved reply.</span>
        </p>
        {text === "" ? null : (
          <span className="shrink-0">
            <Size text={text} />
          </span>
        )}
      </div>
    </form>
  );
}

function Failed({ error, onRetry }: { error: Error | null; onRetry?: () => void }) {
  return error === null ? null : (
    <ErrorNotice error={error} {...(onRetry === undefined ? {} : { onRetry })} />
  );
}

/** A number has no first name. */
function firstName(name: string): string {
  return clipped(name.startsWith("+") ? name : (name.split(" ")[0] ?? name), 30);
}

function maySend(options: DirectTextOptions | undefined, text: string): boolean {
  return (
    options?.blocked === null &&
    text.trim() !== "" &&
    text.length <= MAX_CHARACTERS &&
    openPlace(text) === null
  );
}

interface BoxProps extends Pick<ComposerProps, "box" | "direct"> {
  readonly first: string;
  /** Null for a number that is not in the contacts. */
  readonly name: string | null;
  readonly options: DirectTextOptions | undefined;
  readonly sendable: boolean;
  readonly onTouched: () => void;
  readonly onSend: (sendAt?: string) => void;
}

function Box({ first, name, box, direct, options, sendable, onTouched, onSend }: BoxProps) {
  const { text, change, sending } = direct;
  const suggest = useSavedReplies({ box, text, change, name });
  return (
    <>
      <Suggestions label="Saved replies" items={suggest.items} chosen={suggest.chosen} take={suggest.take} />
      <div className="flex items-end gap-2 rounded-2xl bg-kumo-control p-1.5 ring ring-kumo-warning/60 focus-within:ring-2">
        <ComposerField
          ref={box}
          suggest={suggest}
          change={change}
          aria-label={`Your text, exactly as ${first} will get it`}
          aria-describedby="text-composer-hint"
          value={text}
          maxLength={MAX_CHARACTERS}
          disabled={options !== undefined && options.blocked !== null}
          placeholder={`Text ${first}`}
          onFocus={onTouched}
          onDone={() => onSend()}
        />
        <LaterMenu sendable={sendable} onSend={onSend} />
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
    </>
  );
}

/** A saved reply with an unfilled placeholder is never sent. */
function Unfilled({ text }: { text: string }) {
  const place = openPlace(text);
  if (place === null) return null;
  return (
    <p role="status" className="px-2 text-sm text-kumo-warning">
      Fill in {place} before you send this.
    </p>
  );
}

/** The team's saved replies after a slash, with known placeholders filled in. */
function useSavedReplies({
  name,
  ...given
}: {
  name: string | null;
} & Omit<Parameters<typeof useSuggestions>[0], "sign" | "all">) {
  const me = useMe();
  const { data = [] } = useQuery({ ...templatesQuery, enabled: given.text.includes("/") });
  const all = data.map((template) => {
    const words = filled(template.words, { name, myName: me.user.name });
    return { id: template.id, title: template.name, detail: words, words };
  });
  return useSuggestions({ ...given, sign: "/", all });
}

/** Sends it at another time. */
function LaterMenu({ sendable, onSend }: Pick<BoxProps, "sendable" | "onSend">) {
  const [picking, setPicking] = useState(false);
  if (!sendable) return null;
  return (
    <>
      <DropdownMenu>
        <DropdownMenu.Trigger
          render={
            <Button
              type="button"
              shape="square"
              variant="ghost"
              className="touch rounded-xl"
              aria-label="Send later"
              icon={<ClockIcon aria-hidden className="size-4.5" />}
            />
          }
        />
        <DropdownMenu.Content>
          <TimeItems onPick={onSend} />
          <DropdownMenu.Item onClick={() => setPicking(true)}>Pick a time…</DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu>
      <PickTime
        title="Send at"
        verb="Send then"
        open={picking}
        onClose={() => setPicking(false)}
        onPick={onSend}
      />
    </>
  );
}

function Warnings({
  options,
  first,
  line,
  from,
}: {
  options: DirectTextOptions;
  first: string;
  line: PhoneLine | null;
  from: PhoneLine | null;
}) {
  return (
    <>
      <Remarks options={options} first={first} inThread />
      {from !== null && line !== null && from.number !== line.number ? (
        <p className="px-2 text-xs text-kumo-warning">
          This thread is on {line.shown}. What you send goes out from {from.shown}, and their answer comes
          back there.
        </p>
      ) : null}
    </>
  );
}

/** The line to send from: the picked one or the thread's own, if it can send texts; else the first. */
function lineFrom(
  options: DirectTextOptions | undefined,
  picked: string | null,
  line: PhoneLine | null,
): PhoneLine | null {
  const lines = options?.lines ?? [];
  const wanted = picked ?? line?.number;
  return lines.find(({ number }) => number === wanted) ?? lines[0] ?? null;
}

/** Only if there is a choice. */
function LineChoice({
  lines,
  from,
  onPick,
}: {
  lines: readonly PhoneLine[];
  from: PhoneLine | null;
  onPick: (number: string) => void;
}) {
  if (lines.length < 2 || from === null) return null;
  return (
    <div className="flex items-center gap-2 px-2 text-sm text-kumo-subtle">
      <span aria-hidden>From</span>
      <Choice
        label="Send from"
        value={from.number}
        options={lines.map(
          ({ number, label, shown }) => [number, `${clipped(label, 30)}, ${shown}`] as const,
        )}
        onChange={onPick}
      />
    </div>
  );
}

/** Quo's API takes no files (`POST /v1/messages` has text only), so attaching is not offered, and pasting or dropping a file explains why. */
function useRefusedFiles() {
  const [offered, setOffered] = useState(false);
  return {
    offered,
    close: () => setOffered(false),
    handlers: {
      onPaste: (event: ClipboardEvent) => setOffered(event.clipboardData.files.length > 0),
      onDragOver: (event: DragEvent) => {
        if (event.dataTransfer.types.includes("Files")) event.preventDefault();
      },
      onDrop: (event: DragEvent) => {
        if (event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        setOffered(true);
      },
    },
  };
}

function TextOnly({ files: { offered, close } }: { files: ReturnType<typeof useRefusedFiles> }) {
  if (!offered) return null;
  return (
    <div role="status" className="flex items-center gap-2 px-2 text-sm text-kumo-warning">
      <p className="min-w-0 flex-1">
        Photos and files can’t be sent from here. Quo takes only text from other apps, so send them from the
        Quo app.
      </p>
      <Button type="button" size="sm" variant="ghost" className="touch" onClick={close}>
        OK
      </Button>
    </div>
  );
}
