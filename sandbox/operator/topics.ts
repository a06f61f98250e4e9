/** Topics people write about, with a first reply for each, selected by meaning. No reply promises anything. */
import { nearest, type Embed, type Meant } from "./nearest.ts";
import { firstName } from "./people.ts";

/** A topic. `reply` follows the greeting; empty if nothing needs to be done, with the reason in `why`. */
export interface Topic extends Meant {
  readonly why: string;
  readonly urgent?: true;
  readonly reply: string;
  /** The reply in Spanish. */
  readonly respuesta?: string;
}

/** The default topic. */
const QUESTION: Topic = {
  when: "is the walk-through still on for Friday | did the elevator man come yet | could I get a parking permit | my lease ends soon and I want to stay | who can hand us the key tomorrow | can you text me the policy number | may I have a copy of my lease | hi, quick question",
  why: "a question",
  reply: "thanks for your message. I'm checking and will get back to you.",
  respuesta: "gracias por su mensaje. Lo estoy revisando y le respondo.",
};

export const TOPICS: readonly Topic[] = [
  {
    when: "I smell gas in the kitchen | there is smoke in the hallway | the carbon monoxide alarm is going off | sparks are coming out of the outlet | somebody is hurt | a man is trying to break in | huele a gas",
    mark: /\b(?:gas|smok|monoxide|spark|fire|flames|hurt|bleeding|break(?:ing)? in|stuck in the elevator|humo|fuego|incendio)/i,
    why: "danger",
    urgent: true,
    reply: "if you're in danger, please leave now and call 911 from a safe place. We've seen your message.",
    respuesta:
      "si está en peligro, salga ahora y llame al 911 desde un lugar seguro. Hemos visto su mensaje.",
  },
  {
    when: "the heat is off and it is freezing | no heat since last night | the heater is broken again | 54 degrees in the bedroom, my mother is 81 and shivering | there is no hot water | no hay agua caliente desde esta mañana | no hay calefacción",
    mark: /\b(?:heat|hot water|cold|freez|shiver|degrees|agua caliente|calefacci|fr[ií]o)/i,
    why: "no heat or hot water",
    urgent: true,
    reply:
      "I'm sorry, that's urgent and we've seen it. I'm finding out right now who can come and will let you know as soon as I do.",
    respuesta:
      "lo siento mucho. Es urgente y ya lo hemos visto. Estoy averiguando quién puede ir y le aviso en cuanto lo sepa.",
  },
  {
    when: "I locked myself out | I lost my keys and can't get in | locked out, phone at 4% | can somebody let me in | me quedé afuera sin llaves | the front door does not lock",
    mark: /\block(?!box)|\bget in\b|\blost (?:my|the|our) keys?\b|\bsin llaves\b/i,
    why: "locked out",
    urgent: true,
    reply:
      "sorry you're locked out. I'm finding out who's closest and will let you know right away. Are you somewhere safe to wait?",
    respuesta:
      "lamento que se haya quedado afuera. Estoy averiguando quién está más cerca y le aviso enseguida. ¿Está en un lugar seguro?",
  },
  {
    when: "water is coming through the ceiling | a pipe burst and the kitchen is flooding | water is running out of the radiator | the power is out in my apartment | there is no water at all | the toilet is overflowing | the heater is leaking | se está inundando el baño",
    mark: /\b(?:water|flood|burst|leak|power|electricity|overflow|pipe|agua|inunda|luz)/i,
    why: "water or power",
    urgent: true,
    reply:
      "thanks for telling us right away. If there's a valve you can close safely, please do. I'm finding out who can come and will let you know as soon as I do.",
    respuesta:
      "gracias por avisar enseguida. Si puede cerrar la llave de paso sin peligro, ciérrela. Estoy averiguando quién puede ir y le aviso en cuanto lo sepa.",
  },
  {
    when: "the kitchen tap is dripping | the drain is clogged | the dishwasher is broken | the elevator stops too low | the light in the hallway is out | there are mice in the kitchen | the window does not close | thanks but it is still not fixed | el fregadero gotea",
    why: "a repair",
    reply: "thanks for letting us know. I'm checking who can come and will get back to you with a time.",
    respuesta: "gracias por avisarnos. Estoy viendo quién puede ir y le escribo con una hora.",
  },
  {
    when: "how much do I still owe for this month | is there a late fee | I will pay the rent on Friday | does the $240 include the fitting | there is a mistake in my invoice | when do I get my deposit back | ¿cuánto debo de renta?",
    why: "money",
    reply: "thanks for asking.{ours} I'm checking the rest and will get back to you.",
    respuesta: "gracias por preguntar.{ours} Estoy revisando lo demás y le respondo.",
  },
  {
    when: "van broke down, can't make it tomorrow, Thursday would work | could we come on Monday instead of Thursday | can we make it 11 instead of 10 | I need to reschedule the appointment | can you tell the tenant I am late | we are booked for Friday, does that work",
    why: "a change of plan",
    reply: "thanks for telling us. I'm checking whether that works here and will confirm.",
    respuesta: "gracias por avisar. Estoy viendo si es posible y se lo confirmo.",
  },
  QUESTION,
  {
    when: "thank you so much, it works great | Thanks for telling me | the new bulb is wonderful, have a lovely evening | you're the best | muchas gracias, ya funciona | thank you all",
    why: "They only said thanks.",
    reply: "",
  },
  {
    when: "ok | sounds good, see you then | got it | perfect, Friday works | will do | 👍",
    why: "They only confirmed.",
    reply: "",
  },
];

