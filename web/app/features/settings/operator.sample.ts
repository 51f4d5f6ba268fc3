import type { OperatorSettings } from '@passeio/contract/operator/operator';
import type { PublicSettings } from '@passeio/contract/operator/settings';

/** An operator for tests. */
export const settings: OperatorSettings = {
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
  socialUrl: 'https://www.instagram.com/rota',
  socialLabel: '@rota',
  openingHours: 'Segunda à sexta de 09h às 18h',
  timeZone: 'America/Sao_Paulo',
  accentColor: '#0b7285',
  pixKey: 'contato@rota.example',
  tagline: 'Vem com a gente.',
  heroText: '',
  contactHtml: '<p>Escreva para a gente.</p>',
  cancellationPolicyHtml: '<h2>Prazos</h2><p>Avise <strong>antes</strong>.</p>',
  logo: null,
  version: 7,
};

const { pixKey: _pixKey, version: _version, ...shown } = settings;
/** What everybody may know of it. */
export const publicSettings: PublicSettings = {
  ...shown,
  terms: { balanceDueHours: 48, withdrawalDays: 7 },
  takesPix: true,
  means: ['pix'],
  meansPermille: { pix: 0, card: 0 },
  sellsGiftCards: false,
  access: { requireConfirmedEmail: false, requireTwoFactor: false, clientIdleMinutes: 0, staffIdleMinutes: 0 },
  identity: { provider: 'embedded' },
  confirmsByGoogle: false,
  issuesInvoices: false,
  writesByWhatsApp: false,
  demoBankUrl: null,
};
