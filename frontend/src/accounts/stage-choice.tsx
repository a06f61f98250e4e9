/** Stages: as a quiet badge, and as a choice among the team's. */
import { useQuery } from "@tanstack/react-query";
import { stagesQuery } from "./account-queries.ts";
import { Choice } from "../components/form.tsx";
import { clipped } from "../components/text-pieces.ts";

export function StageBadge({ stage }: { stage: string }) {
  if (stage === "") return null;
  return (
    <span className="inline-flex max-w-full rounded-full bg-kumo-tint px-2 py-px text-xs leading-4.5 text-kumo-default ring ring-kumo-line">
      <span className="truncate">{clipped(stage, 60)}</span>
    </span>
  );
}

/** Stands for no stage, because a select's value can't be empty. */
const NONE = "-";

/** A stage that isn't in the list stays selectable. */
export function StageChoice({
  stage,
  shown = false,
  disabled = false,
  onChange,
}: {
  stage: string;
  shown?: boolean;
  disabled?: boolean;
  onChange: (stage: string) => void;
}) {
  const { data: stages = [] } = useQuery(stagesQuery);
  const known = stage === "" || stages.includes(stage) ? stages : [stage, ...stages];
  return (
    <Choice
      label="Stage"
      shown={shown}
      value={stage === "" ? NONE : stage}
      options={[[NONE, "No stage"] as const, ...known.map((one) => [one, one] as const)]}
      disabled={disabled}
      onChange={(picked) => onChange(picked === NONE ? "" : picked)}
    />
  );
}
