import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import { issuerSuggestions } from '@passeio/contract/users';
import { useState } from 'react';

const STATES = 'AC AL AP AM BA CE DF ES GO MA MT MS MG PA PB PR PE PI RJ RN RS RO RR SC SP SE TO'.split(' ');

/** Suggestions for what was typed so far: issuers first, then, after the slash, the states. Any text is accepted. */
function suggestionsFor(typed: string, homeState: string): string[] {
  const [issuer = '', state] = typed.split('/');
  const isMatch = (option: string) => plain(option).startsWith(plain(typed));
  if (state !== undefined) return STATES.map((uf) => `${issuer}/${uf}`).filter(isMatch);
  return issuerSuggestions.flatMap((option) => [`${option}/${homeState}`, option]).filter(isMatch);
}

function plain(text: string): string {
  return text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The issuer of an identity document, as in "SSP/MG". */
export function IssuerInput({ homeState, onChange, ...props }: AutocompleteProps & { homeState: string }) {
  const [typed, setTyped] = useState(props.defaultValue ?? '');
  return (
    <Autocomplete
      {...props}
      data={suggestionsFor(typed, homeState)}
      // The list is filtered already; leaving it as it is keeps the accents out of the comparison.
      filter={({ options }) => options}
      onChange={(value) => {
        setTyped(value);
        onChange?.(value);
      }}
      maxDropdownHeight={260}
      comboboxProps={{ shadow: 'md' }}
    />
  );
}
