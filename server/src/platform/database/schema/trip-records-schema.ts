import type { FinalManifestContent } from '@passeio/contract/boarding/final-manifest';
import type { OpenItem, SettlementFigures } from '@passeio/contract/payments/settlement-report';
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { InstantByDefault } from './column-types.ts';

interface FinalManifestsTable {
  id: string;
  trip_id: string;
  version: number;
  content: JSONColumnType<FinalManifestContent, string, never>;
  /** Of the content; written by a trigger. */
  content_hash: GeneratedAlways<string>;
  /** Of the content, by the trigger; stays when they are erased. */
  people: GeneratedAlways<number>;
  erased_at: Generated<Date | null>;
  created_by: string;
  created_at: InstantByDefault;
}

interface ReviewsTable {
  id: string;
  reservation_id: string;
  trip_id: string;
  stars: number;
  sentence: Generated<string>;
  may_publish: Generated<boolean>;
  published_at: Generated<Date | null>;
  created_at: InstantByDefault;
  updated_at: InstantByDefault;
}

interface ReviewLinksTable {
  reservation_id: string;
  token_hash: string;
  created_at: InstantByDefault;
}

interface SettlementReportsTable {
  trip_id: string;
  figures: JSONColumnType<SettlementFigures, string, never>;
  exceptions: JSONColumnType<OpenItem[], string, never>;
  note: Generated<string>;
  /** The ledger entries that the figures count. */
  entries: string[];
  created_by: string;
  created_at: InstantByDefault;
}

/** What is kept of a departure. */
export interface TripRecordsSchema {
  road_lists: FinalManifestsTable;
  trip_closings: SettlementReportsTable;
  reviews: ReviewsTable;
  review_links: ReviewLinksTable;
}
