import { type Permission, permissionKeys, withImplied } from '@passeio/contract/permissions';
import { type Role, roles } from '@passeio/contract/roles';
import type { Access } from '@passeio/contract/route';
import { vehicleRoutes } from '@passeio/contract/seats/vehicle-routes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../test/app.ts';
import { call, createPerson, signUpData } from '../test/factories.ts';
import { createSeller } from '../test/sellers.ts';
import { authorization } from './authorization.ts';
import type { App } from './deps.ts';
import { guardRoutes } from './platform/http/access.ts';
import { requireHandlers } from './platform/http/handle.ts';

// Registered by parts that API tests leave out; browser tests cover them.
const outsideTheApi = /^\w+ \/(?!api\/|healthz|readyz)/;
const routes = Object.entries(authorization).filter(([route]) => !outsideTheApi.test(route));

// Written down a second time, so that a slip in the table lets nobody in: what is in none of these lists is staff's.
const ofAdministrators = [
  'DELETE /api/connections/:kind',
  'DELETE /api/conversations/sentences/:sentenceId',
  'DELETE /api/connections/:kind/retired/:name',
  'DELETE /api/failed-work/:name',
  'DELETE /api/imports/:importId',
  'DELETE /api/messages/failed/:emailId',
  'DELETE /api/settings/logo',
  'DELETE /api/settings/messages/:key',
  'DELETE /api/staff-invitations/:invitationId',
  'DELETE /api/users/:userId/two-factor',
  'GET /api/audit',
  'GET /api/connections',
  'GET /api/connections/:kind',
  'GET /api/conversations/sentences',
  'GET /api/failed-work',
  'GET /api/health',
  'GET /api/import-sheets/:kind',
  'GET /api/imports',
  'GET /api/imports/:importId',
  'GET /api/imports/:importId/bad-rows',
  'GET /api/imports/:importId/rows',
  'GET /api/messages',
  'GET /api/messages/failed',
  'DELETE /api/overview/permissions-notice',
  'GET /api/overview',
  'GET /api/privacy/settings',
  'GET /api/settings/contract',
  'GET /api/settings/fiscal',
  'GET /api/site-address',
  'GET /api/trips/:tripId/fiscal',
  'PUT /api/trips/:tripId/fiscal',
  'GET /api/settings/operator',
  'GET /api/settings/reservations',
  'GET /api/staff-invitations',
  'GET /api/users',
  'GET /api/users/:userId',
  'GET /api/users/:userId/documents',
  'GET /api/users/:userId/history',
  'GET /api/users/:userId/reservations',
  'POST /api/connections/:kind/test',
  'POST /api/conversations/sentences',
  'POST /api/failed-work/:name/retries',
  'POST /api/imports/:importId/confirmation',
  'POST /api/imports/:importId/undo',
  'POST /api/imports/:kind',
  'POST /api/messages/failed/retries',
  'POST /api/staff-invitations',
  'POST /api/users/:userId/erasure',
  'POST /api/users/:userId/exports',
  'PUT /api/connections/:kind',
  'PUT /api/imports/:importId/answers',
  'PUT /api/imports/:importId/columns',
  'PUT /api/imports/:importId/rows/:line',
  'PUT /api/privacy/settings',
  'PUT /api/settings/access',
  'PUT /api/settings/contract',
  'PUT /api/settings/fiscal',
  'PUT /api/settings/logo',
  'PUT /api/settings/messages/:key',
  'PUT /api/settings/operator',
  'PUT /api/settings/reservations',
  'PUT /api/users',
  'GET /api/whatsapp',
  'GET /api/whatsapp/templates',
  'POST /api/whatsapp/templates',
  'PUT /api/whatsapp/settings',
  'POST /api/site-address/claims',
  'POST /api/site-address/proofs',
  'POST /api/site-address/removals',
  'PUT /api/site-address/primary',
];
const ofGuides = ['GET /api/guide/boardings'];
const ofStaffAndGuides = [
  'DELETE /api/users/me/calendar',
  'GET /api/users/me/calendar',
  'POST /api/users/me/calendar',
  'GET /api/trips/:tripId/boarding',
  'GET /api/trips/:tripId/boarding/people/:participantId/authorization',
  'POST /api/trips/:tripId/boarding/taps',
  'POST /api/trips/:tripId/door-charges',
  'POST /api/trips/:tripId/door-payments',
];
const ofClients = [
  'GET /api/sellers/me',
  'GET /api/sellers/me/commission',
  'GET /api/sellers/me/departures',
  'GET /api/sellers/me/reservations',
  'GET /api/sellers/me/statements/:statementId',
  'GET /api/sellers/me/statements/:statementId/export',
  'POST /api/seller-invitations/accept',
  'POST /api/sellers/me/reservations',
  'PUT /api/sellers/me/pix-key',
  'DELETE /api/reservations/:reservationId/extras/:lineId',
  'DELETE /api/reservations/:reservationId/participants/:participantId',
  'DELETE /api/reservations/:reservationId/participants/:participantId/link',
  'DELETE /api/trips/:tripId/waiting-list',
  'GET /api/payments/receipts/:receiptId/file',
  'GET /api/push/key',
  'POST /api/push/devices/removal',
  'PUT /api/push/devices',
  'GET /api/reservations/:reservationId',
  'GET /api/reservations/:reservationId/cancellation',
  'GET /api/reservations/:reservationId/contract',
  'GET /api/reservations/:reservationId/contract/export',
  'GET /api/reservations/:reservationId/invoices/:invoiceId/export',
  'GET /api/reservations/:reservationId/issued-invoices',
  'GET /api/reservations/:reservationId/participants/:participantId/authorization/form',
  'GET /api/reservations/:reservationId/payment-slips',
  'GET /api/reservations/:reservationId/review',
  'GET /api/reservations/:reservationId/seats',
  'GET /api/reservations/:reservationId/timeline',
  'GET /api/reservations/:reservationId/voucher',
  'GET /api/reservations/:reservationId/voucher/export',
  'GET /api/reservations/me',
  'GET /api/reservations/me/companions',
  'GET /api/trips/:tripId/waiting-list',
  'GET /api/users/me/credit',
  'GET /api/waiting-list/me',
  'POST /api/reservation-links/adoption',
  'POST /api/reservations/:reservationId/cancel',
  'POST /api/reservations/:reservationId/charges',
  'POST /api/reservations/:reservationId/contract',
  'POST /api/reservations/:reservationId/credit',
  'PUT /api/reservations/:reservationId/answers',
  'PUT /api/reservations/:reservationId/minor-statement',
  'PUT /api/reservations/:reservationId/boarding',
  'POST /api/reservations/:reservationId/extras',
  'POST /api/reservations/:reservationId/gift-cards',
  'POST /api/reservations/:reservationId/gift-cards/quote',
  'POST /api/reservations/:reservationId/participants',
  'POST /api/reservations/:reservationId/participants/:participantId/link',
  'POST /api/reservations/:reservationId/receipts',
  'POST /api/reservations/:reservationId/refund/credit',
  'GET /api/reservations/:reservationId/departure-choice',
  'PUT /api/reservations/:reservationId/departure-choice',
  'POST /api/trips/:tripId/waiting-list',
  'POST /api/trips/enrrol/:tripId',
  'POST /api/privacy/erasure',
  'POST /api/privacy/exports',
  'POST /api/users/me',
  'PUT /api/reservations/:reservationId/participants/:participantId',
  'PUT /api/reservations/:reservationId/participants/:participantId/authorization',
  'PUT /api/reservations/:reservationId/participants/:participantId/authorization/file',
  'PUT /api/reservations/:reservationId/refund/pix-key',
  'PUT /api/reservations/:reservationId/review',
  'PUT /api/reservations/:reservationId/rooms',
  'PUT /api/reservations/:reservationId/seats',
  'PUT /api/reservations/:reservationId/split',
  'PUT /api/users/me',
  'GET /api/whatsapp/own',
  'PUT /api/whatsapp/own',
];
const ofIdentities = [
  'DELETE /api/users/me/sessions/:sessionId',
  'GET /api/users/me',
  'GET /api/users/me/sessions',
  'POST /api/first-access',
  'POST /api/invitations/accept',
  'POST /api/staff-invitations/accept',
  'POST /api/users',
];
const ofEverybody = [
  'GET /api/docs',
  'GET /api/docs/',
  'GET /api/docs/json',
  'GET /api/docs/static/*',
  'GET /api/docs/static/index.html',
  'GET /api/docs/static/swagger-initializer.js',
  'GET /api/docs/yaml',
  'GET /api/calendars/:secret/departures.ics',
  'GET /api/openapi.json',
  'GET /api/privacy',
  'GET /api/settings',
  'GET /api/settings/logo/:logoId/:rendition',
  'GET /api/trips',
  'GET /api/trips/:id',
  'GET /api/trips/:id/reviews',
  'GET /api/trips/image/:imageId/:rendition',
  'POST /api/data-exports/link/file',
  'POST /api/departure-choices/link/read',
  'POST /api/first-access/code',
  'POST /api/gift-cards',
  'POST /api/gift-cards/link/read',
  'POST /api/guide/boarding',
  'POST /api/guide/boarding/authorization',
  'POST /api/guide/boarding/taps',
  'POST /api/guide/door-charges',
  'POST /api/guide/door-payments',
  'POST /api/guide/session',
  'POST /api/invitations/read',
  'POST /api/participants/link/charges',
  'POST /api/participants/link/erasure',
  'POST /api/participants/link/read',
  'POST /api/quotes',
  'POST /api/reservation-links/add-participant',
  'POST /api/reservation-links/answers',
  'POST /api/reservation-links/authorization',
  'POST /api/reservation-links/authorization-file',
  'POST /api/reservation-links/authorization-form',
  'POST /api/reservation-links/boarding',
  'POST /api/reservation-links/cancel',
  'POST /api/reservation-links/cancellation',
  'POST /api/reservation-links/charges',
  'POST /api/reservation-links/choose-departure',
  'POST /api/reservation-links/choose-seats',
  'POST /api/reservation-links/contract',
  'POST /api/reservation-links/contract-acceptance',
  'POST /api/reservation-links/contract-file',
  'POST /api/reservation-links/credit',
  'POST /api/reservation-links/departure-choice',
  'POST /api/reservation-links/email',
  'POST /api/reservation-links/email-code',
  'POST /api/reservation-links/erasure',
  'POST /api/reservation-links/extras',
  'POST /api/reservation-links/gift-cards',
  'POST /api/reservation-links/gift-cards/quote',
  'POST /api/reservation-links/invoice-file',
  'POST /api/reservation-links/issued-invoices',
  'POST /api/reservation-links/minor-statement',
  'POST /api/reservation-links/participant-link',
  'POST /api/reservation-links/participants',
  'POST /api/reservation-links/payment-slips',
  'POST /api/reservation-links/proof-code',
  'POST /api/reservation-links/push-device',
  'POST /api/reservation-links/push-device-removal',
  'POST /api/reservation-links/push-key',
  'POST /api/reservation-links/read',
  'POST /api/reservation-links/receipts',
  'POST /api/reservation-links/refund-as-credit',
  'POST /api/reservation-links/refund-key',
  'POST /api/reservation-links/remove-extra',
  'POST /api/reservation-links/remove-participant',
  'POST /api/reservation-links/requests',
  'POST /api/reservation-links/review',
  'POST /api/reservation-links/rooms',
  'POST /api/reservation-links/seats',
  'POST /api/reservation-links/split',
  'POST /api/reservation-links/timeline',
  'POST /api/reservation-links/voucher',
  'POST /api/reservation-links/voucher-file',
  'POST /api/reservation-links/write-review',
  'POST /api/reviews/link/read',
  'POST /api/seller-invitations/read',
  'POST /api/staff-invitations/read',
  'POST /api/trip-alerts/link/confirmation',
  'POST /api/trip-alerts/link/read',
  'POST /api/trip-alerts/link/removal',
  'POST /api/trips/:tripId/alerts',
  'POST /api/trips/:tripId/guest-reservations',
  'POST /api/trips/:tripId/guest-waiting-list',
  'POST /api/users/validate',
  'POST /api/waiting-links/email',
  'POST /api/waiting-links/email-code',
  'POST /api/waiting-links/erasure',
  'POST /api/waiting-links/read',
  'POST /api/waiting-links/removal',
  'POST /api/waiting-links/reservation',
  'PUT /api/departure-choices/link',
  'PUT /api/participants/link',
  'PUT /api/reviews/link',
];

