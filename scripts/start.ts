import { buildWebIfChanged } from './web-build.ts';

await buildWebIfChanged();
// In the same process, so that signals reach the server directly.
await import('../server/src/main.ts');
