/** The phases of a project, in their order. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { projectsEndpoints, type Phase, type ProjectPage } from "../../../src/projects/api/projects.ts";
import { call } from "../api/call.ts";
import { newId } from "../api/storage.ts";
import { RowItem, Rows, Section } from "../components/settings/section.tsx";
import { orderBetween } from "../components/board/board-places.ts";
import { QuickAdd } from "./quick-add.tsx";
import { SavedInput } from "./saved-input.tsx";
import { renewProjects, useRemove, useAdd } from "./use-record.ts";
import { OrderButtons } from "../components/order-buttons.tsx";

export function PhasesPart({ project }: { project: ProjectPage }) {
  const client = useQueryClient();
  const { phases } = project;
  const update = useMutation({
    mutationFn: ({ phase, ...patch }: { phase: Phase; name?: string; sortOrder?: number }) =>
      call(projectsEndpoints.updatePhase, {
        params: { id: phase.id },
        body: { ...patch, version: phase.version },
      }),
    onSettled: () => renewProjects(client),
  });
  const remove = useRemove(projectsEndpoints.removePhase, "Phase removed. Its tasks stay, without a phase.");
  const add = useAdd((name) =>
    call(projectsEndpoints.createPhase, { body: { id: newId(), projectId: project.id, name } }),
  );
  const move = (at: number, step: 1 | -1): void => {
    const phase = phases[at];
    if (phase === undefined) return;
    const others = phases.filter(({ id }) => id !== phase.id);
    const to = at + step;
    update.mutate({ phase, sortOrder: orderBetween(others[to - 1]?.sortOrder, others[to]?.sortOrder) });
  };
  return (
    <Section title="Phases" lead="Group tasks in the list and on the timeline.">
      <Rows>
        {phases.map((phase, at) => (
          <Line
            key={phase.id}
            phase={phase}
            at={at}
            isLast={at === phases.length - 1}
            onRename={(name) =>
              update.mutateAsync({ phase, name }).then(
                () => true,
                () => false,
              )
            }
            onMove={(step) => move(at, step)}
            onRemove={() => remove.mutate(phase)}
          />
        ))}
        <RowItem>
          <QuickAdd
            label="New phase"
            words="Add a phase"
            keyed={false}
            placeholder="Name of the phase"
            onAdd={add}
          />
        </RowItem>
      </Rows>
    </Section>
  );
}

function Line({
  phase,
  at,
  isLast,
  onRename,
  onMove,
  onRemove,
}: {
  phase: Phase;
  at: number;
  isLast: boolean;
  onRename: (name: string) => Promise<boolean>;
  onMove: (step: 1 | -1) => void;
  onRemove: () => void;
}) {
  return (
    <RowItem>
      <span className="min-w-0 flex-1">
        <SavedInput
          type="text"
          wide
          label={`Name of phase ${at + 1}`}
          value={phase.name}
          onSave={(name) => (name.trim() === "" ? Promise.resolve(true) : onRename(name.trim()))}
        />
      </span>
      <OrderButtons
        name={phase.name}
        isFirst={at === 0}
        isLast={isLast}
        onMove={onMove}
        onRemove={onRemove}
      />
    </RowItem>
  );
}
