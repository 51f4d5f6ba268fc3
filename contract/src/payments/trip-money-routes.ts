import { route, staff, staffWith } from '../route.ts';
import { departedTrips, settlementReport, settlementReportDraft } from './settlement-report.ts';
import { moneyExportQuery, transportExportQuery, tripMoney, tripMoneyFilters } from './trip-money.ts';

/** The money of trips, and what came of them. */
export const tripMoneyRoutes = {
  readTripMoney: route('GET', '/trips/:tripId/money', {
    access: staffWith('see_money'),
    summary: 'What a trip has received, misses and gives back, with its ledger, the newest entry first',
    query: tripMoneyFilters,
    answer: tripMoney,
  }),
  exportTripMoney: route('GET', '/trips/:tripId/money/export', {
    access: staffWith('see_money'),
    summary: "A trip's ledger as a file",
    query: moneyExportQuery,
  }),
  exportTransport: route('GET', '/trips/:tripId/transport-document', {
    access: staffWith('see_money'),
    summary: 'What a departure knows for the CT-e OS (model 67) of whoever owns the bus; nothing is issued',
    query: transportExportQuery,
  }),
  listDeparted: route('GET', '/departures/departed', {
    access: staff,
    summary: 'The trips that departed last, with who travelled and whether their accounts are closed',
    answer: departedTrips,
  }),
  readSettlementReport: route('GET', '/trips/:tripId/closing', {
    access: staffWith('see_money'),
    summary: 'What came of a trip: who travelled, its money against the forecast, what is open, its closed accounts',
    answer: settlementReport,
  }),
  closeAccounts: route('POST', '/trips/:tripId/closing', {
    access: staffWith('confirm_money'),
    summary: 'Close the accounts of a trip that is back, once; what is open must be accepted by name',
    body: settlementReportDraft,
    answer: settlementReport,
    status: 201,
    largeBody: true,
  }),
};
