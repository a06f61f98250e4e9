/** What a wish to send something says: whom it is for, and its words. "Let Greg know his sticker is ready", "dile a Rosa que llegó su paquete". */

/** How the words are meant to reach their reader. */
export type Manner = "tell" | "please" | "ask" | "remind" | "thank" | "exact" | "spanish";

/** One way to read a wish. Without words, `who` holds both: whom and what are not set apart. */
export interface Reading {
  readonly who: string;
  readonly words: string;
  readonly manner: Manner;
}

const POLITE =
  /^(?:(?:hi|hey|hello|ok|okay|please|pls|plz|now|then|also|and|steward|por favor)[,!]?\s+|(?:can|could|would|will) you (?:please )?|i(?:['’]d| would) like (?:you )?to |i (?:want|need) (?:you )?to )+/i;
const SEND = "(?:send|shoot|write|drop|give)";
const WHAT = "(?:text message|text|message|sms|note|line|e-?mail)";
const VERB = `(?:text|tell|message|inform|notify|ping|update|write to|write|e-?mail|${SEND} (?:an? )?(?:quick |short )?${WHAT} to|let)`;
const SAYING =
  "(?: that|:|,| saying(?: that)?| to say(?: that)?| and (?:say|tell (?:him|her|them))(?: that)?| know(?: that| about)?)";
const TELL_ES =
  "(?:d[ií]l[ea]s?|d[ií]gale|av[ií]s[ae](?:le)?|escr[ií]bele|m[aá]ndale|cu[eé]ntale|recu[eé]rdale)";

/** The strongest marks first. */
const FORMS: readonly (readonly [pattern: string, manner: Manner])[] = [
  [`${TELL_ES} al? (?<who>.+?) (?:de que|que) (?<words>.+)`, "spanish"],
  [
    `${SEND} (?<who>.+?) (?:an? |our )?(?:quick |big )?(?:thank[- ]you|thanks)(?: ${WHAT})? for (?<words>.+)`,
    "thank",
  ],
  ["thank (?<who>.+?) for (?<words>.+)", "thank"],
  ["ask (?<who>.+?) to (?<words>.+)", "please"],
  ["ask (?<who>.+?) (?<words>(?:if|whether|when|what|where|how|why|which|who)\\b.+)", "ask"],
  ["remind (?<who>(?!me\\b|us\\b|the team\\b).+?) (?<words>(?:about|that|to|of) .+)", "remind"],
  [`${SEND} (?<who>.+?) an? (?:quick |short )?${WHAT}${SAYING} ?(?<words>.+)`, "tell"],
  [`${VERB} (?<who>.+?)${SAYING} ?(?<words>.+)`, "tell"],
  ["(?:tell|text|message) (?<who>.+?) to (?<words>.+)", "please"],
  [`${VERB} (?<who>.+)`, "tell"],
];

/** Everyone at a place. */
const GROUP =
  /^(?:to )?(?:(?:all|every(?:one|body)?|each)(?: of)?(?: the| our)?|the|(?:a )?todos los)(?: (?:tenants?|residents?|people|inquilinos|renters?|folks))?(?: (?:at|in|of|from|de|en))+ (?<place>.+)$/i;

/** The ways to read a wish, the likeliest first; none for words that send nothing. */
export function readings(said: string): Reading[] {
  const polite = POLITE.exec(said.trim())?.[0] ?? "";
  const trimmed = said.trim().slice(polite.length);
  const wish = /\byou\b/i.test(polite) ? trimmed.replace(/\?$/, "") : trimmed;
  const quoted = /["“«]([^"”»]+)["”»]/.exec(wish);
  const plain = quoted === null ? wish : wish.replace(quoted[0], "…");
  return FORMS.flatMap(([pattern, manner]) => {
    const { who, words = "" } = new RegExp(`^${pattern}$`, "iu").exec(plain)?.groups ?? {};
    if (
      who === undefined ||
      /^(?:me|us|it|that|this)\b/i.test(who) ||
      (words !== "" && who.split(/\s+/).length > 8)
    )
      return [];
    if (quoted === null) return [{ who: who.trim(), words: words.trim(), manner }];
    return [
      { who: who.replace(/[\s,:]*…[\s\S]*$/, "").trim(), words: quoted[1] ?? "", manner: "exact" as const },
    ];
  });
}

/** Whether a wish is for an e-mail rather than a text. */
export function asksForMail(said: string): boolean {
  return /^(?:\w+ ){0,4}?(?:e-?mail|(?:send|write|draft)\b.{0,40}\be-?mail)\b/i.test(said.trim());
}

/** The place behind "everyone at", with the message where a mark sets it off; null where a wish is for single people. */
export function groupIn(said: string): (Reading & { readonly place: string }) | null {
  const reading = readings(said).find(({ who }) => GROUP.test(who));
  return reading === undefined
    ? null
    : { ...reading, place: GROUP.exec(reading.who)?.groups?.["place"] ?? "" };
}

/** Whether a wish is for many who are not named by where they live: "all tenants". */
export function isForAll(said: string): boolean {
  return (
    readings(said).some(({ who }) =>
      /^(?:all|every(?:one|body)?|each|the (?:tenants|residents|owners|vendors)|todos)\b/i.test(who),
    ) && groupIn(said) === null
  );
}

/** Whom a reply is for, as the words name them; null where they ask for none. */
export function replyTo(words: string): string | null {
  const what = "(?:texts?|e-?mails?|messages?)";
  const asking = `\\b(?:(?:reply|response|answer) (?:to|for)|answer|respond to|write back to) (?:the )?(?:last |latest )?(?:${what} (?:of|from|by) )?(.+?)(?:['’]s? (?:last |latest )?${what})?[?.!]*$`;
  return new RegExp(asking, "i").exec(words)?.[1] ?? null;
}
