import '@mantine/dates/styles.css';
import 'dayjs/locale/pt-br';
import { DateInput } from '@mantine/dates';
import { type ReactNode, useRef } from 'react';
import { formatsIn } from '~/lib/formats';
import { parseDay } from '~/lib/parse-time';
import styles from './day-input.module.css';

interface DayInputProps {
  label: string;
  description?: string | undefined;
  error?: ReactNode;
  /** Field name, as in the form's errors. */
  field: string;
  /** Calendar date as in "2026-12-05"; empty for none. */
  value: string;
  onChange: (day: string) => void;
  min?: string | undefined;
  max?: string | undefined;
  /** Today in the operator's time zone: a date without a year is the next such day. */
  today: string;
  describedBy?: string | undefined;
}

/** Date input: typed in any usual format or picked from a calendar. */
export function DayInput({ field, value, onChange, min, max, today, describedBy, ...props }: DayInputProps) {
  const isTyped = useRef(false);
  return (
    <DateInput
      {...props}
      data-field={field}
      aria-describedby={describedBy}
      size="md"
      inputMode="numeric"
      placeholder="dd/mm/aaaa"
      valueFormat="DD/MM/YYYY"
      dateParser={(typed) => parseDay(typed) ?? null}
      locale="pt-br"
      firstDayOfWeek={0}
      weekdayFormat="ddd"
      minDate={min || undefined}
      maxDate={max || '2099-12-31'}
      defaultDate={min || today}
      hideOutsideDates
      getDayAriaLabel={(day) => formatsIn('UTC').formatLongDate(day)}
      classNames={{ day: styles.day ?? '' }}
      // No portal: inside the page's landmarks, right after the field.
      popoverProps={{ withinPortal: false }}
      previousLabel="Mês anterior"
      nextLabel="Próximo mês"
      allowDeselect
      value={value || null}
      onChange={(day) => onChange(day ?? '')}
      onInput={() => {
        isTyped.current = true;
      }}
      onBlur={(event) => {
        // An unedited text may be older than the value.
        if (!isTyped.current) return;
        isTyped.current = false;
        const day = parseDay(event.currentTarget.value, today);
        if (day && day !== value) onChange(day);
      }}
    />
  );
}
