/** Who of the team is told about what comes in: rules as sentences. Admins change them; members read the same sentences. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import type * as z from "zod";
import { routingEndpoints, type RoutingRule, type TeamMember } from "../../../../src/protocol/index.ts";
import { call } from "../../api/call.ts";
import { teamQuery } from "../../api/queries.ts";
import { CaretDownIcon, CaretUpIcon, PlusIcon, XIcon } from "../../components/icons.ts";
import { ErrorNotice } from "../../components/notice.tsx";
import { Empty } from "../../components/page.tsx";
import { useMe } from "../../components/session.tsx";
import { ListSkeleton } from "../../components/skeleton.tsx";
import { AdminsOnly, DraftFoot } from "./draft-parts.tsx";
import { Choice, NumberBox } from "./policy-inputs.tsx";
import { WordsBox } from "./policy-texts.tsx";
import { Section } from "./section.tsx";
import { useDraft } from "./use-draft.ts";

type Answer = z.output<typeof routingEndpoints.get.output>;

const routingQuery = queryOptions({
  queryKey: ["routing"],
  queryFn: ({ signal }) => call(routingEndpoints.get, { signal }),
});

export default function RoutingSettings() {
  const routing = useQuery(routingQuery);
  const team = useQuery(teamQuery);
  const error = routing.error ?? team.error;
  if (error && (!routing.data || !team.data))
    return (
      <ErrorNotice
        error={error}
        onRetry={() => {
          void routing.refetch();
          void team.refetch();
        }}
      />
    );
  if (!routing.data || !team.data) return <ListSkeleton />;
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
        title="Who is told"
        lead="The first rule that fits decides whose devices ring. What no rule fits is everybody’s. Everybody still sees everything and may act on it."
      >
        <fieldset disabled={!admin} className="flex min-w-0 flex-col gap-3">
          {mine.length === 0 ? (
            <Empty
              title="Everybody is told about everything."
              action={admin ? <AddRule onClick={add} /> : undefined}
            >
              A rule such as “what says rent goes to Priya first” keeps the others’ phones quiet.
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
                  onMove={(to) => setMine(moved(mine, index, to))}
                  onRemove={() => setMine(mine.filter((one) => one.id !== rule.id))}
                />
              ))}
            </ol>
          )}
          {admin && mine.length > 0 ? <AddRule onClick={add} /> : null}
        </fieldset>
      </Section>
      <DraftFoot
        draft={draft}
        save="Save the rules"
        lacks={whole ? null : "A rule needs a word, a place or a contact."}
      />
    </>
  );
}

function AddRule({ onClick }: { onClick: () => void }) {
  return (
    <Button className="touch self-start" icon={<PlusIcon aria-hidden className="size-4" />} onClick={onClick}>
      Add a rule
    </Button>
  );
}

interface RuleProps {
  readonly rule: RoutingRule;
  readonly index: number;
  readonly last: boolean;
  readonly team: readonly TeamMember[];
  readonly admin: boolean;
  readonly onChange: (rule: RoutingRule) => void;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
}

function Rule({ rule, index, last, team, admin, onChange, onMove, onRemove }: RuleProps) {
  const set = (change: Partial<RoutingRule>): void => onChange({ ...rule, ...change });
  const name = team.find(({ id }) => id === rule.userId)?.name ?? "Somebody who left";
  const known = team.some(({ id }) => id === rule.userId);
  const square = "grid size-11 shrink-0 place-items-center rounded-lg hover:bg-kumo-tint disabled:opacity-40";
  return (
    <li className="flex flex-col gap-2 rounded-xl border border-kumo-line bg-kumo-base p-4">
      <div className="flex flex-wrap items-start justify-end gap-1">
        <p className="min-w-0 flex-1 basis-56 pt-2.5 font-medium wrap-anywhere">{sentenceOf(rule, name)}</p>
        {admin ? (
          <div className="flex shrink-0">
            <button
              type="button"
              className={square}
              aria-label={`Rule ${index + 1}: earlier`}
              disabled={index === 0}
              onClick={() => onMove(index - 1)}
            >
              <CaretUpIcon aria-hidden className="size-4" />
            </button>
            <button
              type="button"
              className={square}
              aria-label={`Rule ${index + 1}: later`}
              disabled={last}
              onClick={() => onMove(index + 1)}
            >
              <CaretDownIcon aria-hidden className="size-4" />
            </button>
            <button
              type="button"
              className={square}
              aria-label={`Remove rule ${index + 1}`}
              onClick={onRemove}
            >
              <XIcon aria-hidden className="size-4" />
            </button>
          </div>
        ) : null}
      </div>
      {admin ? (
        <>
          <div className="grid gap-3 sm:grid-cols-3">
            <Words
              title="Says"
              hint="rent, late fee"
              label={`Rule ${index + 1}: words`}
              value={rule.words}
              onChange={(words) => set({ words })}
            />
            <Words
              title="Property or company"
              hint="12 Birch St"
              label={`Rule ${index + 1}: properties and companies`}
              value={rule.places}
              onChange={(places) => set({ places })}
            />
            <Words
              title="Contact"
              hint="Harold Finch"
              label={`Rule ${index + 1}: contacts`}
              value={rule.contacts}
              onChange={(contacts) => set({ contacts })}
            />
          </div>
          <p className="leading-10">
            Goes to{" "}
            <Choice
              label={`Rule ${index + 1}: whom`}
              value={rule.userId}
              options={[
                ...(known ? [] : [[rule.userId, name] as const]),
                ...team.map((person) => [person.id, person.name] as const),
              ]}
              onChange={(userId) => set({ userId })}
            />{" "}
            <Choice
              label={`Rule ${index + 1}: first or only`}
              value={rule.mode}
              options={[
                ["first", "first, then to everybody"],
                ["only", "alone"],
              ]}
              onChange={(mode) => set({ mode })}
            />
            {rule.mode === "first" ? (
              <>
                {" "}
                after{" "}
                <NumberBox
                  label={`Rule ${index + 1}: minutes until everybody is told`}
                  value={rule.othersAfterMinutes}
                  min={1}
                  max={240}
                  whole
                  onChange={(othersAfterMinutes) => set({ othersAfterMinutes })}
                />{" "}
                minutes
              </>
            ) : null}
            .
          </p>
        </>
      ) : null}
    </li>
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
      <p className="text-xs text-kumo-subtle">One a line, such as “{hint}”. Empty: any.</p>
    </div>
  );
}

function moved(rules: readonly RoutingRule[], from: number, to: number): RoutingRule[] {
  const next = [...rules];
  const [rule] = next.splice(from, 1);
  if (rule) next.splice(to, 0, rule);
  return next;
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
  const what = parts.length === 0 ? "What … (choose below)" : `What ${parts.join(" and ")}`;
  return mode === "only"
    ? `${what} rings ${name} alone.`
    : `${what} rings ${name} first, and everybody after ${othersAfterMinutes} min.`;
}
