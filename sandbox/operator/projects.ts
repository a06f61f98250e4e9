/** Stand-in for project agents: repeats and sorts what their records contain, without tools, in one turn. Nothing is made up. */
import { short } from "./results.ts";
import { first } from "./transcript.ts";

/** A task in the records. */
interface Line {
  readonly ref: string;
  readonly title: string;
  readonly rest: readonly string[];
}

interface Asked {
  readonly request: string;
  readonly records: readonly string[];
  readonly events: readonly string[];
}

/** The answer to a project agent's question, by the format its instructions request; null for other agents. */
export function answerOfProjects(instructions: string, words: string): string | null {
  const row = FORMS.find(({ form }) => instructions.includes(form));
  if (row === undefined) return null;
  const asked: Asked = {
    request: (words.split(/^<(?:records|events|found|text)>$/m)[0] ?? "")
      .replace(/^Today is .*\n/, "")
      .trim(),
    records: block("records", words),
    events: block("events", words),
  };
  const answer = row.answer(asked, words);
  return typeof answer === "string" ? answer : JSON.stringify(answer);
}

const FORMS: readonly { readonly form: string; readonly answer: (asked: Asked, words: string) => unknown }[] =
  [
    { form: '"reasoning"', answer: whatsNext },
    { form: '"client_narrative"', answer: summary },
    { form: '"mitigation_suggestions"', answer: risks },
    { form: '"messages":[{"task_id"', answer: nudges },
    { form: '"original_title"', answer: scope },
    { form: '"sub_tasks"', answer: plan },
    { form: '"mitigation_that_worked"', answer: lessons },
    { form: '"acceptance_criteria"', answer: statement },
    { form: '"types":[{"task"', answer: kinds },
    { form: "Answer with the text alone, ready to put in place", answer: (_, words) => tidied(words) },
  ];

function block(name: string, words: string): string[] {
  return first(new RegExp(`^<${name}>\\n([\\s\\S]*?)\\n</${name}>$`, "m"), words)
    .split("\n")
    .filter((line) => line !== "");
}

/** Parses `[prefix: ]T3 | Paint the hall | …`. */
function lineOf(line: string): Line | null {
  const [, ref = "", rest = ""] = /(?:^|\s)(T\d+) \| (.*)$/.exec(line) ?? [];
  const [title = "", ...more] = rest.split(" | ");
  return ref === "" ? null : { ref, title, rest: more };
}

function tasksIn(lines: readonly string[], begins = ""): Line[] {
  return lines.flatMap((line) => (line.startsWith(begins) ? (lineOf(line) ?? []) : []));
}

/** The newest comment on a task, quoted; may be empty. */
function commentOn({ ref }: Pick<Line, "ref">, events: readonly string[]): string {
  const [, who = "", said = ""] =
    events
      .map((line) => new RegExp(`^\\S+ \\S+ \\S+ (.+?) on ${ref}: (.+)$`).exec(line))
      .find((found) => found !== null) ?? [];
  return said === "" ? "" : `${who} wrote: “${short(said, 120)}”`;
}

function whatsNext({ records, events }: Asked) {
  const tasks = records.flatMap((line) => (/^\d+\. T\d+ \|/.test(line) ? (lineOf(line) ?? []) : []));
  return {
    tasks: tasks.slice(0, 8).map((task) => {
      const at = task.rest.findIndex((part) => part.startsWith("urgency "));
      const why = task.rest.slice(at + 1).join(", ");
      const said = commentOn(task, events);
      return {
        task_id: task.ref,
        reasoning:
          `${why === "" ? "Next in line" : `${why.charAt(0).toUpperCase()}${why.slice(1)}`}.${said === "" ? "" : ` ${said}`}`.slice(
            0,
            300,
          ),
      };
    }),
  };
}

function summary({ request, records, events }: Asked) {
  const [counts = ""] = records;
  const done = tasksIn(records, "finished:");
  const blocked = tasksIn(records, "blocked for");
  const late = tasksIn(records, "overdue:");
  const shown = done.filter(({ rest }) => rest.includes("client"));
  return {
    highlights: [
      ...done.slice(0, 3).map(({ title }) => `Finished: ${title}`),
      ...late.slice(0, 2).map(({ title }) => `Overdue: ${title}`),
      ...blocked.slice(0, 1).map(({ title }) => `Blocked: ${title}`),
    ],
    blockers: blocked.map((task) => ({
      task_id: task.ref,
      description: commentOn(task, events) || "Not said",
    })),
    narrative:
      `${counts} ${done.length === 0 ? "Nothing was finished." : `The work finished: ${done.map(({ title }) => title).join(", ")}.`}`.slice(
        0,
        3_000,
      ),
    client_narrative: !request.includes("Write a client_narrative")
      ? null
      : shown.length === 0
        ? "Work is going on. We’ll report on the next milestone."
        : `We finished ${shown.map(({ title }) => title).join(", ")}.`,
  };
}

