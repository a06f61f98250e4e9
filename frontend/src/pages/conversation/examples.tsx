import { useQuery } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import { teamQuery } from "../../api/queries.ts";
import { useMe } from "../../components/session.tsx";
import { Bar } from "../../components/skeleton.tsx";
import { examplesFor } from "./example-words.ts";

/** Teaches by doing: each button starts the thing. */
export function Examples({ onPick }: { onPick: (text: string) => void }) {
  const me = useMe();
  const { data: team, isPending } = useQuery(teamQuery);
  const examples = isPending ? null : examplesFor(team?.items ?? [], me.user.id);
  return (
    <div className="mx-auto flex w-full max-w-xl flex-1 flex-col justify-center gap-4 p-6">
      <h2 className="text-xl font-semibold text-balance">What should be done?</h2>
      <p className="text-kumo-subtle">
        Steward looks things up at once. Before it texts anybody or changes anything outside, it shows you
        exactly what it would send.
      </p>
      <ul className="flex flex-col gap-2">
        {examples === null ? <Waiting /> : null}
        {(examples ?? []).map((example) => (
          <li key={example}>
            <Button
              className="touch h-auto w-full justify-start py-2.5 text-left whitespace-normal"
              onClick={() => onPick(example)}
            >
              {example}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Waiting() {
  return [0, 1, 2].map((line) => (
    <li key={line}>
      <Bar className="h-10 w-full rounded-lg" />
    </li>
  ));
}
