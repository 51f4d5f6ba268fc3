import type { OperatorField } from '@passeio/contract/operator';
import { useOperatorState } from '~/features/settings/form-context';
import { SectionWays } from '~/ui/editing/section-ways';

interface Section {
  id: string;
  short: string;
  fields: readonly OperatorField[];
}

/** The subjects of the page, in its order. */
const sections: readonly Section[] = [
  { id: 'marca', short: 'Marca', fields: ['name', 'accentColor'] },
  {
    id: 'empresa',
    short: 'Empresa',
    fields: ['legalName', 'cnpj', 'cadastur', 'address', 'city', 'state', 'timeZone'],
  },
  {
    id: 'contato',
    short: 'Contato',
    fields: ['whatsapp', 'phone', 'email', 'socialUrl', 'socialLabel', 'openingHours'],
  },
  { id: 'pagamento', short: 'Pagamento', fields: ['pixKey'] },
  { id: 'textos', short: 'Textos', fields: ['tagline', 'heroText', 'contactHtml', 'cancellationPolicyHtml'] },
  { id: 'acesso', short: 'Acesso', fields: [] },
];

export function SectionNav() {
  const errors = useOperatorState((state) => state.errors);
  const count = (id: string) =>
    sections.find((section) => section.id === id)?.fields.filter((field) => errors[field]).length ?? 0;
  return <SectionWays label="Partes das configurações" sections={sections} errorsIn={count} />;
}
