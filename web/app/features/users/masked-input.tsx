import { TextInput, type TextInputProps } from '@mantine/core';
import { MaskInput, type MaskInputOptions } from 'maska';
import { useEffect, useRef } from 'react';

export const cpfMask: MaskInputOptions = { mask: '###.###.###-##' };

export const cnpjMask: MaskInputOptions = {
  mask: '**.***.***/****-##',
  // Since July 2026 there may be letters in all but the last two places.
  tokens: { '*': { pattern: /[0-9a-zA-Z]/, transform: (char) => char.toUpperCase() } },
};

export const dateMask: MaskInputOptions = {
  mask: '##/##/####',
  // Browsers fill a known birthday in as "1990-12-05".
  preProcess: (value) => value.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3/$2/$1'),
};

export const phoneMask: MaskInputOptions = {
  mask: ['(##) ####-####', '(##) #####-####'],
  // Browsers and address books give the number with the country's code.
  preProcess: (value) => value.replace(/^\s*\+\s*55/, '').replace(/^\D*55(?=(\D*\d){11}$)/, ''),
};

/** A text field that writes the punctuation while one types. The form reads it; nothing re-renders per key. */
export function MaskedInput({ mask, ...props }: TextInputProps & { mask: MaskInputOptions }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!input.current) return;
    const masked = new MaskInput(input.current, mask);
    return () => masked.destroy();
  }, [mask]);
  return <TextInput ref={input} {...props} />;
}
