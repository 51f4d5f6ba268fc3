export { cashGuideOfSession, guideOfSession } from './guide-links.ts';
export { cashDoorOf, requireOwnBoarding } from './trip-guides.ts';
