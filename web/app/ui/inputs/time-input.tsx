import { TextInput, type TextInputProps } from '@mantine/core';
import { parseTime } from '~/lib/parse-time';

interface TimeInputProps extends Omit<TextInputProps, 'onChange' | 'value'> {
  /** What was typed; "04:30" once the field has been left. */
  value: string;
  onChange: (typed: string) => void;
}

/** Time of day, typed in any usual format. */
export function TimeInput({ value, onChange, ...props }: TimeInputProps) {
  return (
    <TextInput
      size="md"
      inputMode="numeric"
      autoComplete="off"
      placeholder="00:00"
      maxLength={8}
      {...props}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      // A time is typed anew: on a phone nobody has to delete the old one first.
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => {
        const time = parseTime(value);
        if (time && time !== value) onChange(time);
      }}
    />
  );
}
