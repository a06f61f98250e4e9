import { Link } from "@tanstack/react-router";

/** Leads to everything that was texted and said with a number. */
export function AllTextsLink({ number }: { number: string }) {
  return (
    <Link to="/texts/$number" params={{ number }} className="text-kumo-link underline underline-offset-2">
      All texts and calls
    </Link>
  );
}