/** The risk a measured fact indicates, or null. */
const RISKS: readonly ((fact: string) => readonly [string, string, number, string] | null)[] = [
  (fact) => {
    const days = Number(/: ([\d.]+) working days? fewer/.exec(fact)?.[1] ?? 0);
    const what = "Move work off the critical path, or agree on a later date.";
    return days > 0 ? ["schedule", days > 5 ? "critical" : "high", days, what] : null;
  },
  (fact) => {
    const hours = Number(/blocked for ([\d.]+) h .*still is/.exec(fact)?.[1] ?? 0);
    const what = "Find out today what it waits for, and who can clear it.";
    return hours > 24 ? ["dependency", "high", Math.round(hours / 24), what] : null;
  },
  (fact) => {
    const percent = Number(/baseline: ([\d.]+) %/.exec(fact)?.[1] ?? 0);
    const what = "Agree on what was added with the client, or take it out.";
    return percent > 15 ? ["scope", percent > 30 ? "high" : "medium", 0, what] : null;
  },
  (fact) => {
    const [before = 0, ...weeks] = first(/end of the last weeks: ([\d, ]+)/, fact)
      .split(", ")
      .map(Number);
    const what = "Go through what is overdue, and set dates that hold.";
    return (weeks.at(-1) ?? 0) > before ? ["schedule", "medium", 0, what] : null;
  },
];

function risks({ records }: Asked) {
  return {
    risks: records.flatMap((line) => {
      const [, number = "", fact = ""] = /^(F\d+): (.+)$/.exec(line) ?? [];
      const [found] = RISKS.flatMap((rule) => {
        const one = rule(fact);
        return one === null ? [] : [one];
      });
      if (found === undefined) return [];
      const [category, severity, estimated_impact_days, suggestion] = found;
      return [
        {
          category,
          severity,
          confidence: 0.6,
          description: short(fact, 400),
          evidence: [number],
          affected_tasks: [...new Set(fact.match(/\bT\d+\b/g))].slice(0, 10),
          mitigation_suggestions: [suggestion],
          estimated_impact_days,
        },
      ];
    }),
  };
}

function nudges({ request, records }: Asked) {
  const project = first(/of the project “(.+?)”/, request);
  return {
    messages: tasksIn(records).map(({ ref, title, rest }) => {
      const days = Math.max(1, Math.round(Number(/quiet for (\d+) h/.exec(rest.join(" "))?.[1] ?? 24) / 24));
      const since = `${days} ${days === 1 ? "day" : "days"}`;
      const kind = rest.find((part) => / to /.test(part)) ?? "";
      const ask = kind.startsWith("escalation")
        ? `has been blocked for ${since}. Can you clear it?`
        : `: no news for ${since}. How does it stand?`;
      return { task_id: ref, message: `“${title}” (${project})${ask.startsWith(":") ? "" : " "}${ask}` };
    }),
  };
}

function scope({ request, records, events }: Asked) {
  const level = first(/% \((\w+)\)/, request);
  return {
    additions: tasksIn(records, "added:").map((task) => ({
      task_id: task.ref,
      reason:
        commentOn(task, events) ||
        task.rest.find((part) => part.startsWith("looks like")) ||
        "No reason on record",
    })),
    removals: records.flatMap((line) => {
      const title = first(/^taken out: (.+?) \|/, line);
      return title === "" ? [] : [{ original_title: title, reason: "No reason on record" }];
    }),
    recommendation:
      level === "info" || level === "none"
        ? "The changes are small. Nothing to do."
        : `${first(/(drifted from its plan: .+)$/m, request).replace("drifted from its plan:", "The plan has moved by")} Agree on the change with the client, or store a new baseline once it is agreed.`,
  };
}

