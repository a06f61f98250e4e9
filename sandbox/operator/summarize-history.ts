/** The stand-in's summary of a conversation that grew too long: what was asked and what became of it, quoted rather than understood. */
import { STAND_IN, type Step } from "./reply.ts";
import { say } from "./toolbox.ts";

const LINES_MOST = 60;
const LINE_CHARS = 200;

/** Keeps an earlier summary, what people asked, and every outcome; leaves look-ups and pleasantries away. */
export function summarizeHistory(transcript: string): Step {
  const entries = transcript.split(/\n\n(?=\d{4}-\d\d-\d\dT|Summary of what came before:)/);
  const earlier = entries.flatMap((entry) =>
    entry.startsWith("Summary of what came before:")
      ? entry.split("\n").filter((line) => line.startsWith("- "))
      : [],
  );
  const kept = entries.flatMap((entry) => {
    const [head = "", ...lines] = entry.split("\n");
    const who = /^(\d{4}-\d\d-\d\dT\S+) (.+):$/.exec(head);
    const words = lines
      .filter((line) => !/^\[(?:calls|result)/.test(line))
      .join(" ")
      .trim();
    if (who === null || words === "" || who[2] === "Steward") return [];
    return [`- ${who[1]?.slice(0, 10) ?? ""} ${who[2] ?? ""}: ${words.slice(0, LINE_CHARS)}`];
  });
  const lines = [...earlier, ...kept].slice(-LINES_MOST);
  return {
    plan: "I keep what was asked and what became of it.",
    blocks: [
      say(`What was asked and what became of it (${STAND_IN}, so this is quoted):\n${lines.join("\n")}`),
    ],
  };
}
