/** House rules: what the team decided in words, what is checked of each, and what it caught. Admins change them. */
import { useState } from "react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  checkWords,
  holdsSchema,
  houseChannelSchema,
  type HouseRule,
} from "../../../../src/approvals/api/house-rules.ts";
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
  const save = useSaveRules();
  const { data } = query;
  if (data === undefined) return <NotLoaded query={query} rows={3} />;
  const { houseRules } = data.policy;
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
            onRemove={({ id }) => save.mutate((rules) => rules.filter((one) => one.id !== id))}
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
    </>
  );
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

/** Saves the rules as they are after a change, on the newest policy. */
function useSaveRules(onSaved?: () => void) {
  const client = useQueryClient();
  return useMutation<void, Error, (rules: readonly HouseRule[]) => HouseRule[]>({
    mutationFn: async (change) => {
      const { policy, version } = await call(teamEndpoints.policy, {});
      const houseRules = change(policy.houseRules);
      await call(teamEndpoints.updatePolicy, { body: { policy: { ...policy, houseRules }, version } });
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
  const save = useSaveRules(onClose);
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
    save.mutate((rules) =>
      rules.some((one) => one.id === made.id)
        ? rules.map((one) => (one.id === made.id ? made : one))
        : [...rules, made],
    );
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