/** One task per item in the description. */
function plan({ request, records }: Asked) {
  const sentences = request
    .split("\n")
    .slice(1)
    .flatMap((line) => line.split(/[.;]\s|[.;]$/))
    .map((sentence) => sentence.replace(/\s+/g, " ").trim())
    .filter((sentence) => sentence !== "" && !/^(?:ready|due|done|by|until)\b/i.test(sentence));
  const lists = sentences.filter((sentence) => /[,:]/.test(sentence));
  const things = (lists.length > 0 ? lists : sentences)
    .flatMap((sentence) => sentence.slice(sentence.indexOf(":") + 1).split(/,(?: and)?\s|\band\b/))
    .map((part) => part.trim())
    .filter((part) => part !== "" && part.length <= 120);
  const took = new Map(
    records.flatMap((line) => {
      const [, type = "", hours = ""] = /kind “(.+?)” takes ([\d.]+) h/.exec(line) ?? [];
      return type === "" ? [] : [[type, Number(hours)] as const];
    }),
  );
  const titles = [...new Set(things.map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}`))].slice(
    0,
    12,
  );
  return {
    phases: [
      {
        name: "Work",
        description: "What the description lists, in its order. (The demo’s script, not a language model.)",
        tasks: (titles.length === 0 ? ["Find out what is to be done"] : titles).map((title, at) => ({
          title,
          description: "",
          priority: "medium",
          estimated_effort: took.get(title.split(" ")[0]?.toLowerCase() ?? "") ?? 4,
          dependencies: at === 0 ? [] : [titles[at - 1]],
          sub_tasks: [],
        })),
      },
    ],
    confidence: 0.2,
  };
}

/** Words that tell the kind of work, for the demo's tasks. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:paint|prime)/i, "painting"],
  [/\b(?:boiler|heat|radiator|furnace)/i, "heating"],
  [/\b(?:pipe|leak|drain|valve|tap|faucet|toilet|sink)/i, "plumbing"],
  [/\b(?:light|outlet|wir|lamp|elevator)/i, "electrical"],
  [/\b(?:inspect|walk|check|measure|survey)/i, "inspection"],
  [/\b(?:clean|haul|sweep)/i, "cleaning"],
  [/\b(?:order|buy|quote|bid)/i, "purchasing"],
  [/\b(?:tell|call|ask|write|notify|notice|letter)/i, "correspondence"],
  [/\b(?:fix|repair|replace|patch|install)/i, "repairs"],
];

function kinds({ records }: Asked) {
  const types = records.flatMap((line) => {
    const [, number = "", title = ""] = /^(\d+)\. (.+)$/.exec(line) ?? [];
    const type = KINDS.find(([words]) => words.test(title))?.[1];
    return type === undefined ? [] : [{ task: Number(number), type }];
  });
  return { types };
}

function lessons({ records }: Asked) {
  const facts = records.map((line) => ({ number: first(/^(F\d+):/, line), line }));
  const blocked = facts.filter(({ line }) => line.includes("was blocked for"));
  return {
    risk_patterns:
      blocked.length < 2
        ? []
        : [
            {
              pattern: "Work is blocked before it is done",
              evidence: blocked.slice(0, 8).map(({ number }) => number),
              mitigation_that_worked: "",
            },
          ],
    recommendations: facts.flatMap(({ line }) => {
      const [, type = "", factor = "", samples = ""] =
        /kind “(.+?)”.*factor ([\d.]+) \((\d+) samples/.exec(line) ?? [];
      return Number(samples) >= 3 && Number(factor) >= 1.2
        ? [`Plan more time for work of the kind “${type}”: it took ${factor} times its estimates.`]
        : [];
    }),
  };
}

function statement({ request, records }: Asked) {
  const phases = records.flatMap((line) => /^Phase “(.+?)”/.exec(line)?.[1] ?? []);
  const roles = first(/^Roles with a rate: (.+)\.$/m, records.join("\n"))
    .split(", ")
    .filter((role) => role !== "");
  const tasks = tasksIn(records);
  const project = first(/for “(.+?)”/, request);
  return {
    title: `Statement of work: ${project}`,
    executive_summary: first(/^The project says: (.+)$/m, records.join("\n")) || `The work of ${project}.`,
    scope_of_work: {
      in_scope: tasks.slice(0, 20).map(({ title }) => title),
      out_of_scope: [],
      assumptions: [],
    },
    deliverables: (phases.length === 0 ? [project] : phases).map((name) => {
      const of = tasks.filter(({ rest }) => phases.length === 0 || rest.includes(`phase ${name}`));
      return {
        name,
        description: "",
        acceptance_criteria: of.slice(0, 8).map(({ title }) => `Done: ${title}`),
        tasks: of.slice(0, 60).map(({ ref }) => ref),
      };
    }),
    milestones: phases.map((name) => ({ name: `${name} finished`, deliverables: [name] })),
    resource_plan: roles.map((role) => ({ role, allocation_percentage: 100 / roles.length })),
    terms_and_conditions: "",
    confidence: 0.3,
  };
}

/** Normalizes sentence starts and ends; missing content is left to the author. */
function tidied(words: string): string {
  const text = first(/^<text>\n([\s\S]*?)\n<\/text>$/m, words).trim();
  if (text === "" && words.includes("It is the status report of")) return statusReport(words);
  if (text === "") return `[What ${first(/“(.+?)”/, words) || "this"} is about]`;
  return text
    .split(/(?<=[.!?])\s+/)
    .map((sentence) => `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`.trim())
    .join(" ")
    .replace(/([^.!?:\n])$/, "$1.");
}

/** Tasks by where they stand, as the records say. */
function statusReport(words: string): string {
  const lines = [...words.matchAll(/Task: (.+?) \| ([a-z ]+) \|/g)];
  const said = [
    ["Done", "completed"],
    ["In progress", "in progress"],
    ["In review", "in review"],
    ["Blocked", "blocked"],
    ["Not started", "created"],
  ].flatMap(([head = "", status = ""]) => {
    const titles = lines.flatMap(([, title = "", is]) => (is === status ? [title] : []));
    return titles.length === 0 ? [] : [`${head}: ${titles.slice(0, 6).join(", ")}.`];
  });
  return said.length === 0 ? "Nothing is on record yet." : said.join("\n");
}
