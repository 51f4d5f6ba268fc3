import { Alert, Button, Stack } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import type { PersonField } from '~/features/users/person-form';
import styles from './changed-fields.module.css';
import type { ChangedField } from './correction';

const labels: Record<PersonField, string> = {
  fullname: 'Nome completo',
  rg: 'RG',
  emitter: 'Órgão emissor',
  cpf: 'CPF',
  birthdate: 'Data de nascimento',
  contact: 'Celular ou telefone',
  email: 'E-mail',
};

/** Fields that somebody else saved meanwhile, beside the typed values. */
export function ChangedFields({ changed, onTake }: { changed: ChangedField[]; onTake: (name: PersonField) => void }) {
  if (changed.length === 0) return null;
  return (
    <Alert
      color="accent"
      variant="light"
      icon={<IconUsers aria-hidden />}
      role="alert"
      title="Outra pessoa salvou alterações enquanto você editava"
    >
      <p>Nada se perdeu. Confira e salve de novo.</p>
      <Stack component="ul" gap={14} mt="sm">
        {changed.map(({ name, saved, typed }) => (
          <Stack component="li" key={name} gap={4} align="flex-start">
            <strong>{labels[name]}</strong>
            <span className={styles.version}>Salvo agora: {saved || 'vazio'}</span>
            {typed === saved ? (
              <span className={styles.version}>Já está no formulário.</span>
            ) : (
              <>
                <span className={styles.version}>No seu formulário: {typed || 'vazio'}</span>
                <Button
                  variant="default"
                  size="md"
                  onClick={() => onTake(name)}
                  aria-label={`Usar o salvo em ${labels[name]}`}
                >
                  Usar o salvo
                </Button>
              </>
            )}
          </Stack>
        ))}
      </Stack>
    </Alert>
  );
}
