/** The team's tags. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import { tagsEndpoints, type Tag } from "../../../src/projects/api/projects-records.ts";
import { call } from "../api/call.ts";
import { newId } from "../api/storage.ts";
import { Choice } from "../components/form.tsx";
import { TrashIcon } from "../components/icons.ts";
import { clipped } from "../components/text-pieces.ts";
import { RowItem, Rows, Section } from "../components/settings/section.tsx";
import { QuickAdd } from "./quick-add.tsx";
import { SavedInput } from "./saved-input.tsx";
import { TAG_CLASSES, TAG_COLORS, type TagColor } from "./tag-colors.ts";
import { renewProjects, useRemove, useAdd } from "./use-record.ts";
import { useTags } from "./use-team.ts";

const NAME_CHARS = 50;
const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

export function TagsPart() {
  const client = useQueryClient();
  const tags = useTags();
  const update = useMutation({
    mutationFn: ({ tag, ...patch }: { tag: Tag; name?: string; color?: TagColor }) =>
      call(tagsEndpoints.update, { params: { id: tag.id }, body: { ...patch, version: tag.version } }),
    onSettled: () => renewProjects(client),
  });
  const remove = useRemove(tagsEndpoints.remove, "Tag removed.");
  const add = useAdd((name) =>
    call(tagsEndpoints.create, { body: { id: newId(), name: name.slice(0, NAME_CHARS) } }),
  );
  return (
    <Section title="Tags" lead="The same in every project.">
      <Rows>
        {tags.map((tag) => (
          <Line
            key={tag.id}
            tag={tag}
            onChange={(patch) =>
              update.mutateAsync({ tag, ...patch }).then(
                () => true,
                () => false,
              )
            }
            onRemove={() => remove.mutate(tag)}
          />
        ))}
        <RowItem>
          <QuickAdd
            label="New tag"
            words="Add a tag"
            keyed={false}
            placeholder="Name of the tag"
            onAdd={add}
          />
        </RowItem>
      </Rows>
    </Section>
  );
}

function Line({
  tag,
  onChange,
  onRemove,
}: {
  tag: Tag;
  onChange: (patch: { name?: string; color?: TagColor }) => Promise<boolean>;
  onRemove: () => void;
}) {
  const named = clipped(tag.name, 40);
  return (
    <RowItem>
      <span aria-hidden className={`size-3 shrink-0 rounded-full ${TAG_CLASSES[tag.color]}`} />
      <span className="min-w-0 flex-1 basis-32">
        <SavedInput
          type="text"
          wide
          label={`Name of the tag ${named}`}
          value={tag.name}
          onSave={(name) =>
            name.trim() === "" ? Promise.resolve(true) : onChange({ name: name.trim().slice(0, NAME_CHARS) })
          }
        />
      </span>
      <Choice
        label={`Color of the tag ${named}`}
        value={tag.color}
        options={TAG_COLORS.map((color) => [color, capital(color)] as const)}
        onChange={(color) => void onChange({ color })}
      />
      <Button
        size="sm"
        variant="ghost"
        shape="square"
        className="touch"
        aria-label={`Remove the tag ${named}`}
        icon={<TrashIcon aria-hidden className="size-4" />}
        onClick={onRemove}
      />
    </RowItem>
  );
}
