import { TextInput, type TextInputProps } from '@mantine/core';
import { z } from '@passeio/contract/zod';
import { formatMoneyInput, parseMoney } from '~/lib/parse-money';

interface MoneyInputProps extends Omit<TextInputProps, 'onChange' | 'value'> {
  /** What was typed; "1.234,50" once the field has been left. */
  value: string;
  onChange: (typed: string) => void;
}

/** Amount in reais, typed in any usual format. */
export function MoneyInput({ value, onChange, ...props }: MoneyInputProps) {
  function writeOut(): void {
    const cents = parseMoney(value);
    if (typeof cents === 'number' && formatMoneyInput(cents) !== value) onChange(formatMoneyInput(cents));
  }
  return (
    <TextInput
      size="md"
      autoComplete="off"
      inputMode="decimal"
      maxLength={16}
      leftSection="R$"
      leftSectionWidth={44}
      {...props}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={writeOut}
    />
  );
}

/** A typed amount in centavos, for the schemas of forms. */
export const typedCents = z.string().transform((typed, { addIssue }) => {
  const cents = parseMoney(typed);
  if (typeof cents === 'number') return cents;
  addIssue(cents === null ? 'Informe o valor.' : 'Valor inválido. Use, por exemplo, 86,70.');
  return z.NEVER;
});
