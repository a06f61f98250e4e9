/** Single keys: when they are not meant, whether this device uses them (WCAG 2.1.4), and the map of all of them. */
import { readStored, writeStored } from "../../api/storage.ts";

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

export interface KeyGroup {
  readonly title: string;
  readonly single: boolean;
  readonly keys: readonly (readonly [keys: readonly string[], does: string])[];
}

/** The keyboard map, as the dialog shows it. */
export const KEY_MAP: readonly KeyGroup[] = [
  {
    title: "Everywhere",
    single: false,
    keys: [
      [PALETTE_KEYS, "Go anywhere, find or start anything"],
      [["Esc"], "Close what is open"],
    ],
  },
  {
    title: "Single keys, while you are not typing",
    single: true,
    keys: [
      [["g", "c"], "Conversations"],
      [["g", "a"], "Approvals"],
      [["g", "v"], "Activity"],
      [["g", "b"], "Notifications"],
      [["g", "w"], "Workspace"],
      [["g", "k"], "Skills"],
      [["g", "s"], "Settings"],
      [["n"], "New chat"],
      [["/"], "Search the conversations"],
      [["?"], "This map"],
    ],
  },
  {
    title: "At the approvals",
    single: true,
    keys: [
      [["j"], "Next"],
      [["k"], "Previous"],
      [["a"], "Approve what is shown"],
      [["e"], "Edit"],
      [["r"], "Reject"],
      [["u"], "Undo the last decision, while it has not run"],
    ],
  },
  {
    title: "In the workspace",
    single: true,
    keys: [
      [["↑", "↓"], "Through the files"],
      [["Enter"], "Open"],
      [["Backspace"], "Up to the folder above"],
      [["n"], "New file"],
      [["/"], "Search the files"],
      [["F2"], "Rename or move"],
      [["Delete"], "Delete, with a way back"],
      [["Space"], "Select, or leave"],
      [["Shift", "↓"], "Select on the way"],
      [IS_MAC ? ["⌘", "A"] : ["Ctrl", "A"], "Select everything here"],
      [["m"], "Move what is selected"],
    ],
  },
  {
    title: "In a message or on a card",
    single: false,
    keys: [
      [["Enter"], "Send the message"],
      [["Shift", "Enter"], "New line"],
      [IS_MAC ? ["⌘", "Enter"] : ["Ctrl", "Enter"], "Approve the card that has the focus"],
      [IS_MAC ? ["⌘", "S"] : ["Ctrl", "S"], "Save the file that is open"],
    ],
  },
];
