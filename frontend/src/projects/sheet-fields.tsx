/** The team's own fields on a task. */
import { Button } from "@cloudflare/kumo/components/button";
import { DropdownMenu } from "@cloudflare/kumo/components/dropdown";
import type { CustomField } from "../../../src/projects/api/projects-records.ts";
import type { FieldValues, Task } from "../../../src/projects/api/projects-tasks.ts";
import { Choice, Tick } from "../components/form.tsx";
import { clipped } from "../components/text-pieces.ts";
import { FactLine } from "./fact-line.tsx";
import { SavedInput } from "./saved-input.tsx";
import type { TaskActs } from "./use-task-acts.ts";
import { useTeam } from "./use-team.ts";

const NONE = "-";

export function CustomFields({
  task,
  fields,
  acts,
}: {
  task: Task;
  fields: readonly CustomField[];
  acts: TaskActs;
}) {
  return fields.map((field) => (
    <FactLine key={field.id} label={clipped(field.name, 40)}>
      <Field field={field} task={task} acts={acts} />
    </FactLine>
  ));
}

function Field({ field, task, acts }: { field: CustomField; task: Task; acts: TaskActs }) {
  const team = useTeam();
  const value = task.fields[field.id];
  const set = (now: FieldValues[string] | undefined): Promise<boolean> => {
    const { [field.id]: _, ...others } = task.fields;
    return acts.change(
      task,
      { fields: now === undefined ? others : { ...others, [field.id]: now } },
      `${clipped(field.name, 40)} changed.`,
    );
  };
  const label = clipped(field.name, 60);
  switch (field.type) {
    case "checkbox":
      return <Tick label="Yes" spoken={label} checked={value === true} onChange={(now) => void set(now)} />;
    case "select":
    case "user": {
      const options =
        field.type === "user"
          ? team.members.map(({ id, name }) => [id, name] as const)
          : field.options.map((one) => [one, one] as const);
      return (
        <Choice
          label={label}
          value={typeof value === "string" ? value : NONE}
          options={[[NONE, "None"] as const, ...options]}
          onChange={(now) => void set(now === NONE ? undefined : now)}
        />
      );
    }
    case "multi_select":
      return (
        <Several label={label} field={field} chosen={Array.isArray(value) ? value : []} onChange={set} />
      );
    case "number":
    case "date":
    case "text":
      return (
        <SavedInput
          type={field.type}
          label={label}
          wide={field.type === "text"}
          value={typeof value === "string" || typeof value === "number" ? String(value) : ""}
          onSave={(typed) => set(typed === "" ? undefined : field.type === "number" ? Number(typed) : typed)}
        />
      );
  }
}

function Several({
  label,
  field,
  chosen,
  onChange,
}: {
  label: string;
  field: CustomField;
  chosen: readonly string[];
  onChange: (now: string[] | undefined) => Promise<boolean>;
}) {
  return (
    <DropdownMenu>
      <DropdownMenu.Trigger
        render={
          <Button size="sm" variant="ghost" className="touch -ml-2 max-w-full">
            <span className="sr-only">{label}: </span>
            {chosen.length === 0 ? (
              <span className="text-kumo-subtle">None</span>
            ) : (
              clipped(chosen.join(", "), 120)
            )}
          </Button>
        }
      />
      <DropdownMenu.Content align="start">
        {field.options.map((option) => (
          <DropdownMenu.CheckboxItem
            key={option}
            checked={chosen.includes(option)}
            closeOnClick={false}
            onCheckedChange={(on) => {
              const now = on ? [...chosen, option] : chosen.filter((one) => one !== option);
              void onChange(now.length === 0 ? undefined : now);
            }}
          >
            {clipped(option, 60)}
          </DropdownMenu.CheckboxItem>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu>
  );
}
