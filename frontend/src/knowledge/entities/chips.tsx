/** Entities that something is about, each linked to its page. */
import { Link } from "@tanstack/react-router";
import type { EntityRef } from "../../../../src/knowledge/api/entities.ts";
import { clipped } from "../../components/text-pieces.ts";

export function EntityChips({ entities }: { entities: readonly EntityRef[] }) {
  if (entities.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-1.5 text-sm">
      {entities.map(({ id, name }) => (
        <li key={id} className="min-w-0">
          <Link
            to="/directory/$id"
            params={{ id }}
            className="touch inline-flex min-h-8 max-w-full items-center rounded-full px-3 ring ring-kumo-line hover:bg-kumo-tint"
          >
            <bdi className="truncate">{clipped(name, 50)}</bdi>
          </Link>
        </li>
      ))}
    </ul>
  );
}
