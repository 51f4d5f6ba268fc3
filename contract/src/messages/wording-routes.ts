import { admin, route, staff } from '../route.ts';
import { z } from '../zod.ts';
import { MAX_TEMPLATE_KEY, ownWordings, wordingUpdate } from './message-templates.ts';

const params = { key: z.string().max(MAX_TEMPLATE_KEY) };

export const wordingRoutes = {
  listWordings: route('GET', '/settings/messages', {
    access: staff,
    summary: "The operator's own wordings of messages; the others have the default",
    answer: ownWordings,
  }),
  changeWording: route('PUT', '/settings/messages/:key', {
    access: admin,
    summary: 'Change the wording of a message; refused when somebody else saved meanwhile; answers all own wordings',
    params,
    body: wordingUpdate,
    answer: ownWordings,
    largeBody: true,
  }),
  resetWording: route('DELETE', '/settings/messages/:key', {
    access: admin,
    summary: 'Give a message its default wording back; answers all own wordings',
    params,
    answer: ownWordings,
  }),
};
