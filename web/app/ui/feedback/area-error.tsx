import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useRouteError } from 'react-router';
import { explainFailure } from '~/lib/explain-failure';
import { useRetry } from '~/lib/use-retry';
import { EmptyState } from '~/ui/feedback/empty-state';
import { ErrorCode } from '~/ui/feedback/error-code';

/** Error boundary of pages behind login. */
export function AreaError() {
  const error = useRouteError();
  const { retry, isTrying } = useRetry();
  return (
    <EmptyState icon={IconCloudOff} title="Não foi possível carregar esta página" text={explainFailure(error)}>
      <Button size="md" loading={isTrying} onClick={retry}>
        Tentar de novo
      </Button>
      <ErrorCode error={error} />
    </EmptyState>
  );
}
