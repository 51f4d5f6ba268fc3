import type { ErrorCode } from '@passeio/contract/api/errors';
import type { Permission } from '@passeio/contract/permissions';
import type { Role } from '@passeio/contract/roles';
import type { Access, PermittedAccess, RouteByLink } from '@passeio/contract/route';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import type { IdentityKey, IdentityProvider, VerifiedIdentity } from '../../ports/identity/port.ts';
import { logSecurityEvent } from '../process/logging.ts';
import { AppError } from './errors.ts';

/** The person behind a request, as far as rules need them. */
export interface Caller {
  id: string;
  role: Role;
  name: string;
  /** Permissions of staff; nothing where it is missing. */
  permissions?: readonly Permission[];
  /** Up to how much staff may refund at once, in centavos; null: any amount. */
  refundLimitCents?: number | null;
  /** Staff who has to add a second step of signing in before anything else. */
  lacksTwoFactor?: true;
  /** Has the payer's link of one reservation: sees its people masked. */
  byLink?: true;
  /** The token of the link, for what its holder takes away to come back by it. */
  linkToken?: string;
  /** The reservation of the link. */
  linkedReservationId?: string;
  /** Who of staff made the link. */
  linkMadeBy?: LinkMaker | undefined;
  /** How an act is refused whose handler asks for a proof, while the holder of the link has given none. */
  lacksProof?: ErrorCode | undefined;
}

/** Somebody of staff who made a link: what comes by it is named after them, and proves nothing by what they know. */
export interface LinkMaker {
  id: string;
  name: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who the token names; null without a valid token. */
    identity: VerifiedIdentity | null;
    /** The person behind the token; null without a token, or before the profile is complete. */
    caller: Caller | null;
  }
}

/** What the holder of a payer's link proves to be the payer by. */
export interface LinkProof {
  /** When a proof is needed. */
  asked: RouteByLink['proof'];
  /** The last four digits of the payer's phone, which prove nothing to a link that staff made. */
  phoneDigits?: string | undefined;
  /** The code that was sent to the payer's e-mail. */
  emailCode?: string | undefined;
  /** Who is signed in beside the link. */
  signedIn: Caller | null;
}

/**
 * Opens a payer's link by its token: its payer, and the reservation. Throws without the proof that is asked for: digits
 * of the telephone, or a code where staff made the link.
 */
export type OpenPayerLink = (token: string, proof: LinkProof) => Promise<{ caller: Caller; reservationId: string }>;

export interface Authentication extends Pick<IdentityProvider, 'holderOf' | 'verify'> {
  /** The person of an identity; undefined before the profile is complete. */
  findPerson(who: IdentityKey): Promise<KnownPerson | undefined>;
}

/** The person a token names, before the token has been verified. */
export interface KnownPerson {
  /** To be called once the token is verified; 'disabled' when the person's access is blocked. */
  admit(identity: VerifiedIdentity): Promise<Caller | 'disabled'>;
}

/**
 * Guards every route by the authorisation table, before the body is read. A route that is not in the table fails the
 * start.
 */
export function guardRoutes(app: FastifyInstance, table: Record<string, Access>, authentication: Authentication): void {
  app.decorateRequest('identity', null);
  app.decorateRequest('caller', null);
  app.addHook('onRoute', (route) => {
    const access = accessOf(route, table);
    const own = route.onRequest ?? [];
    route.onRequest = [guard(access, authentication), ...(Array.isArray(own) ? own : [own])];
  });
}

export function isStaff(caller: Caller | null): boolean {
  return caller?.role === 'ADMIN' || caller?.role === 'OPERATOR';
}

/** Whether staff may do or see something; other callers act by what is their own. */
export function hasPermission(caller: Caller, permission: Permission): boolean {
  return caller.permissions?.includes(permission) ?? false;
}

/** For what a route's entry cannot name, because it depends on the body. Throws FORBIDDEN. */
export function requirePermission(caller: Caller | null, permission: Permission): void {
  if (caller && !hasPermission(caller, permission)) throw new AppError('FORBIDDEN');
}

/** The caller, on routes that require a role. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new AppError('UNAUTHENTICATED');
  return request.caller;
}

/** The identity, on routes that require one. */
export function identityOf(request: FastifyRequest): VerifiedIdentity {
  if (!request.identity) throw new AppError('UNAUTHENTICATED');
  return request.identity;
}

/** Who may call a route. Throws where nobody has said so, or methods of one route are for different people. */
export function accessOf(route: RouteOptions, table: Record<string, Access>): Access {
  const methods = Array.isArray(route.method) ? route.method : [route.method];
  // Fastify adds HEAD to every GET.
  const names = methods.map((method) => `${method === 'HEAD' ? 'GET' : method} ${route.url}`);
  const [first, ...others] = names.map((name) => {
    const access = table[name];
    if (!access) throw new Error(`No one has stated who may call ${name}: add it to the authorisation table`);
    return access;
  });
  if (others.some((access) => JSON.stringify(access) !== JSON.stringify(first))) {
    throw new Error(`${names.join(' and ')} are not for the same people: make them routes of their own`);
  }
  return first as Access;
}

function guard(access: Access, authentication: Authentication) {
  return async (request: FastifyRequest): Promise<void> => {
    const token = bearerToken(request);
    const isBlocked = token !== undefined && (await identify(request, token, authentication)) === 'disabled';
    if (access === 'anyone') {
      // Staff without the second step is nobody here: open routes show more to staff.
      if (request.caller?.lacksTwoFactor) {
        request.caller = null;
        request.identity = null;
      }
      return;
    }
    if (isBlocked) throw new AppError('ACCESS_BLOCKED');
    if (!request.identity) throw new AppError('UNAUTHENTICATED');
    if (access === 'identified') return;
    if (!request.caller) throw new AppError('PROFILE_MISSING');
    if (request.caller.lacksTwoFactor) throw new AppError('TWO_FACTOR_MISSING');
    if (!isAllowed(request.caller, access)) {
      logSecurityEvent(request, 'access refused', { route: request.routeOptions.url });
      throw new AppError('FORBIDDEN');
    }
  };
}

function isAllowed(caller: Caller, access: readonly Role[] | PermittedAccess): boolean {
  if (!('needs' in access)) return access.includes(caller.role);
  const mayAsStaff = () => access.needs.every((permission) => hasPermission(caller, permission));
  return access.roles.includes(caller.role) && (!isStaff(caller) || mayAsStaff());
}

async function identify(
  request: FastifyRequest,
  token: string,
  authentication: Authentication,
): Promise<'disabled' | undefined> {
  const holder = await authentication.holderOf(token);
  if (!holder) return;
  // Verified and looked up in parallel, to save a round trip.
  const [identity, person] = await Promise.all([authentication.verify(token), authentication.findPerson(holder)]);
  if (!identity) return;
  const caller = await person?.admit(identity);
  if (caller === 'disabled') return caller;
  request.identity = identity;
  request.caller = caller ?? null;
}

function bearerToken(request: FastifyRequest): string | undefined {
  return request.headers.authorization?.match(/^Bearer ([\w.~+/-]+=*)$/i)?.[1];
}
