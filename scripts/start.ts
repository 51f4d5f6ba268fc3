import { buildWebIfChanged } from './web-build.ts';

await buildWebIfChanged();
// In this same process, so that signals reach the server and not a parent of it.
await import('../server/src/main.ts');
