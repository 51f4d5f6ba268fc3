import type { ParticipantField } from '../reservations/participants.ts';

/**
 * What ANTT's list of an interstate charter says of everybody, and of minors: without a birth date nobody knows whether
 * somebody is one. Source: ANTT, Resoluções 4.777/2015 and 4.308/2014.
 */
export const anttFields: readonly ParticipantField[] = [
  'name',
  'birthdate',
  'documentNumber',
  'documentIssuer',
  'photoDocument',
  'companionId',
];

/** Whether somebody who lacks these fields lacks one of ANTT's list. */
export function lacksForAntt(missing: readonly string[]): boolean {
  return anttFields.some((field) => missing.includes(field));
}

/** Which columns a closed list is exported with. */
export const manifestLayouts = { full: 'Lista completa', antt: 'Lista da ANTT' } as const;
export type ManifestLayout = keyof typeof manifestLayouts;
