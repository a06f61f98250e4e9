/** Editors for lists of values, lists of objects, and optional objects. Nothing typed is lost: an emptied item stays until it is removed. */
import {
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from "react";
import { Button } from "@cloudflare/kumo/components/button";
import type { FormField } from "../../../../src/approvals/api/approval.ts";
import { XIcon } from "../../components/icons.ts";
import { textOf, valueAt, withValueAt, type Arguments } from "./edits.ts";
import { typed, type FieldContext } from "./field-context.ts";
import { FieldControl } from "./field-control.tsx";

type Value = Arguments[string];
type Props = FieldContext & { readonly field: FormField; readonly focus: boolean };

/** Renders a field of an item or a group; `isFirst` takes the focus. */
export type DrawField = (field: FormField, isFirst: boolean) => ReactNode;

interface Items {
  readonly items: readonly Value[];
  readonly frame: RefObject<HTMLFieldSetElement | null>;
  readonly isFull: boolean;
  /** Adds at the end by default. */
  readonly add: (at?: number) => void;
  readonly remove: (at: number) => void;
  readonly set: (at: number, value: Value) => void;
}

/** The items of a list, and how to change them. The next focus is remembered until the item is rendered. */
function useItems({ field, args, onChange }: Props, empty: Value): Items {
  const found = valueAt(args, field.path);
  const items: readonly Value[] = Array.isArray(found) ? found : [];
  const frame = useRef<HTMLFieldSetElement>(null);
  const next = useRef<string | null>(null);
  useEffect(() => {
    if (next.current === null) return;
    const wanted = frame.current?.querySelector<HTMLElement>(next.current);
    next.current = null;
    wanted?.focus();
  });
  const put = (changed: readonly Value[]): void =>
    onChange(
      withValueAt(args, field.path, changed.length === 0 && !field.required ? undefined : [...changed]),
    );
  const isFull = items.length >= (field.maxItems ?? Infinity);
  return {
    items,
    frame,
    isFull,
    add(at = items.length) {
      if (isFull) return;
      next.current = `[data-item="${at}"] :is(input, textarea, select)`;
      put(items.toSpliced(at, 0, empty));
    },
    remove(at: number) {
      const left = items.length - 1;
      next.current =
        left === 0 ? "[data-add]" : `[data-item="${Math.min(at, left - 1)}"] :is(input, textarea, select)`;
      put(items.toSpliced(at, 1));
    },
    set: (at: number, value: Value) => put(items.with(at, value)),
  };
}

const PLAIN_ITEM: FormField = {
  path: "",
  label: "",
  type: "text",
  required: true,
  maxLength: null,
  choices: null,
  help: null,
};

/** A list of plain values, one per line. Enter adds another, Backspace in an empty one removes it. */
export function ListInput(props: Props) {
  const { field, proposed, issues, focus } = props;
  const { items, frame, isFull, add, remove, set } = useItems(props, "");
  const id = useId();
  const item: FormField = { ...(field.fields?.[0] ?? PLAIN_ITEM), required: true };
  const before = valueAt(proposed, field.path);
  function onItemKey(event: KeyboardEvent, index: number, text: string): void {
    const isTyped = event.target instanceof HTMLInputElement;
    if (!isTyped || event.nativeEvent.isComposing || event.metaKey || event.ctrlKey) return;
    if (event.key === "Enter") {
      event.preventDefault();
      add(index + 1);
    } else if (event.key === "Backspace" && text === "") {
      event.preventDefault();
      remove(index);
    }
  }
  return (
    <Frame field={field} frame={frame} issue={issues[field.path]} changed={differs(items, before)}>
      <ol className="flex flex-col gap-2">
        {items.map((value, index) => {
          const issue = issues[`${field.path}/${index}`];
          const name = `${field.label} ${index + 1}`;
          return (
            <li
              key={index}
              data-item={index}
              className="flex flex-col gap-1"
              onKeyDown={(event) => onItemKey(event, index, textOf(value))}
            >
              <span className="flex items-center gap-2">
                <FieldControl
                  field={item}
                  text={textOf(value)}
                  shared={{
                    id: `${id}-${index}`,
                    autoFocus: focus && index === 0,
                    "aria-label": name,
                    "aria-required": true,
                    "aria-invalid": issue !== undefined,
                    "aria-describedby": issue === undefined ? undefined : `${frameId(field)}-${index}`,
                  }}
                  onChange={(text) => set(index, typed(item, text) ?? "")}
                />
                <Remove name={name} onClick={() => remove(index)} />
              </span>
              <Issue id={`${frameId(field)}-${index}`} issue={issue} />
            </li>
          );
        })}
      </ol>
      <Add field={field} isFull={isFull} onClick={() => add()} />
    </Frame>
  );
}

/** A list of things with fields of their own. */
export function RecordsInput(props: Props & { draw: DrawField }) {
  const { field, proposed, issues, focus, draw } = props;
  const { items, frame, isFull, add, remove } = useItems(props, {});
  const before = valueAt(proposed, field.path);
  return (
    <Frame field={field} frame={frame} issue={issues[field.path]} changed={differs(items, before)}>
      <ol className="flex flex-col gap-2">
        {items.map((_, index) => {
          const root = `${field.path}/${index}`;
          const name = `${field.label} ${index + 1}`;
          return (
            <li key={index} data-item={index}>
              <fieldset className="flex flex-col gap-2.5 rounded-lg border border-kumo-line p-3">
                <legend className="sr-only">{name}</legend>
                <span className="-mb-1 flex items-center justify-between gap-2">
                  <span aria-hidden className="text-xs font-medium text-kumo-subtle">
                    {index + 1}
                  </span>
                  <Remove name={name} onClick={() => remove(index)} />
                </span>
                <Issue id={`${frameId(field)}-${index}`} issue={issues[root]} />
                {(field.fields ?? []).map((inner, at) =>
                  draw(rooted(inner, root), focus && index === 0 && at === 0),
                )}
              </fieldset>
            </li>
          );
        })}
      </ol>
      <Add field={field} isFull={isFull} onClick={() => add()} />
    </Frame>
  );
}

/** An optional group: its fields once added, and a button to remove it. */
export function GroupInput(props: Props & { draw: DrawField }) {
  const { field, args, proposed, issues, onChange, draw } = props;
  const isThere = valueAt(args, field.path) !== undefined;
  const [isOpen, setOpen] = useState(isThere);
  const frame = useRef<HTMLFieldSetElement>(null);
  if (!isOpen)
    return (
      <div>
        <Button size="sm" className="touch" onClick={() => setOpen(true)}>
          Add {field.label.toLowerCase()}
        </Button>
      </div>
    );
  return (
    <Frame
      field={field}
      frame={frame}
      issue={issues[field.path]}
      changed={differs(valueAt(args, field.path), valueAt(proposed, field.path))}
    >
      <div className="flex flex-col gap-2.5 rounded-lg border border-kumo-line p-3">
        {(field.fields ?? []).map((inner) => draw(inner, false))}
        <div>
          <Button
            size="sm"
            variant="ghost"
            className="touch"
            onClick={() => {
              setOpen(false);
              onChange(withValueAt(args, field.path, undefined));
            }}
          >
            Remove {field.label.toLowerCase()}
          </Button>
        </div>
      </div>
    </Frame>
  );
}

/** An item's field with its pointer from the root; so with all below it. */
function rooted(field: FormField, root: string): FormField {
  const path = root + field.path;
  // The fields of a list start again at its items; those of a group continue from here.
  if (field.type !== "group" || field.fields === undefined) return { ...field, path };
  return { ...field, path, fields: field.fields.map((inner) => rooted(inner, root)) };
}

function differs(value: unknown, before: unknown): boolean {
  return JSON.stringify(value ?? []) !== JSON.stringify(before ?? []);
}

function frameId({ path }: FormField): string {
  return `field${path.replaceAll("/", "-")}`;
}

function Frame({
  field,
  frame,
  issue,
  changed,
  children,
}: {
  field: FormField;
  frame: RefObject<HTMLFieldSetElement | null>;
  issue: string | undefined;
  changed: boolean;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <fieldset
      ref={frame}
      className="flex flex-col gap-2"
      aria-describedby={issue === undefined ? undefined : id}
    >
      <legend className="mb-1 flex items-baseline gap-2 text-sm font-medium">
        {field.label}
        {changed ? <span className="text-xs font-normal text-kumo-link">changed</span> : null}
      </legend>
      <Issue id={id} issue={issue} />
      {children}
    </fieldset>
  );
}

function Issue({ id, issue }: { id: string; issue: string | undefined }) {
  if (issue === undefined) return null;
  return (
    <span id={id} className="text-xs font-medium text-kumo-danger">
      {asSentence(issue)}
    </span>
  );
}

/** `Must be an e-mail address` */
function asSentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function Add({ field, isFull, onClick }: { field: FormField; isFull: boolean; onClick: () => void }) {
  if (isFull) return <span className="text-xs text-kumo-subtle">Maximum reached: {field.maxItems}.</span>;
  return (
    <div>
      <Button
        size="sm"
        data-add
        className="touch"
        aria-label={`Add to ${field.label.toLowerCase()}`}
        onClick={onClick}
      >
        {field.type === "records" ? `Add to ${field.label.toLowerCase()}` : "Add"}
      </Button>
    </div>
  );
}

function Remove({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <Button
      size="sm"
      variant="ghost"
      shape="square"
      className="touch shrink-0"
      aria-label={`Remove ${name.toLowerCase()}`}
      onClick={onClick}
    >
      <XIcon aria-hidden className="size-4" />
    </Button>
  );
}
