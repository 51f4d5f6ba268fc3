import type { CreditKind } from '@passeio/contract/payments/credits';
import type { GeneratedAlways } from 'kysely';

/** Written by a trigger of the ledger. */
interface CreditEntriesTable {
  id: GeneratedAlways<string>;
  user_id: GeneratedAlways<string>;
  kind: GeneratedAlways<CreditKind>;
  amount_cents: GeneratedAlways<number>;
  ledger_entry_id: GeneratedAlways<string>;
  created_at: GeneratedAlways<Date>;
}

/** Maintained by the trigger of the entries. */
interface CreditBalancesTable {
  user_id: GeneratedAlways<string>;
  cents: GeneratedAlways<number>;
}

export interface CreditsSchema {
  credit_entries: CreditEntriesTable;
  credit_balances: CreditBalancesTable;
}
