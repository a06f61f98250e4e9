import { findAgent, LIMIT_RULE } from "../../index.ts";
import { denied } from "../answer.ts";
import type { BeforeHook } from "./types.ts";

/**
 * Limits that apply whatever the policy says: a run that only researches may not act, and a tool may not be
 * called more often than its agent allows. Counted in the run's journal, so that a resumed run continues
 * the count.
 */
export const uses: BeforeHook = {
  name: "uses",
  async before({ scope, tool, call }) {
    if (scope.readOnly === true && tool !== null && tool.effect !== "read") {
      const rule = "agent.read_only";
      return {
        decision: "deny",
        rule,
        stop: denied(rule, "This task is to look and draft only: put what you would do into your answer."),
      };
    }
    const limits = findAgent(scope.agent)?.limits.uses ?? {};
    const spent = [call.name, "all"].find((name) => {
      const most = limits[name];
      if (most === undefined) return false;
      return (scope.usedBefore?.(name === "all" ? null : name, call.id) ?? 0) >= most;
    });
    if (spent === undefined) return { decision: "within limits", rule: null };
    const what = spent === "all" ? "tool calls" : `calls of ${spent}`;
    const why = `You've made the ${limits[spent] ?? 0} ${what} you have for one question. Answer from what you've read, and say in notes that you reached this limit.`;
    return { decision: "deny", rule: LIMIT_RULE, stop: denied(LIMIT_RULE, why) };
  },
};
