/** Whether this tab came from the list of first steps, so that the pages it leads to can lead back. A sign-in at a vendor keeps it. */
const KEY = "steward.from-first-steps";

export const fromFirstSteps = {
  note: (): void => sessionStorage.setItem(KEY, "yes"),
  forget: (): void => sessionStorage.removeItem(KEY),
  isNoted: (): boolean => sessionStorage.getItem(KEY) !== null,
};
