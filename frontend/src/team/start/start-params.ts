/** The steps of a new team, in order. */
export const START_STEPS = ["texts", "company", "drafts", "team"] as const;
export type StartStep = (typeof START_STEPS)[number];

export interface StartParams {
  readonly step?: StartStep;
}

export function startParams({ step }: Record<string, unknown>): StartParams {
  const known = START_STEPS.find((one) => one === step);
  return known === undefined ? {} : { step: known };
}
