import { cents, growing, id, instant, signedCents } from '../fields.ts';
import { pixKey } from '../operator/pix-key.ts';
import { pageInfo, pageNumber, pageSize } from '../pages.ts';
import { reservationStateKeys } from '../reservation-states.ts';
import { guest, guestReservation } from '../reservations/reservation-link-routes.ts';
import { tripImage } from '../trips/trips.ts';
import { PASSWORD_LENGTH } from '../users/passwords.ts';
import { z } from '../zod.ts';
import { commissionStatementSummary } from './commission-statements.ts';
import { commissionBalance, sellerWayKeys } from './sellers.ts';

/** What the seller's area shows of themselves. */
export const ownSeller = z.object({
  name: z.string(),
  code: z.string(),
  linkPath: z.string(),
  /** To which commission is paid; empty: not known yet. */
  pixKey: z.string(),
  maxUnpaidPlaces: z.int(),
  unpaidPlaces: z.int(),
  balance: commissionBalance,
});
export type OwnSeller = z.infer<typeof ownSeller>;

/** Body of PUT sellers/me/pix-key. `password`: of the account. */
export const ownPixKeyChange = z.strictObject({
  pixKey,
  password: z.string().min(1, 'Senha: preencha este campo.').max(PASSWORD_LENGTH.max),
});
export type OwnPixKeyChange = z.output<typeof ownPixKeyChange>;

/**
 * A departure that can be sold. `placesLeft`: for anybody; `ownPlaces`: set aside for the seller and left, until
 * `ownUntil`. `fromCents`: the lowest public fare. `sharePath`: its page, which remembers the seller. `commission`: as
 * in "10% das tarifas"; empty without a rule.
 */
const sellerDeparture = z.object({
  tripId: id,
  slug: z.string(),
  title: z.string(),
  date: instant,
  returnDate: instant,
  cardImage: tripImage.nullable(),
  placesLeft: z.int(),
  ownPlaces: z.int(),
  ownUntil: instant.nullable(),
  fromCents: cents,
  sharePath: z.string(),
  commission: z.string(),
});
export type SellerDeparture = z.infer<typeof sellerDeparture>;
/** On sale, by departure; 300 at most. */
export const sellerDepartures = z.object({ data: z.array(sellerDeparture) });
export type SellerDepartures = z.infer<typeof sellerDepartures>;

/**
 * A reservation of the seller. `firstName`: of the client; null once the trip has been back for 30 days. Nothing else
 * of clients is ever said here. `totalCents`, `receivedCents`: of the reservation; `commissionCents`: for what was
 * received, `fullCents`: once all is paid.
 */
export const ownSale = z.object({
  code: z.string(),
  firstName: z.string().nullable(),
  people: z.int(),
  trip: z.object({ title: z.string(), date: instant, returnDate: instant }),
  state: growing(reservationStateKeys),
  way: growing(sellerWayKeys),
  holdExpiresAt: instant.nullable(),
  totalCents: cents,
  receivedCents: cents,
  rule: z.string(),
  commissionCents: signedCents,
  fullCents: signedCents,
  createdAt: instant,
});
export type OwnSale = z.infer<typeof ownSale>;
export const ownSalesQuery = z.strictObject({ page: pageNumber.default(1), size: pageSize.default(30) });
/** The newest first. */
export const ownSales = z.object({ data: z.array(ownSale), page: pageInfo });
export type OwnSales = z.infer<typeof ownSales>;

/**
 * Body of POST sellers/me/reservations: for a client, who gets the link of the reservation by e-mail, or from staff.
 * They confirm, pay, and say who travels; whoever sells does not see it.
 */
export const sellerBooking = guestReservation
  .omit({ acceptedPolicy: true, contract: true, guest: true, seller: true, touches: true })
  .extend({ tripId: id, guest: guest.omit({ emailProof: true }) });
export type SellerBooking = z.output<typeof sellerBooking>;

/** The last 24 statements, the newest first. */
export const ownCommission = z.object({ balance: commissionBalance, statements: z.array(commissionStatementSummary) });
export type OwnCommission = z.infer<typeof ownCommission>;
