/** Notification rules as sentences. Admins edit them; members read the same sentences. */
import { queryOptions, useQuery, type QueryClient } from "@tanstack/react-query";
import type * as z from "zod";
import { routingEndpoints, type RoutingRule } from "../../../../src/notifications/api/routing.ts";
import { type TeamMember } from "../../../../src/platform/api/members.ts";
import { call } from "../../api/call.ts";
import { teamQuery } from "../../api/queries.ts";
import { Choice, FormLock } from "../../components/form.tsx";
import { Empty } from "../../components/page.tsx";
import { useMe } from "../../components/session.tsx";
import { AdminsOnly, DraftFoot } from "../../components/settings/draft-parts.tsx";
import { NumberBox } from "../../approvals/settings/policy-inputs.tsx";
import { WordsBox } from "../../approvals/settings/policy-texts.tsx";
import { Section } from "../../components/settings/section.tsx";
import { useDraft } from "../../components/settings/use-draft.ts";
import { NotLoaded } from "../../components/not-loaded.tsx";
import { AddButton } from "../../components/record-list.tsx";
import { OrderButtons } from "../../components/order-buttons.tsx";
import { moveItem } from "../../components/move-item.ts";

type Answer = z.output<typeof routingEndpoints.get.output>;

const routingQuery = queryOptions({
  queryKey: ["routing"],
  queryFn: ({ signal }) => call(routingEndpoints.get, { signal }),
});

export default function RoutingSettings() {
  const routing = useQuery(routingQuery);
  const team = useQuery(teamQuery);
  if (!routing.data || !team.data) return <NotLoaded query={[routing, team]} />;
  return <Editor current={routing.data} team={team.data.items} />;
}

function Editor({ current, team }: { current: Answer; team: readonly TeamMember[] }) {
  const me = useMe();
  const draft = useDraft({
    current,
    valueOf: ({ rules }: Answer) => rules,
    queryKey: routingQuery.queryKey,
    put: (rules, version) => call(routingEndpoints.put, { body: { rules, version } }),
    saved: () => ({ title: "Rules saved." }),
  });
  const { admin, mine, set: setMine } = draft;
  const whole = mine.every(
    ({ words, places, contacts }) => words.length + places.length + contacts.length > 0,
  );

  const add = (): void =>
    setMine([
      ...mine,
      {
        id: crypto.randomUUID(),
        words: [],
        places: [],
        contacts: [],
        userId: me.user.id,
        mode: "first",
        othersAfterMinutes: 15,
      },
    ]);
  const replace = (rule: RoutingRule): void => setMine(mine.map((one) => (one.id === rule.id ? rule : one)));

  return (
    <>
      <AdminsOnly admin={admin} />
      <Section
        title="Notification rules"
        lead="The first rule that matches decides who is notified. Everything else notifies everyone. Everyone still sees everything and can act on it."
      >
        <FormLock locked={!admin}>
          {mine.length === 0 ? (
            <Empty
              title="Everyone is notified about everything"
              action={admin ? <AddButton add="Add rule" onAdd={add} isFirst /> : undefined}
            >
              A rule like “anything about rent notifies Priya first” keeps everyone else’s phone quiet.
            </Empty>
          ) : (
            <ol className="flex flex-col gap-3">
              {mine.map((rule, index) => (
                <Rule
                  key={rule.id}
                  rule={rule}
                  index={index}
                  last={index === mine.length - 1}
                  team={team}
                  admin={admin}
                  onChange={replace}
                  onMove={(by) => setMine(moveItem(mine, index, by))}
                  onRemove={() => setMine(mine.filter((one) => one.id !== rule.id))}
                />
              ))}
            </ol>
          )}
          {admin && mine.length > 0 ? <AddButton add="Add rule" onAdd={add} /> : null}
        </FormLock>
      </Section>
      <DraftFoot
        draft={draft}
        save="Save rules"
        lacks={whole ? null : "Each rule needs a word, a property, or a contact."}
      />
    </>
  );
}

