export { guideOfSession } from './guide-links.ts';
export { requireOwnBoarding } from './trip-guides.ts';
