export { giveMoneyBack } from './give-money-back.ts';
export { insertEntry } from './ledger.queries.ts';
export { presentEntry } from './payments.present.ts';
export { receiveMoney } from './receive-money.ts';
export { type Settlement, settlePix, settlePixNow } from './settle-pix.ts';
