import { keysOf } from '@passeio/contract/table';
import { type TripSection, tripEntryOf, tripFields, tripTable } from '@passeio/contract/trips/trip-table';
import type { ReactNode } from 'react';
import type { FieldErrors } from '~/ui/editing/use-field-errors';
import { Section } from '~/ui/layout/section';
import { TripInput } from './inputs';

/** Sections of the editor, in order. */
/** In the editor's order; `short`: in the navigation. */
const tripSections = {
  basico: { title: 'O passeio', short: 'Básico' },
  quando: { title: 'Quando', short: 'Quando' },
  preco: { title: 'Tarifas e sinal', short: 'Tarifas' },
  adicionais: { title: 'Adicionais', short: 'Adicionais' },
  quartos: { title: 'Quartos', short: 'Quartos' },
  'a-quem-viaja': { title: 'Perguntas aos participantes', short: 'Perguntas' },
  vagas: { title: 'Veículo e vagas', short: 'Vagas' },
  embarque: { title: 'Pontos de embarque', short: 'Embarque' },
  roteiro: { title: 'Roteiro', short: 'Roteiro' },
  listas: { title: 'O que inclui e o que levar', short: 'Incluso' },
  riscos: { title: 'Riscos e cuidados', short: 'Riscos' },
  perguntas: { title: 'Perguntas e respostas', short: 'Dúvidas' },
  cancelamento: { title: 'Cancelamento', short: 'Cancelamento' },
  fotos: { title: 'Fotos', short: 'Fotos' },
} satisfies Record<TripSection, { title: string; short: string }>;
export const sections = keysOf(tripSections).map((id) => ({ id, ...tripSections[id] }));

/** Number of invalid inputs in a section. */
export function errorsIn(section: string, ...errors: FieldErrors[]): number {
  const inputs = new Set(errors.flatMap(Object.keys));
  const sectionOf = (input: string) => tripTable[input.split('.')[0] as keyof typeof tripTable]?.section;
  return [...inputs].filter((input) => sectionOf(input) === section).length;
}

interface EditorSectionProps {
  id: TripSection;
  lead?: string;
  children?: ReactNode;
}

/** A section of the editor; it ends with the inputs that it does not draw itself. */
export function EditorSection({ id, lead, children }: EditorSectionProps) {
  return (
    <Section fields id={id} title={tripSections[id].title} lead={lead}>
      {children}
      {tripFields
        .filter((name) => tripEntryOf(name).section === id && !tripEntryOf(name).input.apart)
        .map((name) => (
          <TripInput key={name} name={name} />
        ))}
    </Section>
  );
}
