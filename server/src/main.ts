import { readConfig } from './config.ts';
import { runServer } from './start.ts';

await runServer(() => readConfig(process.env));
