import { Box, Text, Title } from '@mantine/core';
import { IconMailCheck } from '@tabler/icons-react';
import { requestConfirmation } from '~/features/session/credentials';
import { installation } from '~/features/session/installation';
import { ResendButton } from '~/features/users/resend-button';
import styles from './home.module.css';

/** Notice that the address is to be confirmed: until then it gets no e-mails about reservations. */
export default function ConfirmNotice({ email }: { email: string }) {
  const isRequired = installation().access.requireConfirmedEmail;
  return (
    <section className={styles.notice} aria-labelledby="confirme-o-email">
      <IconMailCheck size={28} stroke={1.5} color="var(--accent-text)" aria-hidden />
      <Box flex="1 1 16rem" miw={0}>
        <Title id="confirme-o-email" order={2} fz={17} lh={1.35} lts="0">
          {isRequired ? 'Confirme o seu e-mail para reservar' : 'Confirme o seu e-mail para receber os avisos'}
        </Title>
        <Text mt={4} style={{ overflowWrap: 'anywhere' }}>
          Enviamos um link para <strong>{email}</strong>. Abra o link para confirmar que o endereço é seu.
        </Text>
      </Box>
      <ResendButton send={() => requestConfirmation(email)} sentText="Enviado. Confira também a pasta de spam." />
    </section>
  );
}
