import { z } from '@passeio/contract/zod';
import { ConfigError, optional, wholeNumber } from './environment.ts';

const httpsUrl = optional(z.url({ protocol: /^https$/, error: 'use https://HOST/PATH' }));

/** The variables of payments. */
export const paymentVariables = {
  PAYMENTS: optional(z.enum(['manual', 'pix-api', 'demo-bank'])),
  PIX_API_URL: httpsUrl,
  PIX_TOKEN_URL: httpsUrl,
  PIX_CLIENT_ID: optional(z.string()),
  PIX_CLIENT_SECRET: optional(z.string()),
  PIX_CERTIFICATE: optional(z.string()),
  PIX_CERTIFICATE_PASSWORD: optional(z.string()),
  PIX_KEY: optional(z.string().max(77, 'use at most 77 characters')),
  PIX_WEBHOOK_SECRET: optional(
    z.string().regex(/^[\w-]{32,100}$/, 'use 32 to 100 letters, digits, "-" or "_": it is part of an address'),
  ),
  DEMO_BANK_PORT: optional(wholeNumber(65_535)),
};

/** A bank that speaks the API Pix. */
interface PixApiConfig {
  kind: 'pix-api';
  apiUrl: string;
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  /** A file. */
  certificate: string;
  certificatePassword: string | undefined;
  key: string;
  /** Undefined: generated into the data folder. */
  webhookSecret: string | undefined;
}

/** How money comes: staff confirms it, a bank tells of it, or the demonstration bank, whose page has this port. */
export type PaymentsConfig = { kind: 'manual' } | PixApiConfig | { kind: 'demo-bank'; pagePort: number };

type Settings = z.output<z.ZodObject<typeof paymentVariables>> & {
  NODE_ENV: 'development' | 'production' | 'test';
  PORT: number;
  DATABASE_URL?: string | undefined;
};

/** Payments of the environment. Throws {@link ConfigError} that names what is missing. */
export function readPayments(settings: Settings): PaymentsConfig {
  const kind = settings.PAYMENTS ?? (settings.NODE_ENV === 'development' ? 'demo-bank' : 'manual');
  if (kind === 'manual') return { kind };
  if (kind === 'demo-bank') {
    const { PORT: port, DEMO_BANK_PORT: pagePort = port === 0 ? 0 : Math.min(port + 1, 65_535) } = settings;
    return { kind, pagePort };
  }
  const missing: string[] = [];
  const required = (name: keyof typeof paymentVariables): string => {
    const value = settings[name];
    if (value === undefined) missing.push(name);
    return String(value);
  };
  const payments: PixApiConfig = {
    kind,
    apiUrl: required('PIX_API_URL'),
    tokenUrl: required('PIX_TOKEN_URL'),
    clientId: required('PIX_CLIENT_ID'),
    clientSecret: settings.PIX_CLIENT_SECRET ?? '',
    certificate: required('PIX_CERTIFICATE'),
    certificatePassword: settings.PIX_CERTIFICATE_PASSWORD,
    key: required('PIX_KEY'),
    webhookSecret: settings.PIX_WEBHOOK_SECRET,
  };
  if (missing.length > 0) throw new ConfigError(`PAYMENTS=pix-api needs ${missing.join(', ')}`);
  return payments;
}

/** What is unsafe in production. */
export function unsafePayments(settings: Settings): string[] {
  const problems: string[] = [];
  if (settings.PAYMENTS === 'demo-bank') {
    problems.push('PAYMENTS=demo-bank is for demonstrations only: anybody pays there, without money');
  }
  if (settings.PAYMENTS === 'pix-api' && settings.DATABASE_URL && !settings.PIX_WEBHOOK_SECRET) {
    problems.push('PIX_WEBHOOK_SECRET must be set when DATABASE_URL is: all servers receive at one address');
  }
  return problems;
}
