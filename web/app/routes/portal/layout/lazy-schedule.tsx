import type { Trip } from '@passeio/contract/trips/trips';
import { type ComponentProps, type ComponentType, useCallback, useEffect, useState } from 'react';
import type { Schedule } from '~/features/trips/schedule';
import { ScheduleLoading } from '~/features/trips/schedule-loading';
import { explainFailure } from '~/lib/explain-failure';
import { Notice } from '~/ui/feedback/notice';
import { Button } from '~/ui/inputs/button';

interface LazyScheduleProps {
  isOpen: boolean;
  timeZone: string;
  onChoose: (trip: Trip) => void;
}

/** The schedule, whose code is loaded when it is opened first. */
export function LazySchedule(props: LazyScheduleProps) {
  const { isOpen } = props;
  const [Loaded, setLoaded] = useState<ComponentType<ComponentProps<typeof Schedule>>>();
  const [failure, setFailure] = useState('');

  const load = useCallback(() => {
    setFailure('');
    // Both are loaded by the schedule when it fetches the trips; asked for now they come at the same time.
    for (const ahead of [import('~/features/session/api'), import('@passeio/contract/trips/trips')])
      ahead.catch(() => {});
    import('~/features/trips/schedule')
      .then(({ Schedule }) => setLoaded(() => Schedule))
      .catch((error) => setFailure(explainFailure(error)));
  }, []);
  useEffect(() => {
    if (isOpen) load();
  }, [isOpen, load]);

  if (Loaded) return <Loaded {...props} />;
  if (!failure) return <ScheduleLoading />;
  return (
    <Notice title="Não foi possível carregar os passeios" text={failure} alert>
      <Button onClick={load}>Tentar de novo</Button>
    </Notice>
  );
}
