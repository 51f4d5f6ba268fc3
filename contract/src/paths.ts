import { tripPagePath } from './public-paths.ts';

export { API_BASE } from './public-paths.ts';

/** Where the embedded identity provider is mounted. */
export const IDENTITY_BASE = '/identity';

/** Where a guest's browser goes to confirm an e-mail by Google (`/start`), and comes back from there (`/callback`). */
export const GOOGLE_BASE = '/google';

/** Makes a write idempotent; keys expire after 24 h. */
export const IDEMPOTENCY_HEADER = 'idempotency-key';

/** Page that sends a shared receipt, also the action of the manifest's share target. */
export const SHARED_RECEIPT_PAGE = '/comprovante';
/** Where a shared file leads that reached nobody: the page asks for it. */
export const MISSED_RECEIPT = `${SHARED_RECEIPT_PAGE}?chegou=nao`;

/** Pages that e-mails and QR codes link to. */
export const pagePaths = {
  trip: tripPagePath,
  schedule: '/portal/passeio',
  /** Staff's list of requests that wait for an answer. */
  requests: '/admin/passeios/reservas?lista=pedidos',
  /** What staff has to decide of payments that belong nowhere, or that were taken back. */
  unmatchedPayments: '/admin/pagamentos/conciliar',
  /** How the installation is, for administrators. */
  health: '/admin/saude',
  resetPassword: (token: string) => `/auth/reset-password?token=${encodeURIComponent(token)}`,
  undoEmailChange: (token: string) => `/auth/undo-email-change?token=${encodeURIComponent(token)}`,
  // In the fragment, so that it reaches no server log and no Referer.
  payerLink: (token: string) => `/reserva#${encodeURIComponent(token)}`,
  payerVoucher: (token: string) => `/reserva?ver=voucher#${encodeURIComponent(token)}`,
  waitingLink: (token: string) => `/espera#${encodeURIComponent(token)}`,
  participantLink: (token: string) => `/participante#${encodeURIComponent(token)}`,
  /** `code` opens the list at that reservation. */
  guideLink: (token: string, code?: string) =>
    `/embarque${code ? `?reserva=${encodeURIComponent(code)}` : ''}#${encodeURIComponent(token)}`,
  reviewLink: (token: string) => `/avaliar#${encodeURIComponent(token)}`,
  alertLink: (token: string) => `/avise-me#${encodeURIComponent(token)}`,
  giftCard: (token: string) => `/vale#${encodeURIComponent(token)}`,
  choiceLink: (token: string) => `/escolher#${encodeURIComponent(token)}`,
  firstAccess: '/primeiro-acesso',
  reservation: (code: string) => `/minhasreservas/${encodeURIComponent(code)}`,
  /** Where a provider of payments sends the payer back to, with or without an account. */
  backFromProvider: (code: string) => `/reserva/${encodeURIComponent(code)}`,
  voucher: (code: string) => `/minhasreservas/${encodeURIComponent(code)}/voucher`,
  scannedVoucher: (code: string) => `/voucher/${encodeURIComponent(code)}`,
  invitation: (token: string) => `/auth/invitation#${encodeURIComponent(token)}`,
  staffInvitation: (token: string) => `/auth/equipe#${encodeURIComponent(token)}`,
  dataExportLink: (token: string) => `/meus-dados#${encodeURIComponent(token)}`,
  confirmEmail: (token: string) => `/auth/confirm-mail?token=${encodeURIComponent(token)}`,
} as const;
