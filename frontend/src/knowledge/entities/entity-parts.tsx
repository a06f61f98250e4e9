/** The records an entity is merged from, and others with the same name, each with one button. */
import { Button } from "@cloudflare/kumo/components/button";
import type { EntityPage, EntityPart } from "../../../../src/knowledge/api/entities.ts";
import { InsideLink } from "../../components/inside-link.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { focusName, useMerging } from "./merging.ts";

const HOW: Readonly<Record<EntityPart["how"], string>> = {
  contact: "Contact",
  member: "Your team",
  address: "E-mail address",
  name: "Mentioned by name",
  thing: "",
};

/** Records merged by hand, or because an address, a number or a name matches. */
export function Parts({ entity: { id, parts } }: { entity: EntityPage }) {
  const { separate, isBusy } = useMerging(id);
  if (parts.length < 2) return null;
  return (
    <section aria-label="Merged from" className="flex flex-col gap-2">
      <h2 className="text-xs font-medium text-kumo-subtle">Merged from</h2>
      <ul className="flex flex-col gap-2">
        {parts.map((part) => (
          <li key={part.id} className="flex items-start gap-2">
            <span className="min-w-0 flex-1 leading-5">
              <span className="block truncate">
                <bdi>{clipped(part.name, 80)}</bdi>
              </span>
              <span className="block text-xs leading-4 text-kumo-subtle wrap-anywhere">{wordsOf(part)}</span>
            </span>
            {part.id === id ? null : (
              <Button
                size="sm"
                className="touch"
                aria-label={`Unmerge ${clipped(part.name, 60)}`}
                disabled={isBusy}
                onClick={() => separate.mutate(part, { onSuccess: focusName })}
              >
                Unmerge
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function wordsOf({ name, how, detail, mergedBy }: EntityPart): string {
  const by = mergedBy === null ? "" : `merged by ${mergedBy}`;
  const own = detail === name ? "" : detail;
  return clipped([HOW[how], own, by].filter(Boolean).join(" · "), 160);
}

/** Others of its name. A name proves nothing, so people say. */
export function Alike({ entity: { id, alike } }: { entity: EntityPage }) {
  const { merge, isBusy } = useMerging(id);
  if (alike.length === 0) return null;
  return (
    <section aria-label="Same name" className="flex flex-col gap-2">
      <h2 className="text-xs font-medium text-kumo-subtle">Same name. Is it the same one?</h2>
      <ul className="flex flex-col gap-2">
        {alike.map((one) => (
          <li key={one.id} className="flex items-start gap-2">
            <span className="min-w-0 flex-1 leading-5">
              <InsideLink href={`/directory/${one.id}`} className="block truncate hover:underline">
                <bdi>{clipped(one.name, 80)}</bdi>
              </InsideLink>
              <span className="block text-xs leading-4 text-kumo-subtle wrap-anywhere tabular-nums">
                {clipped(one.detail, 100)}
              </span>
            </span>
            <Button
              size="sm"
              className="touch"
              aria-label={`Merge ${clipped(one.name, 60)}, ${clipped(one.detail, 60)}`}
              disabled={isBusy}
              onClick={() => merge.mutate(one, { onSuccess: focusName })}
            >
              Merge
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
