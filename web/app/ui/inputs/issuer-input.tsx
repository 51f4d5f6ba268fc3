import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import { federativeUnits } from '@passeio/contract/fields';
import { useEffect, useRef, useState } from 'react';

/** Suggested issuers; any other text is accepted. Source: domain facts, "Law and paper". */
const issuerSuggestions = [
  'SSP',
  'PC',
  'DETRAN',
  'SESP',
  'SDS',
  'SEJUSP',
  'SJS',
  'SPTC',
  'DIC',
  'IFP',
  'IGP',
  'ITEP',
  'PF',
  'PM',
  'Marinha',
  'Exército',
  'Aeronáutica',
  'MTE',
  'OAB',
  'CRM',
  'COREN',
  'CREA',
  'Cartório',
] as const;

/** Suggests issuers and, after a slash, states. Any text is accepted. */
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
  // Text typed before hydration.
  useEffect(() => setTyped((before) => input.current?.value || before), []);
  return (
    <Autocomplete
      {...props}
      ref={input}
      value={typed}
      data={suggestionsFor(typed, homeState)}
      // Already filtered, ignoring accents.
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
