import { Button, List, Text } from '@mantine/core';
import { AuthActions, AuthCard } from '~/features/auth/auth-card';
import { refreshSession } from '~/features/session/sign-in';
import { useCopy } from '~/ui/inputs/use-copy';

/** Recovery codes, which are shown once. */
export function CodesCard({ codes, isNew }: { codes: readonly string[]; isNew: boolean }) {
  const { copied, refused, copy } = useCopy(codes.join('\n'));
  return (
    <AuthCard
      isAnswer
      title="Guarde os códigos de recuperação"
      lead={`${isNew ? 'A verificação está ativada. ' : 'Os códigos de antes não valem mais. '}Sem o aparelho, você entra com um destes códigos. Cada um vale uma vez, e eles não aparecem de novo.`}
    >
      <List listStyleType="none" my="md" ff="monospace" fz="lg" aria-label="Códigos de recuperação">
        {codes.map((code) => (
          <List.Item key={code}>{code}</List.Item>
        ))}
      </List>
      {refused && <Text variant="hint">O navegador não deixou copiar: selecione os códigos à mão.</Text>}
      <AuthActions>
        <Button size="md" variant="default" fullWidth onClick={() => void copy()}>
          <span role="status">{copied ? 'Códigos copiados!' : 'Copiar os códigos'}</span>
        </Button>
        <Button size="md" fullWidth onClick={() => void refreshSession()}>
          Já guardei, continuar
        </Button>
      </AuthActions>
    </AuthCard>
  );
}
