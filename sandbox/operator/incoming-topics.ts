/** What people outside write about, and what is answered before anybody knows more: a table, chosen from by meaning. No reply promises anything. */
import type { Embed } from "./examples.ts";
import { firstName } from "./drafting.ts";
import { nearest } from "./nearest.ts";
import { examples } from "./row.ts";

/** One thing people write about. `reply` follows the greeting; null where nothing is to be done, and `why` says so. */
interface Topic {
  readonly when: readonly string[];
  readonly why: string;
  /** Without such a word it is not that, however near the rest is. */
  readonly mark?: RegExp;
  readonly urgent?: true;
  readonly reply: string | null;
  /** The reply in Spanish. */
  readonly respuesta?: string;
  /** Whether our own last words about money are worth quoting. */
  readonly quotesMoney?: true;
}

/** What is answered where nothing nearer fits. */
const QUESTION: Topic = {
  when: examples(
    "is the walk-through still on for Friday | did the elevator man come yet | could I get a parking permit | my lease ends soon and I want to stay | who can hand us the key tomorrow | can you text me the policy number | may I have a copy of my lease | hi, quick question",
  ),
  why: "a question",
  reply: "thanks for your message. I'm checking and will get back to you.",
  respuesta: "gracias por su mensaje. Lo estoy revisando y le respondo.",
};

/** What is answered where an answer is wanted and nothing was asked. */
const THANKS: Topic = {
  ...QUESTION,
  reply: "thank you for your message!",
  respuesta: "¡gracias por su mensaje!",
};

export const TOPICS: readonly Topic[] = [
  {
    when: examples(
      "I smell gas in the kitchen | there is smoke in the hallway | the carbon monoxide alarm is going off | sparks are coming out of the outlet | huele a gas",
    ),
    why: "danger",
    mark: /\b(?:gas|smok|monoxide|spark|fire|humo|fuego)/i,
    urgent: true,
    reply:
      "if you smell gas or see smoke, please leave now and call 911 from outside. We've seen your message and are calling you.",
    respuesta:
      "si huele a gas o ve humo, salga ahora y llame al 911 desde afuera. Hemos visto su mensaje y la estamos llamando.",
  },
  {
    when: examples(
      "the heat is off and it is freezing | no heat since last night | the heater is broken again | 54 degrees in the bedroom, my mother is 81 and shivering | there is no hot water | no hay agua caliente desde esta mañana | no hay calefacción",
    ),
    why: "no heat or hot water",
    mark: /\b(?:heat|hot water|cold|freez|degrees|agua caliente|calefacci)/i,
    urgent: true,
    reply:
      "I'm sorry, that's urgent and we've seen it. I'm finding out right now who can come and will let you know as soon as I do.",
    respuesta:
      "lo siento mucho. Es urgente y ya lo hemos visto. Estoy averiguando quién puede ir y le aviso en cuanto lo sepa.",
  },
  {
    when: examples(
      "I locked myself out | I lost my keys and can't get in | locked out, phone at 4% | can somebody let me in | me quedé afuera sin llaves | the front door does not lock",
    ),
    why: "locked out",
    mark: /\block(?!box)|\bget in\b|\blost (?:my|the|our) keys?\b|\bsin llaves\b/i,
    urgent: true,
    reply:
      "sorry you're locked out. I'm finding out who's closest and will let you know right away. Are you somewhere safe to wait?",
    respuesta:
      "lamento que se haya quedado afuera. Estoy averiguando quién está más cerca y le aviso enseguida. ¿Está en un lugar seguro?",
  },
  {
    when: examples(
      "water is coming through the ceiling | a pipe burst and the kitchen is flooding | water is running out of the radiator | the power is out in my apartment | there is no water at all | the toilet is overflowing | the radiator is leaking | se está inundando el baño",
    ),
    why: "water or power",
    mark: /\b(?:water|flood|burst|leak|power|electricity|overflow|pipe|agua|inunda|luz)/i,
    urgent: true,
    reply:
      "thanks for telling us right away. If there's a valve you can close safely, please do. I'm finding out who can come and will let you know as soon as I do.",
    respuesta:
      "gracias por avisar enseguida. Si puede cerrar la llave de paso sin peligro, ciérrela. Estoy averiguando quién puede ir y le aviso en cuanto lo sepa.",
  },
  {
    when: examples(
      "the kitchen tap is dripping | the drain is clogged | the dishwasher is broken | the elevator stops too low | the light in the hallway is out | there are mice in the kitchen | the window does not close | thanks but it is still not fixed | el fregadero gotea",
    ),
    why: "a repair",
    reply: "thanks for letting us know. I'm checking who can come and will get back to you with a time.",
    respuesta: "gracias por avisarnos. Estoy viendo quién puede ir y le escribo con una hora.",
  },
  {
    when: examples(
      "how much do I still owe for this month | is there a late fee | I will pay the rent on Friday | does the $240 include the fitting | there is a mistake in my invoice | when do I get my deposit back | ¿cuánto debo de renta?",
    ),
    why: "money",
    reply: "thanks for asking.{ours} I'm checking the rest and will get back to you.",
    respuesta: "gracias por preguntar.{ours} Estoy revisando lo demás y le respondo.",
    quotesMoney: true,
  },
  {
    when: examples(
      "van broke down, can't make it tomorrow, Thursday would work | could we come on Monday instead of Thursday | can we make it 11 instead of 10 | I need to reschedule the appointment | can you tell the tenant I am late | we are booked for Friday, does that work",
    ),
    why: "a change of plan",
    reply: "thanks for telling us. I'm checking whether that works here and will confirm.",
    respuesta: "gracias por avisar. Estoy viendo si es posible y se lo confirmo.",
  },
  QUESTION,
  {
    when: examples(
      "thank you so much, it works great | Thanks for telling me | the new bulb is wonderful, have a lovely evening | you're the best | muchas gracias, ya funciona | thank you all",
    ),
    why: "They only said thanks.",
    reply: null,
  },
  {
    when: examples("ok | sounds good, see you then | got it | perfect, Friday works | will do | 👍"),
    why: "They only confirmed.",
    reply: null,
  },
];

