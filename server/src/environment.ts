import { z } from '@passeio/contract/zod';
import { StartError } from './platform/process/start-error.ts';

/** An empty variable (`PORT=`) counts as unset. */
export const emptyAsUnset = (value: unknown) => (value === '' ? undefined : value);
/** A variable that may be unset. */
export const optional = <S extends z.ZodType>(schema: S) => z.preprocess(emptyAsUnset, schema.optional());

/** Invalid settings, each named in the message. */
export class ConfigError extends StartError {}
