import { randomInt, randomUUIDv7 } from 'node:crypto';
import { RESERVATION_CODE_ALPHABET } from '@passeio/contract/fields';
import { maskPixKey } from '@passeio/contract/operator/pix-key';
import { SELLER_CODE_LENGTH, sellerLinkPath } from '@passeio/contract/seller-code';
import { commissionOf, commissionText } from '@passeio/contract/sellers/commission';
import {
  type AllotmentChange,
  type InvitedSeller,
  SELLER_INVITATION_DAYS,
  SELLER_INVITATION_PAGE,
  type Seller,
  type SellerChange,
  type SellerDetails,
  type SellerDraft,
  type SellerInvitationLink,
  type SellerList,
} from '@passeio/contract/sellers/sellers';
import { sql } from 'kysely';
import { type Actor, callerOfActor, changesBetween, maskDocument, recordAudit } from '../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { mapConstraintErrors } from '../../platform/database/constraints.ts';
import { type Caller, hasPermission } from '../../platform/http/access.ts';
import { AppError } from '../../platform/http/errors.ts';
import { hashToken, newToken } from '../../platform/http/link-token.ts';
import { setAsideForSeller } from '../inventory/index.ts';
import { readSales } from './sales.queries.ts';
import {
  lockSeller,
  readSeller,
  readSellers,
  type SellerRow,
  type ShownSeller,
  sellerSubject,
} from './sellers.queries.ts';

const DAY_MS = 24 * 3_600_000;

const linkOf = (publicUrl: string, token: string) => `${publicUrl}${SELLER_INVITATION_PAGE}#${token}`;

export async function listSellers(db: Database, caller: Caller): Promise<SellerList> {
  return { data: (await readSellers(db)).map((row) => present(row, caller)) };
}

/** A seller with the places that are set aside for them, and their sales. Throws SELLER_NOT_FOUND. */
export async function readDetails(db: Database, caller: Caller, id: string): Promise<SellerDetails> {
  const row = await readSeller(db, id);
  const { rows: allotments } = await sql<{
    trip_id: string;
    title: string;
    departs_at: Date;
    places: number;
    left: number;
    ends_at: Date;
  }>`select a.trip_id, t.title, t.departs_at, a.places, left_of_seller(a.trip_id, a.seller_id, null) as left, a.ends_at
    from allotments a join trips t on t.id = a.trip_id
    where a.seller_id = ${id} and a.ended_at is null order by t.departs_at, a.id limit 500`.execute(db);
  const sales = await readSales(db, id, { limit: 200, offset: 0 });
  return {
    ...present(row, caller),
    allotments: allotments.map((one) => ({
      tripId: one.trip_id,
      title: one.title,
      date: one.departs_at.toISOString(),
      places: one.places,
      left: one.left,
      until: one.ends_at.toISOString(),
    })),
    sales: sales.map((sale) => ({
      id: sale.id,
      code: sale.code,
      payerName: sale.payer_name,
      people: sale.people,
      trip: { id: sale.trip_id, title: sale.title, date: sale.departs_at.toISOString() },
      state: sale.state,
      way: sale.seller_way,
      isOwn: sale.is_own,
      rule: sale.rule ? commissionText(sale.rule) : '',
      receivedCents: sale.received_cents,
      commissionCents: sale.commission_cents,
      fullCents: sale.rule ? commissionOf(sale.rule, { ...sale.base, receivedCents: sale.full_received_cents }) : 0,
      createdAt: sale.created_at.toISOString(),
    })),
  };
}

/** Adds a seller, who is invited by the link. */
export async function createSeller(
  trx: DatabaseTransaction,
  actor: Actor,
  publicUrl: string,
  draft: SellerDraft,
): Promise<InvitedSeller> {
  const { token, ...invited } = newInvitation();
  const id = randomUUIDv7();
  const columns = { ...columnsOf(draft), tax_id: draft.taxId };
  await insertWithFreeCode(trx, { id, ...columns, ...invited });
  await recordAudit(trx, actor, {
    action: 'seller.created',
    subject: sellerSubject({ id, name: draft.name }),
    changes: changesBetween({}, audited(columns)),
  });
  const made = present(await readSeller(trx, id), callerOfActor(actor));
  return { ...made, link: linkOf(publicUrl, token) };
}

/** Throws SELLER_NOT_FOUND or CHANGED_MEANWHILE. Who sells no more keeps what they earned. */
export async function changeSeller(
  trx: DatabaseTransaction,
  actor: Actor,
  id: string,
  { version, isActive, taxId, ...draft }: SellerChange,
): Promise<Seller> {
  const before = await lockSeller(trx, id);
  if (before.version !== version) throw new AppError('CHANGED_MEANWHILE');
  const columns = {
    ...columnsOf(draft),
    is_active: isActive,
    ...(taxId !== undefined && { tax_id: taxId }),
    ...(draft.pixKey !== before.pix_key && { pix_key_by_seller_at: null }),
  };
  const changes = changesBetween(audited(before), audited({ ...before, ...columns }));
  if (Object.keys(changes).length > 0) {
    await trx
      .updateTable('sellers')
      .set({ ...columns, version: version + 1 })
      .where('id', '=', id)
      .execute();
    await recordAudit(trx, actor, { action: 'seller.changed', subject: sellerSubject(before), changes });
  }
  return present(await readSeller(trx, id), callerOfActor(actor));
}