// Which of staff's routes, and of those that are clients' too, need which permission of an operator.
const needed: Record<Permission, string[]> = {
  see_money: [
    'DELETE /api/commission-rules/:ruleId',
    'DELETE /api/discount-rules/:ruleId',
    'GET /api/accounting/entries',
    'GET /api/accounting/entries/export',
    'GET /api/commission-rules',
    'GET /api/commission-statements',
    'GET /api/commission-statements/:statementId',
    'GET /api/commission-statements/:statementId/export',
    'GET /api/coupons',
    'GET /api/coupons/:couponId/uses',
    'GET /api/coupons/:couponId/uses/export',
    'GET /api/coupons/export',
    'GET /api/discount-rules',
    'GET /api/gift-cards',
    'GET /api/invoices/batches',
    'GET /api/invoices/batches/:batchId',
    'GET /api/link-requests',
    'GET /api/payments/door-payments',
    'GET /api/payments/receipts',
    'GET /api/payments/receipts/:receiptId/file',
    'GET /api/payments/refunds',
    'GET /api/payments/statements/:statementId',
    'GET /api/payments/to-do',
    'GET /api/payments/unmatched',
    'GET /api/reports',
    'GET /api/reports/export',
    'GET /api/reservations/:reservationId/invoices',
    'GET /api/reservations/:reservationId/invoices/:invoiceId/export',
    'GET /api/reservations/:reservationId/issued-invoices',
    'GET /api/reservations/:reservationId/payment-slips',
    'GET /api/reservations/:reservationId/payments',
    'GET /api/sellers',
    'GET /api/sellers/:sellerId',
    'GET /api/trips/:tripId/closing',
    'GET /api/trips/:tripId/money',
    'GET /api/trips/:tripId/money/export',
    'GET /api/trips/:tripId/transport-document',
    'POST /api/accounting/reconciliation',
    'POST /api/accounting/reconciliation/export',
    'POST /api/commission-rules',
    'POST /api/coupons',
    'POST /api/coupons/batches',
    'POST /api/discount-rules',
    'POST /api/reservations/:reservationId/charges',
    'POST /api/reservations/:reservationId/link',
    'POST /api/reservations/:reservationId/payments',
    'POST /api/sellers',
    'POST /api/sellers/:sellerId/invitation',
    'POST /api/trips/:tripId/cancellation/reservations/:reservationId/link',
    'POST /api/trips/:tripId/guide-links',
    'PUT /api/coupons/:couponId',
    'PUT /api/discount-rules/:ruleId',
    'PUT /api/discount-rules/order',
    'PUT /api/reservations/:reservationId/split',
    'PUT /api/sellers/:sellerId',
    'PUT /api/sellers/:sellerId/allotments/:tripId',
    'PUT /api/trips/:tripId/costs',
  ],
  confirm_money: [
    'DELETE /api/payments/statements/:statementId/lines/:lineId/dismissal',
    'DELETE /api/reservations/:reservationId/invoices/:invoiceId',
    'POST /api/commission-statements',
    'POST /api/commission-statements/:statementId/payment',
    'POST /api/gift-cards/:giftCardId/payment',
    'POST /api/gift-cards/:giftCardId/reissue',
    'POST /api/gift-cards/:giftCardId/return/check',
    'POST /api/gift-cards/:giftCardId/revocation',
    'POST /api/invoices',
    'POST /api/invoices/batches',
    'POST /api/invoices/batches/:batchId/retry',
    'POST /api/payments/chargebacks/:chargebackId/check',
    'POST /api/payments/door-payments/:doorPaymentId/confirmation',
    'POST /api/payments/door-payments/:doorPaymentId/refusal',
    'POST /api/payments/receipts/:receiptId/approval',
    'POST /api/payments/receipts/:receiptId/rejection',
    'POST /api/payments/statements',
    'POST /api/payments/statements/:statementId/confirmation',
    'POST /api/payments/unmatched/:paymentId/assignment',
    'POST /api/payments/unmatched/:paymentId/dismissal',
    'POST /api/payments/unreadable/:pixId/check',
    'POST /api/reservations/:reservationId/adjustments',
    'POST /api/reservations/:reservationId/confirmation',
    'POST /api/reservations/:reservationId/invoices/:invoiceId/cancellation',
    'POST /api/reservations/:reservationId/invoices/:invoiceId/replacement',
    'POST /api/reservations/:reservationId/invoices/issue',
    'POST /api/reservations/:reservationId/payments/:entryId/reversal',
    'POST /api/trips/:tripId/closing',
    'PUT /api/payments/statements/:statementId/lines/:lineId/dismissal',
    'PUT /api/reservations/:reservationId/billing',
    'PUT /api/reservations/:reservationId/seller',
  ],
  refund: [
    'POST /api/gift-cards/:giftCardId/refund',
    'POST /api/link-requests/:requestId/confirmation',
    'POST /api/link-requests/:requestId/refusal',
    'POST /api/payments/refunds/:refundId/payment',
    'PUT /api/payments/refunds/:refundId',
  ],
  edit_trips: [
    'DELETE /api/commission-rules/:ruleId',
    'DELETE /api/discount-rules/:ruleId',
    'DELETE /api/series/:seriesId/changes/:changeId',
    'DELETE /api/trips/image/:tripId/:imageId',
    'GET /api/coupons',
    'GET /api/coupons/:couponId/uses',
    'GET /api/coupons/:couponId/uses/export',
    'GET /api/coupons/export',
    'GET /api/discount-rules',
    'GET /api/trips/:tripId/contract',
    'POST /api/commission-rules',
    'POST /api/coupons',
    'POST /api/coupons/batches',
    'POST /api/crew',
    'POST /api/discount-rules',
    'POST /api/sellers',
    'POST /api/sellers/:sellerId/invitation',
    'POST /api/series/:seriesId/changes',
    'POST /api/series/:seriesId/changes/preview',
    'POST /api/trips',
    'POST /api/trips/:id/copies',
    'POST /api/trips/:id/copies/preview',
    'POST /api/trips/:tripId/vehicle-swap',
    'POST /api/trips/image/:tripId',
    'POST /api/vehicles',
    'PUT /api/coupons/:couponId',
    'PUT /api/crew/:id',
    'PUT /api/crew/:id/archive',
    'PUT /api/discount-rules/:ruleId',
    'PUT /api/discount-rules/order',
    'PUT /api/sellers/:sellerId',
    'PUT /api/sellers/:sellerId/allotments/:tripId',
    'PUT /api/trips',
    'PUT /api/trips/:id/publication',
    'PUT /api/trips/:tripId/contract',
    'PUT /api/trips/:tripId/costs',
    'PUT /api/trips/image/:tripId',
    'PUT /api/vehicles/:id',
    'PUT /api/vehicles/:id/archive',
  ],
  cancel_departures: [
    'DELETE /api/trips/:tripId/cancellation',
    'DELETE /api/trips/:tripId/guarantee',
    'POST /api/trips/:tripId/cancellation',
    'PUT /api/trips/:tripId/guarantee',
  ],
  see_documents: [
    'GET /api/reservations/:reservationId/invoices/:invoiceId/export',
    'GET /api/reservations/:reservationId/participants/:participantId/documents',
    'GET /api/trips/:tripId/boarding/people/:participantId/authorization',
    'GET /api/trips/:tripId/road-list/versions/:version/export',
    'POST /api/trips/:tripId/guide-links',
    'PUT /api/reservations/:reservationId/billing',
  ],
  answer_chats: [
    'GET /api/conversations/:conversationId/media/:mediaId',
    'GET /api/conversations/:conversationId/templates',
    'POST /api/conversations/:conversationId/media/:mediaId/receipt',
    'POST /api/conversations/:conversationId/messages',
    'PUT /api/conversations/:conversationId',
    'PUT /api/conversations/:conversationId/typing',
  ],
};

