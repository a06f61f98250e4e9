/** Single keys: when they are not meant, whether this device uses them (WCAG 2.1.4), and the list of all of them. */
import { readStored, writeStored } from "../../api/storage.ts";
import type { Entry } from "../../menu.ts";

/** Whether keys belong to a field, a menu or a dialog just now. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest(
      "input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable], [data-typing], [role=menu], [role=dialog], [role=listbox], [role=combobox]",
    ) !== null
  );
}

/** Whether this device uses single keys; on unless switched off. */
export function singleKeysOn(): boolean {
  return readStored("keys") !== "off";
}

export function setSingleKeys(on: boolean): void {
  writeStored("keys", on ? null : "off");
}

const IS_MAC = typeof navigator !== "undefined" && /mac|iphone|ipad/i.test(navigator.userAgent);
export const PALETTE_KEYS: readonly string[] = IS_MAC ? ["⌘", "K"] : ["Ctrl", "K"];
const CONTROL = IS_MAC ? "⌘" : "Ctrl";

export interface KeyGroup {
  readonly title: string;
  readonly single: boolean;
  readonly keys: readonly (readonly [keys: readonly string[], does: string])[];
}

/** All shortcuts, as the dialog shows them; `pages` are those of the table that have a key. */
export function keyGroups(pages: readonly Pick<Entry, "label" | "key">[]): readonly KeyGroup[] {
  return [
    {
      title: "Everywhere",
      single: false,
      keys: [
        [PALETTE_KEYS, "Search or jump to anything"],
        [["Esc"], "Close what’s open"],
      ],
    },
    {
      title: "Go to",
      single: true,
      keys: pages.flatMap(({ key, label }) => (key === undefined ? [] : [[["g", key], label] as const])),
    },
    {
      title: "Anywhere you’re not typing",
      single: true,
      keys: [
        [["n"], "New chat"],
        [["/"], "Search conversations"],
        [["?"], "Shortcuts"],
      ],
    },
    ...PAGE_KEYS,
  ];
}

const PAGE_KEYS: readonly KeyGroup[] = [
  {
    title: "Approvals",
    single: true,
    keys: [
      [["j"], "Next"],
      [["k"], "Previous"],
      [["a"], "Approve"],
      [["e"], "Edit"],
      [["r"], "Reject"],
      [["u"], "Undo the last decision, until it runs"],
    ],
  },
  {
    title: "Texts",
    single: true,
    keys: [
      [["j"], "Next"],
      [["k"], "Previous"],
      [["r"], "Reply"],
      [["a"], "Assign"],
      [["h"], "Snooze"],
      [["e"], "Done, or reopen"],
    ],
  },
  {
    title: "Contacts and accounts",
    single: true,
    keys: [
      [["j"], "Next"],
      [["k"], "Previous"],
      [["Enter"], "Open"],
      [["/"], "Search the list"],
    ],
  },
  {
    title: "Projects and tasks",
    single: true,
    keys: [
      [["j"], "Next"],
      [["k"], "Previous"],
      [["h", "l"], "Column to the left or right"],
      [["Shift", "←", "→"], "Move the card to another column"],
      [["Shift", "↑", "↓"], "Move the card up or down"],
      [["Enter"], "Open"],
      [["c"], "New task"],
      [["e"], "Rename"],
      [["x"], "Select or deselect"],
      [["/"], "Search tasks"],
      [[CONTROL, "Z"], "Undo the last change"],
    ],
  },
  {
    title: "Workspace",
    single: true,
    keys: [
      [["↑", "↓"], "Move through files"],
      [["Enter"], "Open"],
      [["Backspace"], "Go up a folder"],
      [["n"], "New file"],
      [["/"], "Search files"],
      [["F2"], "Rename or move"],
      [["Delete"], "Delete (restorable)"],
      [["Space"], "Select or deselect"],
      [["Shift", "↓"], "Extend the selection"],
      [[CONTROL, "A"], "Select all"],
      [["m"], "Move the selection"],
    ],
  },
  {
    title: "Writing and deciding",
    single: false,
    keys: [
      [["Enter"], "Send the message"],
      [["Shift", "Enter"], "New line"],
      [[CONTROL, "Enter"], "Approve the focused card"],
      [[CONTROL, "S"], "Save the open file"],
    ],
  },
];
