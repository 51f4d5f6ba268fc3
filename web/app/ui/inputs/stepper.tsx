import { useState } from 'react';
import styles from './stepper.module.css';

interface StepperProps {
  /** Of the number field, as "Adulto"; the buttons add it to what they do. */
  label: string;
  value: number;
  /** Whether there can be no more: the button says so and does nothing. */
  isFull: boolean;
  /** Element with the reason why there can be no more. */
  fullReason?: string | undefined;
  onChange: (value: number) => void;
}

/** A small count between a minus and a plus button; can be typed and changed with the arrow keys. */
export function Stepper({ label, value, isFull, fullReason, onChange }: StepperProps) {
  // What is being typed may not be a number yet.
  const [typed, setTyped] = useState<string>();

  return (
    <div className={styles.stepper}>
      <StepButton label={`Menos um: ${label}`} isOff={value === 0} onPress={() => onChange(value - 1)}>
        −
      </StepButton>
      <input
        type="number"
        inputMode="numeric"
        autoComplete="off"
        className={styles.count}
        aria-label={label}
        min={0}
        max={isFull ? value : undefined}
        aria-describedby={isFull ? fullReason : undefined}
        value={typed ?? value}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => setTyped(undefined)}
        onChange={({ currentTarget: { value: text } }) => {
          setTyped(text);
          if (/^\d{1,2}$/.test(text)) onChange(Number(text));
        }}
      />
      <StepButton
        label={`Mais um: ${label}`}
        isOff={isFull}
        describedBy={isFull ? fullReason : undefined}
        onPress={() => onChange(value + 1)}
      >
        +
      </StepButton>
    </div>
  );
}

interface StepButtonProps {
  label: string;
  isOff: boolean;
  describedBy?: string | undefined;
  onPress: () => void;
  children: string;
}

// Not `disabled`: a button that is pressed to its limit would lose the focus, and its reason would not be read.
function StepButton({ label, isOff, describedBy, onPress, children }: StepButtonProps) {
  return (
    <button
      type="button"
      className={styles.step}
      aria-label={label}
      aria-disabled={isOff}
      aria-describedby={describedBy}
      onClick={isOff ? undefined : onPress}
    >
      <span aria-hidden="true">{children}</span>
    </button>
  );
}