interface RuleProps {
  readonly rule: RoutingRule;
  readonly index: number;
  readonly last: boolean;
  readonly team: readonly TeamMember[];
  readonly admin: boolean;
  readonly onChange: (rule: RoutingRule) => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

function Rule(props: RuleProps) {
  const { rule, team, admin } = props;
  const name = team.find(({ id }) => id === rule.userId)?.name ?? "Former member";
  return (
    <li className="sheet flex flex-col gap-2 p-4">
      <div className="flex flex-wrap items-start justify-end gap-1">
        <p className="min-w-0 flex-1 basis-56 pt-2 font-medium wrap-anywhere">{sentenceOf(rule, name)}</p>
        {admin ? (
          <OrderButtons
            name={`rule ${props.index + 1}`}
            isFirst={props.index === 0}
            isLast={props.last}
            onMove={props.onMove}
            onRemove={props.onRemove}
          />
        ) : null}
      </div>
      {admin ? <Conditions {...props} /> : null}
      {admin ? <Recipient {...props} name={name} /> : null}
    </li>
  );
}

function Conditions({ rule, index, onChange }: RuleProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      <Words
        title="Says"
        hint="late fee"
        label={`Rule ${index + 1}: words`}
        value={rule.words}
        onChange={(words) => onChange({ ...rule, words })}
      />
      <Words
        title="Property or company"
        hint="12 Birch St"
        label={`Rule ${index + 1}: properties and companies`}
        value={rule.places}
        onChange={(places) => onChange({ ...rule, places })}
      />
      <Words
        title="Contact"
        hint="Harold Finch"
        label={`Rule ${index + 1}: contacts`}
        value={rule.contacts}
        onChange={(contacts) => onChange({ ...rule, contacts })}
      />
    </div>
  );
}

function Recipient({ rule, index, team, name, onChange }: RuleProps & { name: string }) {
  const known = team.some(({ id }) => id === rule.userId);
  return (
    <div className="leading-10">
      Notify{" "}
      <Choice
        label={`Rule ${index + 1}: who`}
        value={rule.userId}
        options={[
          ...(known ? [] : [[rule.userId, name] as const]),
          ...team.map((person) => [person.id, person.name] as const),
        ]}
        onChange={(userId) => onChange({ ...rule, userId })}
      />{" "}
      <Choice
        label={`Rule ${index + 1}: first or only`}
        value={rule.mode}
        options={[
          ["first", "first, then everyone"],
          ["only", "only"],
        ]}
        onChange={(mode) => onChange({ ...rule, mode })}
      />
      {rule.mode === "first" ? (
        <>
          {" "}
          after{" "}
          <NumberBox
            label={`Rule ${index + 1}: minutes until everyone is notified`}
            value={rule.othersAfterMinutes}
            min={1}
            max={240}
            whole
            onChange={(othersAfterMinutes) => onChange({ ...rule, othersAfterMinutes })}
          />{" "}
          minutes
        </>
      ) : null}
    </div>
  );
}

function Words({
  title,
  hint,
  label,
  value,
  onChange,
}: {
  title: string;
  hint: string;
  label: string;
  value: readonly string[];
  onChange: (words: string[]) => void;
}) {
  return (
    <div className="flex flex-col gap-1 text-sm">
      <p className="font-medium">{title}</p>
      <WordsBox label={label} value={value} most={20} onChange={onChange} />
      <p className="text-xs text-kumo-subtle">One per line, such as “{hint}”. Leave empty for any.</p>
    </div>
  );
}

function sentenceOf(
  { words, places, contacts, mode, othersAfterMinutes }: RoutingRule,
  name: string,
): string {
  const any = (list: readonly string[]): string => list.map((one) => `“${one}”`).join(" or ");
  const parts = [
    words.length > 0 ? `says ${any(words)}` : "",
    places.length > 0 ? `is about ${any(places)}` : "",
    contacts.length > 0 ? `is from ${any(contacts)}` : "",
  ].filter(Boolean);
  const what =
    parts.length === 0 ? "Anything that … (fill in below)" : `Anything that ${parts.join(" and ")}`;
  return mode === "only"
    ? `${what} notifies ${name} only.`
    : `${what} notifies ${name} first, and everyone after ${othersAfterMinutes} min.`;
}

/** @public Called by the router. */
export function warm(client: QueryClient): void {
  void client.prefetchQuery(routingQuery);
  void client.prefetchQuery(teamQuery);
}
