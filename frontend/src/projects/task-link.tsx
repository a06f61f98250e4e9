/** Opens a task beside the current page. The link itself is the task's short address. Lightweight, since lists hold thousands. */
import type { ComponentProps, MouseEvent, PointerEvent } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { taskQuery } from "./project-queries.ts";

export function TaskLink({
  id,
  children,
  ...props
}: { id: string } & Omit<ComponentProps<"a">, "id" | "href" | "onClick" | "onPointerDown">) {
  const navigate = useNavigate();
  const client = useQueryClient();
  /** A finger may only be scrolling. */
  const press = ({ pointerType, button }: PointerEvent): void => {
    if (pointerType === "mouse" && button === 0) void client.prefetchQuery(taskQuery(id));
  };
  const follow = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void navigate({ to: ".", search: (before) => ({ ...before, task: id }) });
  };
  return (
    <a {...props} href={`/tasks/${encodeURIComponent(id)}`} onPointerDown={press} onClick={follow}>
      {children}
    </a>
  );
}
