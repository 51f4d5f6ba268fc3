import { everyRole, route } from '../route.ts';
import { choiceDraft, choiceLinkDraft, choiceLinkRead, departureChoice } from './departure-cancellations.ts';

export const choiceRoutes = {
  readChoice: route('GET', '/reservations/:reservationId/departure-choice', {
    access: everyRole,
    summary: 'What the payer of a reservation chooses from, whose departure was cancelled, or has chosen',
    answer: departureChoice,
    byLink: { name: 'departure-choice' },
  }),
  choose: route('PUT', '/reservations/:reservationId/departure-choice', {
    access: everyRole,
    summary: 'Choose refund, credit or another departure, once',
    body: choiceDraft,
    answer: departureChoice,
    byLink: { name: 'choose-departure', proof: 'withMoney', onRequest: true },
  }),
  readChoiceByLink: route('POST', '/departure-choices/link/read', {
    access: 'anyone',
    summary: 'What a payer chooses from, by the link of the e-mail or of staff',
    body: choiceLinkRead,
    answer: departureChoice,
  }),
  chooseByLink: route('PUT', '/departure-choices/link', {
    access: 'anyone',
    summary: 'Choose refund, credit or another departure by a link, once',
    body: choiceLinkDraft,
    answer: departureChoice,
  }),
};