/** What operators have been given, by the name of the caller. */
const operators: Record<string, Permission[]> = {
  'an operator with no permission': [],
  ...Object.fromEntries(permissionKeys.map((key) => [`an operator with ${key} alone`, [key]])),
};

// A seller keeps what their role may, and gets nothing more.
const sellingAs = (role: Role) => `${role} who sells`;

let app: TestApp;
const tokens = new Map<string, string>();
beforeAll(async () => {
  app = await buildTestApp();
  const staff = await createPerson(app, 'ADMIN');
  for (const role of roles) {
    tokens.set(role, (await createPerson(app, role)).token);
    const { person } = await createSeller(app, staff, { person: await createPerson(app, role) });
    tokens.set(sellingAs(role), person.token);
  }
  for (const [name, permissions] of Object.entries(operators))
    tokens.set(name, (await createPerson(app, 'OPERATOR', { permissions })).token);
  tokens.set('no profile', app.identity.issueToken(signUpData().email).token);
});
afterAll(() => app.close());

interface Extras {
  contentType?: string;
  body?: string | FormData;
  query?: string;
}

function request(route: string, token?: string, { contentType, body, query = '' }: Extras = {}) {
  const [method = '', pattern = ''] = route.split(' ');
  const path = pattern.replace(/:\w+/g, () => crypto.randomUUID()).replace('*', 'swagger-ui.css');
  const headers = new Headers();
  if (token) headers.set('authorization', `Bearer ${token}`);
  if (contentType) headers.set('content-type', contentType);
  return fetch(`${app.url}${path}${query}`, { method, headers, ...(body ? { body } : {}) });
}

