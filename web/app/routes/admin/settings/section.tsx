import type { ComponentType } from 'react';
import { redirect } from 'react-router';
import { pageMeta } from '~/lib/page-meta';
import type { Route } from './+types/section';
import { BrandSection } from './brand-section';
import { ACCESS, settingsSections } from './section-list';
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
  if (!settingsSections.some(({ id }) => id === params.section)) throw redirect('/404');
  return null;
}

/** A section of the settings; the parent route holds the form's state. */
export default function SettingsSection({ params: { section } }: Route.ComponentProps) {
  const Section = section === ACCESS ? undefined : sections[section];
  return Section ? <Section /> : null;
}
