/** What a team runs: one of four, each with what it is about. */
import type { Work } from "../../../src/team/api/first-steps.ts";
import { WORK_WORDS, WORKS } from "./work-words.ts";

export function PickWork({
  value,
  disabled = false,
  onChange,
}: {
  value: Work | null;
  disabled?: boolean;
  onChange: (work: Work) => void;
}) {
  return (
    <fieldset className="grid gap-2 sm:grid-cols-2" disabled={disabled}>
      <legend className="pb-2 font-medium">What do you run?</legend>
      {WORKS.map((work) => (
        <label
          key={work}
          className="touch grid cursor-pointer grid-cols-[auto_1fr] content-start gap-x-2.5 rounded-xl p-3 ring ring-kumo-line hover:bg-kumo-tint has-checked:bg-kumo-tint has-checked:ring-2 has-checked:ring-kumo-brand has-focus-visible:outline-2 has-focus-visible:outline-kumo-focus"
        >
          <input
            type="radio"
            name="work"
            value={work}
            checked={value === work}
            onChange={() => onChange(work)}
            className="mt-1 self-start accent-kumo-brand"
          />
          <span className="font-medium">{WORK_WORDS[work].label}</span>
          <span className="col-start-2 text-sm text-kumo-subtle">{WORK_WORDS[work].about}</span>
        </label>
      ))}
    </fieldset>
  );
}
