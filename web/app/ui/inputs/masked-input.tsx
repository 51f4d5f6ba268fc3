import { TextInput, type TextInputProps } from '@mantine/core';
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

export const phoneMask: MaskInputOptions = {
  mask: ['(##) ####-####', '(##) #####-####'],
  // Autofill includes the country code.
  preProcess: (value) => value.replace(/^\s*\+\s*55/, '').replace(/^\D*55(?=(\D*\d){11}$)/, ''),
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
