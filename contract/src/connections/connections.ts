import { growing, instant } from '../fields.ts';
import { admin, route } from '../route.ts';
import { z } from '../zod.ts';
import { connectionKinds } from './connection-kinds.ts';

/** The page of administrators on which they are entered. */
export const CONNECTIONS_PAGE = '/admin/conexoes';

/** Where a connection comes from; `none`: there is none. */
const sources = ['none', 'browser', 'server', 'demonstration'] as const;
export type ConnectionSource = (typeof sources)[number];

/** A replaced account, which only reports and refunds what it started. */
const retiredConnection = z.object({
  name: z.string(),
  retiredAt: instant,
  openCharges: z.int(),
  expiresAt: instant.nullable(),
  problem: z.string(),
});

/** A connection without its secrets. */
const connectionState = z.object({
  kind: growing(connectionKinds),
  source: growing(sources),
  /** The demonstration's page of the provider, for a kind that may be entered there. */
  demonstrationUrl: z.string().nullable().default(null),
  /** Fields by their names: values of those that are no secrets, of keys the last four characters. */
  shown: z.record(z.string(), z.string()),
  connectedAt: instant.nullable(),
  connectedBy: z.string(),
  /** When its certificate ends. */
  expiresAt: instant.nullable(),
  /** What was wrong when it was last tried; empty: nothing. */
  problem: z.string(),
  /** Addresses to be copied to the provider's page. */
  addresses: z.array(z.object({ label: z.string(), address: z.string() })),
  retired: z.array(retiredConnection),
});
export type ConnectionState = z.infer<typeof connectionState>;

const MAX_FIELDS = 20;
const MAX_VALUE = 50_000;

/** Values by the names of fields; what is missing or empty keeps what is stored. */
const values = z
  .record(z.string().max(40), z.string().max(MAX_VALUE))
  .refine((given) => Object.keys(given).length <= MAX_FIELDS, 'Há campos demais.');

/** Proves who asks: the password, and the code of the authenticator of people who have one. */
const proof = {
  password: z
    .string()
    .max(256, { error: 'A senha não confere. Tente de novo.', abort: true })
    .min(1, 'Digite a senha da sua conta.'),
  code: z.string().trim().max(20, 'O código tem 6 números.').optional(),
};

/** Sends secrets only where their connection leads, and shows nothing of them: it needs no proof. */
const connectionTest = z.strictObject({ values });
/** What was read: refused where somebody has changed it since. Missing: whatever it is. */
const seen = { connectedAt: instant.nullable().optional() };
/** `evenIfUnreachable`: saves although the provider does not answer. */
export const connectionChange = connectionTest.extend({
  ...proof,
  ...seen,
  evenIfUnreachable: z.boolean().default(false),
});
export type ConnectionChange = z.output<typeof connectionChange>;
export const connectionRemoval = z.strictObject({ ...proof, ...seen });
export const proofOfCaller = z.strictObject(proof);
export type ConnectionProof = z.output<typeof proofOfCaller>;

/** What the provider says: `unreachable` says nothing about the connection. */
const outcomes = ['accepted', 'refused', 'unreachable'] as const;

const connectionTrial = z.object({
  outcome: z.enum(outcomes),
  /** Sentences by the field that is at fault; '' for the connection as a whole. */
  problems: z.array(z.object({ field: z.string(), sentence: z.string() })),
  /** Worth knowing, and no reason against it. */
  notes: z.array(z.string()),
});
export type ConnectionTrial = z.infer<typeof connectionTrial>;

const ofKind = { kind: z.enum(connectionKinds) };

export const connectionRoutes = {
  list: route('GET', '/connections', {
    access: admin,
    summary: 'Connections with the bank, cards, e-mail and Google, without their secrets',
    answer: z.object({ data: z.array(connectionState) }),
  }),
  read: route('GET', '/connections/:kind', {
    access: admin,
    params: ofKind,
    summary: 'A connection without its secrets',
    answer: connectionState,
  }),
  test: route('POST', '/connections/:kind/test', {
    access: admin,
    params: ofKind,
    summary: 'Ask the provider whether it accepts a connection, and save nothing',
    body: connectionTest,
    answer: connectionTrial,
    asks: true,
    largeBody: true,
  }),
  change: route('PUT', '/connections/:kind', {
    access: admin,
    params: ofKind,
    summary: 'Connect, or change a connection, once the provider accepts it; fields that are empty stay',
    body: connectionChange,
    answer: connectionState,
    largeBody: true,
  }),
  remove: route('DELETE', '/connections/:kind', {
    access: admin,
    params: ofKind,
    summary: 'Remove a connection; an account reports and refunds until nothing of it is open',
    body: connectionRemoval,
    answer: connectionState,
  }),
  forget: route('DELETE', '/connections/:kind/retired/:name', {
    access: admin,
    params: {
      ...ofKind,
      name: z
        .string()
        .max(40)
        .regex(/^[a-z_]+$/),
    },
    summary: 'Forget a replaced account at once: its open charges end, and what is still paid there is not heard of',
    body: proofOfCaller,
    answer: connectionState,
  }),
};
