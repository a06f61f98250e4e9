/** Project metrics, computed and never guessed. Pure. */
export { calibrate, calibrated, estimationAccuracy, type Calibration } from "./calibration.ts";
export { remainingPath } from "./critical-path.ts";
export { drift, likelyDuplicates, type CurrentTask } from "./drift.ts";
export { costOf, split } from "./money.ts";
export { nudgeCandidates, type NudgeCandidate } from "./nudges.ts";
export { inPlanOrder, keyOf, mendPlan, planDependencies } from "./plan.ts";
export {
  blockedHours,
  loads,
  overdueByWeek,
  velocity,
  VELOCITY_WEEKS,
  wasOverdue,
  type StatusChange,
} from "./progress.ts";
export { kendallTau, rankTasks } from "./ranking.ts";
export { scoreOf, type Watched } from "./scorecard.ts";
export { HOURS_PER_DAY, isOpen, rounded, type Dependency, type TaskFact } from "./types.ts";
