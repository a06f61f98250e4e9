/** Cards that are dragged from column to column. Keyboards and thumbs have the same by keys and by the card's menu. */
import { useEffect, useEffectEvent, useState, type RefObject } from "react";
import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { combine } from "@atlaskit/pragmatic-drag-and-drop/combine";
import {
  attachClosestEdge,
  extractClosestEdge,
  type Edge,
} from "@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge";

/** Where a card was dropped: on a column and a card in it. */
export interface Drop {
  readonly card: string;
  readonly column: string;
  readonly on: { readonly card: string; readonly edge: "top" | "bottom" } | null;
}

const KIND = "task";

export function useCardDrag(
  element: RefObject<HTMLElement | null>,
  card: string,
  column: string,
): { readonly isDragged: boolean; readonly edge: Edge | null } {
  const [isDragged, setDragged] = useState(false);
  const [edge, setEdge] = useState<Edge | null>(null);
  useEffect(() => {
    const at = element.current;
    if (at === null) return;
    return combine(
      draggable({
        element: at,
        getInitialData: () => ({ kind: KIND, card, column }),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      }),
      dropTargetForElements({
        element: at,
        canDrop: ({ source }) => source.data["kind"] === KIND && source.data["card"] !== card,
        getData: ({ input }) =>
          attachClosestEdge({ card, column }, { element: at, input, allowedEdges: ["top", "bottom"] }),
        onDrag: ({ self }) => setEdge(extractClosestEdge(self.data)),
        onDragLeave: () => setEdge(null),
        onDrop: () => setEdge(null),
      }),
    );
  }, [element, card, column]);
  return { isDragged, edge };
}

/** A column that accepts cards. */
export function useColumnDrop(element: RefObject<HTMLElement | null>, column: string): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (element.current === null) return;
    return dropTargetForElements({
      element: element.current,
      canDrop: ({ source }) => source.data["kind"] === KIND,
      getData: () => ({ column }),
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: () => setOver(false),
    });
  }, [element, column]);
  return isOver;
}

export function useDrops(onDrop: (drop: Drop) => void): void {
  const tell = useEffectEvent(onDrop);
  useEffect(
    () =>
      monitorForElements({
        canMonitor: ({ source }) => source.data["kind"] === KIND,
        onDrop: ({ source, location }) => {
          const targets = location.current.dropTargets;
          const column = targets.find(({ data }) => typeof data["column"] === "string")?.data["column"];
          if (typeof column !== "string") return;
          const over = targets.find(({ data }) => typeof data["card"] === "string");
          const edge = over === undefined ? null : extractClosestEdge(over.data);
          tell({
            card: String(source.data["card"]),
            column,
            on:
              over === undefined || edge === null
                ? null
                : { card: String(over.data["card"]), edge: edge === "top" ? "top" : "bottom" },
          });
        },
      }),
    [],
  );
}
