export { guideOfSession } from './guide-links.ts';
