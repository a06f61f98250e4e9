/** Phone calls with transcripts, for lines that record. */
import type { DemoTenant } from "./company.ts";
import { stableId } from "./contacts.ts";
import { lineFor } from "./conversations.ts";
import { between, pick, type Random } from "./random.ts";
import type { ContactKind, WorldCall, WorldContact } from "./types.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

interface CallScript {
  readonly kinds: readonly ContactKind[];
  readonly points: readonly string[];
  readonly nextSteps: readonly string[];
  readonly dialogue: readonly string[];
}

/** `>` is us, `<` is them. */
const SCRIPTS: readonly CallScript[] = [
  {
    kinds: ["resident"],
    points: [
      "{first} reported a leak under the kitchen sink.",
      "The shut-off valve is closed; no water is running.",
    ],
    nextSteps: ["Send a plumber within two days.", "Call {first} back with the time."],
    dialogue: [
      "> Alder and Finch, good morning.",
      "< Hi, it's {first}. There's water under my kitchen sink.",
      "> Is it still running? There's a valve right behind the bottle trap.",
      "< I closed it already. It's only a puddle now.",
      "> Perfect. I'll get a plumber to you within two days and call you with the time.",
    ],
  },
  {
    kinds: ["resident"],
    points: ["{first} asked when the lease can be ended early.", "Explained the 60 days' notice in writing."],
    nextSteps: ["Email the notice form to {first}."],
    dialogue: [
      "< I may have to move for work. How does that go?",
      "> You'd give us sixty days in writing, and we list the unit right away.",
      "< And if someone moves in sooner?",
      "> Then you only pay until that day.",
    ],
  },
  {
    kinds: ["vendor"],
    points: ["{first} can start next week.", "The price includes hauling the old material away."],
    nextSteps: ["Send the lockbox code the day before."],
    dialogue: [
      "> Does your price include taking the old stuff away?",
      "< It does. I need one parking spot by the door.",
      "> You'll have it. The code comes by text the day before.",
    ],
  },
  {
    kinds: ["owner"],
    points: [
      "{first} wants two quotes for anything above $1,000.",
      "Agreed to raise rents by 3 % at renewal.",
    ],
    nextSteps: ["Note the $1,000 limit in the owner's file."],
    dialogue: [
      "< From now on I'd like two quotes for anything above a thousand.",
      "> Understood. And for renewals, three per cent?",
      "< Three is fair.",
    ],
  },
  {
    kinds: ["applicant"],
    points: ["{first} asked about pets and parking.", "A showing was agreed."],
    nextSteps: ["Put the showing in the calendar."],
    dialogue: [
      "< Is there parking with the apartment?",
      "> One spot behind the house, forty dollars a month.",
      "< And my dog is forty pounds on a good day.",
      "> Forty is exactly our limit.",
    ],
  },
  {
    kinds: ["client"],
    points: ["{first} asked for a quote with a higher deductible.", "The fleet has grown by one vehicle."],
    nextSteps: ["Get quotes at $1,000 and $2,500 deductible."],
    dialogue: [
      "< What would I save with a bigger deductible?",
      "> Let me price a thousand and twenty-five hundred side by side.",
      "< And add the new van, please.",
    ],
  },
];

/** `count` calls of the last three months; about one in five was missed and has no transcript. */
export function makeCalls(
  tenant: DemoTenant,
  contacts: readonly WorldContact[],
  options: { readonly random: Random; readonly nowMs: number; readonly count: number },
): WorldCall[] {
  const { random, nowMs } = options;
  const callable = contacts.filter(({ kind }) => kind !== "team");
  const calls = Array.from({ length: options.count }, (_, index): WorldCall => {
    const contact = pick(random, callable);
    const script = pick(
      random,
      SCRIPTS.filter(({ kinds }) => kinds.includes(contact.kind)),
    );
    const missed = random() < 0.2;
    const named = (text: string): string => text.replaceAll("{first}", contact.firstName);
    const midnight = Math.floor((nowMs - between(random, 1, 90) * DAY_MS) / DAY_MS) * DAY_MS;
    return {
      id: `AC${stableId("call", tenant.id, contact.id, String(index))}`,
      phoneNumberId: lineFor(tenant, contact.kind).phoneNumberId,
      participant: contact.phones[0]?.value ?? "",
      direction: missed || random() < 0.6 ? "incoming" : "outgoing",
      status: missed ? "missed" : "completed",
      durationS: missed ? 0 : between(random, 45, 600),
      userId: pick(random, tenant.people).quoUserId,
      createdAt: new Date(midnight + between(random, 13 * 60, 22 * 60) * MINUTE_MS).toISOString(),
      summary: missed ? null : { points: script.points.map(named), nextSteps: script.nextSteps.map(named) },
      dialogue: missed
        ? null
        : script.dialogue.map((line) => ({
            who: line.startsWith(">") ? ("us" as const) : ("them" as const),
            text: named(line.slice(2)),
          })),
    };
  });
  return calls.sort((left, right) => left.createdAt.localeCompare(right.createdAt));
}
