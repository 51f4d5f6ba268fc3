import { accentProperties } from '@passeio/contract/operator/accent';
import { settings } from '~/features/settings/operator.sample';
import type { RootData } from '~/lib/settings';

const { pixKey, contactHtml, cancellationPolicyHtml, version, ...brand } = settings;

/** An operator with a telephone number, WhatsApp and nothing long. */
export const rootData: RootData = {
  settings: {
    ...brand,
    socialUrl: '',
    socialLabel: '',
    terms: { balanceDueHours: 48, withdrawalDays: 7 },
    access: { requireConfirmedEmail: false, clientIdleMinutes: 0, staffIdleMinutes: 0 },
    identity: { provider: 'embedded' },
    demoBankUrl: null,
    shown: { phone: '(35) 3212-0000', whatsapp: '(35) 99999-0000', cnpj: '11.222.333/0001-81' },
  },
  colors: accentProperties(brand.accentColor),
  origin: 'http://localhost:3000',
};
