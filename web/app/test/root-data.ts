import { accentProperties } from '@passeio/contract/accent';
import type { RootData } from '~/lib/settings';

/** An operator with a telephone number, WhatsApp and nothing long. */
export const rootData: RootData = {
  settings: {
    name: 'Rota das Águas',
    legalName: 'Rota das Águas Ltda.',
    cnpj: '11222333000181',
    cadastur: '',
    address: 'Rua das Águas, 100',
    city: 'Varginha',
    state: 'MG',
    email: 'contato@rota.example',
    phone: '+553532120000',
    whatsapp: '+5535999990000',
    socialUrl: '',
    socialLabel: '',
    openingHours: 'Segunda à sexta de 09h às 18h',
    timeZone: 'America/Sao_Paulo',
    accentColor: '#0b7285',
    tagline: 'Vem com a gente.',
    heroText: '',
    logo: null,
    access: { requireConfirmedEmail: false, clientIdleMinutes: 0, staffIdleMinutes: 0 },
    identity: { provider: 'embedded' },
    shown: { phone: '(35) 3212-0000', whatsapp: '(35) 99999-0000', cnpj: '11.222.333/0001-81' },
  },
  colors: accentProperties('#0b7285'),
  origin: 'http://localhost:3000',
};
