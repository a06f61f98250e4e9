/** Stages of an account and when each is followed up. */

/** A stage's rule: after so many days without contact, by these ways, the best first. */
export interface StageRule {
  readonly stage: string;
  /** Null where nothing is to be followed up. */
  readonly days: number | null;
  readonly channels: readonly ("email" | "sms" | "call_script")[];
  readonly purpose: string;
}

/** What a team begins with (seed 003). */
export const STAGE_RULES: readonly StageRule[] = [
  { stage: "New Lead", days: 2, channels: ["email"], purpose: "documents, qualification" },
  { stage: "Intake", days: 2, channels: ["email"], purpose: "documents, qualification" },
  {
    stage: "Application Received",
    days: 3,
    channels: ["email", "call_script"],
    purpose: "form complete, corrections",
  },
  { stage: "Submission", days: 5, channels: ["email"], purpose: "the underwriter's state, questions" },
  { stage: "Quote Pitched", days: 2, channels: ["call_script", "email"], purpose: "decision, competitors" },
  { stage: "Quoted", days: 2, channels: ["call_script", "email"], purpose: "decision, competitors" },
  { stage: "Bound", days: null, channels: [], purpose: "" },
  { stage: "Closed Won", days: null, channels: [], purpose: "" },
  { stage: "Closed Lost", days: null, channels: [], purpose: "" },
];

export const STAGES: readonly string[] = STAGE_RULES.map(({ stage }) => stage);
