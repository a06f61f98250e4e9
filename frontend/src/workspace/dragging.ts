/** The entries being dragged on this page. Kept here instead of in the drag event, so that a drag from outside can't imitate it. */
import { useState, type DragEvent } from "react";
import { movable } from "./paths.ts";

/** An entry being moved. */
export interface Moving {
  readonly path: string;
  readonly etag?: string | undefined;
}

let dragged: readonly Moving[] = [];

/** Marks a drag of ours. A row that leaves the page while it is dragged never says that its drag has ended. */
const MARK = "application/x-steward-entries";

export function startDrag(event: DragEvent, entries: readonly Moving[]): void {
  dragged = entries;
  event.dataTransfer.effectAllowed = "move";
  event.dataTransfer.setData(MARK, "1");
  event.dataTransfer.setData("text/plain", entries.map(({ path }) => path).join("\n"));
}

export function endDrag(): void {
  dragged = [];
}

export interface DropTarget {
  /** Whether something that may go here hovers over it. */
  readonly over: boolean;
  readonly props: {
    readonly onDragOver: (event: DragEvent) => void;
    readonly onDragLeave: (event: DragEvent) => void;
    readonly onDrop: (event: DragEvent) => void;
  };
}

/** Makes an element accept drops for its folder. */
export function useDropTarget(
  folder: string | null,
  onDrop: (entries: readonly Moving[], folder: string) => void,
): DropTarget {
  const [over, setOver] = useState(false);
  const fits = ({ dataTransfer }: DragEvent): boolean =>
    folder !== null && dataTransfer.types.includes(MARK) && movable(dragged, folder).length > 0;
  return {
    over,
    props: {
      onDragOver: (event) => {
        if (!fits(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = "move";
        setOver(true);
      },
      onDragLeave: (event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      },
      onDrop: (event) => {
        setOver(false);
        if (folder === null || !fits(event)) return;
        event.preventDefault();
        onDrop(movable(dragged, folder), folder);
        endDrag();
      },
    },
  };
}
