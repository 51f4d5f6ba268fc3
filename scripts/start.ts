import { buildWebIfChanged } from './web-build.ts';

await buildWebIfChanged();
// In the same process, so that signals reach the server directly.
await import(process.env.NODE_ENV === 'production' ? '../server/src/main.ts' : '../demo/start.ts');
