/** An entity's icon: initials for a person, its type for anything else. */
import type { EntityType } from "../../../../src/knowledge/api/entities.ts";
import { BuildingsIcon, HashIcon, HouseIcon, KanbanIcon } from "../../components/icons.ts";
import { Avatar } from "../../team/people/avatar.tsx";

const ICONS = { company: BuildingsIcon, property: HouseIcon, project: KanbanIcon, topic: HashIcon } as const;

interface Marked {
  readonly type: EntityType;
  readonly name: string;
}

export function EntityMark({ entity: { type, name }, large = false }: { entity: Marked; large?: boolean }) {
  if (type === "person") return <Avatar name={name} large={large} />;
  const Icon = ICONS[type];
  return (
    <span
      aria-hidden
      className={`grid shrink-0 place-items-center bg-kumo-fill text-kumo-subtle ${large ? "size-12 rounded-xl" : "size-8 rounded-lg"}`}
    >
      <Icon className={large ? "size-6" : "size-4"} />
    </span>
  );
}
