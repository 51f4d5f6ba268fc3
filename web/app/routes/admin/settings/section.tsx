import { federativeUnits } from '@passeio/contract/fields';
import { templateOf } from '@passeio/contract/messages/editable-messages';
import { type ComponentType, useMemo } from 'react';
import { redirect } from 'react-router';
import { pageMeta } from '~/lib/page-meta';
import { timeZoneChoices } from '~/lib/time-zone-choices';
import fields from '~/ui/editing/field-grid.module.css';
import { cnpjMask, phoneMask } from '~/ui/inputs/masked-input';
import { Section } from '~/ui/layout/section';
import type { Route } from './+types/section';
import { BrandSection } from './brand-section';
import { ChoiceField, LineField, LongField, MaskedField, RichField } from './fields';
import { pixKeyLabel, useOperatorField } from './operator-form';
import { MESSAGES, settingsSections } from './section-list';

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
  const Fields = sections[section];
  return Fields ? <Fields /> : null;
}

const states = [{ value: '', label: '—' }, ...federativeUnits];

/** Legal data of the operator. */
function CompanySection() {
  return (
    <Section
      fields
      id="empresa"
      title="Empresa"
      lead="Aparece no rodapé do site, nos e-mails e nas listas de passageiros."
    >
      <div className={fields.grid}>
        <LineField name="legalName" className={fields.wide} maxLength={120} autoComplete="organization" />
        <MaskedField name="cnpj" mask={cnpjMask} placeholder="00.000.000/0000-00" description="Da empresa" />
        <LineField name="cadastur" maxLength={30} description="No Ministério do Turismo" />
        <LineField
          name="address"
          className={fields.wide}
          maxLength={200}
          autoComplete="street-address"
          description="Rua, número, bairro e CEP"
        />
        <LineField name="city" maxLength={80} autoComplete="address-level2" />
        <ChoiceField name="state" data={states} />
        <TimeZoneField />
      </div>
    </Section>
  );
}

function TimeZoneField() {
  const choices = useMemo(timeZoneChoices, []);
  return (
    <ChoiceField
      name="timeZone"
      className={fields.wide}
      data={choices}
      description="Todas as datas e horários são mostrados neste fuso. Mudar depois muda os horários mostrados dos passeios"
    />
  );
}

/** Contacts of the operator; empty ones are hidden. */
function ContactSection() {
  return (
    <Section fields id="contato" title="Contato" lead="O que ficar vazio não aparece no site.">
      <div className={fields.grid}>
        <MaskedField
          name="whatsapp"
          mask={phoneMask}
          placeholder="(00) 00000-0000"
          type="tel"
          description="Para conversas"
        />
        <MaskedField
          name="phone"
          mask={phoneMask}
          placeholder="(00) 0000-0000"
          type="tel"
          description="Para ligações"
        />
        <LineField name="email" className={fields.wide} type="email" inputMode="email" maxLength={254} />
        <LineField
          name="socialUrl"
          inputMode="url"
          maxLength={300}
          placeholder="instagram.com/nome"
          description="Página no Instagram, Facebook ou outra"
        />
        <LineField
          name="socialLabel"
          maxLength={60}
          placeholder="@nome"
          description="Como o endereço aparece no site"
        />
        <LineField
          name="openingHours"
          className={fields.wide}
          maxLength={120}
          placeholder="Segunda à sexta de 09h às 18h"
        />
      </div>
    </Section>
  );
}

/** Payment data. */
function PaymentSection() {
  return (
    <Section
      fields
      id="pagamento"
      title="Pagamento"
      lead="A chave Pix que recebe os sinais e os pagamentos. Ela não aparece no portal."
    >
      <PixKeyField />
    </Section>
  );
}

function PixKeyField() {
  const { value } = useOperatorField('pixKey');
  const kind = pixKeyLabel(value);
  return (
    <LineField
      name="pixKey"
      maxLength={77}
      description={kind ? `Reconhecida como ${kind}` : 'CPF, CNPJ, e-mail, celular com DDD ou chave aleatória'}
    />
  );
}

/** Texts of the portal. */
function TextsSection() {
  return (
    <Section fields id="textos" title="Textos do site">
      <LineField name="tagline" maxLength={120} description="A frase grande da página inicial" />
      <LongField name="heroText" max={400} description="Logo abaixo da frase de abertura" />
      <RichField name="contactHtml" description="Ao lado dos contatos, na página Contato" />
      <RichField
        name="cancellationPolicyHtml"
        description="Página Política de cancelamento. Quem já reservou fica com as regras que aceitou"
      />
    </Section>
  );
}
