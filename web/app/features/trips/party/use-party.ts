import type { Enrolment } from '@passeio/contract/reservations/reservations';
import { useState } from 'react';
import { type PartyChoice, readChoice, type TripOffer, withCount } from './party-choice';

/** The choice of a visitor, and what is sent of it: nothing while nothing was touched, which takes one adult place. */
export interface PartyForm extends PartyChoice {
  enrolment: Enrolment;
  setCount: (fareId: string, count: number) => void;
  setBoardingPoint: (id: string | null) => void;
}

/** State of the party picker of one trip. `pending`: what was chosen before signing in, until it is changed. */
export function useParty(trip: TripOffer, pending?: Enrolment): PartyForm {
  const [chosen, setChosen] = useState<Enrolment>();
  const wanted = chosen ?? pending;
  const choice = readChoice(trip, wanted);
  const { offered, party, boardingPoint } = choice;
  const enrolment = wanted && { ...wanted, party, boardingPointId: boardingPoint?.id ?? null };
  const choose = (change: Enrolment) =>
    setChosen({ ...wanted, party, boardingPointId: boardingPoint?.id ?? null, acceptedPolicy: true, ...change });
  return {
    ...choice,
    enrolment,
    setCount: (fareId, count) => choose({ party: withCount(offered, party, fareId, count) }),
    setBoardingPoint: (id) => choose({ boardingPointId: id }),
  };
}
