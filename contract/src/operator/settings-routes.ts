import { admin, route } from '../route.ts';
import { z } from '../zod.ts';
import { operatorSettings, operatorUpdate } from './operator.ts';
import { reservationSettings } from './reservation-settings.ts';
import { accessSettings, publicSettings } from './settings.ts';

export const settingsRoutes = {
  changeAccess: route('PUT', '/settings/access', {
    access: admin,
    summary: 'Change what the operator decides about access',
    body: accessSettings,
    answer: publicSettings,
  }),
  readOperator: route('GET', '/settings/operator', {
    access: admin,
    summary: 'Everything about the operator, for its administrators',
    answer: operatorSettings,
  }),
  changeOperator: route('PUT', '/settings/operator', {
    access: admin,
    summary: 'Replace what the operator says about itself; refused when somebody else saved meanwhile',
    body: operatorUpdate,
    answer: operatorSettings,
    largeBody: true,
  }),
  changeLogo: route('PUT', '/settings/logo', {
    access: admin,
    summary: "Replace the operator's logo: PNG, JPEG or WebP of up to 2 MB; transparency stays",
    body: z.object({ logo: z.file() }),
    answer: operatorSettings,
    upload: true,
  }),
  removeLogo: route('DELETE', '/settings/logo', {
    access: admin,
    summary: "Take the operator's logo away",
    answer: operatorSettings,
  }),
  readReservations: route('GET', '/settings/reservations', {
    access: admin,
    summary: 'How long places are held, when balances are due and until when clients may change participants',
    answer: reservationSettings,
  }),
  changeReservations: route('PUT', '/settings/reservations', {
    access: admin,
    summary: 'Change the settings of reservations; deadlines that were set before stay',
    body: reservationSettings,
    answer: reservationSettings,
  }),
};
