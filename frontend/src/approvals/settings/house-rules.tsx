/** House rules: what the team decided in words, what is checked of each, and what it caught. Admins change them. */
import { useState } from "react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  checkWords,
  holdsSchema,
  houseChannelSchema,
  type Deputy,
  type HouseRule,
} from "../../../../src/approvals/api/house-rules.ts";
import type { Policy } from "../../../../src/team/api/policy.ts";
import { teamEndpoints } from "../../../../src/team/api/team.ts";
import { auditEndpoints } from "../../../../src/team/api/audit.ts";
import { call } from "../../api/call.ts";
import { ERROR_SHOWN_HERE } from "../../api/mutations.ts";
import { policyQuery, teamQuery } from "../../api/queries.ts";
import { newId } from "../../api/storage.ts";
import { DialogForm } from "../../components/dialog-form.tsx";
import { Choice, TextArea, TextBox, Tick } from "../../components/form.tsx";
import { NotLoaded } from "../../components/not-loaded.tsx";
import { RecordRows } from "../../components/record-list.tsx";
import { useMe } from "../../components/session.tsx";
import { AdminsOnly } from "../../components/settings/draft-parts.tsx";
import { RowItem, Rows, Section } from "../../components/settings/section.tsx";
import { Time } from "../../components/time.tsx";
import { toastError } from "../../components/toasts.ts";
import { count } from "../../components/words.ts";

const CHANNELS = { sms: "Texts", email: "E-mails", slack: "Slack", event: "Calendar" } as const;
const HOLDS = { time: "a time or day", price: "a price", promise: "a promise", link: "a link" } as const;
/** Most catches that are looked at. */
const CATCHES = 100;

const catchesQuery = {
  queryKey: ["house-rules", "caught"],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await call(auditEndpoints.audit, { signal, query: { area: "house_rule", limit: CATCHES } })).items,
};

export default function HouseRules() {
  const query = useQuery(policyQuery);
  const admin = useMe().role === "admin";
  const save = useSavePolicy();
  const { data } = query;
  if (data === undefined) return <NotLoaded query={query} rows={3} />;
  const { houseRules, deputies } = data.policy;
  return (
    <>
      <AdminsOnly admin={admin} />
      <Section
        title="House rules"
        lead="What your team decided for everything Steward drafts. Tell Steward (“We never promise times by text”), and an admin confirms it. Each draft is held to them, and only the people a rule names can decide what it catches."
      >
        {admin ? (
          <RecordRows
            items={houseRules}
            noun="house rule"
            nameOf={({ sentence }) => `the rule “${sentence}”`}
            onRemove={({ id }) =>
              save.mutate(({ houseRules: all }) => ({ houseRules: all.filter((one) => one.id !== id) }))
            }
            row={(rule) => <Rule rule={rule} />}
            form={(rule, close) => <RuleForm rule={rule} onClose={close} />}
          />
        ) : houseRules.length === 0 ? (
          <p className="text-kumo-subtle">No house rules yet.</p>
        ) : (
          <Rows>
            {houseRules.map((rule) => (
              <RowItem key={rule.id}>
                <Rule rule={rule} />
              </RowItem>
            ))}
          </Rows>
        )}
      </Section>
      {admin || deputies.length > 0 ? <Deputies deputies={deputies} admin={admin} /> : null}
    </>
  );
}

function Deputies({ deputies, admin }: { deputies: readonly Deputy[]; admin: boolean }) {
  const save = useSavePolicy();
  const row = ({ of, deputy, until }: Deputy) => (
    <span className="min-w-0 flex-1 basis-64 wrap-anywhere">
      <span className="block font-medium">
        {deputy.name} for {of.name}
      </span>
      <span className="block text-xs text-kumo-subtle">
        {until === null ? "Until it’s removed" : `Until ${dayWords(until)}${isOver(until) ? ", over" : ""}`}
      </span>
    </span>
  );
  return (
    <Section
      title="Deputies"
      lead="Who decides in place of someone whom a rule names, while they are away. Both can decide then, and the card says so."
    >
      {admin ? (
        <RecordRows
          items={deputies}
          noun="deputy"
          nameOf={({ of, deputy }) => `${deputy.name} for ${of.name}`}
          onRemove={({ id }) =>
            save.mutate(({ deputies: all }) => ({ deputies: all.filter((one) => one.id !== id) }))
          }
          row={row}
          form={(deputy, close) => <DeputyForm deputy={deputy} onClose={close} />}
        />
      ) : (
        <Rows>
          {deputies.map((deputy) => (
            <RowItem key={deputy.id}>{row(deputy)}</RowItem>
          ))}
        </Rows>
      )}
    </Section>
  );
}

