import { federativeUnits } from '@passeio/contract/fields';
import { templateOf } from '@passeio/contract/messages/editable-messages';
import type { OperatorField } from '@passeio/contract/operator/operator';
import { type ComponentType, useMemo } from 'react';
import { redirect } from 'react-router';
import { MESSAGES, settingsSections } from '~/features/settings/section-list';
import { pageMeta } from '~/lib/page-meta';
import { timeZoneChoices } from '~/lib/time-zone-choices';
import fields from '~/ui/editing/field-grid.module.css';
import { Section } from '~/ui/layout/section';
import type { Route } from './+types/section';
import { BrandSection } from './brand-section';
import { ChoiceField, SettingField } from './fields';
import { pixKeyLabel, useOperatorField } from './operator-form';

export const meta = pageMeta('Configurações');
export const handle = { title: 'Configurações' };

const leads: Readonly<Record<string, string>> = {
  empresa: 'Aparece no rodapé do site, nos e-mails e nas listas de passageiros.',
  contato: 'O que ficar vazio não aparece no site.',
  pagamento: 'A chave Pix que recebe os sinais e os pagamentos. Ela não aparece no portal.',
};

/** Sections with two fields in a row. */
const GRIDS = ['empresa', 'contato'];

export function clientLoader({ params }: Route.ClientLoaderArgs) {
  const { section, message } = params;
  const isKnown = settingsSections.some(({ id }) => id === section);
  const isMessage = message === undefined || (section === MESSAGES && templateOf(message) !== undefined);
  if (!isKnown || !isMessage) throw redirect('/404');
  return null;
}

/** A section of the operator's form; the parent route holds its state, and draws the sections with their own form. */
export default function SettingsSection({ params: { section } }: Route.ComponentProps) {
  const shown = settingsSections.find(({ id }) => id === section);
  if (section === 'marca') return <BrandSection />;
  if (!shown || shown.fields.length === 0) return null;
  const inputs = shown.fields.map((name) => {
    const Field = ownFields[name] ?? SettingField;
    return <Field key={name} name={name} />;
  });
  return (
    <Section fields id={shown.id} title={shown.title} lead={leads[shown.id]}>
      {GRIDS.includes(shown.id) ? <div className={fields.grid}>{inputs}</div> : inputs}
    </Section>
  );
}

/** Inputs that an entry alone does not describe. */
const ownFields: Partial<Record<OperatorField, ComponentType<{ name: OperatorField }>>> = {
  state: () => <ChoiceField name="state" data={states} />,
  timeZone: TimeZoneField,
  pixKey: PixKeyField,
};

const states = [{ value: '', label: '—' }, ...federativeUnits];

function TimeZoneField() {
  const choices = useMemo(timeZoneChoices, []);
  return <ChoiceField name="timeZone" className={fields.wide} data={choices} />;
}

function PixKeyField() {
  const kind = pixKeyLabel(useOperatorField('pixKey').value);
  return <SettingField name="pixKey" {...(kind && { hint: `Reconhecida como ${kind}` })} />;
}
