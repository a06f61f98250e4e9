/** Problems of the skill being written, shown beside its text before it is saved. */
import { useEffect, useState } from "react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { SkillProblem } from "../../../src/workspace/api/skills.ts";
import { skillCheckQuery } from "./skill-queries.ts";
import { Notice } from "../components/notice.tsx";

const PAUSE_MS = 500;

/** Whether a path is the file that makes its folder a skill. */
export function isSkill(path: string): boolean {
  return /^skills\/(?:[^/]+\/){1,2}SKILL\.md$/.test(path);
}

export function SkillChecks({
  path,
  text,
  onLine,
}: {
  path: string;
  text: string;
  onLine: (line: number) => void;
}) {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(text), PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [text]);
  const { data } = useQuery({ ...skillCheckQuery(path, settled), placeholderData: keepPreviousData });
  if (!data) return null;
  if (data.valid && data.warnings.length === 0) return null;
  return (
    <Notice
      tone={data.valid ? "plain" : "danger"}
      live={!data.valid}
      title={data.valid ? "Worth a look:" : "Steward won’t use this skill until you fix this:"}
      actions={
        <Link to="/skills" className="touch inline-flex items-center text-sm link">
          All skills
        </Link>
      }
    >
      <ul className="list-disc pl-4">
        {[...data.problems, ...data.warnings].map((problem, index) => (
          <li key={index}>
            <Problem problem={problem} onLine={onLine} />
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Problem({ problem, onLine }: { problem: SkillProblem; onLine: (line: number) => void }) {
  const { line } = problem;
  if (line === null) return problem.message;
  return (
    <>
      {problem.message}{" "}
      <button type="button" onClick={() => onLine(line)} className="link">
        line {line}
      </button>
    </>
  );
}
