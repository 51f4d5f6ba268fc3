import { calendarDate, id, line, optional, phone } from '../fields.ts';
import { z } from '../zod.ts';
import { crewConflict } from './crew-conflicts.ts';

/** What people of the team do on a departure. */
export const crewRoles = { guide: 'Guia', driver: 'Motorista' } as const;
export type CrewRole = keyof typeof crewRoles;
export const crewRoleKeys = Object.keys(crewRoles) as [CrewRole, ...CrewRole[]];

/** The days of a week by their number in ISO 8601. */
export const weekdays = { 1: 'seg', 2: 'ter', 3: 'qua', 4: 'qui', 5: 'sex', 6: 'sáb', 7: 'dom' } as const;
export const allWeekdays = Object.keys(weekdays).map(Number);

const MAX_DAYS_OFF = 60;
const MAX_CREW = 50;

const dayOff = z
  .strictObject({ from: calendarDate, to: calendarDate })
  .refine(({ from, to }) => from <= to, { path: ['to'], error: 'O fim vem antes do começo.' });

/**
 * Body of POST crew. `userId`: their account, whose name and telephone count; null for somebody without one.
 * `weekdays`: on which they work. `daysOff`: from now on, first and last day included.
 */
export const crewMemberDraft = z
  .strictObject({
    userId: id.nullable(),
    name: optional(line('Nome', { min: 2, max: 60 })),
    phone: optional(phone),
    isGuide: z.boolean(),
    isDriver: z.boolean(),
    weekdays: z
      .array(z.int().min(1).max(7))
      .min(1, 'Marque ao menos um dia da semana.')
      .max(7)
      .transform((days) => [...new Set(days)].toSorted()),
    daysOff: z.array(dayOff).max(MAX_DAYS_OFF, `Use até ${MAX_DAYS_OFF} folgas.`),
  })
  .refine(({ isGuide, isDriver }) => isGuide || isDriver, {
    path: ['isGuide'],
    error: 'Marque se guia, dirige ou os dois.',
  })
  .refine(({ userId, name }) => userId !== null || name !== '', {
    path: ['name'],
    error: 'Nome: preencha este campo.',
  });
export type CrewMemberDraft = z.output<typeof crewMemberDraft>;

/** Body of PUT crew/{id}, with the `version` that was edited. An account may be added, and is never changed. */
export const crewMemberUpdate = crewMemberDraft.safeExtend({ version: z.int().min(1) });
export type CrewMemberUpdate = z.output<typeof crewMemberUpdate>;

/** Somebody of the team who works on departures. `upcoming`: how many they are on that are not back yet. */
export const crewMember = z.object({
  id,
  userId: id.nullable(),
  name: z.string(),
  phone: z.string(),
  isGuide: z.boolean(),
  isDriver: z.boolean(),
  weekdays: z.array(z.int()),
  daysOff: z.array(z.object({ from: calendarDate, to: calendarDate })),
  upcoming: z.int(),
  isArchived: z.boolean(),
  version: z.int(),
});
export type CrewMember = z.infer<typeof crewMember>;

/** Archived ones last, else by name. `accounts`: of staff, with the person of the team who has it. */
export const crewList = z.object({
  data: z.array(crewMember),
  accounts: z.array(z.object({ id, name: z.string(), memberId: id.nullable() })),
});
export type CrewList = z.infer<typeof crewList>;

/** Body of PUT crew/{id}/archive. Archived people stay on their departures, and are offered for no other. */
export const crewArchiving = z.strictObject({ isArchived: z.boolean() });

/** Everybody who may be on a departure, by name: what they do on it, and why they should not be on it. */
export const tripCrew = z.object({
  data: z.array(
    z.object({
      id,
      name: z.string(),
      hasAccount: z.boolean(),
      isGuide: z.boolean(),
      isDriver: z.boolean(),
      roles: z.array(z.enum(crewRoleKeys)),
      conflicts: z.array(crewConflict),
    }),
  ),
});
export type TripCrew = z.infer<typeof tripCrew>;

/** Body of PUT trips/{id}/crew: who works on the departure from now on. `acceptsConflicts`: also despite conflicts. */
export const tripCrewChange = z.strictObject({
  crew: z.array(z.strictObject({ memberId: id, role: z.enum(crewRoleKeys) })).max(MAX_CREW),
  acceptsConflicts: z.boolean().default(false),
});
export type TripCrewChange = z.output<typeof tripCrewChange>;
