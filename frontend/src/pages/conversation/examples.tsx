import { Button } from "@cloudflare/kumo/components/button";

const EXAMPLES = [
  "What can you do for me, and what do you ask first?",
  "Who in our contacts works with invoices?",
  "Find somebody in the contacts and draft a text that says I will call back tomorrow",
] as const;

/** Teaches by doing: each button starts the thing. */
export function Examples({ onPick }: { onPick: (text: string) => void }) {
  return (
    <div className="mx-auto flex w-full max-w-xl flex-1 flex-col justify-center gap-4 p-6">
      <h2 className="text-xl font-semibold text-balance">What should be done?</h2>
      <p className="text-kumo-subtle">
        Steward looks things up at once. Before it texts anybody or changes anything outside, it shows you
        exactly what it would send.
      </p>
      <ul className="flex flex-col gap-2">
        {EXAMPLES.map((example) => (
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
