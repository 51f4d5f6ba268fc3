import { runServer } from '../server/src/start.ts';
import { demonstration, readDemoConfig } from './demonstration.ts';

await runServer(() => readDemoConfig(process.env), demonstration());
