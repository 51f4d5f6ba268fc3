import { Box, Title } from '@mantine/core';
import { IconMailCheck } from '@tabler/icons-react';
import { requestConfirmation } from '~/features/session/credentials';
import { ResendButton } from '~/features/users/resend-button';
import styles from './confirm-notice.module.css';

/** Notice that the address is to be confirmed: until then it gets no e-mails about reservations. */
export function ConfirmNotice({ email, isRequired }: { email: string; isRequired: boolean }) {
  return (
    <section className={styles.notice} aria-labelledby="confirme-o-email">
      <IconMailCheck size={28} stroke={1.5} aria-hidden className={styles.icon} />
      <Box flex="1 1 16rem" miw={0}>
        <Title id="confirme-o-email" order={2} fz={17} lh={1.35} lts="0">
          {isRequired ? 'Confirme o seu e-mail para reservar' : 'Confirme o seu e-mail para receber os avisos'}
        </Title>
        <p className={styles.lead}>
          Enviamos um link para <strong>{email}</strong>. Abra o link para confirmar que o endereço é seu.
        </p>
      </Box>
      <ResendButton send={() => requestConfirmation(email)} sentSentence="Enviado. Confira também a pasta de spam." />
    </section>
  );
}
