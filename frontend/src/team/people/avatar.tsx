import { avatarHue, initialsOf } from "./initials.ts";

/** Initials on a color derived from the name. */
export function Avatar({ name, large = false }: { name: string; large?: boolean }) {
  return (
    <span
      aria-hidden
      style={{ "--hue": avatarHue(name) } as React.CSSProperties}
      className={`avatar grid shrink-0 place-items-center rounded-full font-semibold select-none ${large ? "size-12 text-base" : "size-8 text-xs"}`}
    >
      {initialsOf(name)}
    </span>
  );
}
