import type { PrivacyNotice } from '@passeio/contract/privacy/privacy';
import type { Generated, JSONColumnType } from 'kysely';
import type { InstantByDefault } from './column-types.ts';

interface PrivacyNoticesTable {
  /** A hash of the content. */
  version: string;
  content: JSONColumnType<Omit<PrivacyNotice, 'version'>, string, never>;
  since: InstantByDefault;
}

interface PrivacyNoticesShownTable {
  id: Generated<string>;
  /** Of one of both. */
  user_id: Generated<string | null>;
  participant_id: Generated<string | null>;
  version: string;
  shown_at: InstantByDefault;
}

interface DataExportsTable {
  id: string;
  user_id: string;
  with_health: boolean;
  requested_by: string;
  token_hash: Generated<string | null>;
  failures: Generated<number>;
  created_at: InstantByDefault;
  /** Null until the file is there. */
  expires_at: Generated<Date | null>;
}

interface ErasuresTable {
  id: string;
  subject: 'person' | 'participant';
  erased_at: InstantByDefault;
}

interface ErasedCountsTable {
  /** "2026-12-31" */
  day: string;
  kind: string;
  count: number;
  last_at: InstantByDefault;
}

interface FiscalRecordsTable {
  user_id: string;
  name: string;
  cpf: string | null;
  /** "2032-12-31" */
  keep_until: string;
}

/** What people were told of their data, and what they asked for. */
export interface PrivacySchema {
  data_exports: DataExportsTable;
  erased_counts: ErasedCountsTable;
  erasures: ErasuresTable;
  fiscal_records: FiscalRecordsTable;
  privacy_notices: PrivacyNoticesTable;
  privacy_notices_shown: PrivacyNoticesShownTable;
}
