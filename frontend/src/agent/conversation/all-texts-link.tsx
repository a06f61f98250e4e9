import { Link } from "@tanstack/react-router";

/** Leads to everything that was texted and said with a number. */
export function AllTextsLink({ number }: { number: string }) {
  return (
    <Link to="/texts/$number" params={{ number }} className="link">
      All texts and calls
    </Link>
  );
}
