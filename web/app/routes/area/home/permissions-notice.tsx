import { Box, Button, Group } from '@mantine/core';
import { overviewRoutes } from '@passeio/contract/staff/overview';
import { plural } from '@passeio/contract/words';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Panel } from '~/features/overview/panel';
import { api } from '~/features/session/api';

/** Says once, after the update, that operators of before keep what they could do. */
export default function PermissionsNotice({ operators }: { operators: number }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.call(overviewRoutes.closePermissionsNotice),
  });
  const some = plural(operators, 'operador de antes continua', 'operadores de antes continuam');
  return (
    <Box mb="md">
      <Panel
        title="Permissões da equipe"
        lead={`Operadores novos começam só com “Editar passeios” e “Decidir saídas”. ${some} com todas as permissões ou sem limite para devolver dinheiro: veja se é o que você quer.`}
      >
        <Group gap="sm">
          <Button size="md" component={Link} to="/admin/usuarios?role=OPERATOR">
            Rever permissões
          </Button>
          <Button size="md" variant="default" loading={isPending} onClick={() => mutate()}>
            Entendi
          </Button>
        </Group>
      </Panel>
    </Box>
  );
}
