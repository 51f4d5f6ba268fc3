import type { ReactNode } from 'react';
import type { FieldErrors } from '~/ui/editing/use-field-errors';
import { Section } from '~/ui/layout/section';
import type { FieldName } from './trip-fields';

interface SectionOfFields {
  id: string;
  title: string;
  /** Label in the navigation. */
  short: string;
  fields: readonly FieldName[];
}

/** Sections of the editor, in order. */
export const sections = [
  {
    id: 'basico',
    title: 'O passeio',
    short: 'Básico',
    fields: ['title', 'summary', 'description', 'showDescription'],
  },
  { id: 'quando', title: 'Quando', short: 'Quando', fields: ['date', 'returnDate'] },
  {
    id: 'preco',
    title: 'Tarifas e sinal',
    short: 'Tarifas',
    fields: ['fares', 'depositPercent', 'balanceDueHours', 'paymentPlan', 'paymentMeans'],
  },
  { id: 'adicionais', title: 'Adicionais', short: 'Adicionais', fields: ['extras'] },
  {
    id: 'a-quem-viaja',
    title: 'Perguntas aos participantes',
    short: 'Perguntas',
    fields: ['questions'],
  },
  {
    id: 'vagas',
    title: 'Veículo e vagas',
    short: 'Vagas',
    fields: [
      'vehicleIds',
      'seatChoice',
      'autoSeating',
      'vehicle',
      'capacity',
      'minParticipants',
      'decisionDate',
      'interstate',
      'onRequest',
    ],
  },
  { id: 'embarque', title: 'Pontos de embarque', short: 'Embarque', fields: ['boardingPoints'] },
  { id: 'roteiro', title: 'Roteiro', short: 'Roteiro', fields: ['itinerary'] },
  { id: 'listas', title: 'O que inclui e o que levar', short: 'Incluso', fields: ['included', 'excluded', 'bring'] },
  { id: 'riscos', title: 'Riscos e cuidados', short: 'Riscos', fields: ['risks'] },
  { id: 'perguntas', title: 'Perguntas e respostas', short: 'Dúvidas', fields: ['faq'] },
  { id: 'cancelamento', title: 'Cancelamento', short: 'Cancelamento', fields: ['cancellationTiers'] },
  { id: 'fotos', title: 'Fotos', short: 'Fotos', fields: [] },
] as const satisfies readonly SectionOfFields[];

type SectionId = (typeof sections)[number]['id'];

/** Number of invalid inputs in a section. */
export function errorsIn({ fields }: Pick<SectionOfFields, 'fields'>, ...errors: FieldErrors[]): number {
  const inputs = new Set(errors.flatMap(Object.keys));
  return [...inputs].filter((input) => fields.some((field) => input === field || input.startsWith(`${field}.`))).length;
}

interface EditorSectionProps {
  id: SectionId;
  lead?: string;
  children: ReactNode;
}

/** A section of the editor. */
export function EditorSection({ id, lead, children }: EditorSectionProps) {
  const title = sections.find((section) => section.id === id)?.title ?? '';
  return (
    <Section fields id={id} title={title} lead={lead}>
      {children}
    </Section>
  );
}
