/**
 * Keys of the approvals list: j and k move, a approves, r rejects, e edits, u undoes. Inactive while typing or while a menu is open. Keys pressed
 * faster than cards render are handled in order: j and k count from the last requested card, and a approves only the card that was on the screen
 * when it was pressed.
 */
import { useEffect, useRef, type RefObject } from "react";
import { useNavigate } from "@tanstack/react-router";
import type { CardHandle } from "./draft/card.tsx";
import { isTyping, singleKeysOn } from "../components/keys/shortcuts.ts";

export function useTriageKeys({
  ids,
  openId,
  card,
  undo,
}: {
  ids: readonly string[];
  openId: string | undefined;
  card: RefObject<CardHandle | null>;
  undo: () => void;
}): void {
  const navigate = useNavigate();
  const order = ids.join(" ");
  const asked = useRef(openId);
  useEffect(() => {
    asked.current = openId;
  }, [openId]);
  useEffect(() => {
    const list = order.split(" ").filter(Boolean);
    const step = (by: number): void => {
      const at = asked.current ? list.indexOf(asked.current) : -1;
      const id = list[Math.min(Math.max(at + by, 0), list.length - 1)];
      if (!id) return;
      asked.current = id;
      void navigate({ to: "/approvals/$id", params: { id } });
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || event.repeat) return;
      if (isTyping(event.target) || !singleKeysOn()) return;
      const keys: Record<string, () => void> = {
        j: () => step(1),
        k: () => step(-1),
        a: () => card.current?.approve(event.timeStamp),
        r: () => card.current?.reject(),
        e: () => card.current?.edit(),
        u: undo,
      };
      const act = keys[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [order, navigate, card, undo]);
}
