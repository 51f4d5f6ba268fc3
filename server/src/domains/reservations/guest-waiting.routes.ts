import { pagePaths } from '@passeio/contract/paths';
import { waitingLinkRoutes } from '@passeio/contract/reservations/waiting-link-routes';
import type { App } from '../../deps.ts';
import { handle, handleWrite } from '../../platform/http/handle.ts';
import { readIdempotency } from '../../platform/http/idempotency.ts';
import {
  confirmWaitingEmail,
  leaveByWaitingLink,
  openOffer,
  readByWaitingLink,
  sendCodeByWaitingLink,
} from './offers/guest-waiting.ts';
import { waitAsGuest } from './offers/wait-as-guest.ts';

/** Waiting lists for people without an account. */
export async function guestWaitingRoutes(app: App): Promise<void> {
  const { db, jobs, config, google, emailCodeKey } = app.deps;
  const { publicUrl } = config;

  handle(
    app,
    waitingLinkRoutes.joinAsGuest,
    ({ request, actor, params: { tripId }, body }) =>
      waitAsGuest(db, {
        ...{ actor, tripId, asked: body, publicUrl, jobs },
        idempotency: readIdempotency(request),
        proofKey: google?.proofKey,
      }),
    { runsOnce: true },
  );
  handle(app, waitingLinkRoutes.readByLink, ({ body }) => readByWaitingLink(db, body.token));
  handleWrite(app, waitingLinkRoutes.leaveByLink, ({ trx, actor, body }) => leaveByWaitingLink(trx, actor, body.token));
  handleWrite(app, waitingLinkRoutes.sendEmailCode, ({ trx, body }) => sendCodeByWaitingLink(trx, jobs, body));
  handle(app, waitingLinkRoutes.confirmEmail, async ({ actor, body }) => {
    const link = await confirmWaitingEmail(db, actor, { ...body, key: emailCodeKey, jobs, publicUrl });
    return link === undefined ? {} : { link };
  });
  handleWrite(app, waitingLinkRoutes.openOffer, async ({ trx, body }) => ({
    link: publicUrl + pagePaths.payerLink(await openOffer(trx, body.token)),
  }));
}
