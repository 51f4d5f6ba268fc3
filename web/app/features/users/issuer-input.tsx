import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import { federativeUnits } from '@passeio/contract/states';
import { issuerSuggestions } from '@passeio/contract/users';
import { useEffect, useRef, useState } from 'react';

/** Suggestions for what was typed so far: issuers first, then, after the slash, the states. Any text is accepted. */
function suggestionsFor(typed: string, homeState: string): string[] {
  const [issuer = '', state] = typed.split('/');
  const isMatch = (option: string) => plain(option).startsWith(plain(typed));
  if (state !== undefined) return federativeUnits.map((uf) => `${issuer}/${uf}`).filter(isMatch);
  const ownFirst = (option: string) => (homeState ? [`${option}/${homeState}`, option] : [option]);
  return issuerSuggestions.flatMap(ownFirst).filter(isMatch);
}

function plain(text: string): string {
  return text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

type IssuerInputProps = Omit<AutocompleteProps, 'value' | 'ref'> & { homeState: string };

/** The issuer of an identity document, as in "SSP/MG". */
export function IssuerInput({ homeState, onChange, defaultValue, ...props }: IssuerInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(defaultValue ?? '');
  // What was typed before the page came to life.
  useEffect(() => setTyped((before) => input.current?.value || before), []);
  return (
    <Autocomplete
      {...props}
      ref={input}
      value={typed}
      data={suggestionsFor(typed, homeState)}
      // The list is filtered already; leaving it as it is keeps the accents out of the comparison.
      filter={({ options }) => options}
      onChange={(value) => {
        setTyped(value);
        onChange?.(value);
      }}
      maxDropdownHeight={260}
      comboboxProps={{ shadow: 'md', ...props.comboboxProps }}
    />
  );
}
