import { HIDDEN_MONEY } from '@passeio/contract/money';
import { participantTable, personFields } from '@passeio/contract/reservations/participants';
import type { Access } from '@passeio/contract/route';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { maskDocument } from '../audit/audit.ts';
import { accessOf, hasPermission, isStaff } from './access.ts';

const DOCUMENTS = new Set<string>([
  'rg',
  ...personFields.filter((field) => participantTable[field].privacy === 'document'),
]);
const NAMES_DOCUMENT = new RegExp(`"(${[...DOCUMENTS].join('|')})":"`);
const AMOUNT = /cents$/i;
// A code to pay by says how much.
const PAYMENT_CODE = 'payload';
const MONEY_TEXT = /-?R\$\s?\d[\d.]*,\d\d/g;

interface Hidden {
  money: boolean;
  documents: boolean;
}

/**
 * Hides documents from staff in whatever JSON a route answers, but for those that show one person's, and amounts from
 * staff without the permission to see them: amounts are null, but for prices on the portal, those in texts dots; of
 * documents `masked` says the last characters. Files leave out what staff may not see themselves.
 */
export function hideFields(app: FastifyInstance, table: Record<string, Access>): void {
  app.addHook('onRoute', (route) => {
    // Nothing is hidden of what is public, about the caller, or of the price that staff says to a client who asks.
    if (typeof accessOf(route, table) === 'string' || /\/(me(\/|$)|documents$|passengers\/quote$)/.test(route.url))
      return;
    route.onSend = [withoutHidden, ...[route.onSend ?? []].flat()];
  });
}

async function withoutHidden(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  const { caller } = request;
  if (!caller || !isStaff(caller) || typeof payload !== 'string') return payload;
  if (!isJson(reply.getHeader('content-type'))) return payload;
  const hidden = {
    money: !hasPermission(caller, 'see_money'),
    // A refusal says under a field's name what is wrong with it.
    documents: reply.statusCode < 400 && NAMES_DOCUMENT.test(payload),
  };
  if (!(hidden.money || hidden.documents)) return payload;
  reply.removeHeader('content-length');
  return JSON.stringify(hide(JSON.parse(payload), hidden));
}

function isJson(type: unknown): boolean {
  return String(type).startsWith('application/json');
}

function hide(value: unknown, hidden: Hidden): unknown {
  if (typeof value === 'string') return hidden.money ? value.replace(MONEY_TEXT, HIDDEN_MONEY) : value;
  if (Array.isArray(value)) return value.map((one) => hide(one, hidden));
  if (typeof value !== 'object' || value === null) return value;
  const own = Object.entries(value).map(([name, one]): [string, unknown] => {
    if (hidden.money && AMOUNT.test(name) && !isOnPortal(name, value)) return [name, withoutNumbers(one)];
    const isHidden = (hidden.money && name === PAYMENT_CODE) || (hidden.documents && isDocument(name, one));
    return [name, isHidden ? null : hide(one, hidden)];
  });
  const documents = hidden.documents ? Object.entries(value).filter(([name, one]) => isDocument(name, one)) : [];
  if (documents.length === 0) return Object.fromEntries(own);
  const masked = Object.fromEntries(documents.map(([name, one]) => [name, maskDocument(one)]));
  return { ...Object.fromEntries(own), masked };
}

/** Whether it is a price that every visitor reads: of a public fare, an extra or a trip. */
function isOnPortal(name: string, of: object): boolean {
  if (name !== 'priceCents') return false;
  return 'audience' in of ? of.audience === 'public' : 'soldUntilHours' in of || 'fares' in of;
}

function isDocument(name: string, value: unknown): value is string {
  return DOCUMENTS.has(name) && typeof value === 'string';
}

/** An amount, or the one before and after a change. */
function withoutNumbers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNumbers);
  return typeof value === 'number' ? null : value;
}
