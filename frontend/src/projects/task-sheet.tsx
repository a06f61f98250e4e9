/** A task with all its details beside the page it was opened from; everything is edited in place. */
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useRouterState } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import { DropdownMenu } from "@cloudflare/kumo/components/dropdown";
import type { TaskSheet as Sheet } from "../../../src/projects/api/projects-tasks.ts";
import { customFieldsQuery, projectQuery, taskQuery } from "./project-queries.ts";
import { ArrowLeftIcon, XIcon } from "../components/icons.ts";
import { MoreMenu } from "../components/more-menu.tsx";
import { Notice } from "../components/notice.tsx";
import { Empty } from "../components/page.tsx";
import { clipped } from "../components/text-pieces.ts";
import { Time } from "../components/time.tsx";
import { toasts } from "../components/toasts.ts";
import { ByAgent } from "./task-bits.tsx";
import { Checklist } from "./sheet-checklist.tsx";
import { Comments } from "./sheet-comments.tsx";
import { Dependencies } from "./sheet-dependencies.tsx";
import { Facts } from "./sheet-facts.tsx";
import { ChangeList } from "./change-list.tsx";
import { HistoryProblem } from "./history-problem.tsx";
import { SheetPart } from "./sheet-part.tsx";
import { Subtasks } from "./sheet-subtasks.tsx";
import { EditableProse, EditableTitle } from "./sheet-texts.tsx";
import { useTaskActs } from "./use-task-acts.ts";
import { TaskLink } from "./task-link.tsx";
import { NotLoaded } from "../components/not-loaded.tsx";

export default function TaskSheet({ id }: { id: string }) {
  const query = useQuery(taskQuery(id));
  const { data } = query;
  const close = useClose();
  return (
    <aside
      aria-label={data === undefined ? "Task" : `Task: ${clipped(data.task.title, 80)}`}
      className="arrive flex min-h-0 w-full min-w-0 shrink-0 flex-col border-l border-kumo-line bg-kumo-base xl:w-120"
    >
      {data === undefined ? (
        <>
          <Bar onClose={close} />
          <NotLoaded
            query={query}
            rows={5}
            missing={<Empty title="This task is gone">Someone deleted it, or the link is wrong.</Empty>}
            inset
          />
        </>
      ) : (
        <Open sheet={data} onClose={close} />
      )}
    </aside>
  );
}

function useClose(): () => void {
  const navigate = useNavigate();
  return () => void navigate({ to: ".", search: (before) => ({ ...before, task: undefined }), hash: "" });
}

function Bar({ onClose, children }: { onClose: () => void; children?: React.ReactNode }) {
  return (
    <header className="flex min-h-14 shrink-0 items-center gap-1 border-b border-kumo-hairline pr-2 pl-4">
      <Button
        variant="ghost"
        shape="square"
        className="touch -ml-2 xl:hidden"
        aria-label="Back"
        icon={<ArrowLeftIcon aria-hidden className="size-5" />}
        onClick={onClose}
      />
      <div className="min-w-0 flex-1">{children}</div>
      <Button
        variant="ghost"
        shape="square"
        className="touch max-xl:hidden"
        aria-label="Close the task"
        icon={<XIcon aria-hidden className="size-5" />}
        onClick={onClose}
      />
    </header>
  );
}

function Open({ sheet, onClose }: { sheet: Sheet; onClose: () => void }) {
  const acts = useTaskActs();
  const { task, parent, projectName } = sheet;
  const { data: project } = useQuery(projectQuery(task.projectId));
  const { data: fields = [] } = useQuery(customFieldsQuery(task.projectId));
  const hash = useRouterState({ select: (state) => state.location.hash });
  const remove = async (): Promise<void> => {
    if (await acts.remove(task)) onClose();
  };
  return (
    <>
      <Bar onClose={onClose}>
        <div className="flex items-center gap-1">
          <p className="min-w-0 flex-1 truncate text-xs text-kumo-subtle">
            <Link to="/projects/$id" params={{ id: task.projectId }} className="hover:underline">
              {clipped(projectName, 60)}
            </Link>
            {parent === null ? null : (
              <>
                {" / "}
                <TaskLink id={parent.id} className="hover:underline">
                  {clipped(parent.title, 60)}
                </TaskLink>
              </>
            )}
          </p>
          <MoreMenu label="More actions for this task" size="sm">
            <DropdownMenu.Item onClick={() => copyLink(task.id)}>Copy link</DropdownMenu.Item>
            <DropdownMenu.Item variant="danger" onClick={() => void remove()}>
              Delete (restorable)
            </DropdownMenu.Item>
          </MoreMenu>
        </div>
      </Bar>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <div className="mx-auto flex max-w-3xl flex-col gap-5 p-4">
          <ElsewhereNotice sheet={sheet} />
          <div className="flex flex-col gap-1">
            <EditableTitle task={task} acts={acts} begin={hash === "title"} />
            {task.createdBy.kind === "agent" ? (
              <p className="flex items-center gap-1.5 text-xs text-kumo-subtle">
                <ByAgent /> Steward made this task <Time at={task.createdAt} />
              </p>
            ) : null}
          </div>
          <Facts task={task} phases={project?.phases ?? []} fields={fields} acts={acts} />
          <EditableProse task={task} acts={acts} />
          <Subtasks sheet={sheet} acts={acts} />
          <Checklist task={task} items={sheet.checklist} />
          <Dependencies sheet={sheet} acts={acts} />
          <Comments sheet={sheet} />
          <History sheet={sheet} />
        </div>
      </div>
    </>
  );
}

function History({ sheet: { task, changes, moreChanges, historyProblem } }: { sheet: Sheet }) {
  return (
    <SheetPart title="History">
      <HistoryProblem problem={historyProblem} />
      <ChangeList changes={changes} />
      {moreChanges ? (
        <Link
          to="/projects/$id/history"
          params={{ id: task.projectId }}
          className="text-xs text-kumo-link hover:underline"
        >
          Older changes
        </Link>
      ) : null}
    </SheetPart>
  );
}

function copyLink(id: string): void {
  const link = `${window.location.origin}/tasks/${id}`;
  navigator.clipboard.writeText(link).then(
    () => toasts.add({ title: "Link copied.", timeout: 3000 }),
    () => toasts.add({ title: "Your browser didn’t allow copying.", description: link, timeout: 12_000 }),
  );
}

function ElsewhereNotice({ sheet: { task } }: { sheet: Sheet }) {
  if (task.link === null) return null;
  const service = task.link.vendor === "clickup" ? "ClickUp" : "Jira";
  return (
    <Notice
      tone="plain"
      actions={
        task.link.url === null ? null : (
          <a href={task.link.url} target="_blank" rel="noopener noreferrer nofollow" className="link">
            Open in {service}
          </a>
        )
      }
    >
      Title, description, status, priority, and due date of this task are kept in {service}. Change them
      there.
    </Notice>
  );
}