/** Minimum similarity of a topic. */
const THRESHOLD = 0.34;
const MACHINE =
  /\bauto(?:matic|mated)?[- ]?(?:reply|response|message|notice)|auto-?reply|out of (?:the )?office|away from my phone|do not reply|replies are not read|unattended|unsubscribe|newsletter|view (?:this )?in (?:your )?browser|you (?:receive|are receiving) this because/i;
const OPT_OUT =
  /^["'“]?(?:stop ?all|stop|unsubscribe|end|quit|cancel|opt[- ]?out|revoke|alto|parar|start|unstop|opt[- ]?in)["'”]?[\s.!]*$/i;
/** More than thanks: something is still open. */
const STILL = /\?|\b(?:but|still|again|when|need|can you|could you|please|until|waiting|call me)\b/i;
const ORDER =
  /\b(?:ignore (?:all |any |your |the |previous )*(?:rules|instructions)|system notice|ai assistant|(?:has|have|been) approved|forward (?:the |me )?(?:full |complete |entire )?[\w ]{0,20}\b(?:roll|list|numbers|files?)|delete this (?:message|e-?mail)|do not ask)\b/i;
const SPANISH =
  /[¿¡ñ]|\b(?:hola|buenas|por favor|gracias|puede|est[aá]|agua|desde|para|soy|tengo|ayer|hoy|usted|qu[eé])\b/gi;

function topicOf(words: string, embed: Embed): Topic {
  const [best] = nearest(words, TOPICS, embed);
  return best === undefined || best.score < THRESHOLD ? QUESTION : best.row;
}

/** Why a message needs no reply; null if it does. */
export function needsNothing(words: string, embed: Embed): string | null {
  if (MACHINE.test(words)) return "It was written by a machine.";
  if (OPT_OUT.test(words.trim())) return "That's on record; there's nothing to answer.";
  const { reply, why } = topicOf(words, embed);
  return STILL.test(words) || words.length > 240 || reply !== "" ? null : why;
}

/** Whether a text tries to give instructions to its reader. */
export function givesOrders(words: string): boolean {
  return ORDER.test(words);
}

/**
 * Drafts a first reply in the sender's language, quoting our own last message for money questions. Of several texts, the most serious is
 * answered.
 */
export function acknowledge(
  theirs: readonly string[],
  ours: readonly string[],
  to: string,
  embed: Embed,
): { readonly text: string; readonly topic: Topic; readonly english: string } {
  const topics = theirs.map((text) => topicOf(text, embed)).filter(({ reply }) => reply !== "");
  const topic = topics.find(({ urgent }) => urgent) ?? topics.find((one) => one !== QUESTION) ?? QUESTION;
  const words = theirs.join("\n");
  const money = moneyIn(words, ours);
  const write = (hello: string, reply: string, lead: string): string =>
    `${hello} ${firstName(to)}, ${reply.replace("{ours}", () => (money === undefined ? "" : ` ${lead}: “${money}”`))}`;
  const english = write("Hi", topic.reply, "Last we wrote");
  if ((words.match(SPANISH) ?? []).length < 2 || topic.respuesta === undefined)
    return { text: english, topic, english: "" };
  return { text: write("Hola", topic.respuesta, "Lo último que escribimos"), topic, english };
}

/** Our newest sentence with the amount they name, or with what is still owed. */
function moneyIn(theirs: string, ours: readonly string[]): string | undefined {
  const [amount] = theirs.match(/\$\d[\d,.]*\d/) ?? [];
  const open = /(?=.*\$\d).*\b(?:open|balance|owe|due)\b/i;
  return ours
    .flatMap((text) => text.replace(/^>+ ?/gm, "").split(/(?<=[.!?])\s+|\n{2,}/))
    .map((one) =>
      one
        .replace(/\s+/g, " ")
        .replace(/ - \p{Lu}\p{L}+$/u, "")
        .trim(),
    )
    .findLast((one) => (amount === undefined ? open.test(one) : one.includes(amount)));
}
