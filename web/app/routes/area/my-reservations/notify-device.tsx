import { Button, Group, Text } from '@mantine/core';
import { type PushDevice, pushRoutes } from '@passeio/contract/push';
import { IconBell, IconBellOff } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '~/features/session/api';
import { load, send } from '~/features/session/queries';
import { explainFailure } from '~/lib/explain-failure';
import { readPush, startPush } from '~/lib/push';
import { showAlert } from '~/ui/feedback/alert';

const REFUSED = 'O navegador não permitiu os avisos. Para mudar isso, abra as permissões deste site no navegador.';

/**
 * Notifies the person, or the holder of the payer's link, on this device. Only a tap asks the browser for
 * permission. A browser has one subscription, for all who are notified in it.
 */
export function NotifyDevice() {
  /** This browser's subscription; undefined where it cannot be notified. */
  const [known, setKnown] = useState<PushSubscription | null>();
  const [changed, setChanged] = useState<boolean>();
  const query = known ? { endpoint: known.endpoint } : {};
  const { data } = useQuery({
    ...load(pushRoutes.readKey, { query }),
    enabled: known !== undefined,
    staleTime: 'static',
  });
  useEffect(() => {
    readPush().then(setKnown, () => undefined);
  }, []);
  const onError = (error: Error) => showAlert('error', explainFailure(error));

  const { mutate: start, isPending: isStarting } = useMutation({
    mutationFn: async (publicKey: string) => {
      const subscription = await startPush(publicKey);
      if (!subscription) return false;
      await api.call(pushRoutes.addDevice, { body: deviceOf(subscription), toast: false });
      return true;
    },
    onSuccess: (isDone) => (isDone ? setChanged(true) : showAlert('info', REFUSED)),
    onError,
  });
  const { mutate: stop, isPending: isStopping } = useMutation({
    mutationFn: async () => {
      const subscription = await readPush();
      if (!subscription) return;
      await send(pushRoutes.removeDevice, { body: { endpoint: subscription.endpoint } });
    },
    onSuccess: () => setChanged(false),
    onError,
  });

  const publicKey = data?.publicKey;
  if (!publicKey) return null;
  if (changed ?? data.isOn) {
    return (
      <Group gap="xs">
        <Text c="dimmed">Avisos ligados neste aparelho.</Text>
        <Button
          size="md"
          px="sm"
          variant="subtle"
          leftSection={<IconBellOff size={20} aria-hidden />}
          loading={isStopping}
          onClick={() => stop()}
        >
          Desligar
        </Button>
      </Group>
    );
  }
  return (
    <Button
      size="md"
      variant="default"
      leftSection={<IconBell size={20} aria-hidden />}
      loading={isStarting}
      onClick={() => start(publicKey)}
    >
      Avisar neste aparelho
    </Button>
  );
}

function deviceOf(subscription: PushSubscription): PushDevice {
  const { endpoint = '', keys = {} } = subscription.toJSON();
  return { endpoint, keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' } };
}
