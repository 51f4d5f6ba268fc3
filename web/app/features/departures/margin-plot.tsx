import { Box } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { usePainted } from '~/ui/layout/use-painted';
import { breakEvenText, marginLine, marginText, type Outlook, type OutlookFacts } from './outlook';

const HEIGHT = 150;

// The chart library is larger than the rest of the page: it is loaded lazily.
const MarginLines = lazy(() => import('./margin-lines'));

interface MarginPlotProps {
  facts: OutlookFacts;
  outlook: Outlook;
  minimum: number;
}

/** What is left by number of people; the sentences beside it say the same. */
export function MarginPlot({ facts, outlook, minimum }: MarginPlotProps) {
  const { capacity, booked } = facts;
  const isPainted = usePainted();
  const summary = `O que sobra conforme o número de pessoas. ${breakEvenText(outlook, capacity)} ${marginText(outlook, booked.people)}`;
  return (
    <Box h={HEIGHT} role="img" aria-label={summary}>
      <Suspense>
        {isPainted && (
          <MarginLines
            points={marginLine(facts)}
            capacity={capacity}
            minimum={minimum}
            breakEven={outlook.isReachable ? outlook.breakEven : null}
            people={booked.people}
            height={HEIGHT}
          />
        )}
      </Suspense>
    </Box>
  );
}
