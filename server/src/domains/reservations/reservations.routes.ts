import { pagePaths } from '@passeio/contract/paths';
import { enrolmentRoutes } from '@passeio/contract/reservations/enrolment-routes';
import { statementVersion } from '@passeio/contract/reservations/minor-statement';
import { participantLinkRoutes } from '@passeio/contract/reservations/participant-link-routes';
import { type EmailCodeRequest, reservationLinkRoutes } from '@passeio/contract/reservations/reservation-link-routes';
import { reservationRoutes } from '@passeio/contract/reservations/reservation-routes';
import type { App } from '../../deps.ts';
import { byLinkLabel } from '../../platform/audit/audit.ts';
import { KeyedSemaphore, Semaphore } from '../../platform/concurrency/semaphore.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { handle, handleWrite } from '../../platform/http/handle.ts';
import { readIdempotency } from '../../platform/http/idempotency.ts';
import { sendFile } from '../../platform/http/send-file.ts';
import { cancelReservation } from './cancellation/cancel-reservation.ts';
import { readCancellation } from './cancellation/quote-cancellation.ts';
import { removeParticipant } from './cancellation/remove-participant.ts';
import { addExtra, removeExtra } from './changes/change-extras.ts';
import { changeRooms } from './changes/change-rooms.ts';
import { splitPayment } from './changes/split-payment.ts';
import { acceptContract, readContract } from './contract/accept-contract.ts';
import { drawContractFile, openContract } from './contract/export-contract.ts';
import { addParticipant } from './participants/add-participant.ts';
import { changeAnswers } from './participants/change-answers.ts';
import { changeParticipant, changePartyBoarding } from './participants/change-participant.ts';
import { findCompanions } from './participants/companions.ts';
import { changeByLink, createLink, readByLink, revokeLink } from './participants/participant-links.ts';
import { stateForMinors } from './participants/state-for-minors.ts';
import { askStaff } from './payer-links/ask-staff.ts';
import { confirmEmail, sendEmailCode } from './payer-links/email-codes.ts';
import { sendProofCode } from './payer-links/link-proof.ts';
import { makePayer } from './payer-links/payer-links.ts';
import { openDetails } from './reservation/load-reservations.ts';
import { findOwnReservations } from './reservations.ts';
import { readQuote } from './reserve/quote.ts';
import { reserve } from './reserve/reserve.ts';
import { reserveAsGuest } from './reserve/reserve-as-guest.ts';
import { readTimeline } from './timeline/timeline.ts';
import { exportVoucher } from './voucher/export-voucher.ts';
import { openVoucher } from './voucher/voucher.ts';
import { exampleVoucher } from './voucher/voucher-example.ts';

// Each request that waits for its trip's lock holds a connection. The others wait without one, so that a locked trip
// cannot exhaust the pool.
const RESERVES_PER_TRIP = { permits: 4, maxQueued: 1_000, timeoutMs: 4_000 };
// Each PDF is drawn in a thread of its own, which takes some 50 MB.
const pdfTurns = new Semaphore({ permits: 2, maxQueued: 60, timeoutMs: 30_000 });

const exampleId = '01938f6e-7a55-7c1e-9f4e-2b8a4c3d5e6f';
const exampleToken = 'q3Yk0ZfJm1vT8uWcXbN5aLr7PdGhE2sQ9iKoBtRyVwA';
const exampleChange = {
  name: 'Ana Lima de Souza',
  birthdate: '2013-04-09',
  documentType: 'birth_certificate',
  documentNumber: 'Termo 1234, folha 56, livro 7',
  companionId: exampleId,
};

const proofOf = ({ phoneDigits, emailCode }: Pick<EmailCodeRequest, 'phoneDigits' | 'emailCode'>) => ({
  phoneDigits,
  emailCode,
});

