/** A project's name, owner, status, dates, and deletion. */
import { useState } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import {
  PROJECT_LIMITS,
  projectsEndpoints,
  projectStatusSchema,
  type ProjectPage,
  type ProjectPatch,
} from "../../../src/projects/api/projects.ts";
import { ApiError } from "../api/api-error.ts";
import { call } from "../api/call.ts";
import { Confirm } from "../components/confirm.tsx";
import { Choice, TextArea } from "../components/form.tsx";
import { clipped } from "../components/text-pieces.ts";
import { toastError, toasts } from "../components/toasts.ts";
import { count } from "../components/words.ts";
import { Section } from "../components/settings/section.tsx";
import { FactLine } from "./fact-line.tsx";
import { PROJECT_STATUS_WORDS } from "./project-words.ts";
import { SavedInput } from "./saved-input.tsx";
import { renewProjects } from "./use-record.ts";
import { offerUndo } from "./use-task-acts.ts";
import { useTeam } from "./use-team.ts";

const NONE = "-";

type Save = (patch: ProjectPatch, words: string) => Promise<boolean>;

/** Saves against the shown version; after a conflict the typed text stays. */
function useSave(project: ProjectPage): Save {
  const client = useQueryClient();
  return async (patch, words) => {
    try {
      const { changeId } = await call(projectsEndpoints.update, {
        params: { id: project.id },
        body: { ...patch, version: project.version },
      });
      offerUndo(client, words, [changeId]);
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.code === "changed")
        toasts.add({
          variant: "warning",
          title: "Someone else changed this project first.",
          description: "What you typed is still here. Check the newest version, then save again.",
          timeout: 12_000,
        });
      else toastError(error);
      return false;
    } finally {
      await renewProjects(client);
    }
  };
}

interface Props {
  readonly project: ProjectPage;
  readonly save: Save;
}

export function DetailsPart({ project }: { project: ProjectPage }) {
  const save = useSave(project);
  return (
    <Section title="Details">
      <div className="sheet flex flex-col gap-1 p-4">
        <Names project={project} save={save} />
        <Standing project={project} save={save} />
        <Plan project={project} save={save} />
        <About project={project} save={save} />
      </div>
      <Remove project={project} />
    </Section>
  );
}

function Names({ project, save }: Props) {
  return (
    <>
      <FactLine label="Name">
        <SavedInput
          type="text"
          wide
          label="Name of the project"
          value={project.name}
          onSave={(name) =>
            name.trim() === "" ? Promise.resolve(true) : save({ name: name.trim() }, "Renamed.")
          }
        />
      </FactLine>
      <FactLine label="Client">
        <SavedInput
          type="text"
          wide
          label="Client"
          value={project.clientName}
          onSave={(clientName) => save({ clientName: clientName.trim() }, "Client changed.")}
        />
      </FactLine>
    </>
  );
}

function Standing({ project, save }: Props) {
  const team = useTeam();
  return (
    <>
      <FactLine label="Status">
        <Choice
          label="Status of the project"
          value={project.status}
          options={projectStatusSchema.options.map((one) => [one, PROJECT_STATUS_WORDS[one]] as const)}
          onChange={(status) => void save({ status }, `${PROJECT_STATUS_WORDS[status]} from now on.`)}
        />
      </FactLine>
      <FactLine label="Owner">
        <Choice
          label="Owner"
          value={project.ownerId ?? NONE}
          options={[
            [NONE, "No one"] as const,
            ...team.members.map(({ id, name }) => [id, clipped(name, 60)] as const),
          ]}
          onChange={(id) => void save({ ownerId: id === NONE ? null : id }, "Owner changed.")}
        />
      </FactLine>
    </>
  );
}

function Plan({ project, save }: Props) {
  return (
    <>
      <FactLine label="Dates">
        <div className="flex flex-wrap items-center gap-1.5">
          <SavedInput
            type="date"
            label="Start of the project"
            value={project.startDate ?? ""}
            onSave={(day) => save({ startDate: day || null }, "Start changed.")}
          />
          <span aria-hidden>–</span>
          <SavedInput
            type="date"
            label="Due date of the project"
            value={project.dueDate ?? ""}
            onSave={(day) => save({ dueDate: day || null }, "Due date changed.")}
          />
        </div>
      </FactLine>
      <FactLine label="Scope alert">
        <span className="inline-flex flex-wrap items-center gap-2 text-sm">
          <SavedInput
            type="number"
            label="Alert when scope grows by (percent)"
            value={String(project.scopeAlertPercent)}
            onSave={(percent) =>
              save(
                { scopeAlertPercent: Math.min(500, Math.max(1, Math.round(Number(percent) || 15))) },
                "Scope alert changed.",
              )
            }
          />
          % more or less than the baseline
        </span>
      </FactLine>
    </>
  );
}

function About({ project, save }: Props) {
  const [about, setAbout] = useState<string | null>(null);
  const keep = async (description: string): Promise<void> => {
    if (await save({ description }, "Description changed.")) setAbout(null);
  };
  return (
    <div className="pt-2">
      <TextArea
        label="What it’s about"
        value={about ?? project.description}
        maxLength={PROJECT_LIMITS.textChars}
        onChange={setAbout}
        className="max-h-80 min-h-24 w-full"
      />
      {about === null || about === project.description ? null : (
        <div className="flex justify-end gap-2 pt-2">
          <Button size="sm" className="touch" onClick={() => setAbout(null)}>
            Cancel
          </Button>
          <Button size="sm" variant="primary" className="touch" onClick={() => void keep(about)}>
            Save
          </Button>
        </div>
      )}
    </div>
  );
}

function Remove({ project }: { project: ProjectPage }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const removing = useMutation({
    mutationFn: () =>
      call(projectsEndpoints.remove, { params: { id: project.id }, query: { version: project.version } }),
    onSuccess: async ({ changeId }) => {
      await navigate({ to: "/projects" });
      offerUndo(client, `Deleted “${clipped(project.name, 60)}”.`, [changeId]);
    },
    onSettled: () => renewProjects(client),
  });
  return (
    <>
      <Button className="touch self-start" onClick={() => setAsking(true)}>
        Delete project…
      </Button>
      <Confirm
        open={asking}
        title="Delete this project?"
        act="Delete"
        busy={removing.isPending}
        onConfirm={() => removing.mutate()}
        onClose={() => setAsking(false)}
      >
        “{clipped(project.name, 100)}” and its {count(project.tasksTotal, "task")} disappear for everyone. You
        can undo it right after.
      </Confirm>
    </>
  );
}
