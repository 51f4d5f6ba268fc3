import { boarders, route, staff, staffWith } from '../route.ts';
import { z } from '../zod.ts';
import { attendance, attendanceCorrection, boardingList, boardingTaps, tapResults } from './boarding.ts';
import {
  doorCharge,
  doorChargeDraft,
  doorPayment,
  guideDoorCharge,
  guideDoorPayment,
  keptCash,
  LATE_CASH_DAYS,
} from './door-money.ts';
import {
  guideAuthorizationReading,
  guideLinkDraft,
  guideLinkList,
  guidePin,
  guideReading,
  guideSession,
  guideTaps,
  newGuideLink,
} from './guide-links.ts';
import { guideBoardings } from './trip-guides.ts';

const lateCash = `a guide's of before they lost access is kept for staff for ${LATE_CASH_DAYS} days more, answered with nothing`;

/** Boarding by staff and by guides without an account, whose tokens are in bodies, so that they are in no log. */
export const boardingRoutes = {
  list: route('GET', '/trips/:tripId/boarding', {
    access: boarders,
    summary: 'Who boards a trip and who has, with no more data than boarding needs',
    answer: boardingList,
  }),
  recordTaps: route('POST', '/trips/:tripId/boarding/taps', {
    access: boarders,
    summary: 'Record taps of a phone, in any order and as often as they are sent; each is answered for itself',
    body: boardingTaps,
    answer: tapResults,
    largeBody: true,
  }),
  correctAttendance: route('PUT', '/trips/:tripId/boarding/people/:participantId', {
    access: staff,
    summary: 'Correct the attendance of somebody after it has closed, a day after the return',
    body: attendanceCorrection,
    answer: attendance,
  }),
  readAuthorization: route('GET', '/trips/:tripId/boarding/people/:participantId/authorization', {
    access: { roles: boarders, needs: ['see_documents'] },
    summary: 'The signed authorisation of a passenger who travels without a parent; each opening is audited',
  }),
  listGuideLinks: route('GET', '/trips/:tripId/guide-links', {
    access: staff,
    summary: 'The links with which guides without an account board a trip',
    answer: guideLinkList,
  }),
  createGuideLink: route('POST', '/trips/:tripId/guide-links', {
    // It shows what is due at the door, and the authorisations of minors.
    access: staffWith('see_money', 'see_documents'),
    summary: 'Make a link for a guide; its address and PIN are shown once',
    body: guideLinkDraft,
    answer: newGuideLink,
    status: 201,
  }),
  revokeGuideLink: route('DELETE', '/trips/:tripId/guide-links/:linkId', {
    access: staff,
    summary: "End a guide's link at once",
    answer: z.object({}),
  }),
  listOwn: route('GET', '/guide/boardings', {
    access: ['GUIDE'],
    summary: 'The departures on which the guide or driver who asks works',
    answer: guideBoardings,
  }),
  openGuideSession: route('POST', '/guide/session', {
    access: 'anyone',
    summary: "Open a guide's session with link and PIN",
    body: guidePin,
    answer: guideSession,
  }),
  listAsGuide: route('POST', '/guide/boarding', {
    access: 'anyone',
    summary: 'Who boards the trip of a guide, and who has',
    body: guideReading,
    answer: boardingList,
  }),
  readAuthorizationAsGuide: route('POST', '/guide/boarding/authorization', {
    access: 'anyone',
    summary: "The same in a guide's session",
    body: guideAuthorizationReading,
  }),
  recordGuideTaps: route('POST', '/guide/boarding/taps', {
    access: 'anyone',
    summary: "Record taps of a guide's phone",
    body: guideTaps,
    answer: tapResults,
    largeBody: true,
  }),
  recordDoorPayment: route('POST', '/trips/:tripId/door-payments', {
    access: boarders,
    summary: `Record cash of a reservation that boards this trip, or did, once however often it is sent; it waits for staff unless the caller may confirm money; ${lateCash}`,
    body: doorPayment,
    answer: keptCash,
  }),
  recordGuideDoorPayment: route('POST', '/guide/door-payments', {
    access: 'anyone',
    summary: `Record cash that a guide took, which staff confirms or refuses; ${lateCash}`,
    body: guideDoorPayment,
    answer: keptCash,
  }),
  requestDoorCharge: route('POST', '/trips/:tripId/door-charges', {
    access: boarders,
    summary: 'The open charge of what a reservation that boards this trip still has to pay',
    body: doorChargeDraft,
    answer: doorCharge,
  }),
  requestGuideDoorCharge: route('POST', '/guide/door-charges', {
    access: 'anyone',
    summary: "The same in a guide's session",
    body: guideDoorCharge,
    answer: doorCharge,
  }),
};