/** Reserving, and reservations for their payers; staff may read and change them too. */
export async function reservationsRoutes(app: App): Promise<void> {
  const { db, jobs, config, google, emailCodeKey } = app.deps;
  const turns = new KeyedSemaphore(RESERVES_PER_TRIP);

  handle(
    app,
    enrolmentRoutes.enrol,
    ({ request, actor, identity, params: { tripId }, body }) =>
      turns.run(tripId, () =>
        reserve(db, {
          actor,
          emailConfirmed: identity.emailConfirmed,
          tripId,
          enrolment: body,
          idempotency: readIdempotency(request),
        }),
      ),
    { runsOnce: true },
  );
  handle(
    app,
    reservationLinkRoutes.reserve,
    ({ request, actor, params: { tripId }, body }) =>
      turns.run(tripId, () =>
        reserveAsGuest(db, {
          actor,
          tripId,
          asked: body,
          idempotency: readIdempotency(request),
          publicUrl: config.publicUrl,
          proofKey: google?.proofKey,
          jobs,
        }),
      ),
    { runsOnce: true },
  );
  handle(app, reservationLinkRoutes.adopt, async ({ actor, caller, request, body: { token, ...proof } }) => {
    const opened = await app.openPayerLink(token, { ...proofOf(proof), asked: 'always', signedIn: request.caller });
    const { reservationId, caller: payer } = opened;
    const { linkMadeBy } = payer;
    const adopter = {
      ...actor,
      caller: { ...caller, name: `${caller.name} (${byLinkLabel(linkMadeBy)})`, linkMadeBy },
    };
    return inTransaction(db, (trx) => makePayer(trx, adopter, { reservationId, personId: caller.id }));
  });
  handleWrite(app, reservationLinkRoutes.sendProofCode, ({ trx, body: { token } }) => sendProofCode(trx, jobs, token));
  handle(
    app,
    reservationLinkRoutes.request,
    async ({ actor, request, body: { token, name, phoneDigits: _, emailCode: __, ...rest } }) => {
      const deps = { db, open: app.openPayerLink, requestable: app.requestable };
      await askStaff(deps, actor, { token, name, rest, adopter: request.caller });
    },
  );
  handle(app, reservationLinkRoutes.sendEmailCode, async ({ request, body: { token, email, ...proof } }) => {
    const asked = email ? 'always' : undefined;
    const { reservationId } = await app.openPayerLink(token, { ...proofOf(proof), asked, signedIn: request.caller });
    await inTransaction(db, (trx) => sendEmailCode(trx, jobs, { reservationId, email }));
  });
  handle(app, reservationLinkRoutes.confirmEmail, async ({ actor, request, body: { token, code } }) => {
    const opened = await app.openPayerLink(token, { asked: undefined, signedIn: request.caller });
    const { caller, reservationId } = opened;
    const link = await confirmEmail(db, { ...actor, caller }, { reservationId, code, key: emailCodeKey });
    return link === undefined ? {} : { link: config.publicUrl + pagePaths.payerLink(link) };
  });
  handle(app, enrolmentRoutes.quote, ({ body }) => readQuote(db, body));
  handle(app, enrolmentRoutes.list, ({ caller }) => findOwnReservations(db, caller));
  handle(app, reservationRoutes.read, ({ actor, params }) => openDetails(db, actor, params.reservationId));
  handle(app, reservationRoutes.readTimeline, ({ caller, params, query }) =>
    readTimeline(db, caller, params.reservationId, query.audience),
  );
  handle(app, reservationRoutes.quoteCancellation, ({ caller, params, query }) =>
    readCancellation(db, caller, params.reservationId, query),
  );
  handleWrite(
    app,
    reservationRoutes.cancel,
    ({ trx, actor, params, body }) =>
      cancelReservation(trx, actor, { jobs, publicUrl: config.publicUrl }, { id: params.reservationId, draft: body }),
    { examples: { body: [{ refundCents: 10_740 }, { refundCents: 0, participants: [exampleId] }] } },
  );
}

/** The voucher of a booked reservation, also as a file. */
export async function voucherRoutes(app: App): Promise<void> {
  const { db, storage, config } = app.deps;
  const { publicUrl } = config;

  handle(
    app,
    reservationRoutes.readVoucher,
    async ({ caller, params, reply }) => {
      reply.header('cache-control', 'private, no-store');
      return (await openVoucher(db, caller, params.reservationId, publicUrl)).voucher;
    },
    { examples: { answer: [exampleVoucher] } },
  );
  handle(app, reservationRoutes.exportVoucher, async ({ caller, params, query: { format }, reply }) => {
    const read = await openVoucher(db, caller, params.reservationId, publicUrl);
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const make = () => exportVoucher(storage, read, { format, publicUrl });
    const file = format === 'pdf' ? await pdfTurns.run(make, gone.signal) : await make();
    return sendFile(reply, file);
  });
}

