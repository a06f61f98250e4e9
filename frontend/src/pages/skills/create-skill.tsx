/** A new skill from a template. What the server refuses stands at its field. */
import { useState, type FormEvent } from "react";
import { useQuery } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import {
  SKILL_LIMITS,
  skillEndpoints,
  skillProblemSchema,
  type Skill,
} from "../../../../src/protocol/skills.ts";
import { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { skillTemplatesQuery } from "../../api/skill-queries.ts";
import { Modal } from "../../components/dialog.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { ListSkeleton } from "../../components/skeleton.tsx";
import { skillName } from "./skill-words.ts";

const FIELD =
  "touch w-full rounded-lg bg-kumo-control px-3 py-2 text-base ring ring-kumo-line focus:outline-2 focus:outline-kumo-brand aria-invalid:ring-2 aria-invalid:ring-kumo-danger";

interface Draft {
  readonly name: string;
  readonly group: string;
  readonly description: string;
  readonly template: string;
}

export function CreateSkill({
  groups,
  onClose,
  onCreated,
}: {
  groups: readonly string[];
  onClose: () => void;
  onCreated: (skill: Skill) => void;
}) {
  const templates = useQuery(skillTemplatesQuery);
  const [draft, setDraft] = useState<Draft>({ name: "", group: "", description: "", template: "" });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const chosen = draft.template || (templates.data?.items[0]?.id ?? "");
  const name = skillName(draft.name);
  const at = fieldProblems(problem);
  const set = (change: Partial<Draft>): void => setDraft({ ...draft, ...change });

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (name === "" || chosen === "") return;
    setBusy(true);
    setProblem(null);
    try {
      const group = skillName(draft.group);
      const description = draft.description.trim();
      onCreated(
        await call(skillEndpoints.createSkill, {
          body: {
            name,
            template: chosen,
            ...(group === "" ? {} : { group }),
            ...(description === "" ? {} : { description }),
          },
        }),
      );
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Modal open onClose={onClose} title="New skill">
      <form className="flex flex-col gap-4 p-4" noValidate onSubmit={(event) => void submit(event)}>
        <label className="flex flex-col gap-1">
          <span className="text-sm font-medium">Name</span>
          <input
            autoFocus
            value={draft.name}
            maxLength={SKILL_LIMITS.nameChars}
            autoCapitalize="off"
            autoComplete="off"
            placeholder="lease-renewal"
            aria-invalid={at["name"] !== undefined}
            aria-describedby="skill-name-note"
            onChange={(event) => set({ name: event.target.value })}
            className={FIELD}
          />
          <span id="skill-name-note" className="text-xs text-kumo-subtle">
            {at["name"] ??
              (name !== "" && name !== draft.name
                ? `Becomes ${name}`
                : "Small letters, digits and hyphens: agents call it by this name.")}
          </span>
        </label>
        <label className="flex flex-col gap-1">
          <span className="text-sm font-medium">When is it to be used?</span>
          <textarea
            value={draft.description}
            rows={3}
            maxLength={SKILL_LIMITS.descriptionChars}
            placeholder="Use when a resident asks to renew a lease: what to check, and what to offer."
            aria-invalid={at["description"] !== undefined}
            aria-describedby="skill-description-note"
            onChange={(event) => set({ description: event.target.value })}
            className={FIELD}
          />
          <span id="skill-description-note" className="text-xs text-kumo-subtle">
            {at["description"] ??
              "Every conversation knows this line. From it the agent tells when to load the rest."}
          </span>
        </label>
        <label className="flex flex-col gap-1">
          <span className="text-sm font-medium">Group (optional)</span>
          <input
            value={draft.group}
            list="skill-groups"
            autoCapitalize="off"
            autoComplete="off"
            aria-invalid={at["group"] !== undefined}
            onChange={(event) => set({ group: event.target.value })}
            className={FIELD}
          />
          <datalist id="skill-groups">
            {groups.map((group) => (
              <option key={group} value={group}>
                {group}
              </option>
            ))}
          </datalist>
        </label>
        <fieldset className="flex flex-col gap-2">
          <legend className="pb-1 text-sm font-medium">Begin with</legend>
          {templates.error ? (
            <ErrorNotice error={templates.error} onRetry={() => void templates.refetch()} />
          ) : null}
          {templates.isPending ? <ListSkeleton rows={2} /> : null}
          {templates.data?.items.map((template) => (
            <label
              key={template.id}
              className="flex cursor-pointer items-start gap-2.5 rounded-lg border border-kumo-line px-3 py-2 has-[:checked]:border-kumo-brand has-[:checked]:bg-kumo-tint"
            >
              <input
                type="radio"
                name="template"
                checked={template.id === chosen}
                onChange={() => set({ template: template.id })}
                className="mt-1 size-4 accent-[var(--color-kumo-brand)]"
              />
              <span className="min-w-0">
                {template.title}
                <span className="block text-xs text-kumo-subtle">{template.description}</span>
              </span>
            </label>
          ))}
        </fieldset>
        {problem === null || Object.keys(at).length > 0 ? null : <ErrorNotice error={problem} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button type="button" className="touch" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="primary"
            className="touch"
            loading={busy}
            disabled={name === "" || chosen === ""}
          >
            Create and edit
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** What was refused, by field. */
function fieldProblems(problem: unknown): Readonly<Record<string, string>> {
  if (!(problem instanceof ApiError)) return {};
  if (problem.code === "exists") return { name: problem.message };
  const listed = skillProblemSchema.array().safeParse(problem.details["problems"]);
  if (!listed.success) return {};
  const known = listed.data.filter(({ field }) => ["name", "description", "group"].includes(field));
  return Object.fromEntries(known.map(({ field, message }) => [field, message]));
}
