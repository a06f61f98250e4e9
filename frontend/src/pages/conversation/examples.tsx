/** The first minute: three things to try that work, and the sandbox beside them where it plays the outside world. Each button starts the thing. */
import { useQuery } from "@tanstack/react-query";
import { teamQuery } from "../../api/queries.ts";
import { CaretRightIcon, FlaskIcon } from "../../components/icons.ts";
import { useMe } from "../../components/session.tsx";
import { Bar } from "../../components/skeleton.tsx";
import { examplesFor } from "./example-words.ts";

export function Examples({ onPick }: { onPick: (text: string) => void }) {
  const me = useMe();
  const { data: team, isPending } = useQuery(teamQuery);
  const examples = isPending ? null : examplesFor(team?.items ?? [], me.user.id);
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

/** Where somebody tries the product: how to be the other side. */
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
          className="font-medium whitespace-nowrap text-kumo-link underline underline-offset-2"
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
