import { Button, Text } from '@mantine/core';
import type { Charge } from '@passeio/contract/payments/payments';
import { IconExternalLink } from '@tabler/icons-react';
import { useSettings } from '~/lib/settings';

/** How a Pix code is paid, and where in the demonstration. */
export function BankHints({ charge: { payload, txid, confirmsItself } }: { charge: Charge }) {
  const { demoBankUrl } = useSettings();
  return (
    <>
      <Text variant="hint">
        No aplicativo do seu banco, escolha Pix e cole o código ou aponte a câmera para o QR code.
        {confirmsItself && ' Esta página muda sozinha assim que o pagamento entrar.'}
      </Text>
      {demoBankUrl && confirmsItself && payload !== null && (
        <Button
          component="a"
          href={`${demoBankUrl}/pagar/${encodeURIComponent(txid)}`}
          target="_blank"
          rel="noreferrer"
          size="md"
          variant="default"
          h="auto"
          mih={44}
          py={8}
          styles={{ label: { whiteSpace: 'normal' } }}
          leftSection={<IconExternalLink size={20} aria-hidden />}
        >
          Pagar no banco de demonstração
        </Button>
      )}
    </>
  );
}
