/** Four questions about the company, asked as in a chat. The answers become the file that Steward reads before every task. */
import { useEffect, useRef, useState } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { workspaceEndpoints } from "../../../../src/workspace/api/workspace.ts";
import { Composer } from "../../agent/conversation/composer.tsx";
import { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { ERROR_SHOWN_HERE } from "../../api/mutations.ts";
import { ErrorNotice } from "../../components/notice.tsx";
import { useMe } from "../../components/session.tsx";
import { firstStepsQuery } from "../first-steps-query.ts";
import { COMPANY_FILE, companyFile, QUESTIONS } from "./company-file.ts";
import { Onward, Step } from "./step.tsx";

function useWrite() {
  const client = useQueryClient();
  const { tenant } = useMe();
  return useMutation({
    mutationFn: async (answers: readonly string[]) => {
      const known = await call(workspaceEndpoints.read, { query: { path: COMPANY_FILE } }).catch(
        (error: unknown) => {
          if (error instanceof ApiError && error.code === "not_found") return null;
          throw error;
        },
      );
      const content = companyFile(tenant.name, answers);
      await call(workspaceEndpoints.write, {
        body: { path: COMPANY_FILE, content, ...(known === null ? {} : { etag: known.etag }) },
      });
    },
    meta: ERROR_SHOWN_HERE,
    onSuccess: () => client.invalidateQueries(firstStepsQuery),
  });
}

export default function CompanyChat() {
  const [answers, setAnswers] = useState<readonly string[]>([]);
  const writing = useWrite();
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    end.current?.scrollIntoView({ block: "nearest" });
  }, [answers]);
  const asked = QUESTIONS.slice(0, answers.length + 1);
  const isAnswered = answers.length === QUESTIONS.length;
  function answer(words: string): void {
    const all = [...answers, words];
    setAnswers(all);
    if (all.length === QUESTIONS.length) writing.mutate(all);
  }
  return (
    <Step
      title="Tell Steward about your company"
      lead="Four questions, two minutes. Steward reads the answers before it writes to anyone."
    >
      <div role="log" aria-label="Questions" className="flex flex-col gap-3">
        {asked.map(({ ask }, at) => (
          <div key={ask} className="flex flex-col gap-3">
            <Said>{ask}</Said>
            {answers[at] === undefined ? null : (
              <p className="max-w-[85%] self-end rounded-2xl bg-kumo-fill px-3.5 py-2 whitespace-pre-wrap wrap-anywhere">
                {answers[at]}
              </p>
            )}
          </div>
        ))}
        {writing.isSuccess ? (
          <Said>
            Thank you. I wrote it down in{" "}
            <Link to="/workspace/$" params={{ _splat: COMPANY_FILE }} className="link">
              {COMPANY_FILE}
            </Link>
            , where any of you can change it.
          </Said>
        ) : null}
        <div ref={end} />
      </div>
      {writing.error === null ? null : (
        <ErrorNotice error={writing.error} onRetry={() => writing.mutate(answers)} />
      )}
      {isAnswered ? null : (
        <div className="-mx-3 sm:-mx-4">
          <Composer
            key={answers.length}
            draftId={`company-${answers.length}`}
            running={false}
            label="Your answer"
            placeholder={QUESTIONS[answers.length]?.example ?? ""}
            onSend={answer}
          />
        </div>
      )}
      <Onward to="drafts" isDone={writing.isSuccess} />
    </Step>
  );
}

function Said({ children }: { children: React.ReactNode }) {
  return (
    <p className="max-w-[85%] self-start rounded-2xl bg-kumo-base px-3.5 py-2 ring ring-kumo-line">
      <span className="sr-only">Steward: </span>
      {children}
    </p>
  );
}
