import { routes } from '@passeio/contract/api/routes';
import { API_BASE } from '@passeio/contract/paths';
import { type Access, type AnyRoute, pathByLink } from '@passeio/contract/route';

/**
 * Who may call each route: those of the API as the contract's tables say, and what stands outside these tables. What a
 * caller may do with an object is in *.policy.ts.
 */
export const authorization: Record<string, Access> = {
  ...accessOfRoutes(),

  'GET /healthz': 'anyone',
  'GET /readyz': 'anyone',
  // Asks for a token of its own.
  'GET /metrics': 'anyone',

  'GET /webhooks/whatsapp/:secret': 'anyone',
  'POST /webhooks/whatsapp/:secret': 'anyone',
  'POST /webhooks/:provider': 'anyone',
  'POST /webhooks/:provider/:secret': 'anyone',
  'POST /webhooks/:provider/:secret/pix': 'anyone',

  'GET /v/:code': 'anyone',

  'GET /google/start': 'anyone',
  'GET /google/callback': 'anyone',

  'GET /api/openapi.json': 'anyone',
  'GET /api/docs': 'anyone',
  'GET /api/docs/': 'anyone',
  'GET /api/docs/json': 'anyone',
  'GET /api/docs/yaml': 'anyone',
  'GET /api/docs/static/*': 'anyone',
  'GET /api/docs/static/index.html': 'anyone',
  'GET /api/docs/static/swagger-initializer.js': 'anyone',

  'POST /identity/sign-up/email': 'anyone',
  'POST /identity/sign-in/email': 'anyone',
  'POST /identity/sign-out': 'anyone',
  'POST /identity/request-password-reset': 'anyone',
  'POST /identity/reset-password': 'anyone',
  'POST /identity/send-verification-email': 'anyone',
  'GET /identity/verify-email': 'anyone',
  'POST /identity/change-password': 'anyone',
  'POST /identity/change-email': 'anyone',
  'POST /identity/undo-email-change': 'anyone',
  'POST /identity/two-factor/enable': 'anyone',
  'POST /identity/two-factor/disable': 'anyone',
  'POST /identity/two-factor/generate-backup-codes': 'anyone',
  'POST /identity/two-factor/verify-totp': 'anyone',
  'POST /identity/two-factor/verify-backup-code': 'anyone',
  'GET /identity/two-factor/methods': 'anyone',
  'POST /identity/two-factor/remove-authenticator': 'anyone',
  'POST /identity/passkey/begin': 'anyone',
  'POST /identity/passkey/add': 'anyone',
  'POST /identity/passkey/remove': 'anyone',
  'POST /identity/passkey/begin-sign-in': 'anyone',
  'POST /identity/passkey/sign-in': 'anyone',
  'GET /identity/get-session': 'anyone',
  'GET /identity/token': 'anyone',
  'GET /identity/jwks': 'anyone',

  'POST /comprovante': 'anyone',
  // The API's routes that it calls decide.
  'POST /first-view': 'anyone',
  'GET /assets/*': 'anyone',
  'GET /*': 'anyone',
};

function accessOfRoutes(): Record<string, Access> {
  const entries = Object.values(routes).flatMap((table) => Object.values<AnyRoute>(table));
  return Object.fromEntries([
    ...entries.map(({ method, path, access }) => [`${method} ${API_BASE}${path.slice(1)}`, access]),
    // Their handlers ask for the link's token.
    ...entries.flatMap(({ byLink }) => (byLink ? [[`POST ${API_BASE}${pathByLink(byLink).slice(1)}`, 'anyone']] : [])),
  ]);
}
