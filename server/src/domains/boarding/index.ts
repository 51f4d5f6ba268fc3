// Boarding keeps each tap of a phone as a row that never changes; attendance is the last tap by the server's clock
// (docs/decisions/0051).

export { cashGuideOfSession, guideOfSession } from './guide-links.ts';
export { cashDoorOf, requireOwnBoarding } from './trip-guides.ts';
