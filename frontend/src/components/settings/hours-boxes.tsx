import type { Hours } from "../../../../src/platform/api/hours.ts";
import { TimeBox } from "../../approvals/settings/policy-inputs.tsx";

/** Default hours for someone setting them for the first time. */
export const NIGHT: Hours = { from: "22:00", to: "07:00" };

export function HoursBoxes({
  label,
  hours,
  onChange,
}: {
  label: string;
  hours: Hours;
  onChange: (hours: Hours) => void;
}) {
  return (
    <>
      {" "}
      from{" "}
      <TimeBox
        label={`${label} begin`}
        value={hours.from}
        onChange={(from) => onChange({ ...hours, from })}
      />{" "}
      to <TimeBox label={`${label} end`} value={hours.to} onChange={(to) => onChange({ ...hours, to })} />
    </>
  );
}
