import { id } from '../fields.ts';
import { logoRenditions } from '../public-paths.ts';
import { route } from '../route.ts';
import { z } from '../zod.ts';
import { publicSettings } from './settings.ts';

export const publicSettingsRoutes = {
  read: route('GET', '/settings', {
    access: 'anyone',
    summary: "The operator's public data",
    answer: publicSettings,
  }),
  readLogo: route('GET', '/settings/logo/:logoId/:rendition', {
    access: 'anyone',
    summary: "One rendition of the operator's logo",
    params: { logoId: id, rendition: z.enum(logoRenditions) },
  }),
};
