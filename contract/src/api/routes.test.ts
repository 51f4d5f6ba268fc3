import { expect, it } from 'vitest';
import { cents } from '../fields.ts';
import type { AnyRoute } from '../route.ts';
import { z } from '../zod.ts';
import { routes } from './routes.ts';

const entries = Object.values(routes).flatMap((table): AnyRoute[] => Object.values(table));
const namesOf = (some: AnyRoute[]) => some.map(({ method, path }) => `${method} ${path}`).toSorted();

// Written down a second time, so that nothing is written twice by a slip in the table. Repeated, these only read, leave
// what is there, or make something that replaces the former.
const repeatable = [
  'POST /accounting/reconciliation',
  'POST /accounting/reconciliation/export',
  'POST /conversations/:conversationId/media/:mediaId/receipt',
  'POST /data-exports/link/file',
  'POST /departure-choices/link/read',
  'POST /failed-work/:name/retries',
  'POST /first-access',
  'POST /first-access/code',
  'POST /gift-cards/link/read',
  'POST /guide/boarding',
  'POST /guide/boarding/authorization',
  'POST /guide/boarding/taps',
  'POST /guide/door-charges',
  'POST /guide/door-payments',
  'POST /guide/session',
  'POST /imports/:kind',
  'POST /invitations/accept',
  'POST /invitations/read',
  'POST /messages/failed/retries',
  'POST /participants/link/charges',
  'POST /participants/link/erasure',
  'POST /participants/link/read',
  'POST /payments/statements',
  'POST /privacy/erasure',
  'POST /push/devices/removal',
  'POST /quotes',
  'POST /reservation-links/adoption',
  'POST /reservation-links/email',
  'POST /reservation-links/email-code',
  'POST /reservation-links/erasure',
  'POST /reservation-links/proof-code',
  'POST /reservation-links/requests',
  'POST /reservations/:reservationId/charges',
  'POST /reservations/:reservationId/contract',
  'POST /reservations/:reservationId/gift-cards/quote',
  'POST /reservations/:reservationId/link',
  'POST /reservations/:reservationId/messages/:emailId/retry',
  'POST /reservations/:reservationId/participants/:participantId/link',
  'POST /reservations/:reservationId/tags',
  'POST /reviews/link/read',
  'POST /seller-invitations/accept',
  'POST /seller-invitations/read',
  'POST /sellers/:sellerId/invitation',
  'POST /site-address/claims',
  'POST /site-address/proofs',
  'POST /site-address/removals',
  'POST /staff-invitations/accept',
  'POST /staff-invitations/read',
  'POST /trip-alerts/link/confirmation',
  'POST /trip-alerts/link/read',
  'POST /trip-alerts/link/removal',
  'POST /trips/:tripId/alerts',
  'POST /trips/:tripId/announcements/preview',
  'POST /trips/:tripId/boarding/taps',
  'POST /trips/:tripId/cancellation',
  'POST /trips/:tripId/cancellation/reservations/:reservationId/link',
  'POST /trips/:tripId/closing',
  'POST /trips/:tripId/door-charges',
  'POST /trips/:tripId/door-payments',
  'POST /trips/:tripId/guide-links',
  'POST /trips/:tripId/passengers/quote',
  'POST /trips/:tripId/vehicle-swap',
  'POST /trips/image/:tripId',
  'POST /users',
  'POST /users/:userId/erasure',
  'POST /users/:userId/invitation',
  'POST /users/me',
  'POST /users/me/calendar',
  'POST /users/validate',
  'POST /waiting-links/email',
  'POST /waiting-links/email-code',
  'POST /waiting-links/erasure',
  'POST /waiting-links/read',
  'POST /waiting-links/removal',
  'POST /waiting-links/reservation',
  'POST /whatsapp/templates',
];

it('executes every POST once per Idempotency-Key, unless a second one changes nothing', () => {
  expect(namesOf(entries.filter(({ method, once, asks }) => method === 'POST' && !once && !asks))).toEqual(repeatable);
});

it('executes a PUT once per Idempotency-Key only where it changes a refund', () => {
  expect(namesOf(entries.filter(({ method, once }) => method !== 'POST' && once))).toEqual([
    'PUT /payments/refunds/:refundId',
    'PUT /reservations/:reservationId/refund/pix-key',
  ]);
});

interface JsonSchema {
  type?: string;
  maxItems?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
}

/** The maximum lengths of the lists in a schema, by their paths. */
function listsOf(schema: JsonSchema, path = ''): [path: string, length: number | undefined][] {
  const { properties = {}, items, anyOf = [], oneOf = [] } = schema;
  return [
    ...(schema.type === 'array' ? [[path, schema.maxItems] as [string, number | undefined]] : []),
    ...(items ? listsOf(items, `${path}[]`) : []),
    ...Object.entries(properties).flatMap(([name, part]) => listsOf(part, `${path}.${name}`)),
    ...[...anyOf, ...oneOf].flatMap((part) => listsOf(part, path)),
  ];
}

it('takes no list of more than 2,000', () => {
  // A seat map counts its own rows; files are counted as they arrive.
  const counted = /\/vehicles.*\.map|\/image\//;
  const lists = entries.flatMap(({ body, method, path }) =>
    body
      ? listsOf(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as JsonSchema, `${method} ${path}`)
      : [],
  );
  expect(lists.length).toBeGreaterThan(20);
  expect(lists.filter(([path, length = Number.POSITIVE_INFINITY]) => length > 2_000 && !counted.test(path))).toEqual(
    [],
  );
});

it('puts nothing in the place of a wrong part of a body: amounts that may be hidden are of answers', () => {
  const replaces = (schema: z.ZodType | undefined) => {
    const kinds = new Set<string>();
    if (schema) {
      z.toJSONSchema(schema, {
        io: 'input',
        unrepresentable: 'any',
        override: ({ zodSchema }) => void kinds.add(zodSchema._zod.def.type),
      });
    }
    return kinds.has('catch');
  };
  expect(replaces(z.object({ amountCents: cents }))).toBe(true);
  expect(namesOf(entries.filter(({ body, query }) => replaces(body) || replaces(query)))).toEqual([]);
});
