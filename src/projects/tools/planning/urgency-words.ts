/** Derives a task's urgency from its wording. Pure. */

export const PRIORITIES = ["high", "medium", "low"] as const;
export type Priority = (typeof PRIORITIES)[number];

/** Phrases for low urgency, including those that contain a high-urgency word: "not urgent". */
const LOW =
  /\b(?:no (?:rush|hurry)|not (?:that |very |so )?(?:urgent|pressing)|isn['’]t (?:urgent|pressing)|low[- ]priority|when(?:ever)? (?:you|someone|somebody|there['’]?s?|it['’]s) (?:can|gets?|have|has|is|convenient)|when you get (?:to it|a chance)|whenever|at some point|some ?day|eventually|nice[- ]to[- ]have|would be nice|take your time|can wait|in the long run)\b/i;
const HIGH =
  /\b(?:urgent(?:ly)?|asap|a\.s\.a\.p|as soon as possible|immediate(?:ly)?|right (?:away|now)|at once|emergency|critical(?:ly)?|crucial|today|tonight|this (?:morning|afternoon|evening)|by (?:noon|tomorrow|end of (?:the )?day|eod|close of business|cob)|tomorrow|overdue|top[- ]priority|high[- ]priority|highest priority|important|blocker|blocking|blocked|can['’]?t wait|cannot wait|without delay|time[- ]sensitive|drop everything|danger(?:ous)?|unsafe|hazard|leak(?:s|ing)?|flood(?:ed|ing)?|no (?:heat|hot water|power|water)|smoke|gas smell|broken into|outage|is down|before (?:it|somebody|someone|anyone) (?:gets|is) hurt)\b/i;

/** Priority by wording: high takes precedence over low, unless the text says that it can wait. */
export function priorityOf(words: string): Priority {
  if (LOW.test(words)) return "low";
  return HIGH.test(words) ? "high" : "medium";
}
