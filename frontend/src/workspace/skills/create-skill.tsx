/** Creates a skill from a template. Server errors appear at their field. */
import { useState } from "react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Radio } from "@cloudflare/kumo/components/radio";
import {
  SKILL_LIMITS,
  skillEndpoints,
  skillProblemSchema,
  type Skill,
} from "../../../../src/workspace/api/skills.ts";
import { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { ERROR_SHOWN_HERE } from "../../api/mutations.ts";
import { skillTemplatesQuery } from "../skill-queries.ts";
import { Modal } from "../../components/dialog.tsx";
import { DialogForm } from "../../components/dialog-form.tsx";
import { TextArea, TextBox } from "../../components/form.tsx";
import { skillName } from "./skill-words.ts";
import { NotLoaded } from "../../components/not-loaded.tsx";

interface Draft {
  readonly name: string;
  readonly group: string;
  readonly description: string;
  readonly template: string;
}

interface Props {
  readonly groups: readonly string[];
  readonly onClose: () => void;
  readonly onCreated: (skill: Skill) => void;
}

function useCreate(onCreated: (skill: Skill) => void) {
  return useMutation({
    mutationFn: ({ name, group, description, template }: Draft) =>
      call(skillEndpoints.createSkill, {
        body: {
          name: skillName(name),
          template,
          ...(skillName(group) === "" ? {} : { group: skillName(group) }),
          ...(description.trim() === "" ? {} : { description: description.trim() }),
        },
      }),
    meta: ERROR_SHOWN_HERE,
    onSuccess: onCreated,
  });
}

export function CreateSkill({ groups, onClose, onCreated }: Props) {
  const templates = useQuery(skillTemplatesQuery);
  const [draft, setDraft] = useState<Draft>({ name: "", group: "", description: "", template: "" });
  const create = useCreate(onCreated);
  const template = draft.template || (templates.data?.items[0]?.id ?? "");
  const ready = skillName(draft.name) !== "" && template !== "";
  const wrong = fieldProblems(create.error);
  const isSaidBeside = Object.keys(wrong).length > 0;
  const set = (change: Partial<Draft>): void => setDraft({ ...draft, ...change });

  return (
    <Modal open onClose={onClose} title="New skill">
      <DialogForm
        job={{ isPending: create.isPending, error: isSaidBeside ? null : create.error }}
        ready={ready}
        onCancel={onClose}
        act="Create and edit"
        onSubmit={() => create.mutate({ ...draft, template })}
      >
        <TextBox
          label="Name"
          autoFocus
          value={draft.name}
          maxLength={SKILL_LIMITS.nameChars}
          autoCapitalize="off"
          autoComplete="off"
          placeholder="lease-renewal"
          {...fieldNote(wrong["name"], nameNote(draft.name))}
          onChange={(name) => set({ name })}
          className="w-full"
        />
        <TextArea
          label="When should Steward use it?"
          value={draft.description}
          rows={3}
          maxLength={SKILL_LIMITS.descriptionChars}
          placeholder="When a resident asks to renew a lease: what to check and what to offer."
          {...fieldNote(
            wrong["description"],
            "Steward always sees this line and uses it to decide when to read the rest.",
          )}
          onChange={(description) => set({ description })}
          className="w-full"
        />
        <Group
          groups={groups}
          value={draft.group}
          wrong={wrong["group"]}
          onChange={(group) => set({ group })}
        />
        <Templates chosen={template} onChoose={(id) => set({ template: id })} />
      </DialogForm>
    </Modal>
  );
}

function Group({
  groups,
  value,
  wrong,
  onChange,
}: {
  groups: readonly string[];
  value: string;
  wrong: string | undefined;
  onChange: (group: string) => void;
}) {
  return (
    <>
      <TextBox
        label="Group (optional)"
        value={value}
        list="skill-groups"
        autoCapitalize="off"
        autoComplete="off"
        {...fieldNote(wrong, "")}
        onChange={onChange}
        className="w-full"
      />
      <datalist id="skill-groups">
        {groups.map((group) => (
          <option key={group} value={group}>
            {group}
          </option>
        ))}
      </datalist>
    </>
  );
}

/** The refusal, or else a hint. */
function fieldNote(
  wrong: string | undefined,
  note: string,
): { error: string } | { description: string } | object {
  if (wrong !== undefined) return { error: wrong };
  return note === "" ? {} : { description: note };
}

function nameNote(typed: string): string {
  const name = skillName(typed);
  return name !== "" && name !== typed ? `Becomes ${name}` : "Lowercase letters, digits, and hyphens.";
}

function Templates({ chosen, onChoose }: { chosen: string; onChoose: (id: string) => void }) {
  const templates = useQuery(skillTemplatesQuery);
  if (!templates.data) return <NotLoaded query={templates} rows={2} />;
  return (
    <Radio.Group legend="Start from" value={chosen} onValueChange={onChoose}>
      {templates.data.items.map(({ id, title, description }) => (
        <Radio.Item
          key={id}
          value={id}
          label={
            <span>
              {title}
              <span className="block text-xs text-kumo-subtle">{description}</span>
            </span>
          }
        />
      ))}
    </Radio.Group>
  );
}

/** Refusals by field. */
function fieldProblems(problem: unknown): Readonly<Record<string, string>> {
  if (!(problem instanceof ApiError)) return {};
  if (problem.code === "exists") return { name: problem.message };
  const listed = skillProblemSchema.array().safeParse(problem.details["problems"]);
  if (!listed.success) return {};
  const known = listed.data.filter(({ field }) => ["name", "description", "group"].includes(field));
  return Object.fromEntries(known.map(({ field, message }) => [field, message]));
}