/** Makes another link of an invitation, which ends the former one. Throws SELLER_NOT_FOUND or SELLER_ACCEPTED. */
export async function inviteSeller(
  trx: DatabaseTransaction,
  actor: Actor,
  publicUrl: string,
  id: string,
): Promise<SellerInvitationLink> {
  const row = await lockSeller(trx, id);
  if (row.user_id !== null) throw new AppError('SELLER_ACCEPTED');
  if (!row.is_active) throw new AppError('SELLER_INACTIVE');
  const { token, ...invited } = newInvitation();
  await trx.updateTable('sellers').set(invited).where('id', '=', id).execute();
  await recordAudit(trx, actor, { action: 'seller.invited', subject: sellerSubject(row) });
  return { link: linkOf(publicUrl, token), expiresAt: invited.invited_until.toISOString() };
}

/** Sets places aside for an active seller. Throws SELLER_NOT_FOUND, SELLER_INACTIVE, TRIP_NOT_FOUND or ALLOTMENT_SHORT. */
export async function setAside(
  trx: DatabaseTransaction,
  actor: Actor,
  { sellerId, tripId }: { sellerId: string; tripId: string },
  { places, until }: AllotmentChange,
): Promise<SellerDetails> {
  const { title, before } = await mapConstraintErrors({ allotments_seller_id_fkey: 'SELLER_NOT_FOUND' }, () =>
    setAsideForSeller(trx, sellerId, {
      tripId: tripId.toLowerCase(),
      places,
      until: until === null ? null : new Date(until),
    }),
  );
  const row = await lockSeller(trx, sellerId);
  if (!row.is_active && places > 0) throw new AppError('SELLER_INACTIVE');
  await recordAudit(trx, actor, {
    action: 'seller.places_set_aside',
    subject: sellerSubject(row),
    changes: { trip: [null, title], places: [before, places], ...(until && { until: [null, until] }) },
  });
  return readDetails(trx, callerOfActor(actor), sellerId);
}

function newInvitation() {
  const token = newToken(24);
  return {
    token,
    token_hash: hashToken(token),
    invited_until: new Date(Date.now() + SELLER_INVITATION_DAYS * DAY_MS),
  };
}

async function insertWithFreeCode(
  trx: DatabaseTransaction,
  row: Omit<Parameters<typeof insertSeller>[1], 'code'>,
): Promise<void> {
  while (!(await insertSeller(trx, { ...row, code: newCode() })));
}

async function insertSeller(
  trx: DatabaseTransaction,
  row: ReturnType<typeof columnsOf> &
    Pick<SellerRow, 'id' | 'code' | 'tax_id'> & { token_hash: string; invited_until: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('sellers')
    .values(row)
    .onConflict((conflict) => conflict.column('code').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

function newCode(): string {
  const character = () => RESERVATION_CODE_ALPHABET[randomInt(RESERVATION_CODE_ALPHABET.length)];
  return Array.from({ length: SELLER_CODE_LENGTH }, character).join('');
}

function columnsOf(draft: Omit<SellerDraft, 'taxId'>) {
  return {
    kind: draft.kind,
    name: draft.name,
    contact: draft.contact,
    email: draft.email,
    cadastur: draft.cadastur,
    pix_key: draft.pixKey,
    note: draft.note,
    max_unpaid_places: draft.maxUnpaidPlaces,
  };
}

// The log keeps no document, and no more of a Pix key than its end.
function audited({
  tax_id,
  pix_key,
  kind,
  name,
  contact,
  email,
  cadastur,
  note,
  max_unpaid_places,
  ...more
}: Partial<SellerRow>) {
  return {
    ...{ kind, name, contact, email, cadastur, note, maxUnpaidPlaces: max_unpaid_places },
    taxId: tax_id && maskDocument(tax_id),
    pixKey: pix_key && maskPixKey(pix_key),
    ...('is_active' in more && { isActive: more.is_active }),
  };
}

function present(row: ShownSeller, caller: Caller): Seller {
  const seesDocuments = hasPermission(caller, 'see_documents');
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    taxId: seesDocuments || row.tax_id === '' ? row.tax_id : maskDocument(row.tax_id),
    cadastur: row.cadastur,
    contact: row.contact,
    email: row.email,
    pixKey: row.pix_key,
    keyBySellerAt: row.pix_key_by_seller_at?.toISOString() ?? null,
    note: row.note,
    maxUnpaidPlaces: row.max_unpaid_places,
    unpaidPlaces: row.unpaid_places,
    code: row.code,
    linkPath: sellerLinkPath(row.code),
    isActive: row.is_active,
    account: row.user_id === null ? null : { id: row.user_id, name: row.account_name ?? '' },
    invitedUntil: row.invited_until && row.invited_until > new Date() ? row.invited_until.toISOString() : null,
    reservations: row.reservations,
    balance: row.balance,
    version: row.version,
    createdAt: row.created_at.toISOString(),
  };
}
