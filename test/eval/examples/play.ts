/** Plays examples in the really running product: their people become contacts, what was asked is said in a new conversation, and what is proposed then is kept. */
import { randomUUID } from "node:crypto";
import { ALDER } from "../../../sandbox/world/company.ts";
import type { Stack } from "../../../scripts/stack.ts";
import type { Json } from "../../../src/kernel/hash.ts";
import type { Approval } from "../../../src/approvals/api/approval.ts";
import { eventually, type Client } from "../../support/client.ts";
import { turnEnded } from "../../support/turns.ts";
import type { ProjectAnswer } from "../projects/answer.ts";
import type { Judge } from "../projects/judge.ts";
import { saidSince, setStage } from "../situations/play.ts";
import { EXAMPLES, judgedExample, type Example, type Tried } from "./grade.ts";

const TURN_MS = 10 * 60_000;

/** Numbers and addresses that are nobody's, by name. */
type Reach = ReadonlyMap<string, { readonly number: string; readonly email: string }>;

const AREAS = ["206", "360", "503", "541"];
const PER_AREA = 100;

/** Gives everybody who could be reached a number and an address. Throws where there are more than numbers kept for fiction. */
function reachOf(examples: readonly Example[]): Reach {
  const names = new Set(
    examples.flatMap(({ people }) => people.flatMap(({ name, channel }) => (channel === null ? [] : [name]))),
  );
  if (names.size > AREAS.length * PER_AREA) throw new Error(`${names.size} people are too many to play`);
  return new Map(
    [...names].map((name, at) => [
      name,
      {
        number: `+1${AREAS[Math.floor(at / PER_AREA)]}55501${String(at % PER_AREA).padStart(2, "0")}`,
        email: `person${at + 1}@example.com`,
      },
    ]),
  );
}

/** Puts them into the team's contacts, as somebody of the team would in the phone system. */
async function makeContacts({ sandboxUrl }: Stack, reach: Reach): Promise<void> {
  for (const [name, { number, email }] of reach) {
    const [firstName = name, ...rest] = name.split(" ");
    const body = {
      defaultFields: {
        firstName,
        lastName: rest.join(" ") || null,
        phoneNumbers: [{ name: "Mobile", value: number }],
        emails: [{ name: "E-mail", value: email }],
      },
    };
    // The phone system takes only so many a second.
    await eventually(`${name} is a contact`, async () => {
      const answer = await fetch(`${sandboxUrl}/quo/v1/contacts`, {
        method: "POST",
        headers: { authorization: ALDER.quo.apiKey, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      return answer.ok;
    });
  }
}

/** The product reads the phone system's contacts every ten minutes. */
const KNOWN_MS = 12 * 60_000;

async function known(stack: Stack, dana: Client, reach: Reach): Promise<void> {
  for (const [name, { number }] of reach)
    await eventually(
      `the product knows ${name}`,
      async () => {
        await stack.tick();
        const path = `/api/contacts/${encodeURIComponent(number)}`;
        return (await dana.json<{ id: string | null }>("GET", path)).id !== null;
      },
      KNOWN_MS,
    );
}

/** Plays all of it, one after the other. One that can't be played is wrong; the others are played all the same. */
export async function playExamples(
  stack: Stack,
  examples: readonly Example[],
  judge: Judge | null,
  say: (line: string) => void,
): Promise<ProjectAnswer[]> {
  const reach = reachOf(examples);
  await makeContacts(stack, reach);
  const dana = await (await setStage(stack)).person("dana");
  await known(stack, dana, reach);
  const answers: ProjectAnswer[] = [];
  for (const one of examples) {
    say(`playing ${one.id}`);
    const atMs = Date.now();
    const about = { set: EXAMPLES, id: one.id, atMs };
    try {
      const tried = await playExample(dana, one, reach);
      const seconds = (Date.now() - atMs) / 1_000;
      const judged = judge === null ? {} : { judge: await judge(judgedExample(one, tried)) };
      answers.push({ ...about, seconds, output: tried as Json, problem: null, ...judged });
    } catch (error) {
      const seconds = (Date.now() - atMs) / 1_000;
      answers.push({ ...about, seconds, output: null, problem: String(error).slice(0, 500) });
    }
  }
  return answers;
}

/** What comes of asking again. What waits then is taken back. */
async function playExample(dana: Client, { asked }: Example, reach: Reach): Promise<Tried> {
  const conversation = randomUUID();
  for (const words of asked) {
    await dana.send(conversation, words);
    await turnEnded(dana, conversation, words, TURN_MS);
  }
  const cards = await dana.openApprovals(conversation);
  const answer = await saidSince(dana, conversation, 0);
  for (const { id } of cards) await dana.json("POST", `/api/approvals/${id}/withdraw`);
  return { proposals: cards.map((card) => proposalOf(card, reach)), answer };
}

function proposalOf({ tool, arguments: given, effects }: Approval, reach: Reach): Tried["proposals"][number] {
  const where = JSON.stringify(effects.map(({ document }) => document));
  const reaches = [...reach].flatMap(([name, { number, email }]) =>
    where.includes(number) || where.includes(email) ? [name] : [],
  );
  return { tool, arguments: given, reaches };
}
