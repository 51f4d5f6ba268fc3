export { openLogo } from './logo.ts';
export { recordNoticeShown } from './privacy-notice.ts';
export { hasContact, hasPolicy, savePaymentProviders, takesPix, withdrawalDays } from './settings.queries.ts';
export {
  readBrand,
  readCnpj,
  readMeansPermille,
  readOverdueRules,
  readPixReceiver,
  readReservationRules,
  readTimeZone,
} from './settings.ts';
