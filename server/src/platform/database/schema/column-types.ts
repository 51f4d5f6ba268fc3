import type { ColumnType } from 'kysely';

export type Instant = ColumnType<Date, Date | string, Date | string>;
export type InstantByDefault = ColumnType<Date, Date | string | undefined, Date | string>;
export type InstantOrNull = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
// The driver returns dates as "YYYY-MM-DD".
export type CalendarDate = string;
