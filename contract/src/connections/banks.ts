/** A bank that offers the Central Bank's API Pix: addresses of production, and what only its documents say. */
export interface Bank {
  label: string;
  apiUrl: string;
  tokenUrl: string;
  /** Where its certificate comes from. */
  certificate: string;
  /** Name in the query of every call for the key of the application, of banks that want one. */
  applicationKey?: string;
}

/**
 * Banks whose addresses are known, see docs/payments.md; those of others are typed. Addresses can be changed in the
 * form: banks move them.
 */
export const banks = {
  efi: {
    label: 'Efí',
    apiUrl: 'https://pix.api.efipay.com.br/v2',
    tokenUrl: 'https://pix.api.efipay.com.br/oauth/token',
    certificate: 'Na conta Efí: API, Meus certificados, produção. É um arquivo .p12 sem senha.',
  },
  inter: {
    label: 'Inter',
    apiUrl: 'https://cdpj.partners.bancointer.com.br/pix/v2',
    tokenUrl: 'https://cdpj.partners.bancointer.com.br/oauth/v2/token',
    certificate: 'No Internet Banking PJ: Soluções para sua empresa, Nova integração. Baixe o .crt e o .key.',
  },
  bb: {
    label: 'Banco do Brasil',
    apiUrl: 'https://api-pix.bb.com.br/pix/v2',
    tokenUrl: 'https://oauth.bb.com.br/oauth/token',
    certificate: 'O e-CNPJ A1 da empresa (.pfx), o mesmo que foi cadastrado no portal de desenvolvedores do BB.',
    applicationKey: 'gw-dev-app-key',
  },
  sicoob: {
    label: 'Sicoob',
    apiUrl: 'https://api.sicoob.com.br/pix/api/v2',
    tokenUrl: 'https://auth.sicoob.com.br/auth/realms/cooperado/protocol/openid-connect/token',
    certificate: 'O e-CNPJ A1 da empresa (.pfx), o mesmo que foi cadastrado no portal do Sicoob.',
  },
  santander: {
    label: 'Santander',
    apiUrl: 'https://trust-pix.santander.com.br/api/v1',
    tokenUrl: 'https://trust-pix.santander.com.br/oauth/token',
    certificate: 'O e-CNPJ A1 da empresa (.pfx), o mesmo que foi cadastrado no portal do Santander.',
  },
} as const satisfies Record<string, Bank>;

export type BankKey = keyof typeof banks;

/** A bank of the table; undefined for one whose addresses are typed. */
export const bankOf = (key: string): Bank | undefined =>
  Object.hasOwn(banks, key) ? banks[key as BankKey] : undefined;
