import { createHash } from 'node:crypto';
import { type ConnectionField, type ConnectionKind, fieldsOf } from '@passeio/contract/connections/connection-kinds';
import type { Sealed, Sealer } from '../../platform/process/sealing.ts';
import type { ConnectionValues } from '../../ports/connections/port.ts';

/** What is sealed of a connection: its values, and the secret in the address of its notices. */
export interface SealedContent {
  values: ConnectionValues;
  pathSecret: string;
}

export function sealContent(sealer: Sealer, name: string, content: SealedContent): Sealed {
  return sealer.seal(JSON.stringify(content), name);
}

/** Undefined where no secret of this server opens it. */
export function openContent(
  sealer: Sealer,
  { name, key_id: keyId, sealed }: { name: string; key_id: string; sealed: Buffer },
): SealedContent | undefined {
  const text = sealer.open({ keyId, sealed }, name);
  return text === undefined ? undefined : (JSON.parse(text) as SealedContent);
}

/** Identifies an account whose secrets may change; one that is unknown is an account of its own. */
export function accountHash(kind: ConnectionKind, account: string, values: ConnectionValues): string {
  const known = account || JSON.stringify(Object.entries(values).toSorted());
  return createHash('sha256').update(`${kind} ${known}`).digest('base64url');
}

/** Values with those that are kept: what was left empty stays, unless it belongs to something that changed. */
export function mergeValues(
  kind: ConnectionKind,
  given: ConnectionValues,
  stored: ConnectionValues | undefined,
): ConnectionValues {
  const fields = fieldsOf(kind);
  const isChanged = (name: string) => Boolean(given[name]) && given[name] !== stored?.[name];
  const leadsElsewhere = fields.some(([name, { isAddress }]) => isAddress && isChanged(name));
  const keeps = ({ secret, goesWith }: ConnectionField) =>
    !(secret && leadsElsewhere) && !(goesWith && isChanged(goesWith));
  return Object.fromEntries(
    fields.map(([name, field]) => [name, given[name] || (keeps(field) ? (stored?.[name] ?? '') : '')]),
  );
}

const LAST = 4;
// The last characters of a shorter one would say too much.
const LONG = 12;
const HIDDEN = '••••';

/** What may be read of values. */
export function shownOf(kind: ConnectionKind, values: ConnectionValues): Record<string, string> {
  return Object.fromEntries(
    fieldsOf(kind).map(([name, { secret }]) => {
      const value = values[name] ?? '';
      if (!secret || value === '') return [name, value];
      return [name, secret === 'key' && value.length >= LONG ? HIDDEN + value.slice(-LAST) : HIDDEN];
    }),
  );
}
