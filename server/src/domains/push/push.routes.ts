import { pushRoutes } from '@passeio/contract/push';
import type { App } from '../../deps.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { handle } from '../../platform/http/handle.ts';
import { addDevice, isNotified, removeDevice } from './push.ts';

const endpoint = 'https://fcm.googleapis.com/fcm/send/dX3bq';
// From RFC 8291.
const p256dh = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';
const exampleDevice = { endpoint, keys: { p256dh, auth: 'BTBZMqHH6r4Tts7J_aSIgg' } };

/** The devices on which people are notified. */
export async function devicesRoutes(app: App): Promise<void> {
  const { db, push } = app.deps;

  handle(app, pushRoutes.readKey, async ({ caller, query: { endpoint } }) => ({
    publicKey: push?.publicKey ?? null,
    isOn: endpoint !== undefined && (await isNotified(db, caller, endpoint)),
  }));
  handle(app, pushRoutes.addDevice, ({ caller, body }) => inTransaction(db, (trx) => addDevice(trx, caller, body)), {
    examples: { body: [exampleDevice] },
  });
  handle(
    app,
    pushRoutes.removeDevice,
    ({ caller, body }) => inTransaction(db, (trx) => removeDevice(trx, caller, body.endpoint)),
    { examples: { body: [{ endpoint }] } },
  );
}
