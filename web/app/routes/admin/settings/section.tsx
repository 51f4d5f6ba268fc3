import { templateOf } from '@passeio/contract/messages/editable-messages';
import type { ComponentType } from 'react';
import { redirect } from 'react-router';
import { pageMeta } from '~/lib/page-meta';
import type { Route } from './+types/section';
import { BrandSection } from './brand-section';
import { MESSAGES, settingsSections } from './section-list';
import { CompanySection, ContactSection, PaymentSection, TextsSection } from './sections';

export const meta = pageMeta('Configurações');
export const handle = { title: 'Configurações' };

const sections: Record<string, ComponentType> = {
  marca: BrandSection,
  empresa: CompanySection,
  contato: ContactSection,
  pagamento: PaymentSection,
  textos: TextsSection,
};

export function clientLoader({ params }: Route.ClientLoaderArgs) {
  const { section, message } = params;
  const isKnown = settingsSections.some(({ id }) => id === section);
  const isMessage = message === undefined || (section === MESSAGES && templateOf(message) !== undefined);
  if (!isKnown || !isMessage) throw redirect('/404');
  return null;
}

/** A section of the operator's form; the parent route holds its state, and draws the sections with their own form. */
export default function SettingsSection({ params: { section } }: Route.ComponentProps) {
  const Section = sections[section];
  return Section ? <Section /> : null;
}