function DeputyForm({ deputy: known, onClose }: { deputy: Deputy | null; onClose: () => void }) {
  const { data: team } = useQuery(teamQuery);
  const [id] = useState(() => known?.id ?? newId());
  const [of, setOf] = useState(known?.of.id ?? null);
  const [deputy, setDeputy] = useState(known?.deputy.id ?? null);
  const [until, setUntil] = useState(known?.until ?? "");
  const save = useSavePolicy(onClose);
  const members = team?.items ?? [];
  const person = (which: string | null) => {
    const found = members.find((one) => one.id === which);
    return found === undefined ? null : { id: found.id, name: found.name };
  };
  const options = members.map((one) => [one.id, one.name] as const);
  const [absent, standIn] = [person(of), person(deputy)];
  const submit = (): void => {
    if (absent === null || standIn === null) return;
    const made: Deputy = { id, of: absent, deputy: standIn, until: until === "" ? null : until };
    save.mutate(({ deputies }) => ({ deputies: [...deputies.filter((one) => one.id !== id), made] }));
  };
  return (
    <DialogForm
      job={save}
      ready={absent !== null && standIn !== null && of !== deputy}
      onCancel={onClose}
      act="Save"
      onSubmit={submit}
    >
      <Choice label="Away" shown placeholder="Choose" value={of} options={options} onChange={setOf} />
      <Choice
        label="Deputy"
        shown
        placeholder="Choose"
        value={deputy}
        options={options.filter(([member]) => member !== of)}
        onChange={setDeputy}
      />
      <TextBox label="Last day (optional)" type="date" value={until} onChange={setUntil} />
    </DialogForm>
  );
}

function dayWords(day: string): string {
  return new Date(`${day}T12:00:00`).toLocaleDateString("en-US", {
    month: "long",
    day: "numeric",
    year: "numeric",
  });
}

function isOver(day: string): boolean {
  return new Date(`${day}T23:59:59`) < new Date();
}

function Rule({ rule }: { rule: HouseRule }) {
  const { data = [] } = useQuery(catchesQuery);
  const caught = data.filter(({ subject }) => subject.id === rule.id);
  const [last] = caught;
  return (
    <span className="min-w-0 flex-1 basis-64 wrap-anywhere">
      <span className="block font-medium">“{rule.sentence}”</span>
      <span className="block text-sm">{checkWords(rule)}</span>
      <span className="block text-xs text-kumo-subtle">
        {rule.by.name}, <Time at={rule.at} as="span" />
        {last === undefined ? (
          " · caught nothing yet"
        ) : (
          <>
            {" · "}caught {count(caught.length, "draft")}, last <Time at={last.at} as="span" />:{" "}
            {last.sentence.slice(last.sentence.lastIndexOf(": ") + 2)}
          </>
        )}
      </span>
    </span>
  );
}

type Change = (policy: Policy) => Partial<Pick<Policy, "houseRules" | "deputies">>;

/** Saves a change of the newest policy. */
function useSavePolicy(onSaved?: () => void) {
  const client = useQueryClient();
  return useMutation<void, Error, Change>({
    mutationFn: async (change) => {
      const { policy, version } = await call(teamEndpoints.policy, {});
      await call(teamEndpoints.updatePolicy, { body: { policy: { ...policy, ...change(policy) }, version } });
    },
    ...(onSaved === undefined ? { onError: toastError } : { meta: ERROR_SHOWN_HERE, onSuccess: onSaved }),
    onSettled: () => client.invalidateQueries({ queryKey: ["policy"] }),
  });
}

interface Draft extends Pick<HouseRule, "sentence" | "channels" | "holds" | "judged"> {
  /** One a line. */
  readonly recipients: string;
  readonly words: string;
  readonly amount: string;
  /** `anyone`, `admins`, `named` for the people it has, or a member's id. */
  readonly decides: string;
}

