import { whatsAppRoutes as entries, usualWhatsAppSettings } from '@passeio/contract/messages/chat-routes';
import type { App } from '../../deps.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { handle } from '../../platform/http/handle.ts';
import { forgetBudget } from './budget.ts';
import { changeOwnChannel, readOwnChannel } from './own-channel.ts';
import { changeWhatsAppSettings, readMonths, readWhatsAppSettings } from './settings.ts';
import { readTemplates, submitTemplates } from './templates.ts';

/** Messages by WhatsApp: everybody's own choice, and what administrators decide. */
export async function whatsAppRoutes(app: App): Promise<void> {
  const { db, config, connections } = app.deps;
  const { publicUrl } = config;
  const readState = async () => {
    const { whatsApp } = connections;
    const [settings, months] = await Promise.all([readWhatsAppSettings(db), readMonths(db)]);
    return { isConnected: whatsApp !== undefined, demonstrationUrl: whatsApp?.page ?? null, settings, months };
  };
  handle(app, entries.readState, readState);
  handle(
    app,
    entries.changeSettings,
    async ({ actor, body }) => {
      await inTransaction(db, (trx) => changeWhatsAppSettings(trx, actor, body));
      forgetBudget(db);
      return readState();
    },
    { examples: { body: [usualWhatsAppSettings] } },
  );
  handle(app, entries.readOwnChannel, ({ actor }) => readOwnChannel(db, actor));
  handle(app, entries.changeOwnChannel, ({ actor, body }) => changeOwnChannel(db, actor, body.byWhatsApp));
  handle(app, entries.listTemplates, async () => ({ data: await readTemplates(db, publicUrl, connections.whatsApp) }));
  handle(app, entries.submitTemplates, async ({ actor }) => ({
    data: await submitTemplates({ db, publicUrl }, actor, connections.whatsApp),
  }));
}
