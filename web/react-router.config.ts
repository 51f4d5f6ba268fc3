import type { Config } from '@react-router/dev/config';
import { trimManifest } from './trim-manifest.ts';

export default {
  ssr: true,
  appDirectory: 'app',
  // The table of pages comes with the first page, and no end point is needed to ask for more of it.
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ viteConfig, reactRouterConfig }) => trimManifest(viteConfig.root, reactRouterConfig.buildDirectory),
} satisfies Config;
