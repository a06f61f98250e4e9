import { expect, it } from "vitest";
import { explainFailure, type FailedStep } from "../../../../src/agent/runs/explain-failure.ts";

const run = (errorCode: string | null, attempts = 1) => ({
  status: "failed",
  errorCode,
  model: "claude-sonnet-5-5",
  attempts,
});
const call = (detail: FailedStep["detail"]): FailedStep => ({
  kind: "model",
  name: "claude-sonnet-5-5",
  status: "failed",
  durationMs: 38_200,
  detail,
});

it("says nothing of a run that did not fail", () => {
  expect(explainFailure({ ...run(null), status: "finished" }, [])).toBeNull();
});

it("names the model's last answer, the tries and the id of its request", () => {
  const steps = [
    call({ tries: 1, httpStatus: 500 }),
    call({ tries: 4, httpStatus: 529, problem: "overloaded_error", requestId: "req_2" }),
  ];
  expect(explainFailure(run("upstream_failed"), steps)).toEqual({
    code: "upstream_failed",
    sentence:
      "The model couldn’t be reached. Its last answer was 529 (overloaded_error), after 4 tries in 38 seconds.",
    next: "Send a message to try again.",
    requestId: "req_2",
  });
});

it("says that there was no answer where there was none", () => {
  const failure = explainFailure(run("upstream_failed"), [call({ tries: 1, requestId: null })]);
  expect(failure?.sentence).toBe("The model couldn’t be reached. It gave no answer, after 38 seconds.");
  expect(failure?.requestId).toBeNull();
});

it("tells whose turn it is: the operator's, an admin's or one's own", () => {
  expect(explainFailure(run("not_configured"), [])?.next).toContain("ANTHROPIC_API_KEY");
  expect(explainFailure(run("agent_disabled"), [])?.next).toContain("Settings → Agents");
  expect(explainFailure(run("internal"), [])?.next).toContain("whoever runs this deployment");
  expect(explainFailure(run("internal", 3), [])?.sentence).toContain("3 times in a row");
  expect(explainFailure(run("internal"), [call({ httpStatus: 400 })])?.sentence).toContain(
    "The model refused the request.",
  );
  expect(explainFailure(run("lost"), [])?.sentence).toContain("broke off");
  expect(explainFailure(run("restored"), [])?.sentence).toContain("restored from a backup");
  expect(explainFailure(run("something_new"), [])?.sentence).toBe("Something went wrong on our side.");
});
