import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useRevalidator, useRouteError } from 'react-router';
import { ApiError } from '~/lib/api';
import { EmptyState } from './empty-state';

/** In the place of a page whose data did not come. */
export function AreaError() {
  const error = useRouteError();
  const { revalidate, state } = useRevalidator();
  const reason =
    error instanceof ApiError && error.status > 0 ? error.message : 'Confira a sua conexão e tente de novo.';
  return (
    <EmptyState icon={IconCloudOff} title="Não foi possível carregar esta página" text={reason}>
      <Button size="md" loading={state === 'loading'} onClick={() => revalidate()}>
        Tentar de novo
      </Button>
    </EmptyState>
  );
}
