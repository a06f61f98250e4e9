/** First steps: three examples that work, and next to them the sandbox, if it simulates the outside world. Each button starts one. */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { itemsOf } from "../../api/paged.ts";
import { teamQuery } from "../../api/queries.ts";
import { CaretRightIcon, FlaskIcon } from "../../components/icons.ts";
import { useMe } from "../../components/session.tsx";
import { Bar } from "../../components/skeleton.tsx";
import { threadsQuery } from "../../messaging/text-queries.ts";
import { WORK_WORDS } from "../../components/work-words.ts";
import type { Work } from "../../../../src/team/api/first-steps.ts";
import type { ThreadLine } from "../../../../src/messaging/api/threads.ts";
import type { TeamMember } from "../../../../src/platform/api/members.ts";

interface Offered {
  /** What the chat is about. */
  readonly about?: string | undefined;
  readonly onPick: (text: string) => void;
}

/** Three suggestions, about the attached account or project if there is one. */
export function Examples({ about, onPick }: Offered) {
  const me = useMe();
  const team = useQuery(teamQuery);
  const threads = useInfiniteQuery(threadsQuery({ view: "open" }));
  const ofSubject = SUBJECTS.find(([subject]) => subject.test(about ?? ""))?.[1];
  const ofTeam =
    team.isPending || threads.isPending
      ? null
      : examplesFor({
          team: team.data?.items ?? [],
          waiting: itemsOf(threads.data).filter(({ waitsSince }) => waitsSince !== null),
          myId: me.user.id,
          work: me.tenant.work,
        });
  const examples = ofSubject ?? ofTeam;
  return (
    <div className="mx-auto flex w-full max-w-xl flex-1 flex-col justify-center gap-5 p-6">
      <div className="flex flex-col gap-1.5">
        <h2 className="text-2xl font-semibold tracking-tight text-balance">What can I help with?</h2>
        <p className="text-kumo-subtle">
          Steward looks things up right away. Before it texts anyone or changes anything outside, it shows you
          exactly what it would send.
        </p>
      </div>
      <ul aria-label="Things to try" className="sheet flex flex-col overflow-hidden">
        {examples === null ? <Waiting /> : null}
        {(examples ?? []).map((example) => (
          <li key={example} className="border-b border-kumo-hairline last:border-b-0">
            <button
              type="button"
              onClick={() => onPick(example)}
              className="touch group flex w-full items-center gap-3 px-4 py-3 text-left hover:bg-kumo-tint focus-visible:-outline-offset-2"
            >
              <span className="flex-1">{example}</span>
              <CaretRightIcon
                aria-hidden
                className="size-4 shrink-0 text-kumo-subtle transition-transform group-hover:translate-x-0.5"
              />
            </button>
          </li>
        ))}
      </ul>
      {me.demo === null ? null : <Demo sandboxUrl={me.demo.sandboxUrl} />}
    </div>
  );
}

/** In the demo: how to play the other side. */
function Demo({ sandboxUrl }: { sandboxUrl: string }) {
  return (
    <div className="flex items-start gap-3 rounded-xl bg-kumo-warning-tint px-4 py-3 text-sm ring ring-kumo-warning/30">
      <FlaskIcon aria-hidden className="mt-0.5 size-4.5 shrink-0 text-kumo-warning" />
      <p className="min-w-0 flex-1">
        This is a demo company, and a script answers in place of a model.{" "}
        <a
          href={sandboxUrl}
          target="_blank"
          rel="noopener noreferrer"
          className="font-medium whitespace-nowrap link"
        >
          Open the sandbox
        </a>{" "}
        next to this page to text in as a resident and see what reaches their phone.
      </p>
    </div>
  );
}

function Waiting() {
  return [0, 1, 2].map((line) => (
    <li key={line} className="px-4 py-3">
      <Bar className="h-5 w-3/4" />
    </li>
  ));
}

interface Known {
  readonly team: readonly Pick<TeamMember, "id" | "name">[];
  /** Threads that wait for an answer, the newest first. */
  readonly waiting: readonly Pick<ThreadLine, "name">[];
  readonly myId: string;
  readonly work: Work | null;
}

/** Three suggestions: an answer to who wrote last, or a draft; a look-up that fits the team's work; and a reminder. Pure. */
function examplesFor({ team, waiting, myId, work }: Known): string[] {
  const names = new Set(team.map(({ name }) => name));
  const colleague = team.find((person) => person.id !== myId)?.name;
  const contact = waiting.find(({ name }) => name !== null && !names.has(name))?.name;
  const late = `Text ${colleague ?? "our newest contact"} that I’m running ten minutes late`;
  return [
    contact ? `Draft a reply to ${contact}` : late,
    work === null ? "Who hasn’t been answered yet?" : WORK_WORDS[work].idea,
    "Remind me tomorrow at 9 to go through open approvals",
  ];
}

/** Questions that any account or project has. */
const SUBJECTS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^the account /, ["What’s next?", "What did they last write or say?", "Draft a follow-up"]],
  [
    /^our accounts$/,
    [
      "Who is due for a follow-up?",
      "How many accounts are in which stage?",
      "Draft follow-ups for the three most urgent accounts",
    ],
  ],
  [/^the project /, ["Which tasks are overdue?", "Who has what is due next?", "Which tasks are blocked?"]],
];
