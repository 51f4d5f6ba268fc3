import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useRevalidator, useRouteError } from 'react-router';
import { explainFailure } from '~/lib/explain-failure';
import { EmptyState } from './empty-state';

/** Error boundary of pages behind login. */
export function AreaError() {
  const error = useRouteError();
  const { revalidate, state } = useRevalidator();
  return (
    <EmptyState icon={IconCloudOff} title="Não foi possível carregar esta página" text={explainFailure(error)}>
      <Button size="md" loading={state === 'loading'} onClick={() => revalidate()}>
        Tentar de novo
      </Button>
    </EmptyState>
  );
}
