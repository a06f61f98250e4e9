import { Link } from "@tanstack/react-router";

/** Links to all texts and calls with a number. */
export function AllTextsLink({ number }: { number: string }) {
  return (
    <Link to="/texts/$number" params={{ number }} className="link">
      All texts and calls
    </Link>
  );
}
