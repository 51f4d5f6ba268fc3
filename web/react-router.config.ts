import type { Config } from '@react-router/dev/config';

export default {
  ssr: true,
  appDirectory: 'app',
  // The table of pages is small: it comes with the first page, and no end point is needed to ask for more of it.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
