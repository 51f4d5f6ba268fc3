import { Button, Group } from '@mantine/core';
import { departureRoutes } from '@passeio/contract/departures/departure-routes';
import type { Departure } from '@passeio/contract/departures/departures';
import { IconShieldCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { answered, api } from '~/features/session/api';
import { reload } from '~/features/session/queries';
import { formatMoment } from '~/lib/formats';
import { useSettings } from '~/lib/settings';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { showAlert } from '~/ui/feedback/alert';
import styles from './departures.module.css';

/** The promise that a departure takes place, and how to take it back. */
export function GuaranteeActions({ departure }: { departure: Departure }) {
  const { timeZone } = useSettings();
  const { busy, promise, takeBack } = useGuarantee(departure);
  const { guarantee: given, title } = departure;
  if (!given) {
    return (
      <Group>
        <Button
          size="md"
          loading={busy}
          leftSection={<IconShieldCheck size={18} aria-hidden />}
          aria-label={`Garantir saída: ${title}`}
          onClick={() => void promise()}
        >
          Garantir saída
        </Button>
      </Group>
    );
  }
  return (
    <Group gap="sm">
      <p className={styles.words} role="status">
        Garantida por {given.by} em {formatMoment(given.at, timeZone)}.{' '}
        {given.told ? 'As pessoas já foram avisadas.' : 'As pessoas são avisadas por e-mail em 2 minutos.'}
      </p>
      <Button
        size="md"
        variant="default"
        loading={busy}
        aria-label={`Desfazer a garantia: ${title}`}
        onClick={() => void takeBack()}
      >
        Desfazer
      </Button>
    </Group>
  );
}

function useGuarantee({ id, title, guarantee: given }: Departure) {
  const params = { tripId: id };
  const { mutate, isPending } = useMutation({
    mutationFn: ({ work }: { work: () => Promise<unknown>; done: string }) => work(),
    onSuccess: (_, { done }) => showAlert('success', done),
    onError: () => reload(),
  });

  async function promise(): Promise<void> {
    const mensagem = `${title} aparece como saída garantida no portal, e quem tem reserva é avisado por e-mail em 2 minutos. Até lá, você pode desfazer.`;
    if (!(await askToConfirm({ titulo: 'Garantir a saída?', mensagem }))) return;
    mutate({ work: () => answered(api.call(departureRoutes.guarantee, { params })), done: 'Saída garantida.' });
  }

  async function takeBack(): Promise<void> {
    const told = given?.told ?? false;
    const mensagem = 'As pessoas já leram que a saída está garantida. Elas não são avisadas de novo: fale com elas.';
    if (told && !(await askToConfirm({ titulo: 'Desfazer a garantia?', mensagem, tipo: 'danger' }))) return;
    mutate({
      work: () => answered(api.call(departureRoutes.undoGuarantee, { params, query: { told } })),
      done: told ? 'Garantia desfeita.' : 'Garantia desfeita: ninguém foi avisado.',
    });
  }

  return { busy: isPending, promise, takeBack };
}
