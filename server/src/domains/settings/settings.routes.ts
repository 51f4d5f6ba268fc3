import { contractRoutes } from '@passeio/contract/contracts/travel-contract';
import { publicSettingsRoutes } from '@passeio/contract/operator/public-settings-routes';
import { usualReservationSettings } from '@passeio/contract/operator/reservation-settings';
import { settingsRoutes as entries } from '@passeio/contract/operator/settings-routes';
import { privacyNoticeRoutes, privacyRoutes } from '@passeio/contract/privacy/privacy';
import type { App } from '../../deps.ts';
import { AppError } from '../../platform/http/errors.ts';
import { handle } from '../../platform/http/handle.ts';
import { acceptUploads, uploadedFiles } from '../../platform/http/uploads.ts';
import { logSecurityEvent } from '../../platform/process/logging.ts';
import {
  changeContractSettings,
  changeOperator,
  changeReservationSettings,
  readContractSettings,
  readOperatorSettings,
  readReservationSettings,
} from './change-settings.ts';
import { changeLogo, openLogo, removeLogo } from './logo.ts';
import { changePrivacySettings, readNotice, readPrivacyState } from './privacy-notice.ts';
import { changeAccessSettings, readPublicSettings } from './settings.ts';

const ONE_YEAR_S = 365 * 24 * 60 * 60;
export async function settingsRoutes(app: App): Promise<void> {
  const { db, identity, storage, google, providers, fiscal, connections } = app.deps;
  const readPublic = () =>
    readPublicSettings(db, {
      identity: identity.settings,
      confirmsByGoogle: google?.signIn !== undefined,
      issuesInvoices: fiscal !== undefined,
      writesByWhatsApp: connections.whatsApp !== undefined,
      demoBankUrl: providers.starting('pix')?.payPage ?? null,
    });
  await app.register(logoUpload);

  handle(app, publicSettingsRoutes.read, readPublic, {
    public: { dependsOn: () => ['operator'] },
  });
  handle(app, entries.changeAccess, async ({ actor, body, request }) => {
    await changeAccessSettings(db, actor, body);
    logSecurityEvent(request, 'access settings changed');
    return readPublic();
  });
  handle(app, entries.readOperator, () => readOperatorSettings(db));
  handle(app, entries.changeOperator, ({ actor, body }) => changeOperator(db, actor, body));
  handle(app, entries.readReservations, () => readReservationSettings(db));
  handle(app, entries.changeReservations, ({ actor, body }) => changeReservationSettings(db, actor, body), {
    examples: { body: [usualReservationSettings] },
  });
  handle(app, contractRoutes.read, () => readContractSettings(db));
  handle(app, contractRoutes.change, ({ actor, body }) => changeContractSettings(db, actor, body), {
    examples: { body: [{ text: 'Contrato de {operador} com {cliente}.' }] },
  });
  handle(app, privacyNoticeRoutes.readNotice, () => readNotice(db), { public: { dependsOn: () => ['operator'] } });
  handle(app, privacyRoutes.readState, () => readPrivacyState(db));
  handle(app, privacyRoutes.changeSettings, ({ actor, body }) => changePrivacySettings(db, actor, body), {
    examples: { body: [{ controller: '', contact: 'privacidade@exemplo.com.br', eraseIdleYears: 5 }] },
  });
  handle(app, entries.removeLogo, ({ actor }) => removeLogo(app.deps, actor));
  handle(app, publicSettingsRoutes.readLogo, async ({ params: { logoId, rendition }, reply }) => {
    const content = await openLogo(storage, logoId, rendition);
    if (!content) throw new AppError('NOT_FOUND');
    // Immutable: a new logo has a new id.
    return reply
      .header('cache-control', `public, max-age=${ONE_YEAR_S}, immutable`)
      .type(rendition.endsWith('.webp') ? 'image/webp' : 'image/png')
      .send(content);
  });
}

// A plugin context of its own: only this route parses multipart.
async function logoUpload(app: App): Promise<void> {
  await acceptUploads(app, { files: 1, megabytes: 2 });

  handle(app, entries.changeLogo, ({ actor, request }) => changeLogo(app.deps, actor, uploadedFiles(request)));
}
