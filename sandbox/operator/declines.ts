/** What the script can't do whatever is on record: said before anything is looked up. */
import type { Play, Scene } from "./engine.ts";
import { offer } from "./offers.ts";
import { isPlan, noteIn } from "./planning.ts";
import { wishIn } from "./words.ts";

const LIMITS: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:do|does|did) (?:that|this|it|these|those|they) look (?:like|bad|serious|broken|safe|damaged)\b|\b(?:picture|photo|image|pic|screenshot)s?\b.*\b(?:looks?|what do you|what is|what['’]s|judge|identify)\b|\b(?:what do you see|look at|what(?:['’]s| is)(?: that| this| there)? (?:in|on))\b.*\b(?:picture|photo|image|pic|screenshot)s?\b/i,
    "I can't judge a picture: the demo's script sees none. I can text somebody to go and look; with a model key, Steward looks at the photos that come with texts and e-mails.",
  ],
  [
    /\b(?:make|draw|create|build|show|give|plot|graph|chart|want|need|see|get)\b.*\b(?:charts?|graphs?|plots?|diagrams?|histograms?)\b|^(?:plot|graph|chart|visuali[sz]e)\b/i,
    "I can't draw charts. I can list the figures that are on record, for you to chart in a sheet.",
  ],
  [
    /\bwill\b(?!.*\b(?:weather|temperatures?|snow|rain)\b)[^?.!]*\b(?:go (?:up|down)(?! (?:to|the|there)\b)|rise|increase|decrease|(?:drop|fall|climb)(?! (?:by|off|in|out|it|them)\b)|get (?:cheaper|more expensive)|be worth)\b|\b(?:predict|forecast)\b(?!.*\b(?:weather|snow|rain)\b).*\b(?:next|future|how|what|will)\b/i,
    "I can't predict what will come, and I won't make up a number: I only know what's on record. I can say what stands there now, or draft the question to whoever decides it.",
  ],
  [
    /^(?:please )?(?:draft|write|prepare|make|create|generate|draw up|put together)(?: me| us| up)? (?!.*\b(?:text|e-?mail|message|reply|note|reminder|task|to-?do|ticket|issue|event|entry|schedule|account)\b)[^.?!:]*\b(?:leases?|contracts?|agreements?|addend(?:um|a)|amendments?)\b/i,
    "I can't draft a lease or a contract: the demo's script writes texts and e-mails only. Start from your own template, which I can look for in the files, and have it checked before anyone signs.",
  ],
];
const POLITE =
  /^(?:(?:hey|hi|ok|okay|and|also)[, ]+|(?:can|could|would|will) you |i (?:want|need) you to )+/i;

/** An honest refusal. Null if nothing here has to be refused, or if the request is a message or a reminder about such a thing. */
export function declined(scene: Scene): Play | null {
  const words = scene.words.replace(POLITE, "");
  const why = LIMITS.find(([pattern]) => pattern.test(words))?.[1];
  const isOfIt = wishIn(words) !== null || isPlan(words) || noteIn(words) !== "";
  return why === undefined || isOfIt ? null : offer(scene, why);
}
