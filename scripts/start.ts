import { buildWebIfChanged } from './web-build.ts';

await buildWebIfChanged();
// The demonstration is one operator.
const isHost = process.env.HOSTING === 'on' || Boolean(process.env.HOSTING_DATABASE_URL);
const isPlain = process.env.NODE_ENV === 'production' || isHost;
// In the same process, so that signals reach the server directly.
await import(isPlain ? '../server/src/main.ts' : '../demo/start.ts');
