import { charge } from '../payments/payments.ts';
import { route } from '../route.ts';
import { linkedParticipant, participantLinkChange, participantLinkRead, shareChargeDraft } from './participants.ts';

/** A participant without an account: tokens are in bodies, so that they are in no log. */
export const participantLinkRoutes = {
  readByLink: route('POST', '/participants/link/read', {
    access: 'anyone',
    summary: 'What a participant sees through their link: their own data and the trip',
    body: participantLinkRead,
    answer: linkedParticipant,
  }),
  changeByLink: route('PUT', '/participants/link', {
    access: 'anyone',
    summary: "Change a participant's own data through their link, never the fare",
    body: participantLinkChange,
    answer: linkedParticipant,
  }),
  chargeShare: route('POST', '/participants/link/charges', {
    access: 'anyone',
    summary: 'Ask for the Pix code, or the address to pay by card, of a share of a payment that is split',
    body: shareChargeDraft,
    answer: charge,
    status: 201,
  }),
};
