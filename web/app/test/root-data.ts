import { accentProperties } from '@passeio/contract/operator/accent';
import { publicSettings } from '~/features/settings/operator.sample';
import type { RootData } from '~/lib/settings';

const { contactHtml, cancellationPolicyHtml, ...brand } = publicSettings;

/** An operator with a telephone number, WhatsApp and nothing long. */
export const rootData: RootData = {
  settings: {
    ...brand,
    socialUrl: '',
    socialLabel: '',
    shown: { phone: '(35) 3212-0000', whatsapp: '(35) 99999-0000', cnpj: '11.222.333/0001-81' },
  },
  colors: accentProperties(brand.accentColor),
  origin: 'http://localhost:3000',
};
