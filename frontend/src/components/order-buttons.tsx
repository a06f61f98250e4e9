/** Moves a row of an ordered list up or down, or removes it. */
import { Button } from "@cloudflare/kumo/components/button";
import { CaretDownIcon, CaretUpIcon, XIcon, type Icon } from "./icons.ts";

export function OrderButtons({
  name,
  isFirst,
  isLast,
  canRemove = true,
  remove = `Remove ${name}`,
  onMove,
  onRemove,
}: {
  /** What is moved, as in `Move rule 2 up`. */
  name: string;
  isFirst: boolean;
  isLast: boolean;
  canRemove?: boolean;
  /** Label of the button that removes it. */
  remove?: string;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}) {
  return (
    <span className="flex shrink-0">
      <Act label={`Move ${name} up`} icon={CaretUpIcon} disabled={isFirst} onClick={() => onMove(-1)} />
      <Act label={`Move ${name} down`} icon={CaretDownIcon} disabled={isLast} onClick={() => onMove(1)} />
      <Act label={remove} icon={XIcon} disabled={!canRemove} onClick={onRemove} />
    </span>
  );
}

function Act({
  label,
  icon: Shape,
  disabled,
  onClick,
}: {
  label: string;
  icon: Icon;
  disabled: boolean;
  onClick: () => void;
}) {
  return (
    <Button
      size="sm"
      variant="ghost"
      shape="square"
      className="touch"
      aria-label={label}
      title={label}
      disabled={disabled}
      icon={<Shape aria-hidden className="size-4" />}
      onClick={onClick}
    />
  );
}
