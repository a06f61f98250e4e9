/** Opens a task beside the page one is on. As a link for elsewhere it leads to the task's short address. Light: thousands may be scrolled past. */
import type { ComponentProps, MouseEvent } from "react";
import { useNavigate } from "@tanstack/react-router";

export function TaskLink({
  id,
  children,
  ...props
}: { id: string } & Omit<ComponentProps<"a">, "id" | "href" | "onClick">) {
  const navigate = useNavigate();
  const follow = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void navigate({ to: ".", search: (before) => ({ ...before, task: id }) });
  };
  return (
    <a {...props} href={`/tasks/${encodeURIComponent(id)}`} onClick={follow}>
      {children}
    </a>
  );
}
