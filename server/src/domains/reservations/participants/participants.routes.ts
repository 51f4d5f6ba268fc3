import { id } from '@passeio/contract/fields';
import { companionList, participantChange, participantDraft } from '@passeio/contract/reservations/participants';
import { partyBoarding, reservationDetails } from '@passeio/contract/reservations/reservations';
import { z } from '@passeio/contract/zod';
import type { App } from '../../../deps.ts';
import { actorOf } from '../../../platform/audit/audit.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { callerOf } from '../../../platform/http/access.ts';
import { sendIdempotent } from '../../../platform/http/idempotency.ts';
import { errorResponses, writeHeaders } from '../../../platform/http/openapi.ts';
import { limited } from '../../../platform/http/rate-limits.ts';
import { placesOfReservation } from '../changed-places.ts';
import { addParticipant } from './add-participant.ts';
import { changeParticipant, changePartyBoarding } from './change-participant.ts';
import { findCompanions } from './companions.ts';
import { removeParticipant } from './remove-participant.ts';

const tags = ['reservations'];
const params = z.object({ reservationId: id, participantId: id });
const exampleId = '01938f6e-7a55-7c1e-9f4e-2b8a4c3d5e6f';

const exampleChange = {
  name: 'Ana Lima de Souza',
  birthdate: '2013-04-09',
  documentType: 'birth_certificate',
  documentNumber: '123456 01 55 2013 1 00012 345 0006789 10',
  companionId: exampleId,
};

export async function participantsRoutes(app: App): Promise<void> {
  const { db } = app.deps;
  // A refusal tells that a CPF is on the trip's list.
  const limit = limited(app, {
    name: 'participants',
    max: 120,
    windowMs: 10 * 60_000,
    by: (request) => callerOf(request).id,
  });

  app.get(
    '/reservations/me/companions',
    {
      schema: {
        tags,
        summary: "The people of the caller's reservations, the latest first, to fill in forms with",
        response: { 200: companionList, ...errorResponses() },
      },
    },
    (request) => findCompanions(db, callerOf(request).id),
  );

  app.post(
    '/reservations/:reservationId/participants',
    {
      config: { changes: placesOfReservation(db) },
      preHandler: limit,
      schema: {
        tags,
        summary: 'Add a participant, for its payer until the deadline and for staff until departure',
        params: z.object({ reservationId: id }),
        headers: writeHeaders,
        body: participantDraft.meta({ examples: [{ fareId: exampleId }, { fareId: exampleId, ...exampleChange }] }),
        response: { 201: reservationDetails, ...errorResponses() },
      },
    },
    (request, reply) =>
      sendIdempotent(db, request, reply, 201, (trx) =>
        addParticipant(trx, actorOf(request), request.params.reservationId, request.body),
      ),
  );

  app.put(
    '/reservations/:reservationId/participants/:participantId',
    {
      config: { changes: placesOfReservation(db) },
      preHandler: limit,
      schema: {
        tags,
        summary: "Change a participant's data, companion or fare, or replace the person",
        params,
        body: participantChange.meta({
          examples: [exampleChange, { replaces: true, name: 'Beatriz Nunes', birthdate: '1991-11-30' }],
        }),
        response: { 200: reservationDetails, ...errorResponses() },
      },
    },
    (request) => inTransaction(db, (trx) => changeParticipant(trx, actorOf(request), request.params, request.body)),
  );

  app.put(
    '/reservations/:reservationId/boarding',
    {
      config: { changes: 'reservations' },
      schema: {
        tags,
        summary: 'Change where the whole party boards; null: to be agreed',
        params: z.object({ reservationId: id }),
        body: partyBoarding,
        response: { 200: reservationDetails, ...errorResponses() },
      },
    },
    (request) =>
      inTransaction(db, (trx) =>
        changePartyBoarding(trx, actorOf(request), request.params.reservationId, request.body),
      ),
  );

  app.delete(
    '/reservations/:reservationId/participants/:participantId',
    {
      config: { changes: placesOfReservation(db) },
      schema: {
        tags,
        summary: 'Remove a participant; the others stay',
        params,
        response: { 200: reservationDetails, ...errorResponses() },
      },
    },
    (request) => inTransaction(db, (trx) => removeParticipant(trx, actorOf(request), request.params)),
  );
}
