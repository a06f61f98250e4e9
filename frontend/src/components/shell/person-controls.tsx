/** The signed-in user, the theme, help, and sign-out. */
import { MonitorIcon, MoonIcon, SignOutIcon, SunIcon } from "../icons.ts";
import { useMe } from "../session.tsx";
import { signOut } from "../sign-out.ts";
import { setTheme, useTheme } from "../theme.ts";
import { HelpLink } from "../help/help-link.tsx";

const THEMES = [
  { theme: "system", Icon: MonitorIcon },
  { theme: "light", Icon: SunIcon },
  { theme: "dark", Icon: MoonIcon },
] as const;

const SMALL =
  "touch grid size-8 shrink-0 place-items-center rounded-lg text-kumo-subtle hover:bg-kumo-tint hover:text-kumo-default";

function Initials({ name }: { name: string }) {
  const letters = name
    .split(/\s+/)
    .filter(Boolean)
    .map((part) => part.charAt(0));
  return (
    <span
      aria-hidden
      className="grid size-7 shrink-0 place-items-center rounded-full bg-kumo-info-tint text-xs font-semibold text-kumo-link"
    >
      {`${letters[0] ?? ""}${letters.length > 1 ? letters.at(-1) : ""}`.toUpperCase()}
    </span>
  );
}

export function PersonControls() {
  const me = useMe();
  const theme = useTheme();
  const at = THEMES.findIndex((one) => one.theme === theme);
  const { Icon } = THEMES[at] ?? THEMES[0];
  const next = (THEMES[(at + 1) % THEMES.length] ?? THEMES[0]).theme;
  return (
    <div className="flex items-center gap-1 pl-2">
      <Initials name={me.user.name} />
      <span className="min-w-0 flex-1 truncate pl-1 text-sm" title={me.user.email}>
        {me.user.name}
      </span>
      <HelpLink />
      <button
        type="button"
        className={SMALL}
        onClick={() => setTheme(next)}
        title={`Theme: ${theme}`}
        aria-label={`Theme: ${theme}. Switch to ${next}`}
      >
        <Icon aria-hidden className="size-4.5" />
      </button>
      <button
        type="button"
        className={SMALL}
        onClick={() => void signOut(me)}
        title="Sign out"
        aria-label="Sign out"
      >
        <SignOutIcon aria-hidden className="size-4.5" />
      </button>
    </div>
  );
}