const form = new FormData();
form.set('file', new Blob(['x'], { type: 'image/png' }), 'x.png');
/** Invalid input for every route: unauthorised callers must get 401 or 403, not 400. */
const senseless: Record<string, Extras> = {
  'JSON that is none': { contentType: 'application/json', body: '{' },
  'a body of the wrong shape': { contentType: 'application/json', body: '{"nothing":"of use"}' },
  'a form with a file': { body: form },
  'plain text': { contentType: 'text/plain', body: 'x' },
  'a query of the wrong shape': { query: '?page=none&nothing=of-use' },
};

/** Who is let in: 'in', or the refusal. */
async function outcomeOf(response: Response): Promise<'in' | number | 'PROFILE_MISSING'> {
  if (response.status === 401 || response.status === 403) return response.status;
  if (response.status !== 404) return 'in';
  const body = await response.json().catch(() => ({}));
  return body.code === 'PROFILE_MISSING' ? body.code : 'in';
}

/** The roles of an entry that is for people. */
function rolesOf(access: Exclude<Access, string>): readonly Role[] {
  return 'needs' in access ? access.roles : access;
}

it.each(routes)('%s lets in whom the table names, whatever is sent', async (route, access) => {
  const isForRoles = typeof access !== 'string';
  const needs = permissionKeys.filter((key) => needed[key].includes(route));
  const ofRole = (role: Role) => (isForRoles && !rolesOf(access).includes(role) ? 403 : 'in');
  const ofOperator = (given: Permission[]) =>
    needs.every((key) => withImplied(given).includes(key)) ? ofRole('OPERATOR') : 403;
  const expected = {
    nobody: access === 'anyone' ? 'in' : 401,
    'a token that no one has issued': access === 'anyone' ? 'in' : 401,
    // On other routes it is the answer of GET /users/me.
    'no profile': isForRoles ? 'PROFILE_MISSING' : expect.toBeOneOf(['in', 'PROFILE_MISSING']),
    ...Object.fromEntries(roles.map((role) => [role, ofRole(role)])),
    ...Object.fromEntries(roles.map((role) => [sellingAs(role), ofRole(role)])),
    ...Object.fromEntries(Object.entries(operators).map(([name, given]) => [name, ofOperator(given)])),
  };
  const callers: Record<string, string | undefined> = {
    nobody: undefined,
    'a token that no one has issued': 'no-such-token',
    ...Object.fromEntries(tokens),
  };
  const outcomes = async (method: string, extras?: Extras) => {
    const called = route.replace(/^\w+/, method);
    const asked = Object.entries(callers).map(async ([who, token]) => [
      who,
      await outcomeOf(await request(called, token, extras)),
    ]);
    return Object.fromEntries(await Promise.all(asked));
  };

  const method = route.split(' ')[0] ?? '';
  expect(await outcomes(method)).toEqual(expected);
  // Somebody who may not call a route learns nothing of its rules.
  const refused = Object.entries(expected).filter(([, outcome]) => typeof outcome === 'number');
  for (const [name, extras] of Object.entries(senseless)) {
    if (method === 'GET' && extras.body) continue;
    for (const [who, status] of refused)
      expect([name, who, (await request(route, callers[who], extras)).status]).toEqual([name, who, status]);
  }
  if (method !== 'GET') return;
  // A HEAD has no body to say more.
  const { 'no profile': _, ...ofHead } = await outcomes('HEAD');
  const { 'no profile': __, ...known } = expected;
  expect(ofHead).toEqual(known);
});

