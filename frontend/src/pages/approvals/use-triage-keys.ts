/** Keys of the triage: j and k walk, a approves, r rejects, e edits. Quiet while one types or a menu is open. */
import { useEffect, type RefObject } from "react";
import { useNavigate } from "@tanstack/react-router";
import type { CardHandle } from "../../components/approval/card.tsx";

function typing(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest(
      "input:not([type=checkbox]), textarea, select, [contenteditable], [role=menu], [role=dialog]",
    ) !== null
  );
}

export function useTriageKeys({
  ids,
  openId,
  card,
}: {
  ids: readonly string[];
  openId: string | undefined;
  card: RefObject<CardHandle | null>;
}): void {
  const navigate = useNavigate();
  const order = ids.join(" ");
  useEffect(() => {
    const list = order.split(" ").filter(Boolean);
    const step = (by: number): void => {
      const at = openId ? list.indexOf(openId) : -1;
      const id = list[Math.min(Math.max(at + by, 0), list.length - 1)];
      if (id) void navigate({ to: "/approvals/$id", params: { id } });
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || typing(event.target))
        return;
      const keys: Record<string, () => void> = {
        j: () => step(1),
        k: () => step(-1),
        a: () => card.current?.approve(),
        r: () => card.current?.reject(),
        e: () => card.current?.edit(),
      };
      const act = keys[event.key];
      if (!act || event.repeat) return;
      event.preventDefault();
      act();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [order, openId, navigate, card]);
}