/** Below this nothing in the table is near. */
const THRESHOLD = 0.34;

const MACHINE =
  /\bauto(?:matic|mated)?[- ]?(?:reply|response|message|notice)|auto-?reply|out of (?:the )?office|away from my phone|do not reply|replies are not read|unattended|unsubscribe|newsletter|view (?:this )?in (?:your )?browser|you (?:receive|are receiving) this because/i;
const OPT_OUT =
  /^["'“]?(?:stop ?all|stop|unsubscribe|end|quit|cancel|opt[- ]?out|revoke|alto|parar|start|unstop|opt[- ]?in)["'”]?[\s.!]*$/i;
/** More than thanks: something is still open. */
const STILL = /\?|\b(?:but|still|again|when|need|can you|could you|please|until|waiting|call me)\b/i;
const SPANISH =
  /[¿¡ñ]|\b(?:hola|buenas|por favor|gracias|puede|est[aá]|agua|desde|para|soy|tengo|ayer|hoy|usted|qu[eé])\b/gi;
const ORDER =
  /\b(?:ignore (?:all |any |your |the |previous )*(?:rules|instructions)|system notice|ai assistant|(?:has|have|been) approved|forward (?:the |me )?(?:full |complete |entire )?[\w ]{0,20}\b(?:roll|list|numbers|files?)|delete this (?:message|e-?mail)|do not ask)\b/i;

/** Why words need no answer; null where they do. */
export function needsNothing(words: string, embed: Embed): string | null {
  const text = words.trim();
  if (MACHINE.test(text)) return "It was written by a machine.";
  if (OPT_OUT.test(text)) return "That's on record; there's nothing to answer.";
  if (STILL.test(text) || text.length > 240) return null;
  const { reply, why } = topicOf(text, embed);
  return reply === null ? why : null;
}

/** A sentence that wants to give orders to whoever reads it; null where there is none. */
export function orderIn(words: string): string | null {
  const sentences = words.split(/(?<=[.!?])\s+|\n+/);
  return sentences.find((one) => ORDER.test(one))?.trim() ?? null;
}

/** A first answer to what somebody wrote. `ours` are our own texts to them, oldest first. */
export interface Acknowledgment {
  readonly text: string;
  readonly urgent: boolean;
  readonly why: string;
  /** What it says in English, where it is written in Spanish. */
  readonly english: string | null;
}

/** Drafts it in the language they write, quoting our own last words where money is asked for. Of several texts the gravest is answered. */
export function acknowledge(
  theirs: readonly string[],
  ours: readonly string[],
  { to, from }: { readonly to: string; readonly from: string | null },
  embed: Embed,
): Acknowledgment {
  const topics = theirs.map((text) => topicOf(text, embed)).filter(({ reply }) => reply !== null);
  const topic =
    topics.find(({ urgent }) => urgent === true) ??
    topics.find(({ why }) => why !== QUESTION.why) ??
    topics[0] ??
    (theirs.some((text) => STILL.test(text)) ? QUESTION : THANKS);
  const words = theirs.join("\n");
  const money = topic.quotesMoney === true ? moneyIn(words, ours) : null;
  const write = (hello: string, reply: string, lead: string): string => {
    const said = reply.replace("{ours}", money === null ? "" : ` ${lead}: “${money}”`);
    return `${hello} ${firstName(to)}, ${said}${from === null ? "" : ` - ${from}`}`;
  };
  const english = write("Hi", topic.reply ?? "", "Last we wrote");
  const spanish = (words.match(SPANISH) ?? []).length >= 2 && topic.respuesta !== undefined;
  const text = spanish ? write("Hola", topic.respuesta ?? "", "Lo último que escribimos") : english;
  return { text, urgent: topic.urgent === true, why: topic.why, english: spanish ? english : null };
}

function topicOf(words: string, embed: Embed): Topic {
  const possible = TOPICS.filter(({ mark }) => mark?.test(words) ?? true);
  const [best] = nearest(words, possible, embed);
  return best === undefined || best.score < THRESHOLD ? QUESTION : best.entry;
}

/** Our newest sentence with an amount: the one they name, or else what is still open. */
function moneyIn(theirs: string, ours: readonly string[]): string | null {
  const amounts: readonly string[] = theirs.match(/\$\d[\d,.]*\d/g) ?? [];
  const sentences = ours
    .flatMap((text) => text.replace(/^>+ ?/gm, "").split(/(?<=[.!?])\s+|\n{2,}/))
    .map((one) =>
      one
        .replace(/\s+/g, " ")
        .replace(/ - \p{Lu}\p{L}+$/u, "")
        .trim(),
    );
  return (
    sentences.findLast((one) => amounts.some((amount) => one.includes(amount))) ??
    (amounts.length > 0
      ? null
      : (sentences.findLast((one) => /\$\d/.test(one) && /\b(?:open|balance|owe|due)\b/i.test(one)) ?? null))
  );
}
