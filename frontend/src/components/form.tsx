/** The library's inputs with a required label, a touch-sized target, and a lock for people who may only read. */
import { createContext, useContext, type ComponentProps, type ReactNode } from "react";
import { Checkbox } from "@cloudflare/kumo/components/checkbox";
import { Input, InputArea } from "@cloudflare/kumo/components/input";
import { Select } from "@cloudflare/kumo/components/select";

const Locked = createContext(false);

/** Switches off every input within. */
export function FormLock({ locked, children }: { locked: boolean; children: ReactNode }) {
  return <Locked value={locked}>{children}</Locked>;
}

export function useLocked(): boolean {
  return useContext(Locked);
}

/** One of a few, within a sentence or on its own. `label` is spoken; `shown` puts it above. */
export function Choice<Value extends string>({
  label,
  shown = false,
  value,
  options,
  placeholder,
  className = "",
  disabled = false,
  onChange,
}: {
  label: string;
  shown?: boolean;
  value: Value | null;
  options: readonly (readonly [Value, string])[];
  placeholder?: string;
  className?: string;
  disabled?: boolean;
  onChange: (value: Value) => void;
}) {
  const locked = useLocked();
  return (
    <span className="inline-block max-w-full align-middle *:grid-cols-[minmax(0,1fr)]">
      <Select<Value>
        {...(shown ? { label } : { "aria-label": label })}
        {...(placeholder === undefined ? {} : { placeholder })}
        value={value}
        items={options.map(([option, words]) => ({ value: option, label: words }))}
        disabled={locked || disabled}
        onValueChange={(picked) => {
          if (picked !== null) onChange(picked);
        }}
        className={`touch h-8 max-w-full bg-kumo-control leading-normal font-medium ${className}`}
      />
    </span>
  );
}

/** A box with its words behind it. */
export function Tick({
  label,
  spoken,
  checked,
  disabled = false,
  onChange,
}: {
  label: ReactNode;
  /** The accessible name, if the visible text alone is ambiguous. */
  spoken?: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}) {
  const locked = useLocked();
  return (
    <span className="touch inline-flex items-center">
      <Checkbox
        label={label}
        {...(spoken === undefined ? {} : { "aria-label": spoken })}
        checked={checked}
        disabled={locked || disabled}
        onCheckedChange={(now) => onChange(now)}
      />
    </span>
  );
}

type TextProps = Omit<ComponentProps<typeof Input>, "onChange" | "value" | "size" | "className"> & {
  readonly value: string;
  readonly className?: string;
  readonly onChange: (value: string) => void;
};

/** A text field. `label` is shown above it; `aria-label` is only spoken. */
export function TextBox({ onChange, disabled, className = "", ...props }: TextProps) {
  const locked = useLocked();
  return (
    <Input
      {...props}
      disabled={locked || disabled === true}
      className={`touch ${className}`}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

type AreaProps = Omit<
  ComponentProps<typeof InputArea>,
  "onChange" | "value" | "onValueChange" | "className"
> & {
  readonly value: string;
  readonly className?: string;
  readonly onChange: (value: string) => void;
};

/** A multi-line input that grows with its text. */
export function TextArea({ onChange, disabled, className = "", ...props }: AreaProps) {
  const locked = useLocked();
  return (
    <InputArea
      {...props}
      disabled={locked || disabled === true}
      className={`field-sizing-content ${className}`}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
