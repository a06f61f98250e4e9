/** The command palette: go anywhere, find anyone and anything, start a chat with the typed words. */
import { useDeferredValue, useState } from "react";
import { Autocomplete } from "@cloudflare/kumo/primitives/autocomplete";
import { Dialog } from "@cloudflare/kumo/primitives/dialog";
import { MagnifyingGlassIcon, XIcon } from "../icons.ts";
import { Keys } from "../keys/key-map-dialog.tsx";
import type { Command, CommandGroup } from "./commands.ts";
import { useCommands, type Commands } from "./use-commands.ts";

interface PaletteProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onKeyMap: () => void;
}

const NAME = "Search or jump to…";

export default function Palette({ open, onClose, onKeyMap }: PaletteProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(now) => (now ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/40" />
        <Dialog.Popup className="arrive fixed inset-x-2 top-2 z-50 flex max-h-[calc(100dvh-1rem)] flex-col overflow-hidden rounded-xl bg-kumo-base text-kumo-default shadow-xl ring ring-kumo-line outline-none sm:inset-x-auto sm:top-[10vh] sm:left-1/2 sm:max-h-[70vh] sm:w-[40rem] sm:-translate-x-1/2">
          <Dialog.Title className="sr-only">{NAME}</Dialog.Title>
          <Finder onClose={onClose} onKeyMap={onKeyMap} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Finder({ onClose, onKeyMap }: Omit<PaletteProps, "open">) {
  const [typed, setTyped] = useState("");
  const words = typed.trim();
  const query = useDeferredValue(words);
  const commands = useCommands(words, query, onKeyMap);
  const choose = (command: Command): void => {
    onClose();
    command.run();
  };
  return (
    <Autocomplete.Root
      open
      inline
      items={commands.groups}
      value={typed}
      // Selecting a line is not typing: the words stay as written.
      onValueChange={(value, details) => {
        if (details.reason === "input-change" || details.reason === "input-clear") setTyped(value);
      }}
      filter={null}
      autoHighlight="always"
      itemToStringValue={(command) => (command as Command).title}
    >
      <Head />
      <Autocomplete.List className="min-h-0 flex-1 scroll-py-2 overflow-y-auto overscroll-contain px-2 pb-2">
        {(group: CommandGroup) => (
          <Autocomplete.Group key={group.label} items={group.items as Command[]}>
            <Autocomplete.GroupLabel className="px-2 pt-3 pb-1 text-xs font-medium text-kumo-subtle">
              {group.label}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(command: Command) => (
                <Line key={command.id} command={command} onChoose={() => choose(command)} />
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
      <State {...commands} />
    </Autocomplete.Root>
  );
}

function Head() {
  return (
    <div className="flex shrink-0 items-center gap-2.5 border-b border-kumo-hairline px-4">
      <MagnifyingGlassIcon aria-hidden className="size-4.5 shrink-0 text-kumo-subtle" />
      <Autocomplete.Input
        autoFocus
        maxLength={1000}
        aria-label={NAME}
        placeholder={NAME}
        className="h-13 w-full bg-transparent text-base outline-none placeholder:text-kumo-placeholder"
      />
      <Dialog.Close className="touch grid shrink-0 place-items-center rounded-md px-2 py-1 text-xs text-kumo-subtle hover:bg-kumo-tint">
        <span aria-hidden className="max-sm:hidden">
          Esc
        </span>
        <XIcon aria-hidden className="size-5 sm:hidden" />
        <span className="sr-only">Close</span>
      </Dialog.Close>
    </div>
  );
}

function Line({ command, onChoose }: { command: Command; onChoose: () => void }) {
  return (
    <Autocomplete.Item
      value={command}
      onClick={onChoose}
      className="touch flex min-h-8.5 cursor-pointer items-center gap-3 rounded-lg px-2 py-1.5 text-base data-[highlighted]:bg-kumo-tint"
    >
      <span className="min-w-0 flex-1 truncate">{command.title}</span>
      {command.hint ? (
        <span className="max-w-[45%] truncate text-xs text-kumo-subtle">{command.hint}</span>
      ) : null}
      {command.keys ? (
        <span aria-hidden className="max-sm:hidden">
          <Keys keys={command.keys} />
        </span>
      ) : null}
    </Autocomplete.Item>
  );
}

function State({ failed, searching }: Commands) {
  return (
    <p
      role="status"
      className="shrink-0 border-t border-kumo-hairline px-4 py-2 text-xs text-kumo-subtle empty:hidden"
    >
      {failed ? "Search isn’t responding. You can still go to pages." : searching ? "Searching…" : ""}
    </p>
  );
}