describe('the authorisation table', () => {
  const nobody = { holderOf: async () => undefined, verify: async () => undefined, findPerson: async () => undefined };
  const ofTheApi = routes.filter(([route]) => route.includes(' /api/'));
  it('makes the start fail for a route of the contract without a handler', async () => {
    const { default: fastify } = await import('fastify');
    const server = fastify().decorate('handled', new Map(app.app.handled)) as unknown as App;
    server.handled.delete(vehicleRoutes.archive);
    requireHandlers(server);
    await expect(server.ready()).rejects.toThrow('without a handler: PUT /api/vehicles/:id/archive');
  });

  it.each<[string, Access, string[]]>([
    ['administrators alone', ['ADMIN'], ofAdministrators],
    ['guides alone', ['GUIDE'], ofGuides],
    ['staff and guides', ['ADMIN', 'OPERATOR', 'GUIDE'], ofStaffAndGuides],
    ['clients too', [...roles], ofClients],
    ['people without a profile too', 'identified', ofIdentities],
    ['everybody', 'anyone', ofEverybody],
  ])('lets in %s where that is meant, and nowhere else', (_, access, meant) => {
    const people = (one: Access) => (typeof one === 'string' ? one : rolesOf(one).toSorted().join());
    const isSame = (one: Access) => people(one) === people(access);
    const found = ofTheApi.filter(([, one]) => isSame(one)).map(([route]) => route);
    expect(found.toSorted()).toEqual(meant.toSorted());
  });

  it.each(permissionKeys)('names the permission %s where it is needed, and nowhere else', (key) => {
    const naming = ofTheApi.filter(
      ([, access]) => typeof access === 'object' && 'needs' in access && access.needs.includes(key),
    );
    expect(naming.map(([route]) => route).toSorted()).toEqual(needed[key]);
  });

  it('makes the start fail for a route that it does not name', async () => {
    const { default: fastify } = await import('fastify');
    const server = fastify();
    guardRoutes(server, {}, nobody);
    expect(() => server.get('/forgotten', () => 'x')).toThrow('No one has stated who may call GET /forgotten');
  });

  it('makes the start fail for a route with several methods that are not for the same people', async () => {
    const { default: fastify } = await import('fastify');
    const server = fastify();
    const table = { 'GET /thing': 'anyone', 'PUT /thing': ['ADMIN'] } as const;
    guardRoutes(server, table, nobody);
    const both = { method: ['GET', 'PUT'], url: '/thing', handler: () => 'x' };
    expect(() => server.route(both)).toThrow('GET /thing and PUT /thing are not for the same people');
    expect(() => server.route({ ...both, method: 'PUT' })).not.toThrow();
  });

  it('shuts out a disabled person and obeys a changed role at the very next request', async () => {
    const person = await createPerson(app, 'ADMIN');
    const users = () => call(app, 'GET', '/api/users', { token: person.token });
    expect((await users()).status).toBe(200);

    await app.db.updateTable('users').set({ role: 'CLIENT' }).where('id', '=', person.id).execute();
    expect((await users()).status).toBe(403);

    await app.db.updateTable('users').set({ role: 'ADMIN', is_disabled: true }).where('id', '=', person.id).execute();
    expect((await users()).status).toBe(401);
  });
});
