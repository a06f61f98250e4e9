/** Records of one kind that people add and edit: the list with an add button below, or an invitation to add the first. */
import { useState, type ReactNode } from "react";
import type { UseQueryResult } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import { Modal } from "./dialog.tsx";
import { PlusIcon, TrashIcon } from "./icons.ts";
import { NotLoaded } from "./not-loaded.tsx";
import { Empty } from "./page.tsx";
import { RowItem, Rows } from "./settings/section.tsx";

interface Words {
  /** Label of the button that adds one. */
  readonly add: string;
  readonly onAdd: () => void;
  readonly emptyTitle: string;
  readonly empty: ReactNode;
}

export function RecordList<Item>({
  query,
  children,
  ...words
}: Words & {
  query: Pick<UseQueryResult<readonly Item[]>, "data" | "error" | "refetch">;
  children: (items: readonly Item[]) => ReactNode;
}) {
  if (query.data === undefined) return <NotLoaded query={query} rows={4} />;
  return query.data.length === 0 ? (
    <NoRecords {...words} />
  ) : (
    <>
      {children(query.data)}
      <AddButton {...words} />
    </>
  );
}

export function NoRecords({ emptyTitle, empty, ...words }: Words) {
  return (
    <Empty title={emptyTitle} action={<AddButton {...words} isFirst />}>
      {empty}
    </Empty>
  );
}

export function AddButton({
  add,
  onAdd,
  isFirst = false,
}: Pick<Words, "add" | "onAdd"> & { isFirst?: boolean }) {
  return (
    <Button
      className={isFirst ? "touch" : "touch self-start"}
      variant={isFirst ? "primary" : "secondary"}
      icon={<PlusIcon aria-hidden className="size-4" />}
      onClick={onAdd}
    >
      {add}
    </Button>
  );
}

/** The record a form is open for: an existing one, a new one, or none. */
export type OpenRecord<Item> = Item | "new" | null;

/** The form of one record in a dialog; `children` gets null for a new one. */
export function RecordDialog<Item extends object>({
  open,
  noun,
  onClose,
  children,
}: {
  open: OpenRecord<Item>;
  /** What is edited, as in `Edit goal`. */
  noun: string;
  onClose: () => void;
  children: (item: Item | null) => ReactNode;
}) {
  return (
    <Modal open={open !== null} title={open === "new" ? `New ${noun}` : `Edit ${noun}`} onClose={onClose}>
      {open === null ? null : children(open === "new" ? null : open)}
    </Modal>
  );
}

/** Records in rows that each can be edited in a dialog or removed, with a last row that adds one. */
export function RecordRows<Item extends { readonly id: string }>({
  items,
  noun,
  nameOf,
  onRemove,
  row,
  form,
}: {
  items: readonly Item[];
  noun: string;
  /** The record's name on its remove button, for screen readers. */
  nameOf: (item: Item) => string;
  onRemove: (item: Item) => void;
  row: (item: Item) => ReactNode;
  form: (item: Item | null, close: () => void) => ReactNode;
}) {
  const [open, setOpen] = useState<OpenRecord<Item>>(null);
  const close = (): void => setOpen(null);
  return (
    <>
      <Rows>
        {items.map((item) => (
          <RowItem key={item.id}>
            {row(item)}
            <Button size="sm" className="touch" onClick={() => setOpen(item)}>
              Edit…
            </Button>
            <Button
              size="sm"
              variant="ghost"
              shape="square"
              className="touch"
              aria-label={`Remove ${nameOf(item)}`}
              icon={<TrashIcon aria-hidden className="size-4" />}
              onClick={() => onRemove(item)}
            />
          </RowItem>
        ))}
        <RowItem>
          <Button
            size="sm"
            variant="ghost"
            className="touch"
            icon={<PlusIcon aria-hidden className="size-4" />}
            onClick={() => setOpen("new")}
          >
            Add a {noun}
          </Button>
        </RowItem>
      </Rows>
      <RecordDialog open={open} noun={noun} onClose={close}>
        {(item) => form(item, close)}
      </RecordDialog>
    </>
  );
}