function RuleForm({ rule, onClose }: { rule: HouseRule | null; onClose: () => void }) {
  const { user } = useMe();
  const { data: team } = useQuery(teamQuery);
  const [fresh] = useState(() => ({ id: newId(), at: new Date().toISOString() }));
  const [draft, setDraft] = useState<Draft>(() => draftOf(rule));
  const set = (change: Partial<Draft>): void => setDraft({ ...draft, ...change });
  const save = useSavePolicy(onClose);
  const members = team?.items ?? [];
  const made: HouseRule = {
    ...(rule ?? { ...fresh, by: { id: user.id, name: user.name }, hours: null }),
    sentence: draft.sentence.trim(),
    channels: draft.channels,
    holds: draft.holds,
    judged: draft.judged,
    recipients: linesOf(draft.recipients),
    words: linesOf(draft.words),
    amountAbove: draft.amount.trim() === "" ? null : Number(draft.amount.replaceAll(/[$,\s]/g, "")),
    decides: decidesOf(draft.decides, rule, members),
  };
  const ready =
    made.sentence.length >= 5 &&
    (made.amountAbove === null || Number.isFinite(made.amountAbove)) &&
    bindsAnything(made);
  const submit = (): void =>
    save.mutate(({ houseRules: all }) => ({
      houseRules: all.some((one) => one.id === made.id)
        ? all.map((one) => (one.id === made.id ? made : one))
        : [...all, made],
    }));
  return (
    <DialogForm job={save} ready={ready} onCancel={onClose} act="Save" onSubmit={submit}>
      <TextBox
        label="Rule"
        value={draft.sentence}
        maxLength={300}
        onChange={(sentence) => set({ sentence })}
      />
      <Ticks
        label="For"
        words={CHANNELS}
        options={houseChannelSchema.options}
        value={draft.channels}
        onChange={(channels) => set({ channels })}
      />
      <TextArea
        label="To (names, numbers, or addresses, one per line; empty for anyone)"
        rows={2}
        value={draft.recipients}
        onChange={(recipients) => set({ recipients })}
      />
      <Ticks
        label="With"
        words={HOLDS}
        options={holdsSchema.options}
        value={draft.holds}
        onChange={(holds) => set({ holds })}
      />
      <TextArea
        label="With one of these words (one per line)"
        rows={2}
        value={draft.words}
        onChange={(words) => set({ words })}
      />
      <TextBox
        label="With an amount above"
        inputMode="decimal"
        value={draft.amount}
        onChange={(amount) => set({ amount })}
      />
      <Tick
        label="A model reads each draft against the sentence"
        checked={draft.judged}
        onChange={(judged) => set({ judged })}
      />
      <Choice
        label="Who decides"
        shown
        value={draft.decides}
        options={[
          ["anyone", "Anyone, with the card open"],
          ["admins", "Admins"],
          ...(rule?.decides.who === "people"
            ? ([["named", rule.decides.people.map(({ name }) => name).join(", ")]] as const)
            : []),
          ...members.map(({ id: member, name }) => [member, name] as const),
        ]}
        onChange={(decides) => set({ decides })}
      />
      <p className="text-sm text-kumo-subtle">{checkWords(made)}</p>
    </DialogForm>
  );
}

function Ticks<Value extends string>({
  label,
  words,
  options,
  value,
  onChange,
}: {
  label: string;
  words: Readonly<Record<Value, string>>;
  options: readonly Value[];
  value: readonly Value[];
  onChange: (value: Value[]) => void;
}) {
  return (
    <fieldset className="flex flex-wrap items-center gap-x-4">
      <legend className="text-sm font-medium">{label}</legend>
      {options.map((option) => (
        <Tick
          key={option}
          label={words[option]}
          checked={value.includes(option)}
          onChange={(checked) =>
            onChange(checked ? [...value, option] : value.filter((one) => one !== option))
          }
        />
      ))}
    </fieldset>
  );
}

function draftOf(rule: HouseRule | null): Draft {
  return {
    sentence: rule?.sentence ?? "",
    channels: rule?.channels ?? [],
    holds: rule?.holds ?? [],
    judged: rule?.judged ?? false,
    recipients: rule?.recipients.join("\n") ?? "",
    words: rule?.words.join("\n") ?? "",
    amount: rule?.amountAbove?.toString() ?? "",
    decides: rule === null ? "anyone" : rule.decides.who === "people" ? "named" : rule.decides.who,
  };
}

function linesOf(text: string): string[] {
  return [...new Set(text.split("\n").map((line) => line.trim()))].filter((line) => line.length > 1);
}

function decidesOf(
  value: string,
  rule: HouseRule | null,
  members: readonly { readonly id: string; readonly name: string }[],
): HouseRule["decides"] {
  if (value === "named" && rule !== null) return rule.decides;
  const member = members.find(({ id }) => id === value);
  if (member !== undefined) return { who: "people", people: [{ id: member.id, name: member.name }] };
  return { who: value === "admins" ? "admins" : "anyone" };
}

/** A rule that catches everything and lets anyone decide says nothing. */
function bindsAnything(rule: HouseRule): boolean {
  const { recipients, holds, words, amountAbove, judged, hours, decides } = rule;
  const isNarrow =
    recipients.length + holds.length + words.length > 0 || amountAbove !== null || hours !== null;
  return isNarrow || judged || decides.who !== "anyone";
}
