import { TextInput, type TextInputProps } from '@mantine/core';
import { phonePattern } from '@passeio/contract/phone';
import { MaskInput, type MaskInputOptions } from 'maska';
import { useEffect, useRef } from 'react';

export const cpfMask: MaskInputOptions = { mask: '###.###.###-##' };

export const cnpjMask: MaskInputOptions = {
  mask: '**.***.***/****-##',
  // Since July 2026 all but the last two characters may be letters.
  tokens: { '*': { pattern: /[0-9a-zA-Z]/, transform: (char) => char.toUpperCase() } },
};

export const dateMask: MaskInputOptions = {
  mask: '##/##/####',
  // Autofill writes "1990-12-05".
  preProcess: (value) => value.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3/$2/$1'),
};

// An area code behind its number.
const BEHIND = /^\d.*\(|\).*\(/;

/** Groups the digits of a telephone. What is read from it is what was typed: no digit and no letter is lost. */
export const phoneMask: MaskInputOptions = {
  mask: (value) =>
    /^\+?[\d\s().-]*$/.test(value) && !BEHIND.test(value) ? phonePattern(value) : '*'.repeat(value.length),
  tokens: { '*': { pattern: /[\s\S]/ } },
  preProcess: (value) => value.replace(/\p{Default_Ignorable_Code_Point}/gu, '').trimStart(),
};

/** Uncontrolled text field with an input mask: does not re-render per key. */
export function MaskedInput({ mask, ...props }: TextInputProps & { mask: MaskInputOptions }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!input.current) return;
    const masked = new MaskInput(input.current, mask);
    return () => masked.destroy();
  }, [mask]);
  return <TextInput ref={input} {...props} />;
}
