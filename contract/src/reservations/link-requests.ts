import { cents, growing, id, instant } from '../fields.ts';
import { route, staffWith } from '../route.ts';
import { z } from '../zod.ts';

/** What a payer's link asks staff for, by the name of its route by link, as staff reads it. */
export const linkRequestLabels = {
  cancel: 'Cancelar a reserva ou pessoas dela',
  'refund-key': 'Mudar a chave Pix da devolução',
  'refund-as-credit': 'Ficar com a devolução como crédito',
  'choose-departure': 'Escolher o que fazer com a saída cancelada',
  'remove-extra': 'Tirar um adicional',
  adoption: 'Guardar a reserva em uma conta',
} as const;
export type LinkRequestName = keyof typeof linkRequestLabels;
export const linkRequestNames = Object.keys(linkRequestLabels) as [LinkRequestName, ...LinkRequestName[]];

/** A request as its client follows it. `isConfirmed`: null while it waits. */
export const ownLinkRequest = z.object({
  name: growing(linkRequestNames),
  askedAt: instant,
  isConfirmed: z.boolean().nullable(),
});
export type OwnLinkRequest = z.infer<typeof ownLinkRequest>;

/**
 * A request that waits, as staff decides it. `madeBy`: who of staff made the link; `mayConfirm`: the caller, who is
 * somebody else. `refundCents`: what cancelling would give back; `person`: the account that wants the reservation.
 */
export const linkRequest = z.object({
  id,
  name: growing(linkRequestNames),
  askedAt: instant,
  madeBy: z.string(),
  mayConfirm: z.boolean(),
  pixKey: z.string().nullable(),
  refundCents: cents.nullable(),
  person: z.object({ name: z.string(), email: z.string().nullable() }).nullable(),
  reservation: z.object({ id, code: z.string(), payer: z.string() }),
  trip: z.object({ id, title: z.string(), date: instant }),
});
export type LinkRequest = z.infer<typeof linkRequest>;

export const linkRequestList = z.object({ data: z.array(linkRequest) });
export type LinkRequestList = z.infer<typeof linkRequestList>;

/** Requests by links that staff made, which a colleague of the maker decides. */
export const linkRequestRoutes = {
  list: route('GET', '/link-requests', {
    access: staffWith('see_money'),
    summary: 'What was asked for by links that staff made and nothing proves, the oldest first',
    answer: linkRequestList,
  }),
  confirm: route('POST', '/link-requests/:requestId/confirmation', {
    access: staffWith('refund'),
    summary: 'Do what was asked for by the link of a colleague; answers what still waits',
    answer: linkRequestList,
    once: true,
  }),
  refuse: route('POST', '/link-requests/:requestId/refusal', {
    access: staffWith('refund'),
    summary: 'Refuse what was asked for by a link; answers what still waits',
    answer: linkRequestList,
    once: true,
  }),
};