/** The travel contract of a reservation, for its payer and staff. */
export async function contractRoutes(app: App): Promise<void> {
  const { db, jobs } = app.deps;

  handle(app, reservationRoutes.readContract, ({ caller, params }) => readContract(db, caller, params.reservationId));
  handleWrite(app, reservationRoutes.acceptContract, ({ trx, actor, params, body }) =>
    acceptContract(trx, actor, { jobs }, { id: params.reservationId, ...body }),
  );
  handle(app, reservationRoutes.exportContract, async ({ caller, params, reply }) => {
    const order = await openContract(db, caller, params.reservationId);
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const file = await pdfTurns.run(() => drawContractFile(order), gone.signal);
    return sendFile(reply, { ...file, mediaType: 'application/pdf' });
  });
}

/** The people of a reservation, for its payer, for staff and for themselves. */
export async function participantsRoutes(app: App): Promise<void> {
  const { db, config } = app.deps;

  handle(app, reservationRoutes.listCompanions, ({ caller }) => findCompanions(db, caller.id));
  handleWrite(
    app,
    reservationRoutes.addParticipant,
    ({ trx, actor, params, body }) => addParticipant(trx, actor, params.reservationId, body),
    { examples: { body: [{ fareId: exampleId }, { fareId: exampleId, ...exampleChange }] } },
  );
  handleWrite(
    app,
    reservationRoutes.changeParticipant,
    ({ trx, actor, params, body }) => changeParticipant(trx, actor, params, body),
    { examples: { body: [exampleChange, { replaces: true, name: 'Beatriz Nunes', birthdate: '1991-11-30' }] } },
  );
  handleWrite(app, reservationRoutes.removeParticipant, ({ trx, actor, params }) =>
    removeParticipant(trx, actor, params),
  );
  handleWrite(
    app,
    reservationRoutes.addExtra,
    ({ trx, actor, params, body }) => addExtra(trx, actor, params.reservationId, body),
    { examples: { body: [{ extraId: exampleId, count: 2, participantId: exampleId }] } },
  );
  handleWrite(app, reservationRoutes.removeExtra, ({ trx, actor, params }) => removeExtra(trx, actor, params));
  handleWrite(
    app,
    reservationRoutes.changeRooms,
    ({ trx, actor, params, body }) => changeRooms(trx, actor, params.reservationId, body),
    { examples: { body: [{ rooms: [{ roomTypeId: exampleId, people: 2 }] }] } },
  );
  handleWrite(
    app,
    reservationRoutes.changeAnswers,
    ({ trx, actor, params, body }) => changeAnswers(trx, actor, params.reservationId, body.answers),
    { examples: { body: [{ answers: [{ questionId: exampleId, value: 'Lua de mel' }] }] } },
  );
  handleWrite(
    app,
    reservationRoutes.stateForMinors,
    ({ trx, actor, params, body }) => stateForMinors(trx, actor, params.reservationId, body),
    { examples: { body: [{ name: 'Ana Lima de Souza', version: statementVersion }] } },
  );
  handleWrite(app, reservationRoutes.changeBoarding, ({ trx, actor, params, body }) =>
    changePartyBoarding(trx, actor, params.reservationId, body),
  );

  handleWrite(app, reservationRoutes.splitPayment, ({ trx, actor, params, body }) =>
    splitPayment(trx, actor, params.reservationId, body),
  );
  handleWrite(app, reservationRoutes.createLink, async ({ trx, actor, params }) => {
    const token = await createLink(trx, actor, params);
    return { url: config.publicUrl + pagePaths.participantLink(token) };
  });
  handleWrite(app, reservationRoutes.revokeLink, ({ trx, actor, params }) => revokeLink(trx, actor, params));
  handle(app, participantLinkRoutes.readByLink, ({ body }) => readByLink(db, body.token), {
    examples: { body: [{ token: exampleToken }] },
  });
  handleWrite(
    app,
    participantLinkRoutes.changeByLink,
    ({ trx, actor, body }) => changeByLink(trx, actor, body.token, body),
    { examples: { body: [{ token: exampleToken, fields: { name: 'Ana Lima de Souza', birthdate: '1988-07-21' } }] } },
  );
}
